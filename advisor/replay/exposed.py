"""What kind of card came into view, where the story speaks of one card only: an honour or not, and so which penalty card (Law
50B)."""

from __future__ import annotations

from bisect import bisect_left

from advisor.bridge.cards import parse_card
from advisor.read.reading import Reading
from advisor.replay.seating import seating

_CARD, _RANK = "card:", "rank:"
_HONOURS = frozenset({"A", "K", "Q", "J", "T", "10"})
_PENALTY = frozenset({"penalty_card", "pc_on_table", "pc_major", "pc_minor"})
_NEAR = 4
_SEVERAL, _WHOLE = "several_penalty_cards", "whole_hand"
HAND_SITUATIONS = ("declarer_faces_hand", "exposed_card_declarer", "opening_lead_out_of_turn", "penalty_card_created", _SEVERAL)
_SHOWS = frozenset({"play", "expose", "spread", "turn_card", "produce"})
_CLAIMS = frozenset({"claim", "claim_rest_mine", "concession", "concede"})


def exposed_facts(reading: Reading) -> dict[str, str]:
    """`exposed_rank`: `honour` (ten or higher) or `low`, of the card that fell or was shown, else of the only card told."""
    shown = [event.object for event in reading.story.events if event.deed == "expose" and not event.flags]
    told = {shown_card.removeprefix(_CARD) for shown_card in shown if shown_card.startswith(_CARD)}
    cards = told or {note.value for note in reading.notation if note.kind == "card"}
    ranks = {shown_rank.removeprefix(_RANK) for shown_rank in shown if shown_rank.startswith(_RANK)}
    honour = _honour(cards) if cards else {rank in _HONOURS for rank in ranks}
    return {"exposed_rank": "honour" if honour.pop() else "low"} if len(honour) == 1 == max(len(cards), len(ranks)) else {}


def penalty_card_kind(reading: Reading) -> dict[str, str]:
    """`pc_kind` (`major`), where the one card told right beside the words for a penalty card is an honour; a low one may be of
    either kind, by how it came into view."""
    words = [(m.first, m.last) for m in reading.mentions if m.name in _PENALTY]
    cards = [(_token(reading, note.start), note.value) for note in reading.notation if note.kind == "card"]
    beside = {
        card
        for at, card in cards
        for first, last in words
        if first - _NEAR <= at <= last + _NEAR and reading.sentences[at] == reading.sentences[first]
    }
    return {"pc_kind": "major"} if len(beside) == 1 and _honour(beside) == {True} else {}


def _token(reading: Reading, start: int) -> int:
    """The token that begins at a place of the text, or next after it."""
    return min(bisect_left(reading.tokens, start, key=lambda token: token.start), len(reading.tokens) - 1)


def _honour(cards: set[str]) -> set[bool]:
    """Whether the cards are honours; what is no card is left out."""
    found = set()
    for card in cards:
        try:
            found.add(parse_card(card).rank.is_honour)
        except ValueError:
            continue
    return found


def hand_situation(reading: Reading) -> str:
    """`several_penalty_cards`, where a defender is told to have shown the whole hand and nobody claims (Laws 49, 50B, 51)."""
    if any(mention.name in _CLAIMS for mention in reading.mentions):
        return ""
    table, events = seating(reading), reading.story.events
    for cue in (cue for cue in reading.cues if cue.what == _WHOLE):
        before = [event for event in events if event.first < cue.first <= event.first + _NEAR and event.deed in _SHOWS]
        if before and not before[-1].flags and table.defends(before[-1].actor):
            return _SEVERAL
    return ""
