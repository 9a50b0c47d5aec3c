"""The very card of dummy that an incomplete designation means (Law 46B), when dummy's cards are told."""

from __future__ import annotations

from collections.abc import Iterable

from advisor.bridge.cards import Card, Holding, Rank, Suit, parse_card, parse_holding
from advisor.bridge.tricks import Trick
from advisor.read.notation.reader import Notation
from advisor.read.reading import Reading
from advisor.read.tokens import CLAUSE
from advisor.replay.played import Played
from advisor.rule.ruling import Ruled

HIGH, WIN, LOW, SUIT, RANK = "46B1(a)", "46B1(b)", "46B1(c)", "46B2", "46B3(a)"
_HOLDERS = ("dummy", "declarer", "defender", "seat_north", "seat_south", "seat_east", "seat_west", "partner")
_PLAYED = 3
_DUMMY, _TABLE, _BEHIND = "dummy", "on_the_table", 2


def designation(ruled: Ruled, played: Played) -> dict[str, str]:
    """`card`: the card deemed to have been called, when dummy's holding in the one suit spoken of is told.

    The lowest of the suit for a suit alone or "low" (Law 46B2, 46B1(c)), the highest for "high" (46B1(a)), the lowest that
    wins for "win" when the three other cards are told (46B1(b)), the named rank of the suit just won (46B3(a)).
    """
    row = ruled.row or ruled.until
    if row is None or row.law not in (HIGH, WIN, LOW, SUIT, RANK):
        return {}
    holding = _dummys(played.reading)
    if holding is None:
        return {}
    card = _card(row.law, holding, played)
    return {"card": str(card)} if card is not None else {}


def _card(law: str, holding: Holding, played: Played) -> Card | None:
    if law == HIGH:
        return holding.highest()
    if law == WIN:
        return _winning(holding, played)
    if law == RANK:
        named = {note.value for note in played.reading.notation if note.kind == "rank"}
        rank = Rank(named.pop()) if len(named) == 1 else None
        return Card(holding.suit, rank) if rank in holding.ranks and rank is not None else None
    return holding.lowest()


def _dummys(reading: Reading) -> Holding | None:
    """Dummy's holding in the only suit that the text speaks of."""
    suits = {note.value for note in reading.notation if note.kind == "suit"}
    notes = [note for note in reading.notation if note.kind == "holding" and _holder(note, reading) == _DUMMY]
    held = {_glued(note, reading) + note.value for note in notes}
    told = {value for value in held if ":" not in value or not suits or value.partition(":")[0] in suits}
    if len(told) != 1 or len(suits) > 1:
        return None
    suit, _, ranks = told.pop().rpartition(":")
    suit = suit or "".join(suits)
    try:
        return parse_holding(Suit(suit), ranks)
    except ValueError:
        return None


def _winning(holding: Holding, played: Played) -> Card | None:
    """The lowest card of a holding that wins over the three cards told before it, followed to by dummy last."""
    tricks = [note.value.split() for note in played.reading.notation if note.kind == "trick"]
    cards = [card for card in tricks[0] if card != "?"] if len(tricks) == 1 else []
    if len(cards) != _PLAYED or holding.small:
        return None
    known, trump = played.trumps
    before = tuple(parse_card(card) for card in cards)
    if before[0].suit is not holding.suit or (not known and any(card.suit is not holding.suit for card in before)):
        return None
    return _lowest(
        card for card in _cards(holding) if card not in before and Trick((*before, card), None, trump).winning_index == 3
    )


def _cards(holding: Holding) -> Iterable[Card]:
    return (Card(holding.suit, rank) for rank in holding.ranks)


def _lowest(cards: Iterable[Card]) -> Card | None:
    return min(cards, key=lambda card: card.rank.height, default=None)


def _holder(note: Notation, reading: Reading) -> str:
    """Whose holding it is: the one named right after it ("♠Q9 in dummy"), else the one named last before it and its suit
    letter; what lies on the table is dummy's."""
    start = note.start - len(_glued(note, reading))
    named = [(m.first, m.name) for m in reading.mentions if m.name in _HOLDERS]
    named += [(cue.first, _DUMMY) for cue in reading.cues if cue.what == _TABLE]
    behind = [i for i, token in enumerate(reading.tokens) if token.start >= note.end][:_BEHIND]
    after = [name for at, name in sorted(named) if at in behind and not _ends(reading, note, at)]
    before = [name for at, name in sorted(named) if reading.tokens[at].start < start]
    return after[0] if after[:1] == [_DUMMY] else before[-1] if before else ""


def _ends(reading: Reading, note: Notation, at: int) -> bool:
    """Whether a clause ends between a holding and a token behind it."""
    return any(token.after >= CLAUSE for token in reading.tokens[:at] if token.end >= note.end)


def _glued(note: Notation, reading: Reading) -> str:
    """The suit letter that stands right before a holding, as in `S:KJ5`; nothing when there is none."""
    letter = reading.text[max(0, note.start - 2) : note.start]
    return letter if ":" not in note.value and letter in ("S:", "H:", "D:", "C:") else ""
