"""A card told wrong and put right: "not the jack, the ten" changes the card in the story."""

from __future__ import annotations

import re

from advisor.diagnose.understanding import read_once
from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading
from advisor.read.scope import NEGATED
from advisor.talk.models import State

_SPOT = re.compile(r"(?<!\w)(10|[2-9])(?!\w)")
_KINDS = ("card", "rank", "suit")


def recarded(state: State, text: str) -> tuple[tuple[str, ...], str, str]:
    """(the story with another card, rank or suit in place of the one that the message denies, the old words, the new ones); an
    empty story when none of it is denied, or none of that kind is named in its place."""
    reading = read_once(text, greeklish=state.speaks == "el")
    spans = [(reading.tokens[first].start, reading.tokens[last].end) for flag, first, last in reading.reach if flag == NEGATED]
    told = _cards(reading)
    denied = [note for note in told if any(start <= note.start < end for start, end in spans)]
    new = [note for note in told if note not in denied and denied and note.kind == denied[0].kind]
    word = _word(reading, denied, new)
    if not word:
        return (), "", ""
    for number, part in reversed(list(enumerate(state.story))):
        there = read_once(part, greeklish=state.speaks == "el")
        same = [place for note in _cards(there) if (place := _same(there.text, note, denied[0])) is not None]
        if len(same) == 1:
            start, end = same[0]
            changed = f"{there.text[:start]}{word}{there.text[end:]}"
            return (*state.story[:number], changed, *state.story[number + 1 :]), there.text[start:end], word
    return (), "", ""


def _same(text: str, note: Notation, denied: Notation) -> tuple[int, int] | None:
    """Where the words of a card told are those of the one denied; of a whole card its rank, where only that is denied."""
    if (note.kind, note.value) == (denied.kind, denied.value):
        return note.start, note.end
    words = text[note.start : note.end].split()
    if note.kind != "card" or denied.kind != "rank" or note.value[1:] != denied.value or len(words) < 2:
        return None
    return note.start, note.start + len(words[0])


def _word(reading: Reading, denied: list[Notation], new: list[Notation]) -> str:
    """The words for the card in place of the one denied; a rank may be a number alone ("not the queen, the 7")."""
    if len(denied) != 1 or len(new) > 1:
        return ""
    if new:
        return reading.text[new[0].start : new[0].end]
    number = _SPOT.search(reading.text, denied[0].end) if denied[0].kind == "rank" else None
    return number[0] if number is not None else ""


def _cards(reading: Reading) -> list[Notation]:
    return [note for note in reading.notation if note.kind in _KINDS]


def replaced(state: State, new: Notation, word: str) -> tuple[tuple[str, ...], str, str]:
    """(the story with this card, rank or suit in place of the only one told, the old words, the new ones); an empty story where
    none, or more than one, is told."""
    there = [(n, read_once(part, greeklish=state.speaks == "el")) for n, part in enumerate(state.story)]
    told = [(n, reading, note) for n, reading in there for note in _cards(reading) if note.kind in _like(new.kind)]
    if len(told) != 1 or told[0][2].value == new.value:
        return (), "", ""
    number, reading, note = told[0]
    start, end = _part(reading.text, note, new.kind)
    changed = f"{reading.text[:start]}{word}{reading.text[end:]}"
    return (*state.story[:number], changed, *state.story[number + 1 :]), reading.text[start:end], word


def _like(kind: str) -> tuple[str, ...]:
    """The kinds of what may be told that a card, a rank or a suit stands in the place of."""
    return ("card", "rank") if kind in ("card", "rank") else ("card", "suit")


def _part(text: str, note: Notation, kind: str) -> tuple[int, int]:
    """Where the words stand that a new rank or suit replaces: of a whole card told in several words its first, or its last."""
    words = text[note.start : note.end].split()
    if note.kind != "card" or kind == "card" or len(words) < 2:
        return note.start, note.end
    return (note.start, note.start + len(words[0])) if kind == "rank" else (note.end - len(words[-1]), note.end)
