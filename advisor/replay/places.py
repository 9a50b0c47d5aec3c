"""Players told by their place in the auction: "third hand bid before second hand" (Laws 17C, 29-32).

The dealer is the first, and the turn passes to the left, so two places that are told fix whose turn it was.
"""

from __future__ import annotations

from bisect import bisect_right

from advisor.read.reading import Reading

_PLACE = {"first": 1, "dealer_word": 1, "second_ord": 2, "third_ord": 3, "fourth_ord": 4}
_DIGITS = frozenset({"1", "2", "3", "4"})
_ENDINGS = frozenset({"st", "nd", "rd", "th"})
_NOUNS = frozenset({"hand_word", "chair", "player_word", "pocket"})
_OTHERS = frozenset(
    {"trick", "round", "board_thing", "card_word", "suit", "<suit>", "<card>", "partner_word", "time_word", "deal"}
)
_CALLS = frozenset(
    {"open", "bid", "call", "pass", "double", "redouble", "raise", "jump", "speak", "intervene", "answer", "<call>"}
)
_BEFORE, _INSTEAD, _WHILE = (
    frozenset({"before", "front_word", "without_word"}),
    "instead_word",
    frozenset({"meanwhile", "with_word"}),
)
_IDLE = frozenset({"not_yet", "think", "not_word", "expect"})
_SKIPPED = {1: "rho", 2: "partner", 3: "lho"}
_KINDS = {"pass": "pass", "double": "double", "bid": "bid", "open": "bid"}
_NEAR, _FAR = 4, 10
_LAST = 4  # place in the auction


def place_facts(reading: Reading) -> dict[str, str]:
    """`auction_out_of_turn` and `wrong_turn_of` (seen from the player who called) where a player told by the place in the
    auction called before another told so, and `out_of_turn_kind` where all calls told are of one kind; nothing where two such
    pairs disagree."""
    told = [at for at, stem in enumerate(reading.stems) if stem in _PLACE or reading.tokens[at].form in _DIGITS]
    places = [(at, place) for at in told if (place := _place(reading, at))]
    near = ((first, bisect_right(places, (first[0] + _FAR, _LAST))) for first in places)
    pairs = [(first, then) for number, (first, end) in enumerate(near, 1) for then in places[number:end]]
    found = {
        _SKIPPED[(caller - turn) % 4]
        for (at, one), (then, other) in pairs
        if one != other and reading.sentences[at] == reading.sentences[then]
        for caller, turn in _called(reading, (at, one), (then, other))
    }
    if len(found) != 1:
        return {}
    kinds = {_KINDS[event.deed] for event in reading.story.events if event.deed in _KINDS and not event.flags}
    kind = {"out_of_turn_kind": kinds.pop()} if len(kinds) == 1 else {}
    return {"auction_out_of_turn": "yes", "wrong_turn_of": found.pop()} | kind


def _called(reading: Reading, one: tuple[int, int], other: tuple[int, int]) -> list[tuple[int, int]]:
    """(the place that called, the place whose turn it was): "third bid before second", "instead of second, third bid"."""
    between = reading.stems[one[0] + 1 : other[0]]
    calls = [at for at, stem in enumerate(between) if stem in _CALLS]
    if not calls or _IDLE & set(between[: calls[0]]):
        return []
    joined = set(between[calls[0] :])
    idle = _IDLE & {*joined, *reading.stems[other[0] : other[0] + _NEAR + 1]}
    if joined & _BEFORE or (joined & _WHILE and idle):
        return [(one[1], other[1])]
    ahead = reading.stems[max(0, one[0] - _NEAR) : one[0]]
    return [(other[1], one[1])] if _INSTEAD in ahead else []


def _place(reading: Reading, at: int) -> int:
    """The place in the auction (1 to 4) of the player told at a token; 0 when it tells none."""
    stems, after = reading.stems, at + 1
    place = _PLACE.get(stems[at], 0)
    form = reading.tokens[at].form
    if form in _DIGITS and after < len(stems) and reading.tokens[after].form in _ENDINGS:
        place, after = int(form), after + 1
    if not place or (after < len(stems) and stems[after] in _OTHERS):
        return 0
    named = stems[at] == "dealer_word" or bool(_NOUNS & set(stems[after : after + 2]))
    return place if named or _bare(reading, at) else 0


def _bare(reading: Reading, at: int) -> bool:
    """Whether a place without a noun is a player: with an article before it, or as the last word of what was said."""
    before = at > 0 and not reading.stems[at - 1] and reading.stems[at] != "first"
    return before or at + 1 == len(reading.stems)
