"""Splits forms in files that are written by hand in lists on a line, in their place; what is around them stays as it is written.

A form that is too long, or stands for too much, becomes several; a line that nobody reads to the end is broken between two of
the things it lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from advisor.lexicon.forms import MOST_EXPANSIONS, FormError
from advisor.workshop.splitting import LONGEST, parse, split

# where forms stand in lists on a line, below the lexicon's root
FORMS = (
    "asked*.yaml",
    "cues*.yaml",
    "ruled/*.yaml",
    "scope.yaml",
    "talk/answers.yaml",
    "talk/intents.yaml",
    "talk/refusals.yaml",
    "talk/short.yaml",
    "voices.yaml",
)
MOST_LINE = 1_000  # characters of a line of the lexicon
_WIDE = 240
_ITEM = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'|#.*|[\[\]{},:]|[^\[\]{},:"\'#]+|.')
_BRACKETS = re.compile(r"[(\[]")
_COMMENT = re.compile(r"[ :](#|$)|: ")
_LISTED = re.compile(r"(\s*- )(.*)")
_PAD = 4


def inline(text: str) -> str:
    """The text of a file with its forms split and its lines broken."""
    return "\n".join(line for whole in text.split("\n") for line in _broken(_split(whole)))


def pieces(form: str) -> list[str]:
    """The form, or the several that it takes for each to be short and to stand for few."""
    try:
        phrase = parse(form)
    except (FormError, IndexError):
        return [form]
    if len(form) <= LONGEST and phrase.size() <= MOST_EXPANSIONS:
        return [form]
    return [part.text() for part in split(phrase)]


def _split(line: str) -> str:
    """A line with each quoted form in it that is too much as several; those of a block list become items of their own."""
    listed = _LISTED.fullmatch(line)
    if listed is not None and not _COMMENT.search(listed[2]):
        item = listed[2] if _quoted(listed[2]) else _as_quoted(listed[2])
        return "\n".join(f"{listed[1]}{_as_quoted(part)}" for part in pieces(_plain(item))) if _much(item) else line
    return "".join(
        ", ".join(_as_quoted(part) for part in pieces(_plain(item))) if _quoted(item) and _much(item) else item
        for item in _ITEM.findall(line)
    )


def _quoted(item: str) -> bool:
    return len(item) > 1 and item[0] == item[-1] == '"'


def _much(item: str) -> bool:
    return bool(_BRACKETS.search(item)) and len(pieces(_plain(item))) > 1


def _plain(item: str) -> str:
    return item[1:-1].replace('\\"', '"').replace("\\\\", "\\")


def _as_quoted(form: str) -> str:
    return '"' + form.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _broken(line: str) -> Iterator[str]:
    """The line, or where it is too long its parts between two listed things."""
    for whole in line.split("\n"):
        if len(whole) <= MOST_LINE:
            yield whole
            continue
        pad = " " * (len(whole) - len(whole.lstrip()) + _PAD)
        depth, kept = 0, ""
        for item in _ITEM.findall(whole):
            depth += (item in "[{" and len(item) == 1) - (item in "]}" and len(item) == 1)
            kept += item
            if item == "," and depth and len(kept) > _WIDE:
                yield kept
                kept = pad
        yield re.sub(r"^( *) (?=\S)", r"\1", kept) if kept.strip() else ""
