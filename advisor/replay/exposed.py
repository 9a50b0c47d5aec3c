"""What kind of card came into view, where the story speaks of one card only: an honour or not, and so which penalty card (Law
50B)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from advisor.bridge.cards import parse_card
from advisor.read.cues import Cue
from advisor.read.events import SEAT_OF, Event
from advisor.read.quotes import spoken_tokens
from advisor.read.reading import Reading
from advisor.read.story import DIRECTOR, DROPPED, SPEAKER
from advisor.replay.aftermath import EITHER
from advisor.replay.declaring import DECLARER, DEFENDER, plain_side
from advisor.replay.seating import seating
from advisor.replay.spreading import took_own_hand_for_dummy

FACES = "faces_visible"
_CARD, _RANK = "card:", "rank:"
HONOURS = frozenset({"A", "K", "Q", "J", "T", "10"})
PENALTY = frozenset({"penalty_card", "pc_on_table", "pc_major", "pc_minor"})
_KINDS, _MINOR = frozenset({"pc_minor", "pc_major"}), "pc_minor"
_LED, _TELLS_MORE, _SAID = "lead", frozenset({"cards_shown=led_card", "cards_shown=two_or_more"}), "said_rank_"
_FALLING = frozenset({"fall", "slip", "spill"})
_PURPOSE = frozenset({"out_of_turn", "lead_out_of_turn", "revoke", "follow_suit_failed", "several_pcs"})
_NEAR, _PAIR = 4, 2
_TAKES_BACK = "takes_back_word"
_CARD_WORD, _NOT_KNOWN = "card_word", "not_known"
_BESIDE = 3
_PEOPLE = frozenset({*SEAT_OF, "declarer", "dummy", "defender", "lho", "rho"})
_SEVERAL_PCS, _PENALTY = "several_pcs", "penalty_card"
_SEVERAL, _WHOLE, _TWO = "several_penalty_cards", "whole_hand", "two_cards"
_DEFENDS = {DEFENDER: True, DECLARER: False}
_FELL_TO, _HAND = "fell_to", "hand_word"
_OPENING = "opening_lead_out_of_turn"
HAND_SITUATIONS = ("declarer_faces_hand", "exposed_card_declarer", _OPENING, "penalty_card_created", _SEVERAL)
_SHOWS = frozenset({"play", "expose", "spread", "turn_card", "produce"})
HONOUR_SITUATIONS = (
    "penalty_card_play",
    "penalty_card_partner_leads",
    "penalty_card_created",
    "penalty_card_information",
    "penalty_card_put_back",
    "card_played",
    "two_cards_played",
    "defender_lead_out_of_turn",
    "penalty_card_not_played",
    "revoke_corrected",
)
_REVOKE = "revoke"
_PLAY_IT, _SEEN = "penalty_card_play", frozenset({"card_exposed", "card_fell_seen", "exposed_by_accident"})
PLAYS = frozenset({"play", "lead", "follow", "discard"})
_CLAIMS = frozenset({"claim", "claim_rest_mine", "concession", "concede"})


def exposed_facts(reading: Reading) -> dict[str, str]:
    """`exposed_rank`: `honour` (ten or higher) or `low`, of the card that fell or was shown, else of the only card told."""
    told = {event.object.removeprefix(_CARD) for event in _shown(reading, _CARD)}
    cards = {card for _, card in _cards(reading)}
    cards = told & cards or cards
    ranks = {event.object.removeprefix(_RANK) for event in _shown(reading, _RANK)}
    honour = honours(cards) if cards else {rank in HONOURS for rank in ranks}
    return {"exposed_rank": "honour" if honour.pop() else "low"} if len(honour) == 1 == max(len(cards), len(ranks)) else {}


def penalty_card_kind(reading: Reading) -> dict[str, str]:
    """`pc_kind`: `major`, where the one card told right beside the words for a penalty card, or as shown or dropped, is an
    honour; `minor`, where the one card dropped is none, and nothing is told that was done on purpose; open where a card below an
    honour is told, and not how it came to lie there."""
    words = [(m.first, m.last) for m in reading.mentions if m.name in PENALTY]
    cards = _cards(reading)
    beside = {
        card
        for at, card in cards
        for first, last in words
        if first - _NEAR <= at <= last + _NEAR and reading.sentences[at] == reading.sentences[first]
    }
    called = {m.name for m in reading.mentions if m.name in _KINDS and not m.flags and not reading.asked(m.first)}
    if called == {_MINOR} or _honour_after_low(reading):
        return {"pc_kind": "minor"}
    dropped = {_stem(reading, event): event.object.removeprefix(_CARD) for event in _shown(reading, _CARD)}
    near = _beside_fall(reading, cards)
    if not beside and not dropped and honours(near) == {True} and len(near) == 1:
        return {"pc_kind": "major"}
    kinds = honours(beside or set(dropped.values()) or near)
    if kinds == {True} and len(beside or dropped) == 1:
        return {"pc_kind": "major"}
    spoken = spoken_tokens(reading.text, reading.tokens)  # "she'd shown it on purpose", says an opponent
    exposed = [e for e in reading.story.events if e.deed == "expose" and not e.flags and e.first not in spoken]
    falls = {_stem(reading, e) for e in exposed}
    here = [reading.sentences[e.first] for e in exposed]
    purpose = any(
        m.name in _PURPOSE and all(abs(reading.sentences[m.first] - at) <= _PAIR for at in here) for m in reading.mentions
    )  # what is told long after it is another matter
    fell = bool(falls) and falls <= _FALLING
    if fell and len(near or {card for _, card in cards}) == 1 and kinds == {False} and not purpose:
        return {"pc_kind": "minor"}
    told = any(m.name in _KINDS and not m.flags for m in reading.mentions)
    if fell and not cards and not told and not purpose:
        return {"pc_kind": f"minor{EITHER}major"}  # a card that dropped, and nobody says which
    low = len(beside) == 1 and kinds == {False} and not (told or purpose or dropped)
    return {"pc_kind": f"minor{EITHER}major"} if low else {}


def _cards(reading: Reading) -> list[tuple[int, str]]:
    """The cards told, each with its token; not one that is taken back at once ("the ♦8, no sorry, the ♦10")."""
    cards = [(token_at(reading, note.start), note.value) for note in reading.notation if note.kind == "card"]
    back = [(cue.first, cue.last) for cue in reading.cues if cue.what == _TAKES_BACK]
    pairs = [(at, then) for (at, _), (then, _) in pairwise(cards) if then <= at + _NEAR]
    gone = {at for at, then in pairs if any(at < first <= at + _PAIR and last < then for first, last in back)}
    return [(at, value) for at, value in cards if at not in gone]


def only_fell(reading: Reading) -> bool:
    """Whether a card below an honour is told to have fallen and no word calls it major or minor: it is no major one then,
    whatever the words around sound like (Law 50B)."""
    named = any(m.name in _KINDS and not m.flags for m in reading.mentions)
    fallen = {reading.sentences[e.first] for e in reading.story.events if e.deed == "expose"}
    asked = any(cue.what == _NOT_KNOWN and reading.sentences[cue.first] in fallen for cue in reading.cues)
    return not named and not asked and penalty_card_kind(reading) == {"pc_kind": "minor"}


def _beside_fall(reading: Reading, cards: Sequence[tuple[int, str]]) -> set[str]:
    """The cards told right beside the words for their fall."""
    fell = [(m.first, m.last) for m in reading.mentions if m.name in _SEEN and not m.flags]
    return {card for at, card in cards for first, last in fell if first - _NEAR <= at <= last + _NEAR}


def two_suits(reading: Reading) -> dict[str, str]:
    """`several_suits` (`one`, `more`), where two cards are told by rank and suit and no others, or several penalty cards by
    the one suit that is told of ("two penalty diamonds": Law 51B)."""
    cards = {note.value for note in reading.notation if note.kind == "card"}
    suits = {note.value: token_at(reading, note.start) for note in reading.notation if note.kind == "suit"}
    if not cards and len(suits) == 1:
        at = next(iter(suits.values()))
        pcs = any(m.name == _SEVERAL_PCS and m.first <= at <= m.last for m in reading.mentions)
        beside = any(m.name == _PENALTY and at in (m.last + 1, m.first - 1) for m in reading.mentions)
        return {"several_suits": "one"} if pcs and beside else {}
    return {"several_suits": "one" if len({card[0] for card in cards}) == 1 else "more"} if len(cards) == _PAIR else {}


def shown_cards(reading: Reading) -> dict[str, str]:
    """`cards_shown` (`one_low`, `one_honour`, `two_or_more`; open between the first two where one card is told and not which), by
    the cards told as dropped or shown where none is led (Law 24)."""
    deeds = {event.deed for event in reading.story.events}
    ones = [cue for cue in reading.cues if cue.what == "single_card"]  # "one of my cards" tells no more than one
    more = [m for m in reading.mentions if m.name in _TELLS_MORE]
    more = [m for m in more if not any(one.first <= m.last and m.first <= one.last for one in ones)]
    led = _LED in deeds or bool(more)
    if led or "expose" not in deeds or any(cue.what in (_TWO, _WHOLE) for cue in reading.cues):
        return {}
    if len({note.value for note in reading.notation if note.kind == "card"}) > 1:
        return {"cards_shown": "two_or_more"}
    rank = exposed_facts(reading).get("exposed_rank") or (_said_rank(reading) if ones else "")
    if rank:
        return {"cards_shown": f"one_{rank}"}
    return {"cards_shown": f"one_low{EITHER}one_honour"} if ones else {}


def _said_rank(reading: Reading) -> str:
    """`honour` or `low`, where one rank is told in words, as a number or by its name."""
    ranks = {cue.what.removeprefix(_SAID) for cue in reading.cues if cue.what.startswith(_SAID)}
    return {True: "honour", False: "low"}[ranks <= HONOURS] if len(ranks) == 1 else ""


def _shown(reading: Reading, kind: str) -> list[Event]:
    """The deeds that brought a card (or a rank) into view."""
    return [e for e in reading.story.events if e.deed == "expose" and not e.flags and e.object.startswith(kind)]


def _stem(reading: Reading, event: Event) -> str:
    return reading.stems[event.first]


def token_at(reading: Reading, start: int) -> int:
    """The token that begins at a place of the text, or next after it."""
    return min(bisect_left(reading.tokens, start, key=lambda token: token.start), len(reading.tokens) - 1)


def honours(cards: set[str]) -> set[bool]:
    """Whether the cards are honours; what is no card is left out."""
    found = set()
    for card in cards:
        try:
            found.add(parse_card(card).rank.is_honour)
        except ValueError:
            continue
    return found


def hand_situation(reading: Reading) -> str:
    """`several_penalty_cards`, where a defender is told to have shown the whole hand or dropped two cards, and nobody claims
    (Laws 49, 50B, 51); `opening_lead_out_of_turn`, where declarer took the own hand for dummy's after a lead (Law 54A)."""
    if took_own_hand_for_dummy(reading):
        return _OPENING
    if any(mention.name in _CLAIMS for mention in reading.mentions):
        return ""
    table, events = seating(reading), reading.story.events
    for cue in (cue for cue in reading.cues if cue.what in (_WHOLE, _TWO)):
        shows = _SHOWS if cue.what == _WHOLE else frozenset({"expose"})
        near = [e for e in events if e.deed in shows and (e.first < cue.first <= e.first + _NEAR or _subject(cue, e))]
        if near and not near[-1].flags and table.defends(owner(reading, near[-1])):
            return _SEVERAL
    return ""


def _subject(cue: Cue, event: Event) -> bool:
    """Whether a cue is what the deed is said of ("two of her cards slid out")."""
    return cue.last < event.first <= cue.last + _BESIDE


def shown_by_defenders(reading: Reading) -> bool | None:
    """Whether all who are told to have shown or dropped a card defend; None where that is not certain, or they are of both
    sides."""
    table = seating(reading)
    shown = [event for event in reading.story.events if event.deed == "expose" and not event.flags]
    whose = [(event, owner(reading, event)) for event in shown]
    told = [who for event, who in whose if event.by != DROPPED or who != event.actor or _mine(reading, event)]
    sides = {table.defends(who) for who in told}  # a doer only carried on from before is not told to be whose card it was
    if sides == {None} and all(who in SEAT_OF for who in told):
        sides = {_DEFENDS.get(plain_side(reading, who)) for who in told}
    return sides.pop() if len(sides) == 1 else None


def _mine(reading: Reading, event: Event) -> bool:
    """Whether the deed is said of the teller's card ("one of my cards, the ace, topples over", «μου πέφτει»)."""
    here = reading.sentences[event.first]
    mine = [cue.last for cue in reading.cues if cue.what == "of_me" and cue.first < event.first]
    mine = [at for at in mine if reading.sentences[at] == here]
    return event.first - 1 in mine or any(_CARD_WORD in reading.stems[at : at + _PAIR] for at in mine)


def owner(reading: Reading, event: Event) -> str:
    """Whose card fell: the doer of the deed, or the one who stands right after it where none is told before ("έπεσε στον
    αμυνόμενο", "dropped from my hand"); nothing where neither is told."""
    if event.actor and event.by != DROPPED:
        return event.actor
    if _mine(reading, event):
        return SPEAKER
    mine = (cue.last for cue in reading.cues if cue.what == "of_me" and event.last < cue.first <= event.last + _BESIDE)
    if any(_HAND in reading.stems[last : last + _PAIR] for last in mine):
        return SPEAKER
    words = {cue.last for cue in reading.cues if cue.what == _FELL_TO}
    people = [m for m in reading.mentions if m.name in _PEOPLE and m.how != "derived" and m.first - 1 in words]
    after = [m for m in people if event.first < m.first <= event.last + _BESIDE]
    near = [m for m in after if not reading.parted(event.first, m.first)]
    return near[0].name if near else event.actor


def honour_situation(reading: Reading) -> str:
    """`penalty_card_play`, where one low card is told to have fallen face up, and later an honour to be played, no other suit
    than that of the card being told with it: whether that was allowed is asked (Law 50C)."""
    return _PLAY_IT if _honour_after_low(reading) else ""


def _honour_after_low(reading: Reading) -> bool:
    """Whether an honour is told to be played after the one card told by rank and suit, a low one, had fallen face up."""
    cards = {note.value: note for note in reading.notation if note.kind == "card"}
    fell = any(e.deed == "expose" and not e.flags for e in reading.story.events)
    fell = fell or any(m.name in _SEEN and not m.flags for m in reading.mentions)
    ruled = any(e.deed == _REVOKE and e.actor == DIRECTOR for e in reading.story.events)  # "... else it is a revoke, he said"
    purpose = any(m.name in _PURPOSE - {"follow_suit_failed", *([_REVOKE] if ruled else [])} for m in reading.mentions)
    if len(cards) != 1 or not fell or honours(set(cards)) != {False} or purpose:
        return False
    due, note = next(iter(cards.items()))
    suits = {n.value[0] for n in reading.notation if n.kind == "suit" and n.start > note.start}
    at = token_at(reading, note.start)
    later = [e for e in reading.story.events if e.deed in PLAYS and e.first > at and not e.flags]
    return suits <= {due[0]} and any(e.object.removeprefix(_RANK) in HONOURS for e in later if e.object.startswith(_RANK))


def faces_open(reading: Reading) -> dict[str, str]:
    """`faces_visible`, open where cards came down together, their faces are not spoken of and no two are named (Law 58B)."""
    cards = {note.value for note in reading.notation if note.kind == "card"}
    spoken = any(cue.what == "faces_told" for cue in reading.cues)
    return {FACES: f"one{EITHER}more"} if len(cards) < _PAIR and not spoken else {}
