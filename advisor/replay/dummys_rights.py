"""What dummy said, and whether the rights of Law 42B had been lost before it, by the order of the telling (Laws 42B, 43A2)."""

from __future__ import annotations

from typing import Final

from advisor.read.events import SEAT_OF
from advisor.read.match import Mention
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID

LOST, REMARK = "dummy_lost_rights", "dummy_remark"
_BREACH: Final = frozenset({"dummy_leaves_seat", "dummy_looks_at_hand", "hands_exchanged"})
_ASKS: Final = frozenset({"dummy_asks_suit", "dummy_remark=asks_declarer_revoke", "revoke_question"})
_SPOKEN: Final = _ASKS | {"dummy_warns"}
_ONLY: Final = frozenset({"dummy", "declarer"})
_PEOPLE: Final = frozenset({*SEAT_OF, *_ONLY, "defender", "lho", "rho", "opponent", "partner"})


def dummys_rights(reading: Reading) -> dict[str, str]:
    """`dummy_lost_rights` (`yes`) where dummy is told to leave the seat, look at a hand or exchange hands, and then to speak;
    `dummy_remark` (`asks_declarer_revoke`) where the suit is asked about in a sentence that names dummy and declarer alone."""
    breach, spoken, asks = (_told(reading, names) for names in (_BREACH, _SPOKEN, _ASKS))
    kept = any(m.name == f"{LOST}=no" for m in reading.mentions)
    lost = bool(breach and spoken) and not kept and breach[0].first < spoken[0].first
    found = {LOST: "yes"} if lost else {}
    return found | ({REMARK: "asks_declarer_revoke"} if any(_of_these_two(reading, m) for m in asks) else {})


def _told(reading: Reading, names: frozenset[str]) -> list[Mention]:
    return [m for m in reading.mentions if m.name in names and not UNSAID & set(m.flags)]


def _of_these_two(reading: Reading, asked: Mention) -> bool:
    here = reading.sentences[asked.first]
    named = {m.name for m in reading.mentions if m.name in _PEOPLE and reading.sentences[m.first] == here and m.how != "derived"}
    return named == _ONLY
