"""What a penalty card binds, where a row of Laws 24 and 49 leaves its kind open: by the card that is told (Law 50B)."""

from __future__ import annotations

from advisor.replay.exposed import exposed_facts
from advisor.replay.played import Played
from advisor.rule.ruling import Ruled

_ROWS = frozenset({("card_exposed_in_auction", "defender_penalty_cards"), ("penalty_card_created", "named_card")})
_SHOWN = {"one_honour": "major", "led_card": "major", "two_or_more": "several", "one_low": "minor"}


def binding(ruled: Ruled, played: Played) -> dict[str, str]:
    """`binds`: `major`, `minor`, `several` or `either` (the kind is not told)."""
    row = ruled.row or ruled.until
    if row is None or (ruled.table.irregularity, row.id) not in _ROWS:
        return {}
    shown = _SHOWN.get(dict(ruled.taken).get("cards_shown", ""), "")
    honour = exposed_facts(played.reading).get("exposed_rank") == "honour"
    return {"binds": shown or ("major" if honour else "either")}
