"""Where a story tells that its board has ended: a result, a score, a bid that was made or is cold, words for the end."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter
from typing import Final

from advisor.bridge.calls import Bid, Strain
from advisor.bridge.contract import Contract, score
from advisor.read.cues import Cue
from advisor.read.reading import Reading
from advisor.read.scope import UNTOLD
from advisor.read.tokens import CLAUSE

_ENDED: Final = frozenset({"deal_finished_words"})
_PLAIN: Final = frozenset({"play_ended", "made_exactly", "board_scored"})
_BIDS: Final = frozenset({"call", "call_by", "contract"})
_CARDS: Final = frozenset({"suit", "card", "call"})
_CALL_WORDS: Final = frozenset({"bid", "call"})
_NEAR, _REACH = 3, 4
_SIGNS: Final = "+-–−"
_LEAST: Final = 3  # figures of a score that no sign stands before
_START = attrgetter("start")


def ends(reading: Reading) -> Iterator[int]:
    """The tokens that tell the end of the play at this table; words that only sound so («βγήκε κούπα», "went off to look") are
    none."""
    elsewhere = [cue for cue in reading.cues if cue.what == "other_table"]
    none = {at for cue in reading.cues if cue.what == "no_end" for at in range(cue.first, cue.last + 1)}
    places = [*_results(reading), *_made(reading), *_cold(reading), *_scores(reading)]
    places += [cue.first for cue in reading.cues if cue.what in _PLAIN]
    places += [cue.first for cue in reading.cues if cue.what == "made_it" and reading.tokens[cue.last].after >= CLAUSE]
    places += [m.first for m in reading.mentions if m.name in _ENDED and not UNTOLD & set(m.flags)]
    return (at for at in places if at not in none and not any(_of_another(reading, at, cue) for cue in elsewhere))


def _of_another(reading: Reading, at: int, table: Cue) -> bool:
    """Whether words for the end speak of another table: it is told before them in the same sentence, or in the same clause."""
    if reading.sentences[at] != reading.sentences[table.first]:
        return False
    return table.first < at or not any(token.after >= CLAUSE for token in reading.tokens[at : table.first])


def _results(reading: Reading) -> Iterator[int]:
    told = [note for note in reading.notation if note.kind == "result" or (note.kind == "contract" and " " in note.value)]
    return (_at(reading, note.start) for note in told)


def _made(reading: Reading) -> Iterator[int]:
    """Where a bid or contract is told, and right behind it that it was made (and not that somebody "made a bid", nor which suit
    was led)."""
    named = {_at(reading, note.start) for note in reading.notation if note.kind in _CARDS}
    made = [cue for cue in reading.cues if cue.what in ("made", "one_over") and cue.last + 1 not in named]
    at = [cue.first for cue in made if _CALL_WORDS.isdisjoint(reading.stems[cue.first + 1 : cue.first + 1 + _REACH])]
    behind = {_at(reading, note.end - 1) for note in reading.notation if note.kind in _BIDS}
    return (first for first in at if any(first - back in behind for back in range(1, _NEAR + 1)))


def _cold(reading: Reading) -> Iterator[int]:
    """Where something is told to be cold behind a bid of the same sentence."""
    bids = [_at(reading, note.start) for note in reading.notation if note.kind in _BIDS]
    cold = [cue.first for cue in reading.cues if cue.what == "cold"]
    return (at for at in cold if any(bid < at and reading.sentences[bid] == reading.sentences[at] for bid in bids))


def _scores(reading: Reading) -> Iterator[int]:
    """Where a score of the game is told: with a sign before it, or between words that tell whose it is."""
    before = {cue.last + 1 for cue in reading.cues if cue.what == "score_before"}
    after = {cue.first - 1 for cue in reading.cues if cue.what == "score_after"}
    for at, token in enumerate(reading.tokens):
        if token.form not in _possible():
            continue
        signed = reading.text[max(0, token.start - 1) : token.start]
        alone = not reading.text[max(0, token.start - 2) : max(0, token.start - 1)].strip("( ")
        told = (signed in _SIGNS and signed and alone) or (len(token.form) >= _LEAST and (at in before or at in after))
        if told:
            yield at


@lru_cache(maxsize=1)
def _possible() -> frozenset[str]:
    """Every score that a contract can come to (Law 77)."""
    every = (Contract(Bid(level, strain), times) for level in range(1, 8) for strain in Strain for times in range(3))
    found = {abs(score(each, tricks, red)) for each in every for tricks in range(14) for red in (False, True)}
    return frozenset(map(str, found))


def _at(reading: Reading, place: int) -> int:
    """The token that a place of the text lies in."""
    return max(0, bisect_right(reading.tokens, place, key=_START) - 1)
