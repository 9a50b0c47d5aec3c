"""A number told wrong and put right: "no, 12" after "14 cards", "it was trick 5" after "trick 3"."""

from __future__ import annotations

import re

from advisor.diagnose.understanding import read_once
from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading
from advisor.talk.models import State

_COUNTS, _PLACES = ("card_count", "trick_count"), ("trick_number",)
_FEW = 5  # words of a correction that only names the right number
_NUMBER = re.compile(r"\d+")


def renumbered(state: State, text: str) -> tuple[tuple[str, ...], str, str]:
    """(the story with another number in place of the one told of the same thing, the old number, the new one); a bare number
    stands for the only count that the story tells, or else for the only trick. An empty story where there is no such number."""
    greek = state.speaks == "el"
    reading, numbers = read_once(text, greeklish=greek), _NUMBER.findall(text)
    if len(numbers) != 1 or len(text.split()) > _FEW:
        return (), "", ""
    told = [(n, note) for n, part in enumerate(state.story) for note in _numbers(read_once(part, greeklish=greek))]
    kinds = {note.kind for note in _numbers(reading)}
    for wanted in (kinds,) if kinds else (_COUNTS, _PLACES) if _alone(reading) else ():
        same = [(n, note) for n, note in told if note.kind in wanted]
        if len(same) == 1:
            return _exchanged(state, *same[0], numbers[0])
        if same:
            break
    return (), "", ""


def _numbers(reading: Reading) -> list[Notation]:
    """The counts and the tricks that are told with a number in figures."""
    notes = [note for note in reading.notation if note.kind in (*_COUNTS, *_PLACES)]
    return [note for note in notes if _NUMBER.search(reading.text[note.start : note.end])]


def _alone(reading: Reading) -> bool:
    """Whether the number is said of nothing: no card, call or other thing of the game stands in the words."""
    return not reading.notation and not reading.story.events


def _exchanged(state: State, at: int, note: Notation, new: str) -> tuple[tuple[str, ...], str, str]:
    part = read_once(state.story[at], greeklish=state.speaks == "el").text
    words = part[note.start : note.end]
    old = _NUMBER.search(words)
    if old is None or old[0] == new:
        return (), "", ""
    changed = f"{part[: note.start]}{_NUMBER.sub(new, words, count=1)}{part[note.end :]}"
    return (*state.story[:at], changed, *state.story[at + 1 :]), old[0], new
