"""Whether it is open what a partnership had agreed: a hand that is not as explained, and no word of their agreement (Law 75)."""

from __future__ import annotations

from typing import Final

from advisor.read.cues import Cue
from advisor.read.quotes import spoken_tokens
from advisor.read.reading import Reading
from advisor.replay.misfit import MISFIT_SITUATIONS, of_tempo

AGREEMENT_SITUATIONS: Final = (
    "mistaken_call",
    "misinformation",
    "misinformation_result",
    "undisclosed_agreement",
    "psyche",
    "woken_by_explanation",
    "misbid_or_misexplained",
    "unauthorised_information",
    "dummy_layout",
)
DISPUTED_SITUATIONS: Final = (
    "undisclosed_agreement",
    "misbid_or_misexplained",
    "mistaken_call",
    "unauthorised_information",
    *MISFIT_SITUATIONS[2:],
    "misinformation",
    "misinformation_result",
    "insufficient_bid",
    "call_changed",
    "lead_restriction",
)
_OPEN: Final = "misbid_or_misexplained"
_BEHIND: Final = 3
_PLAY, _CONTRACT = "play", "contract:"
_HAD: Final = "turned_out"  # "had" alone tells nothing yet
_HELD: Final = frozenset({"hand_otherwise", "shows_hand", _HAD})
_ALERT: Final = "alert"  # a missing one tells as much
_DISPUTED, _ASKED = "agreement_disputed", ("ask", "alert", "explain")
_OTHERWISE, _SHOWN = "hand_otherwise", "agreement_told"
_EXPLAINED, _ASKS = "explained_so", "ask"
_AS_CALLED: Final = "misinformation"  # whoever disputes it calls it so as well
_KNOWN: Final = frozenset(
    {"misinformation", "they_explained_wrong", "explanation_correct", "explanation_put_right", "meaning_told_wrong"}
)
_ANSWERS: Final = ("mi_evidence=", "agreement_status=")


def agreement_situation(reading: Reading) -> str:
    """`misbid_or_misexplained`, where a hand is told to have been another than explained, and nothing of what they had agreed:
    who called it wrongly explained, or found it on their card, has told that."""
    told = {cue.what for cue in reading.cues if cue.what != _SHOWN or not _of_the_play(reading, cue)}
    asked = _EXPLAINED in told or any(event.deed == _ASKS and not event.flags for event in reading.story.events)
    if _OTHERWISE not in told or _SHOWN in told or not asked:
        return ""
    if of_tempo(reading):
        return ""
    known = any(m.name in _KNOWN or m.name.startswith(_ANSWERS) for m in reading.mentions if not m.flags)
    return "" if known else _OPEN


def _of_the_play(reading: Reading, cue: Cue) -> bool:
    """Whether what sounds like an agreement tells the contract that was played ("they play 3♦ from South"), or that there is a
    dispute about it."""
    held = [(e.first, e.last) for e in reading.story.events if e.deed == _PLAY and e.object.startswith(_CONTRACT)]
    held += [(each.first, each.last) for each in reading.cues if each.what == _DISPUTED]
    return any(first <= cue.first <= last for first, last in held)


def disputed_situation(reading: Reading) -> str:
    """`misbid_or_misexplained`, where what they had agreed is told to be in dispute, or not to have been looked for, and either
    a hand to have been another than explained, or more than one thing tells the dispute: whatever else the words sound like,
    that decides (Laws 21B1(b), 75)."""
    disputed = [cue for cue in reading.cues if cue.what == _DISPUTED]
    if not disputed or of_tempo(reading):
        return ""
    said = {at for cue in disputed for at in range(cue.first - 1, cue.last + _BEHIND)}
    asked = [cue.last for cue in reading.cues if cue.what == _EXPLAINED]
    asked += [e.last for e in reading.story.events if e.deed in _ASKED and (not e.flags or e.deed == _ALERT)]
    since = min(asked, default=len(reading.tokens))
    spoken = spoken_tokens(reading.text, reading.tokens)  # a player's word for it is what is in dispute
    shown = [cue for cue in reading.cues if cue.what == _SHOWN and cue.first > since and cue.first not in spoken]
    if any(said.isdisjoint(range(cue.first, cue.last + 1)) for cue in shown):
        return ""
    named = (m.name for m in reading.mentions if not m.flags)
    if any(name in _KNOWN and name != _AS_CALLED for name in named):
        return ""
    held = (cue for cue in reading.cues if cue.what in _HELD and cue.first > since)
    told = len(disputed) > 1 or any(cue.what != _HAD or cue.last > cue.first for cue in held)
    return _OPEN if told and since < len(reading.tokens) else ""
