"""Whether it is disputed that a player paused (what one side says against it is the dispute, though it is no fact, Law 85A1), and
what other players would have done, where they are told to have been asked (Law 16B1(b))."""

from __future__ import annotations

from typing import Final

from advisor.read.reading import Reading
from advisor.read.scope import HEARSAY
from advisor.replay.aftermath import EITHER
from advisor.replay.exposed import token_at

DISPUTED: Final = "ui_disputed"
EXISTED: Final = "ui_existed"
_DENIES: Final = frozenset({f"{DISPUTED}=yes", "denies_tempo"})
ALTERNATIVE: Final = "ui_alternative"
_POLLED, _ALL_PASS, _SOON = "players_polled", ("auction", "P P P"), 2  # sentences
_AGREED: Final = f"{DISPUTED}=no"


def pause_disputed(reading: Reading) -> dict[str, str]:
    """`ui_disputed` (`yes`) where somebody is told to deny a pause, as a claim or not, and nobody to agree about it; then it is
    open whether there was one (`ui_existed`)."""
    if any(m.name == _AGREED and not m.flags for m in reading.mentions):
        return {}
    denied = any(m.name in _DENIES and set(m.flags) <= {HEARSAY} for m in reading.mentions)
    return {DISPUTED: "yes", EXISTED: f"yes{EITHER}no"} if denied else {}


def polled(reading: Reading) -> dict[str, str]:
    """`ui_alternative` as the players who were asked answered: by words for one of its values soon behind those for a poll."""
    asked = [reading.sentences[cue.first] for cue in reading.cues if cue.what == _POLLED]
    if not asked:
        return {}
    soon = [m for m in reading.mentions if m.name.startswith(f"{ALTERNATIVE}=") and not m.flags]
    told = {m.name for m in soon if any(0 <= reading.sentences[m.first] - at < _SOON for at in asked)}
    passes = [reading.sentences[token_at(reading, n.start)] for n in reading.notation if (n.kind, n.value) == _ALL_PASS]
    told |= {f"{ALTERNATIVE}=yes"} if any(0 <= one - at < _SOON for one in passes for at in asked) else set()
    told -= {f"{ALTERNATIVE}=no"} if f"{ALTERNATIVE}=yes" in told else set()
    return {ALTERNATIVE: told.pop().partition("=")[2]} if told else {}
