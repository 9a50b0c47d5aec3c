"""A call that its own player calls a mistake while the card or the notes show what was explained: the explanation was right, the
call was not (Law 75C); a call of that player after the explanation may have used it (Law 75A)."""

from __future__ import annotations

from typing import Final

from advisor.read.events import CALLS, SEAT_OF, TOLD
from advisor.read.reading import Reading
from advisor.read.scope import UNTOLD
from advisor.replay.misfit import of_tempo
from advisor.replay.players import partners

_MISTAKEN, _WOKEN = "mistaken_call", "woken_by_explanation"
EVIDENCE_SITUATIONS: Final = (
    _MISTAKEN,
    _WOKEN,
    "misbid_or_misexplained",
    "misinformation",
    "misinformation_result",
    "partner_explanation_wrong",
    "own_explanation_wrong",
    "own_misunderstanding",
)
_SHOWN, _FORGOT, _MISCOUNTED, _EXPLAINED = "card_shows_it", "forgot_agreement", "miscounted_hand", "explained_so"
_EXPLAINS: Final = frozenset({"explain", "alert", "answer", "say"})
_ASKED: Final = frozenset({"explain", "alert"})
_PASS: Final = "call:P"
_NEAR: Final = 8


def evidence_situation(reading: Reading) -> str:
    """`mistaken_call`, where a card or notes are told to show the meaning, a call is told to have been explained, and its player,
    not the one who explained it, to have forgotten it or to have miscounted; `woken_by_explanation` where that player is told to
    have called again after it."""
    if of_tempo(reading) or not _shown(reading):
        return ""
    told = [e for e in reading.story.events if not UNTOLD & set(e.flags)]
    explained = [e for e in told if e.deed in _ASKED] or [e for e in told if e.deed in _EXPLAINS and e.by == TOLD]
    if not explained and not any(cue.what == _EXPLAINED for cue in reading.cues):
        return ""
    names = {e.actor for e in explained if e.actor in SEAT_OF}
    erred = _erred(reading)
    if erred is None or erred in names:
        return ""
    since = max((e.first for e in explained[:1]), default=len(reading.tokens))
    again = [e for e in told if e.deed in CALLS and e.first > since and e.actor in SEAT_OF and e.object not in ("", _PASS)]
    called = any(any(partners(e.actor, name) for name in names) for e in again)
    return _WOKEN if called else _MISTAKEN


def _shown(reading: Reading) -> bool:
    """Whether a card or notes are told to show what was agreed, and not to be silent."""
    denied = reading.nots() | reading.under_not()
    return any(denied.isdisjoint(range(c.first, c.last + 1)) for c in reading.cues if c.what == _SHOWN)


def _erred(reading: Reading) -> str | None:
    """The seat of the player who forgot, nothing where the words say that a hand was miscounted; None where neither is told."""
    if any(cue.what == _MISCOUNTED for cue in reading.cues):
        return ""
    for cue in reading.cues:
        if cue.what == _FORGOT:
            named = [m.name for m in reading.mentions if m.name in SEAT_OF and cue.first - _NEAR <= m.first < cue.first]
            if named:
                return named[-1]
    return None
