"""Who won the trick of a revoke, told in words: the revoker, the partner (dummy for declarer) or the other side (Law 64A)."""

from __future__ import annotations

import pytest

from advisor.diagnose.understanding import reader, understand
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
        ("West threw a club on the second heart. Dummy's queen won of course. Declarer took the rest", "opponents"),
        ("3NT by South. West discarded a heart. East's nine won", "partner"),
        (
            "West chucked a club on the second heart, the heart turned up later. South won. W's side took the last two",
            "opponents",
        ),
        ("West threw a club on the second heart. South won the last two tricks", None),
        ("e revoked and won it w trump himself", "offender"),
        ("West trumped my ace and won the trick", "offender"),
        ("Ρενόνς της Ανατολής. Την πήρε ο εκτελεστής", "opponents"),
        ("Ο αμυνόμενος πέταξε σπαθί στην κούπα. Τη λεβέ την είχε πάρει ο συμπαίκτης του", "partner"),
    ],
)
def test_who_won_the_trick_of_the_revoke(text: str, won_by: str | None) -> None:
    """Seen from the player who revoked; a later trick, a denied one, or one without a revoke says nothing."""
    assert revoke_trick(reader().read(text)).get("revoke_trick_won_by") == won_by


def _first(text: str) -> str:
    """What stands first for a text."""
    return understand(text).diagnosis.first.irregularity


@pytest.mark.parametrize(
    "text",
    [
        "South revoked in diamonds and both sides have played to the next trick",
        "a defender revoked, both sides have since played to the next trick",
        "West revoked and everyone has played to the next trick",
        "ο Νότος έκανε ρενόνς στα καρά και παίχτηκε η επόμενη λεβέ",
        "η δυση εκανε ρενονς και εχουν παιξει ολοι στην επομενη λεβε",
    ],
)
def test_both_sides_that_played_on_are_not_both_sides_that_revoked(text: str) -> None:
    """One player's revoke with the next trick played to by both sides is established (Law 63A1), not a revoke of both (62C3)."""
    assert _first(text) == "revoke_established"


@pytest.mark.parametrize(
    "text",
    [
        "South revoked in diamonds, nobody has played to the next trick yet",
        "South revoked and West revoked, both sides have played to the next trick",
        "West revoked. Have both sides played to the next trick?",
    ],
)
def test_an_established_revoke_is_not_heard_where_it_is_denied_shared_or_asked(text: str) -> None:
    """The next trick not played to, another revoke beside it, or a question proves no established revoke."""
    assert _first(text) != "revoke_established"
