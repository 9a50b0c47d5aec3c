"""References to the Laws: any usual spelling in, one canonical form out, and printed again in either language.

Canonical: Latin letters, no blanks: number 1-93, section letter A-K, paragraph digit, `(a)`, `(i)`, as in `20F5(b)(i)`
(the 1997 code counts the last level in digits: `25B2(b)(1)`).
The script is forgiven: a Greek letter stands for its place in the alphabet (ΣΤ: the sixth), look-alikes for each other.
The words around a reference (law, article, board ...) are those of `lexicon/citation.yaml`.
Source: the contract, "Law references"; the numbering of the 2017 Laws of Duplicate Bridge.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from advisor.base import store
from advisor.base.text import fold

Found = tuple[int, int, str]
_Step = tuple[str, int]

_SECTIONS: Final = "ABCDEFGHIJK"
_GREEK_SECTIONS: Final = ("Α", "Β", "Γ", "Δ", "Ε", "ΣΤ", "Ζ", "Η", "Θ", "Ι", "Κ")
_LETTERS: Final = "abcdefghijkl"
_GREEK_LETTERS: Final = ("α", "β", "γ", "δ", "ε", "στ", "ζ", "η", "θ", "ι", "ια", "ιβ")
_ROMANS: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")
_CANONICAL: Final = re.compile(
    r"([1-9]|[1-8][0-9]|9[0-3])(?:([A-K])(?:([1-9])(?:\(([a-l])\)(?:\((i{1,3}|iv|vi{0,3}|[1-9])\))?)?)?)?"
)

_NUMBER: Final = re.compile(r"(?<![0-9])[0-9]{1,2}(?![0-9])")
# Both cases are spelled out: a pattern that ignores case also takes other alphabets' letters that have no place in ours (İ, ϴ).
_SECTION: Final = re.compile(
    r"(?P<sep>[ ]?[.\-/]?[ ]?)(?P<open>\(?)(?P<letter>[σΣ][τΤ]|[ϛϚa-kA-KzZα-κΑ-Κ])(?P<close>\)?)",
)
_PARAGRAPH: Final = re.compile(r"(?P<sep>[ ]?[.\-/]?[ ]?)(?P<open>\(?)(?P<digit>[1-9])(?P<close>\)?)")
_POINT: Final = re.compile(
    r"(?P<sep>[ ]?[.\-/]?[ ]?)(?P<open>\(?)(?P<letter>[σΣ][τΤ]|[ιΙ][αβΑΒ]|[ϛϚa-lA-Lα-ιΑ-Ι])(?P<close>\)?)"
    r"(?=$|\W|[ivινIVΙΝ]{1,4}(?:$|\W))",
)
_ROMAN: Final = re.compile(
    r"(?P<sep>[ ]?[.\-/]?[ ]?)(?P<open>\(?)(?P<roman>[iιvνIΙVΝ]{1,4}|(?<=[^ ]\()[1-9](?=\)))(?P<close>\)?)",
)
_SUIT_NEXT: Final = "♠♥♦♣♤♡♢♧"
_ENDS: Final = re.compile(r"[ ]?(?:$|[),.;:?!\n])")


class _Words(NamedTuple):
    """The words around a reference, as patterns over a folded text."""

    law: re.Pattern[str]
    laws: re.Pattern[str]
    link: re.Pattern[str]
    counted: re.Pattern[str]
    unit: re.Pattern[str]


@lru_cache(maxsize=1)
def _words() -> _Words:
    """The compiled words of `lexicon/citation.yaml`: what stands before a number, between two, and behind one."""
    data = store.load("citation")
    law, laws, link, counted, sign, unit = (
        _any_of(data[name]) for name in ("law", "laws", "and", "counted", "number_sign", "unit")
    )
    return _Words(
        re.compile(rf"(?<![^\W_])(?:{law}|{laws})(?P<gap>\.?[ \u00a0]?)(?P<open>\(?)$"),
        re.compile(rf"{laws}(?!\w)"),
        re.compile(rf"(?:,[ ]?|[ ]?[-–/&+][ ]?|,?[ ]{link}[ ])$"),
        re.compile(rf"(?<![^\W_]){counted}[ ]?(?:{sign}\.?)?[ ]?$"),
        re.compile(rf"[ ]?{unit}"),
    )


def _any_of(forms: Sequence[str]) -> str:
    """A pattern for one of the words; a * at the end of one stands for any ending."""
    endings = (re.escape(form).replace(r"\*", r"\w*") for form in forms)
    return f"(?:{'|'.join(endings)})"


def compile_citation(words: Mapping[str, Mapping[str, Sequence[str]]]) -> dict[str, list[str]]:
    """The lists of `lexicon/citation.yaml`, all languages together: both are read always."""
    return {name: [form for forms in entry.values() for form in forms] for name, entry in words.items()}


def _section(letter: str) -> str:
    """The Latin section letter that a Greek or Latin letter stands for."""
    upper = letter.upper()
    if upper in ("ΣΤ", "Ϛ"):
        return "F"
    if upper == "Z":
        return "G"
    return upper if upper in _SECTIONS else _SECTIONS[_GREEK_SECTIONS.index(upper)]


def _point(letter: str) -> str:
    """The Latin letter of a sub-paragraph."""
    lower = letter.lower()
    if lower == "ϛ":
        return "f"
    return lower if lower in _LETTERS else _LETTERS[_GREEK_LETTERS.index(lower)]


def _whole(match: re.Match[str]) -> bool:
    """True unless exactly one bracket of a pair is there; a lone closing bracket is left to the sentence."""
    return bool(match["open"]) <= bool(match["close"])


def _end(match: re.Match[str], group: str) -> int:
    """Where a step ends: a closing bracket belongs to it only if it opened one."""
    return match.end() if match["open"] else match.end(group)


def _at_edge(text: str, end: int) -> bool:
    """True where a reference may end: not inside a word or a number, and not before a suit."""
    if end >= len(text):
        return True
    after = text[end]
    return not after.isalnum() and after not in _SUIT_NEXT


def _steps(text: str, start: int) -> list[_Step]:
    """The readings of a reference whose number starts here, each a step deeper, with the place where it ends."""
    number = _NUMBER.match(text, start)
    if number is None or not 1 <= int(number[0]) <= 93:
        return []
    ref = str(int(number[0]))
    steps = [(ref, number.end())]
    section = _SECTION.match(text, number.end())
    if section is None or not _whole(section):
        return steps
    at = _end(section, "letter")
    steps.append((ref := ref + _section(section["letter"]), at))
    paragraph = _PARAGRAPH.match(text, at)
    spaced = " " in section["sep"]
    if paragraph is None or not _whole(paragraph) or (" " in paragraph["sep"] and not spaced):
        return _only_if_sure(text, steps, spaced)
    at = _end(paragraph, "digit")
    steps.append((ref := ref + paragraph["digit"], at))
    return steps + _deeper(text, ref, at, " " in paragraph["sep"])


def _only_if_sure(text: str, steps: list[_Step], spaced: bool) -> list[_Step]:
    """Drop a section letter that stands apart and may be an article or a seat: "Law 56 E led"."""
    return steps[:1] if spaced and not _ENDS.match(text, steps[-1][1]) else steps


def _deeper(text: str, ref: str, at: int, spaced: bool) -> list[_Step]:
    """The steps below the paragraph digit: letter, then Roman numeral."""
    point = _POINT.match(text, at)
    if point is None or not _whole(point):
        return []
    end = _end(point, "letter")
    apart = " " in point["sep"] and not point["open"]
    if apart and not _ENDS.match(text, end) and not (spaced and point["letter"] not in "aαηAΑΗ"):
        return []
    steps = [(ref := f"{ref}({_point(point['letter'])})", end)]
    roman = _ROMAN.match(text, end)
    if roman is None or not _whole(roman) or (" " in roman["sep"] and not (roman["open"] or spaced)):
        return steps
    numeral = roman["roman"].lower().replace("ι", "i").replace("ν", "v")
    return [*steps, (f"{ref}({numeral})", _end(roman, "roman"))] if numeral in _ROMANS or numeral.isdigit() else steps


def _deepest(text: str, start: int) -> _Step | None:
    """The deepest reading that ends at an edge."""
    return next((step for step in reversed(_steps(text, start)) if _at_edge(text, step[1])), None)


def _stands_alone(text: str, folded: str, start: int, ref: str, end: int) -> bool:
    """True when a reference without a law word cannot well be a call, a card, an ordinal, a list label or a score."""
    parts, written = split(ref), text[start:end]
    if len(parts) < 2 or any(mark in written for mark in " -/"):
        return False
    before = text[start - 1] if start else " "
    if before.isalnum() or before in _SUIT_NEXT + "+#:_=" or _words().counted.search(folded, max(0, start - 16), start):
        return False
    number, letter = int(parts[0]), parts[1]
    if len(parts) > 2:
        return number > 7 or not (before == "-" or "." in written)
    if letter in "HIJK" or (number <= 10 and letter in "CDH"):
        return False
    return number > 7 or not written[-1].islower()


def _prefix(folded: str, start: int) -> re.Match[str] | None:
    """The law word right before a number, if one stands there."""
    return _words().law.search(folded, max(0, start - 16), start)


def _worded(folded: str, word: re.Match[str], step: _Step) -> _Step | None:
    """What a number after a law word refers to; a lone L, N or Ν must touch it and not be a seat."""
    lone = len(word[0].rstrip("(").rstrip(" .\u00a0")) == 1 and word[0][0] != "§"
    if not lone:
        return step
    parts = split(step[0])
    if " " in word["gap"] or "\u00a0" in word["gap"] or (word["gap"] == "" and word["open"]):
        return None
    called = int(parts[0]) <= 7 and len(parts) == 2 and parts[1] in "CDH"
    return None if called or _words().unit.match(folded, step[1]) else step


def find_citations(text: str) -> list[Found]:
    """All law references in a text: (start, end, canonical). The span includes the word for law, if there is one.

    Without such a word a reference needs a section letter, and a paragraph below it if it could be a call or a card
    (2C, 10D).
    A text that is one reference and nothing else is taken at its word. Linear in the length of the text.
    """
    whole = _alone(text)
    if whole is not None:
        return [whole]
    found: list[Found] = []
    folded, last_end, plural = fold(text), -1, False
    for number in _NUMBER.finditer(text):
        start = number.start()
        if start < last_end:
            continue
        step = _deepest(text, start)
        if step is None:
            continue
        word = _prefix(folded, start)
        named = _worded(folded, word, step) if word else None
        linked = last_end >= 0 and plural and _words().link.fullmatch(folded, last_end, start) is not None
        if not (named or linked or _stands_alone(text, folded, start, *step)):
            continue
        if word and named:
            plural = _words().laws.match(word[0]) is not None
        elif not linked:
            plural = False
        found.append((word.start() if word and named else start, step[1], step[0]))
        last_end = step[1]
    return found


def _alone(text: str) -> Found | None:
    """The one reference that the whole text is, if it is one and not a call."""
    stripped = text.strip(" .,;:?!\n\t")
    ref = parse_citation(stripped) if 2 < len(stripped) <= 40 else None
    if ref is None or len(split(ref)) < 2 or (len(split(ref)) == 2 and int(split(ref)[0]) <= 7 and ref[-1] in "CDH"):
        return None
    start = text.index(stripped)
    return start, start + len(stripped), ref


def parse_citation(text: str) -> str | None:
    """The canonical form of a text that is one reference in any usual spelling, or None."""
    stripped = text.strip(" .,;:?!\n\t")
    if len(stripped) > 60:
        return None
    number = _NUMBER.search(stripped)
    if number is None or (number.start() and not _words().law.fullmatch(fold(stripped), 0, number.start())):
        return None
    return next((ref for ref, end in _steps(stripped, number.start()) if end == len(stripped)), None)


def split(ref: str) -> tuple[str, ...]:
    """The levels of a canonical reference: `27B1(b)` -> ("27", "B", "1", "b"). Raises ValueError if not canonical."""
    match = _CANONICAL.fullmatch(ref)
    if match is None:
        raise ValueError(f"not a canonical law reference: {ref!r}")
    return tuple(level for level in match.groups() if level is not None)


def lineage(ref: str) -> list[str]:
    """The reference and everything above it, deepest first: `27B1(b)` -> [`27B1(b)`, `27B1`, `27B`, `27`]."""
    parts = split(ref)
    shown = [f"({part})" if level > 2 else part for level, part in enumerate(parts)]
    return ["".join(shown[:depth]) for depth in range(len(shown), 0, -1)]


def to_greek(ref: str) -> str:
    """A canonical reference as Greek prints it: `20F5(b)(i)` -> `20ΣΤ5(β)(i)`. Raises ValueError if not canonical."""
    parts = split(ref)
    shown = [parts[0], *(_GREEK_SECTIONS[_SECTIONS.index(part)] for part in parts[1:2]), *parts[2:3]]
    shown += [f"({_GREEK_LETTERS[_LETTERS.index(part)]})" for part in parts[3:4]]
    return "".join(shown) + "".join(f"({part})" for part in parts[4:])
