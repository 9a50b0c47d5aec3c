"""Who won the trick of a revoke, told in words: the revoker, the partner (dummy for declarer) or the other side (Law 64A)."""

from __future__ import annotations

import pytest

from advisor.diagnose.understanding import reader
from advisor.replay.revoke_trick import revoke_trick


@pytest.mark.parametrize(
    ("text", "won_by"),
    [
        ("West revoked in hearts. East won that trick", "partner"),
        ("West revoked in hearts. South won that trick", "opponents"),
        ("He ruffed with a club in hand and won the trick himself", "offender"),
        ("East revoked, 3NT by South. Dummy won the trick", "opponents"),
        ("West revoked in hearts. East won another trick later", None),
        ("West revoked in hearts and East did not win that trick", None),
        ("East won that trick", None),
    ],
)
def test_who_won_the_trick_of_the_revoke(text: str, won_by: str | None) -> None:
    """Seen from the player who revoked; a later trick, a denied one, or one without a revoke says nothing."""
    assert revoke_trick(reader().read(text)).get("revoke_trick_won_by") == won_by
