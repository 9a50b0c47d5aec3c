"""What was called once the Director had come tells nothing of who had called before; a cancelled call waits for no answer."""

from __future__ import annotations

import pytest

from advisor import advise


@pytest.mark.parametrize(
    "text",
    [
        "East is dealer. South passes before East has done anything. TD: pass withdrawn, East starts, South must pass for the "
        "whole auction. 1D, pass, 1S, I double, 2D. Surely only the once?",
        "Μοιράζει η Ανατολή, ο Νότος πετάει πάσο πριν μιλήσει κανείς. TD: άκυρο το πάσο, αρχίζει η Ανατολή, ο Νότος πασάρει μόνο "
        "την επόμενη σειρά του. Ε 1 κούπα, S πάσο, W 2 κούπες, N 2 πίκες. Σωστά έκανε;",
    ],
)
def test_a_cancelled_pass_waits_for_no_answer(text: str) -> None:
    """The row is that of a pass at RHO's turn that was not accepted (Law 30A), whoever called once it was cancelled (Law 28B)."""
    advice = advise(text)

    assert advice.laws[0] == "30A"
    assert advice.facts["accepted"].value == "no"


@pytest.mark.parametrize(
    "text",
    [
        "ο Ν είπε 1♠ στη σειρά του Α, τους εξήγησα, μετά ο Α πάσαρε",
        "South opened 1S at East's turn, I explained the options, then East passed",
    ],
)
def test_a_call_after_the_options_were_explained_is_no_call_before(text: str) -> None:
    """RHO passed after the ruling: the offender repeats the bid (Law 31A1); Law 28B is for a call before it."""
    assert advise(text).laws[0] == "31A1"


def test_partner_who_called_after_the_ruling_had_not_called_before() -> None:
    """A call counted for another suit was meant, and LHO refused the change: the first call stands (Law 25B2)."""
    told = (
        "North 1C, East passes, I as South say 1S, I had missorted my hand and counted a club as a spade, and I change it to 1H. "
        "West: I don't accept it, director! He came and said 1H stays since partner had not called. North 3H, I bid 4H."
    )

    advice = advise(told)

    assert advice.laws[0] == "25B2"
    assert advice.facts["partner_called"].value == "no"


def test_once_the_auction_is_over_the_bid_was_replaced() -> None:
    """It is not presumed that nobody has replaced it yet (Law 27B)."""
    advice = advise("West bid 1NT over 2D, not accepted. TD let him bid what he likes. He bid 2H, 4H was made with ten tricks.")

    assert "ib_replacement" not in advice.facts or advice.facts["ib_replacement"].value != "none_yet"


@pytest.mark.parametrize(
    "text", ["2H over 2S, next player accepts it not, he passes then", "2H over 2S, LHO takes it not. he passes"]
)
def test_a_not_behind_its_verb(text: str) -> None:
    """As whose mother tongue puts it there: LHO does not accept (Law 27B2)."""
    assert advise(text).laws[0] == "27B2"


def test_who_opened_is_who_is_told_to() -> None:
    """The seat of the next to call is not taken for the opener's: a double at partner's turn (Law 32B1)."""
    assert advise("North opened 1S, West doubles before East has called, North wants it not").laws[0] == "32B1"


@pytest.mark.parametrize(
    "text",
    [
        "dummy peeked at my cards then yelled i revoked, im defending, trick still open",
        "Ο μορ κοίταξε τα φύλλα της Δύσης και μετά φώναξε ότι έκανε ρενόνς",
    ],
)
def test_dummy_who_looked_and_calls_out_a_revoke(text: str) -> None:
    """Dummy had lost that right: no immediate rectification (Law 43B3)."""
    assert advise(text).laws[0] == "43B3"


@pytest.mark.parametrize(
    "text",
    [
        "Declarer in 4S claims: all there lads. I was still sitting with the eight of spades",
        "Εκτελεστής στις 4♠ άπλωσε, δικές μου όλες. Η Δύση είχε ακόμα το ♠8",
    ],
)
def test_a_trump_still_held_is_one_that_is_out(text: str) -> None:
    """The suit of the contract is the trump suit (Law 70C)."""
    assert advise(text).laws[0].startswith("70C")


def test_the_trick_that_was_won_last_is_not_the_thirteenth() -> None:
    """So the lead may be accepted (Law 53A)."""
    advice = advise("he led but the other chap won the last trick, declarer says put it back")

    assert advice.facts.get("loot_last_trick") is None or advice.facts["loot_last_trick"].value != "yes"
