"""What a wrong ruling was about: the situation of the auction or the play that the story tells, where what is told decides it, so
that the right ruling can be said beside what becomes of the board (Laws 82B, 82C)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from advisor.diagnose.facts import Facts
from advisor.rule.ruling import Ruled

_AT_THE_TABLE: Final = range(
    17, 73
)  # the Laws of the auction and the play, from the auction period to what could have been known
_RIGHTS: Final = "rights"


def undone(likeliest: Iterable[Ruled], facts: Facts) -> tuple[Ruled, ...]:
    """The likeliest of these situations that is one of the table and no question of rights, if what is told decides it, and not
    what only the wrong ruling says; else nothing: the right ruling is then not said."""
    of_table = (each for each in likeliest if int(each.table.law_number) in _AT_THE_TABLE and each.table.kind != _RIGHTS)
    found = next(of_table, None)
    if found is None or found.row is None or any(_only_ruled(name, facts) for name in found.row.when):
        return ()
    return (found,)


def _only_ruled(name: str, facts: Facts) -> bool:
    """Whether all that tells a fact are words of a ruling."""
    quotes = facts.known[name].quotes if name in facts.known else ()
    return bool(quotes) and all(any(quote in told.quote for told in facts.rulings) for quote in quotes)
