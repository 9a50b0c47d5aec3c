"""Whether it is open what a partnership had agreed: a hand that is not as explained, and no word of their agreement (Law 75)."""

from __future__ import annotations

from typing import Final

from advisor.read.reading import Reading

AGREEMENT_SITUATIONS: Final = (
    "mistaken_call",
    "misinformation_result",
    "undisclosed_agreement",
    "psyche",
    "woken_by_explanation",
    "misbid_or_misexplained",
    "unauthorised_information",
    "dummy_layout",
)
_OPEN: Final = "misbid_or_misexplained"
_OTHERWISE, _SHOWN = "hand_otherwise", "agreement_told"
_EXPLAINED, _ASKS = "explained_so", "ask"
_KNOWN: Final = frozenset(
    {"misinformation", "they_explained_wrong", "explanation_correct", "explanation_put_right", "meaning_told_wrong"}
)
_TEMPO: Final = frozenset({"hesitation", "long_think_slang"})
_ANSWERS: Final = ("mi_evidence=", "agreement_status=")


def agreement_situation(reading: Reading) -> str:
    """`misbid_or_misexplained`, where a hand is told to have been another than explained, and nothing of what they had agreed:
    who called it wrongly explained, or found it on their card, has told that."""
    told = {cue.what for cue in reading.cues}
    asked = _EXPLAINED in told or any(event.deed == _ASKS and not event.flags for event in reading.story.events)
    if _OTHERWISE not in told or _SHOWN in told or not asked:
        return ""
    if any(m.name in _TEMPO and not m.flags for m in reading.mentions):
        return ""
    known = any(m.name in _KNOWN or m.name.startswith(_ANSWERS) for m in reading.mentions if not m.flags)
    return "" if known else _OPEN
