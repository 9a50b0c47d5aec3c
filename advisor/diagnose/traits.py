"""What the net looks at, token by token: the word, the concepts and deeds it belongs to, who is named and how these players sit
to one another, and what reaches it (a `not`, an `if`, another voice)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from advisor.read.reading import Reading
from advisor.read.scope import NEGATED
from advisor.read.tokens import QUESTION
from advisor.replay.players import places

BEGINNING = 260  # tokens: of a longer telling only the beginning is looked at
_WITHIN = 5  # so many tokens of a concept are told that they belong to it
_SIGHT = 2  # characters behind a token in which its mark stands
_LETTERS = 20  # of a word, so many letters are looked at
_RUNS = (3, 4, 5)


@dataclass(frozen=True, slots=True)
class Traits:
    """The tokens of a telling: of each its form, its stem (nothing for a small word), its break (0: none, 2: a clause ends, 4: a
    sentence ends; one more with a question mark) and what else is known of it."""

    forms: tuple[str, ...]
    stems: tuple[str, ...]
    breaks: tuple[int, ...]
    more: tuple[frozenset[str], ...]


def traits_of(reading: Reading) -> Traits:
    """The traits of a reading's beginning."""
    size = min(len(reading.tokens), BEGINNING)
    more: list[set[str]] = [set() for _ in range(size)]
    for name, first, last in (*_concepts(reading), *_deeds(reading), *_players(reading), *_reached(reading)):
        for at in range(first, min(last + 1, size)):
            more[at].add(name)
    tokens = reading.tokens[:size]
    breaks = tuple(
        token.after * 2 + any(mark in QUESTION for mark in reading.folded[token.end : token.end + _SIGHT]) if token.after else 0
        for token in tokens
    )
    return Traits(tuple(t.form for t in tokens), tuple(reading.stems[:size]), breaks, tuple(map(frozenset, more)))


def _concepts(reading: Reading) -> list[tuple[str, int, int]]:
    """Each concept and each fact that a form tells: where it begins, and where it goes on."""
    found = []
    for m in reading.mentions:
        name = f"not:{m.name}" if NEGATED in m.flags else m.name
        found += [(f"concept:{name}", m.first, m.first), (f"within:{name}", m.first + 1, min(m.last, m.first + _WITHIN))]
    return found


def _deeds(reading: Reading) -> list[tuple[str, int, int]]:
    """Each deed with its doer, how that was found, what it was done with, and what reaches it."""
    found = []
    for e in reading.story.events:
        names = [f"deed:{e.deed}", f"found:{e.by}", *(f"deed is {flag}" for flag in e.flags)]
        names += [f"doer:{e.actor}"] * bool(e.actor) + [f"when:{e.when}"] * bool(e.when)
        names += [f"with:{e.object.partition(':')[0]}"] * bool(e.object)
        found += [(name, e.first, e.first) for name in names]
    return found


def _players(reading: Reading) -> list[tuple[str, int, int]]:
    """Everybody named: as seen from the player named first, and from the one named before."""
    found = []
    everybody = places(reading)
    for number, (first, last, player) in enumerate(everybody):
        head, before = everybody[0].player, everybody[max(number - 1, 0)].player
        names = [f"seen:{player.frame}"]
        if number == 0:
            names.append("player:first")
        else:
            names.append(f"player:{(player.step - head.step) % 4}" if player.frame == head.frame else f"player:{player.frame}")
            if player.frame == before.frame:
                names.append(f"after:{(player.step - before.step) % 4}")
        found += [(name, first, last) for name in names]
    return found


def _reached(reading: Reading) -> list[tuple[str, int, int]]:
    """The cues, the words that mark another voice, and what a scope word reaches."""
    found = [(f"cue:{cue.what}", cue.first, cue.first) for cue in reading.cues]
    found += [(f"voice:{role}", first, first) for role, first, _ in reading.voices]
    return found + [("negated" if flag == NEGATED else "supposed", cue + 1, end) for flag, cue, end in reading.reach]


def runs_of(form: str, kinds: int) -> Sequence[int]:
    """The runs of letters of a word, and the word itself, by the number (1 to `kinds`) that each falls to."""
    word = f"<{form[:_LETTERS]}>"
    runs = {word} | {word[at : at + n] for n in _RUNS for at in range(len(word) - n + 1)}
    return sorted({crc32(run.encode()) % kinds + 1 for run in runs})
