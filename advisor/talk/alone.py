"""The small words of a message that names a player, a card or a call and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from advisor.base import store
from advisor.diagnose.understanding import read_once
from advisor.read.notation.reader import Notation
from advisor.read.phrases import every_phrase
from advisor.read.scope import NEGATED
from advisor.talk.answering import stems
from advisor.talk.hearing import Heard
from advisor.talk.models import State
from advisor.talk.parts import keyed
from advisor.talk.relations import DECLARING, DEFENDING
from advisor.talk.seats import ROLES, SEATS

_DID = "did"
SIDES = {"declarer": DECLARING, "dummy": DECLARING, "defender": DEFENDING}
_CORRECTING = ("no", "correction", "not_this", "further")


def tokens_of(rest: Heard, notes: Iterable[Notation]) -> set[int]:
    """The words of a message that these notes of its reading stand at."""
    return {at for at, t in enumerate(rest.tokens) for note in notes if note.start <= t.start < note.end}


def says_did(state: State, rest: Heard) -> bool:
    """Whether the small words of a message say that somebody did it ("South did")."""
    return any(name == _DID for name, _, _ in small_words(state, rest))


def only_players(state: State, rest: Heard) -> bool:
    """Whether a message names players and says nothing else of them than who it was, and who not, in words of the story."""
    reading = read_once(rest.text, greeklish=state.speaks == "el")
    players = [m for m in reading.mentions if m.name in (*SEATS, *ROLES) and m.how != "derived"]
    named = {at for m in players for at in range(m.first, m.last + 1)}
    named |= {at for flag, first, last in reading.reach if flag == NEGATED for at in range(first - 1, first + 1)}
    story, greek = stems(". ".join(state.story), greeklish=state.speaks == "el"), state.speaks == "el"
    named |= {at for at, t in enumerate(rest.tokens) if stems(rest.text[t.start : t.end], greeklish=greek) & story}
    return bool(players) and else_filled(state, rest, named)


def side_of(name: str) -> str:
    """The one side (`declaring`, `defending`) that the name of a situation speaks of; nothing where it speaks of none or both."""
    label = store.load("texts")["irregularities"].get(name, {}).get("en", "")
    sides = {SIDES[m.name] for m in read_once(label).mentions if m.name in SIDES} if label else set()
    return sides.pop() if len(sides) == 1 else ""


def small_words(state: State, rest: Heard) -> list[tuple[str, int, int]]:
    """The small words of a message, and whether they say that somebody did it (`lexicon/talk/alone.yaml`)."""
    return every_phrase(store.load("talk")["alone"], keyed(state, rest.text))


def else_filled(state: State, rest: Heard, named: set[int]) -> bool:
    """Whether all but these words of a message are small words, or say once more that it corrects."""
    small = {at for _, first, last in small_words(state, rest) for at in range(first, last + 1)}
    small |= {at for name, first, last in rest.hits if name in _CORRECTING for at in range(first, last + 1)}
    return set(range(len(rest.tokens))) <= named | small
