"""Calls out of rotation that follow from what is told: places in the auction, and an auction with a later call joined to it."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import reader
from advisor.replay.derive import findings
from advisor.replay.played import replay


@pytest.mark.parametrize(
    ("text", "skipped"),
    [
        ("third seat bid 1H before second seat", "rho"),
        ("the fourth player passed ahead of the second", "partner"),
        ("2nd hand opened instead of waiting, before the dealer", "rho"),
        ("3rd chair passed with 2nd chair still to call", "rho"),
        ("ο τέταρτος πάσαρε πριν από τον τρίτο", "rho"),
        ("το τρίτο χέρι άνοιξε ενώ δεν είχε μιλήσει το δεύτερο χέρι", "rho"),
        ("αντί για τον δεύτερο άνοιξε ο τρίτος", "rho"),
        ("o tetartos agorase prin ton deftero", "partner"),
    ],
)
def test_two_places_fix_whose_turn_it_was(text: str, skipped: str) -> None:
    """The turn passes to the left from the dealer (Law 17C)."""
    derived = replay(reader().read(text)).derived

    assert derived["auction_out_of_turn"] == "yes"
    assert derived["wrong_turn_of"] == skipped


@pytest.mark.parametrize(
    "text",
    [
        "third hand played before second hand",  # a card, not a call
        "third hand did not bid before second hand",
        "I opened in third seat after dealer and second hand had passed",
        "third hand opened while the dealer had a strong hand",
        "ο τρίτος πάσαρε και ο τέταρτος άνοιξε",
        "on the third trick West played before the second trick was turned",
    ],
)
def test_places_alone_accuse_nobody(text: str) -> None:
    assert "auction_out_of_turn" not in replay(reader().read(text)).derived


def test_a_call_joined_to_a_told_auction_is_replayed_with_it() -> None:
    """What follows an auction told in one piece: too low (Law 27), out of turn (17C), after the last pass (39)."""

    def proved(text: str) -> dict[str, str]:
        reading = reader().read(text)
        return {name: fact.value for name, fact in findings(reading.notation, reading.story.played).items()}

    assert proved("1S P 2H, then East bid 1NT")["auction_insufficient"] == "yes"
    assert proved("1♥ πάσο 2♦ και μετά πετάχτηκε η Δύση με 1♠")["auction_insufficient"] == "yes"
    assert proved("1H P P P, then South bid 2C")["auction_after_final_pass"] == "yes"
    out = proved("W 1H N pass E 2H, then N pops up with 2S before S has called")
    assert (out["auction_out_of_turn"], out["out_of_turn_by"], out["out_of_turn_expected"]) == ("yes", "N", "S")
    assert "auction_insufficient" not in proved("1S P 2H\nNext board East bid 1NT")


def test_an_auction_that_goes_on_is_not_one_that_has_ended() -> None:
    """A later call is one after the final pass only where three passes are told (Law 22A)."""
    assert advise("1S P 2H, then East bid 1NT").laws[0].startswith("27")
    assert advise("1S P P P, then East bid 1NT").laws[0].startswith("39")
    assert advise("dealer was South but West passed first", answers={"accepted": "no"}).laws[0].startswith("30")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("opened 1NT out of turn, it was partner's turn", "bid"),
        ("άνοιξε 1ΧΑ εκτός σειράς, σειρά είχε ο συμπαίκτης", "bid"),
        ("he doubled out of turn", "double"),
        ("1♠ and then a pass out of turn", None),  # which of the two it was is not plain
        ("he led a heart out of turn", None),
    ],
)
def test_the_kind_of_a_call_out_of_turn(text: str, kind: str | None) -> None:
    """Where only calls of one kind stand in the sentence, that is what was out of turn (Laws 30, 31, 32)."""
    assert replay(reader().read(text)).derived.get("out_of_turn_kind") == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("h dysi evgale antam enw eixe seira h anatoli", "opening"),
        ("West made the opening lead and it was East's turn", "opening"),
        ("West led a spade but it was South's turn", ""),
        ("West led a spade and it was West's turn", None),
        ("it was East's turn and nobody led", None),
    ],
)
def test_a_lead_by_another_than_whose_turn_it_was(text: str, kind: str | None) -> None:
    """One seat leads, the turn of another is told (Laws 53, 54)."""
    derived = replay(reader().read(text)).derived

    assert derived.get("led_out_of_turn") == (None if kind is None else "yes")
    assert derived.get("wrong_lead_kind", "") == (kind or "")
