"""What declarer said to dummy, where the story puts it in quotation marks: 'spade', «μικρό» (Laws 46A, 46B).

Only words that say nothing else are taken for the designation: a suit alone, a rank alone, or one of the words of Law 46B1
and 46B5 (`lexicon/cues.yaml`). The first such words count: what follows is a repetition, a correction or an excuse.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import Final

from advisor.read.events import SEAT_OF
from advisor.read.notation.reader import Notation
from advisor.read.quotes import AT_LENGTH, quoted_spans
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.replay.aftermath import EITHER

_WORDS = {"said_low": "low", "said_high": "high", "said_win": "win", "said_anything": "anything"}
SLIP: Final = "slip_of_tongue"
_SAYS, _AGAINST_IT = "say", "thought_again"
_OTHERS: Final = frozenset({"lho", "rho", "opponent", "defender", *SEAT_OF})
PLAIN: Final = frozenset({"anything"})  # what no suit or rank that is named elsewhere speaks against
_BESIDE, _RANK = "said_beside", "said_rank_"
_NAMED = {"suit": "suit_only", "rank": "rank_only"}
_SIZES = frozenset({"said_low", "said_high"})
_DUMMY, _IN_DUMMY, _NEAR = "dummy", "in_dummy_hand", 4
_CARD, _NONE = "card:", "none_won"  # "no", "none"
_ONE = "1"
_CHANGED, _NO, _ASKS_SUIT = "designation_changed", "takes_back_word", "asks_suit_left"
DESIGNATION_SITUATIONS = (
    "dummy_wrong_card",
    "incomplete_designation",
    "card_after_revoke",
    "revoke_corrected",
    "card_played",
    "lead_out_of_turn",
    "declarer_lead_wrong_hand",
    _CHANGED,
)
_INCOMPLETE: Final = "incomplete_designation"
_RANKS: Final = frozenset("AKQJT98765432")
_SUIT_LETTERS: Final = frozenset("SHDC")
INTENTION: Final = "different_intention"
_ANYTHING = "said_anything"
_OPEN_YET, _CALLS = "incontrovertible|slip_of_tongue|not_clear", "call_card"
_MIND = frozenset(
    {
        "dummy_reacts",
        "plain_intention",
        "slip_of_tongue",
        "word_slipped_out",
        "finesse_taken_again",
        "finesse_came_off",
        "dont_know_play_one",
        "plan_told_before",
        "honours_weighed",
        "changed_mind",
    }
)
_PLAIN_TO_ALL: Final = "of_course"
_WISHED, _WISHED_ONLY = frozenset({"meant_other_card", "changes_named_card"}), "incontrovertible|not_clear"
_SUITS = ("suit", "card", "suit_count", "call")


def told_designation(reading: Reading) -> tuple[str, str] | None:
    """The value of the fact `designation` and the user's words, or nothing when no quoted words are one."""
    for start, end in quoted_spans(reading.text):
        value = _said(reading, start, end)
        if value:
            return value, reading.text[start:end]
    return None


def designation_situation(reading: Reading) -> str:
    """`designation_changed`, where one card of dummy is named in quotation marks, and then, with a "no" before it, another (Law
    45C4(b)); `incomplete_designation` where a rank or a suit alone was named, and then the other that goes with it (46B)."""
    if no_such_card(reading):
        return _INCOMPLETE
    no = [reading.tokens[cue.first].start for cue in reading.cues if cue.what == _NO]
    spans = quoted_spans(reading.text, AT_LENGTH)
    spoken = [(start, end, _named(reading, start, end)) for start, end in _parted(spans, no)]
    named = [(start, end, notes or _size(reading, start, end)) for start, end, notes in spoken]
    named = [each for n, each in enumerate(named) if each[2] and (n or spoken[n][2])]
    asked = [reading.tokens[cue.first].start for cue in reading.cues if cue.what == _ASKS_SUIT]
    for (begin, end, first), (start, until, second) in pairwise(named):
        if second <= set(_WORDS.values()) and not any(len(each) > 1 for each in first):
            continue  # "diamond ... the top one": what was named was no whole card
        if not first.isdisjoint(second) or start < end or not any(start <= at < until for at in no):
            continue
        if any(start <= at < until for at in asked) or (second <= _RANKS and second <= {each[-1] for each in first}):
            continue  # "no hearts?", "no, I said king"
        whole = bool(_size(reading, begin, end)) and bool(second & _RANKS)  # "small spade ... no, ace"
        return _INCOMPLETE if not whole and (_goes_with(first, second) or _goes_with(second, first)) else _CHANGED
    return ""


def _parted(spans: Iterable[tuple[int, int]], places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The spans, each cut where a word inside takes back what was said before it: "queen ... no, ace"."""
    for start, end in spans:
        cuts = [start, *(at for at in places if start < at < end), end]
        yield from pairwise(cuts)


def no_such_card(reading: Reading) -> bool:
    """Whether declarer is told to have called for a card, and right after its rank is said not to be there ("called for the ten
    of diamonds. There was no ten there": Law 46B4)."""
    called = [e for e in reading.story.events if e.deed == _CALLS and e.object.startswith(_CARD) and not e.flags]
    if not called:
        return False
    note = next(n for n in reading.notation if n.kind == "card" and n.value == called[0].object.removeprefix(_CARD))
    said = reading.folded[note.start : note.end].split()  # "ten of diamonds", «δέκα καρό»
    cards = [n.start for n in reading.notation if n.kind == "card"]  # "no, spade ace" names another
    after = [cue.last for cue in reading.cues if cue.what == _NONE and reading.tokens[cue.last].start > note.end]
    after = [at for at in after if at + 1 < len(reading.tokens) and reading.tokens[at + 1].start not in cards]
    return any(token.form == said[0] for at in after for token in reading.tokens[at + 1 : at + 2])


def rank_continues(reading: Reading) -> dict[str, str]:
    """`rank_choice`, where a rank alone is quoted and dummy is told to have won the trick before with a card of a suit:
    `continues_suit` where a card of that suit and rank is told of, `several_cards` where several others of that rank are (Law
    46B3)."""
    for start, end in quoted_spans(reading.text):
        if _said(reading, start, end) != _NAMED["rank"]:
            continue
        here = _starting(reading, start, end)
        said = (cue for cue in reading.cues_beginning(here.start, here.stop - 1) if cue.what.startswith(_RANK))
        ranks = {n.value for n in reading.notes_beginning(start, end - 1) if n.kind == "rank"}
        ranks |= {cue.what.removeprefix(_RANK) for cue in said}
        if len(ranks) != 1:
            continue
        rank, suit = ranks.pop(), _won_by_dummy(reading, start)
        held = {n.value for n in reading.notation if n.kind == "card" and n.value.endswith(rank)}
        if suit and f"{suit}{rank}" in held:
            return {"rank_choice": "continues_suit"}
        return {"rank_choice": "several_cards"} if suit and len(held) > 1 else {}
    return {}


def _won_by_dummy(reading: Reading, until: int) -> str:
    """The suit of the card with which dummy is told to have won a trick, last before a place of the text."""
    in_dummy = [cue.first for cue in reading.cues if cue.what == _IN_DUMMY]
    for event in reversed(reading.story.events):
        if event.deed != "win" or UNSAID & set(event.flags) or reading.tokens[event.first].start >= until:
            continue
        beside = any(0 < at - event.last <= _NEAR and not reading.parted(event.last, at) for at in in_dummy)
        kind, _, what = event.object.partition(":")
        if event.actor == _DUMMY or (beside and event.actor == "declarer"):
            return what[0] if kind in ("card", "suit") and what else _suit_behind(reading, event.last)
        return ""
    return ""


def _suit_behind(reading: Reading, at: int) -> str:
    """The suit of the first card or suit told in the clause of a token, behind it."""
    here = range(reading.tokens[at].end, reading.tokens[reading.clause_end(at)].end)
    return next((_suit(n) for n in reading.notation if n.kind in ("card", "suit") and n.start in here), "")


def designation_facts(reading: Reading) -> dict[str, str]:
    """`designation`, where the card called for is told not to be in dummy (Law 46B4)."""
    return {"designation": "not_in_dummy"} if no_such_card(reading) else {}


def _size(reading: Reading, start: int, end: int) -> frozenset[str]:
    """What words say of a card by its size alone ("no, no, small"): it takes the place of the one named before."""
    here = _starting(reading, start, end)
    return frozenset(_WORDS[cue.what] for cue in reading.cues_beginning(here.start, here.stop - 1) if cue.what in _SIZES)


def _goes_with(ranks: frozenset[str], suits: frozenset[str]) -> bool:
    """Whether of two designations one names a rank alone and the other a suit alone: together they are one card."""
    return ranks <= _RANKS and not any(set(each) & _RANKS for each in suits)


def intention_open(reading: Reading) -> dict[str, str]:
    """`different_intention`, left open, where the story tells something that bears on declarer's mind: a finesse, a dummy who
    hesitates, a lapse of the tongue, or that it was plain. Another card that is only wished for afterwards tells of no lapse, and
    what was called for stands unless something else was incontrovertible (Law 46B)."""
    anything = any(cue.what == _ANYTHING for cue in reading.cues)
    told = {m.name for m in reading.mentions} if not anything else set()
    plainly = any(name.startswith(INTENTION) for name in told)
    wished = not plainly and (bool(told & _WISHED) or _names_other(reading))
    if told & _MIND or (wished and (_of_course(reading) or _names_other(reading, suits=True))):
        return {INTENTION: _OPEN_YET}
    return {INTENTION: _WISHED_ONLY} if wished else {}


def _of_course(reading: Reading) -> bool:
    """Whether words for it stand in those for another card that was meant, or beside that card ("the jack of course")."""
    said = [cue.first for cue in reading.cues if cue.what == _PLAIN_TO_ALL]
    starts = [(n.start, n.end) for n in reading.notation if n.kind in (*_SUITS, "rank")]
    places = {at for at, token in enumerate(reading.tokens) if any(start <= token.start < end for start, end in starts)}
    places |= {cue.first for cue in reading.cues if cue.what in _SIZES}
    if any(m.first <= at <= m.last for m in reading.mentions if m.name in _WISHED for at in said):
        return True
    return any(0 < abs(at - place) <= _NEAR for at in said for place in places)


def _names_other(reading: Reading, suits: bool = False) -> bool:
    """Whether another card or suit (`suits`: only another suit) is named in words spoken afterwards, or called for by the same
    player."""
    spoken = [_named(reading, start, end) for start, end in quoted_spans(reading.text)]
    named = [notes for notes in spoken if notes]
    if suits:
        told = [{_suit_of(value) for value in notes} - {""} for notes in named]
        return any(told[0].isdisjoint(later) for later in told[1:] if later and told[0])
    calls = [e for e in reading.story.events if e.deed == _CALLS and e.object]
    called = [e.object for e in calls if e.actor == calls[0].actor]
    return any(later != named[0] for later in named[1:]) or any(later != called[0] for later in called[1:])


def slip_open(reading: Reading) -> dict[str, str]:
    """`slip_of_tongue`, left open, where somebody else is told to say what speaks against it: that declarer saw a card first,
    waited, or thought again (Laws 45C4(b), 85A1)."""
    told = any(m.name == f"{SLIP}=yes" and not m.flags for m in reading.mentions)
    says = {reading.sentences[e.first] for e in reading.story.events if e.deed == _SAYS and e.actor in _OTHERS}
    against = [reading.sentences[cue.first] for cue in reading.cues if cue.what == _AGAINST_IT]
    return {SLIP: f"yes{EITHER}no"} if told and any(at in says or at - 1 in says for at in against) else {}


def _named(reading: Reading, start: int, end: int) -> frozenset[str]:
    """The cards, suits and ranks that are named between two places of the text."""
    return frozenset(n.value for n in reading.notes_beginning(start, end - 1) if n.kind in (*_SUITS, "rank"))


def slip_denied(reading: Reading) -> bool:
    """Whether the card named afterwards is of the suit that was named without a rank: then the call was incomplete, and no other
    word slipped out (Laws 45C4(b), 46B)."""
    for start, end in quoted_spans(reading.text):
        value = _said(reading, start, end)
        if not value:
            continue
        said = {_suit(n) for n in reading.notation if start <= n.start < end and n.kind in _SUITS}
        after = [n for n in reading.notation if n.start >= end and n.kind in (*_SUITS, "rank")]
        other = {_suit(n) for n in after if n.kind in _SUITS} - said
        return value == _NAMED["suit"] and bool(after) and not other and any(n.kind in ("rank", "card") for n in after)
    return False


def _suit_of(value: str) -> str:
    """The suit that what is named is of; nothing for a rank alone."""
    return next((each for each in value if each in _SUIT_LETTERS), "")


def _suit(note: Notation) -> str:
    return note.value[-1] if note.kind in ("suit_count", "call") else note.value[0]


def _said(reading: Reading, start: int, end: int) -> str:
    """What words say of a card of dummy, when every one of them belongs to it; nothing for anything else."""
    inside = range(_starting(reading, start, end).start, bisect_right(reading.tokens, end, key=attrgetter("end")))
    left, found = set(inside), set()
    cues = [cue for cue in reading.cues_beginning(inside.start, inside.stop - 1) if cue.last < inside.stop]
    for cue in cues:
        if cue.what in _WORDS or cue.what == _BESIDE:
            left -= set(range(cue.first, cue.last + 1))
            found |= {_WORDS[cue.what]} if cue.what in _WORDS else set()
    if inside and not left and len(found) == 1:
        return found.pop()
    for cue in cues:
        if cue.what.startswith(_RANK) and {cue.first, cue.last} <= left:
            left -= set(range(cue.first, cue.last + 1))
            found.add(_NAMED["rank"])
    for note in reading.notes_beginning(start, end):
        if note.end <= end and (kind := _kind(note.kind, note.value)):
            left -= set(_starting(reading, note.start, note.end))
            found.add(kind)
    return found.pop() if inside and not left and len(found) == 1 else ""


def _starting(reading: Reading, start: int, end: int) -> range:
    """The tokens that start between two places of the text, the second not among them."""
    first, behind = (bisect_left(reading.tokens, place, key=attrgetter("start")) for place in (start, end))
    return range(first, behind)


def _kind(kind: str, value: str) -> str:
    """A suit or a rank alone; "a spade" is a suit too, whatever else it may be read as."""
    if kind in ("suit_count", "call") and value.startswith(_ONE) and len(value) > 1:
        return _NAMED["suit"]
    return _NAMED.get(kind, "")
