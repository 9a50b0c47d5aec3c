"""The rank of a card that came into view, where the story speaks of one card only: an honour or not (Law 50B)."""

from __future__ import annotations

from advisor.bridge.cards import parse_card
from advisor.read.reading import Reading

_CARD = "card:"


def exposed_facts(reading: Reading) -> dict[str, str]:
    """`exposed_rank`: `honour` (ten or higher) or `low`, of the card that fell or was shown, else of the only card told."""
    shown = [event.object for event in reading.story.events if event.deed == "expose" and not event.flags]
    told = {shown_card.removeprefix(_CARD) for shown_card in shown if shown_card.startswith(_CARD)}
    cards = told or {note.value for note in reading.notation if note.kind == "card"}
    if len(cards) != 1:
        return {}
    try:
        card = parse_card(cards.pop())
    except ValueError:
        return {}
    return {"exposed_rank": "honour" if card.rank.is_honour else "low"}
