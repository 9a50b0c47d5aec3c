"""The rank of a card that came into view, where the story speaks of one card only: an honour or not (Law 50B); which cards came
into view during the auction (Law 24)."""

from __future__ import annotations

from advisor.bridge.cards import parse_card
from advisor.read.reading import Reading

_CARD = "card:"
_LED = frozenset({"led_card", "lead", "opening_lead", "cards_shown=led_card"})
_SEVERAL = "cards_shown=two_or_more"


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


def shown_in_auction(reading: Reading) -> dict[str, str]:
    """`cards_shown` by the cards told one by one: two or more of them, or the one, low or an honour, that nobody is told to have
    led."""
    told = {mention.name for mention in reading.mentions if not mention.flags}
    led = told & _LED or any(event.deed == "lead" for event in reading.story.events)
    cards = {note.value for note in reading.notation if note.kind == "card"}
    if led or _SEVERAL in told or not cards:
        return {}
    if len(cards) > 1:
        return {"cards_shown": "two_or_more"}
    rank = exposed_facts(reading).get("exposed_rank", "")
    return {"cards_shown": {"honour": "one_honour", "low": "one_low"}[rank]} if rank else {}
