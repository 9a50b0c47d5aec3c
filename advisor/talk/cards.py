"""A card told wrong and put right: "not the jack, the ten" changes the card in the story."""

from __future__ import annotations

from advisor.diagnose.understanding import read_once
from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading
from advisor.read.scope import NEGATED
from advisor.talk.models import State

_KINDS = ("card", "rank", "suit")


def recarded(state: State, text: str) -> tuple[tuple[str, ...], str, str]:
    """(the story with another card, rank or suit in place of the one that the message denies, the old words, the new ones); an
    empty story when none of it is denied, or none of that kind is named in its place."""
    reading = read_once(text, greeklish=state.speaks == "el")
    spans = [(reading.tokens[first].start, reading.tokens[last].end) for flag, first, last in reading.reach if flag == NEGATED]
    told = _cards(reading)
    denied = [note for note in told if any(start <= note.start < end for start, end in spans)]
    new = [note for note in told if note not in denied and denied and note.kind == denied[0].kind]
    if len(denied) != 1 or len(new) != 1:
        return (), "", ""
    word = reading.text[new[0].start : new[0].end]
    for number, part in reversed(list(enumerate(state.story))):
        there = read_once(part, greeklish=state.speaks == "el")
        same = [note for note in _cards(there) if (note.kind, note.value) == (denied[0].kind, denied[0].value)]
        if len(same) == 1:
            start, end = same[0].start, same[0].end
            changed = f"{there.text[:start]}{word}{there.text[end:]}"
            return (*state.story[:number], changed, *state.story[number + 1 :]), there.text[start:end], word
    return (), "", ""


def _cards(reading: Reading) -> list[Notation]:
    return [note for note in reading.notation if note.kind in _KINDS]
