"""The first line of an answer to "may I?": yes, no, or only when; without that word where nobody asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from advisor.lawbook.models import Row
from advisor.rule.ruling import Ruled
from advisor.say.words import Words

OPTION = re.compile(r"\d+\) ")  # how each of the choices that a player has begins
_LITTLE = 2


def row_lines(row: Row, words: Words) -> list[str]:
    """What follows when a row holds, a sentence each; the verdict first when the row answers a question without saying it.
    A question that asks for a value (how much, who, in what order) is answered by the row's own first line."""
    lines = [words.line(name) for name in row.then]
    if row.answer in (None, "value"):
        return lines
    verdict = words.frame(f"answer_{row.answer}")
    return lines if lines and lines[0].startswith(verdict.split()[0].rstrip(".")) else [verdict, *lines]


def opening(lines: Sequence[str]) -> str:
    """The first of the lines, with the second where one or two words alone tell too little ("Yes."); nothing of none."""
    first = lines[0] if lines else ""
    return f"{first} {lines[1]}" if len(lines) > 1 and len(first.split()) <= _LITTLE else first


def verdict(ruled: Ruled, words: Words) -> str:
    """The verdict on a right, as far as what is known decides it; empty when nobody asked, or the table has no answer to it.

    A table whose rows all answer alike may say more than that one word: then its line `asked` goes before.
    """
    answers = ruled.answers()
    if ruled.row is not None and answers:
        return row_lines(ruled.row, words)[0]
    alike = len({row.answer for row in ruled.table.all_rows()}) == 1
    if len(answers) == 1 and answers != {"value"} and not (alike and ruled.table.asked):
        return words.frame(f"answer_{next(iter(answers))}")
    if ruled.table.asked and (ruled.asked or answers):
        return words.line(ruled.table.asked)
    return ""


def unasked(line: str, words: Words) -> str:
    """The line as it stands where nothing was asked yes or no: the sentence after that word, if it has one."""
    for name in ("answer_yes", "answer_no"):
        word = words.frame(name).rstrip(".")
        rest = line.removeprefix(word) if line.startswith((f"{word}. ", f"{word}: ", f"{word}, ")) else ""
        if rest:
            return f"{rest[2:3].upper()}{rest[3:]}"
    return line
