"""Who is who: lone seat letters, and which seat is declarer, dummy or a defender once the text tells who declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from advisor.read.match import Mention
from advisor.read.tokens import CLAUSE, SENTENCE, Token

_ROUND = ("north", "east", "south", "west")
_REACH = 3


@dataclass(frozen=True, slots=True)
class Seats:
    """The letters that name seats (as typed, script-strict)."""

    letters: Mapping[str, str]

    def lone(self, text: str, tokens: Sequence[Token]) -> list[Mention]:
        """A mention for every capital letter that stands alone and names a seat."""
        if text.isupper():
            return []
        found = []
        for i, token in enumerate(tokens):
            if token.end - token.start == 1:
                seat = self.letters.get(text[token.start])
                if seat is not None and text[max(0, token.start - 1) : token.start] not in ("'", "’"):
                    found.append(Mention(f"seat_{seat}", i, i))
        return found


def _parted(tokens: Sequence[Token], seat: int, at: int) -> bool:
    """Whether the words at a token do not belong to a seat before them."""
    return any(token.after >= (SENTENCE if place == seat else CLAUSE) for place, token in enumerate(tokens[seat:at], seat))


def roles(mentions: Sequence[Mention], declares: Iterable[int], derived: str = "", tokens: Sequence[Token] = ()) -> list[Mention]:
    """The mentions with, beside each seat, the role it has; `declares` are the tokens where someone is said to declare,
    `derived` is the seat (N E S W) that the told calls make declarer. A full stop parts a seat from the words after it, and so
    does a clause that begins behind something else told of it ("West objected, declarer said").

    Nothing is added when nobody, or more than one seat, is said to declare: unknown stays unknown.
    """
    seats = [m for m in mentions if m.name.removeprefix("seat_") in _ROUND]
    told = {
        seat.name for at in declares for seat in seats if 0 <= at - seat.last <= _REACH and not _parted(tokens, seat.last, at)
    }
    told = told or {f"seat_{seat}" for seat in _ROUND if derived and seat[0] == derived.lower()}
    if len(told) != 1:
        return list(mentions)
    declarer = _ROUND.index(told.pop().removeprefix("seat_"))
    named = {_ROUND[declarer]: "declarer", _ROUND[(declarer + 2) % 4]: "dummy"}
    extra = [Mention(named.get(m.name.removeprefix("seat_"), "defender"), m.first, m.last, "derived", m.flags) for m in seats]
    return sorted([*mentions, *extra], key=lambda m: (m.first, -m.last, m.name))
