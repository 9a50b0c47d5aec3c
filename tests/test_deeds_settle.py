"""What deeds settle that words leave open, and what they leave open although words sound like it."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import reader
from advisor.replay.card_due import due_situation
from advisor.replay.claims import objection_open
from advisor.replay.counted import found_after_call
from advisor.replay.declaring import declaring_seat, tellers_side
from advisor.replay.exposed import penalty_card_kind, shown_cards
from advisor.replay.late_calls import late_situation
from advisor.replay.misfit import misfit_situation
from advisor.replay.moment import moment_facts
from advisor.replay.players import own_seat
from advisor.replay.rotation import called_over_situation, turn_passed_over
from advisor.replay.spreading import dummy_shown


@pytest.mark.parametrize(
    ("text", "situation"),
    [
        ("S 1♥, W pass, N 2♥, E pass, S pass, W pass. Now E puts out a double.", "call_after_final_pass"),
        ("S 1♥, W pass, N 2♥, E pass, S pass. Now W puts out a double.", ""),
        ("S 1♥, W pass, N 2♥, E pass, S pass, W pass.", ""),
    ],
)
def test_a_call_after_the_final_pass(text: str, situation: str) -> None:
    """Three passes in rotation after a bid end the auction (Laws 22A, 39)."""
    assert late_situation(reader().read(text)) == situation


@pytest.mark.parametrize(
    ("text", "situation"),
    [
        ("Dealer North. East opened 1♠ and North went on and opened 1♦.", "called_over_wrong_call"),
        ("Ήμουν Νότος και μοίραζα εγώ. Η Δύση άνοιξε 1♥, εγώ άνοιξα 1♦.", "called_over_wrong_call"),
        ("Dealer North. North opened 1♦ and East bid 1♠.", ""),
        ("Dealer North. East opened 1♠, South would not have it, and North opened 1♦.", ""),
    ],
)
def test_the_dealer_calls_over_a_call_out_of_turn(text: str, situation: str) -> None:
    """The dealer's own call wipes out the one made too soon, unless that had been refused (Law 28B)."""
    assert called_over_situation(reader().read(text)) == situation


def test_the_dealer_passed_over_before_words_for_somebody_else() -> None:
    """Who may be meant by "before I could speak" is not asked where the dealer was passed over (Law 17B)."""
    told = turn_passed_over(
        reader().read("North was dealer. South opened 1♥. Before I could speak my partner, West, bid 1♠. I am East.")
    )
    assert told == {"wrong_turn_of": "partner", "offender_called_before": "no", "accepted": "yes"}


@pytest.mark.parametrize(
    ("text", "situation"),
    [
        ("W has the ♥A in front as a penalty card. S leads a heart from hand and W plays the 3.", "penalty_card_not_played"),
        ("Η Δύση είχε ανοιχτό μπροστά της τον ♥J, τιμωρημένο. Παίζω καρό, η Δύση ρίχνει το ♣3.", "penalty_card_not_played"),
        ("W has the ♥A in front as a penalty card. S leads a diamond from hand and W plays the ♦3.", ""),
    ],
)
def test_a_penalty_card_that_its_owner_passes_by(text: str, situation: str) -> None:
    """Following suit comes first; else the penalty card was due (Laws 50D1, 52)."""
    assert due_situation(reader().read(text)) == situation


@pytest.mark.parametrize(
    ("text", "situation"),
    [
        ("I asked about 2♦ and RHO said both majors. At the end it turned out that LHO had six clubs.", "misbid_or_misexplained"),
        ("I asked about 2♦ and RHO said both majors. LHO then bid 3♦.", ""),
        ("At the end it turned out that LHO had six clubs.", ""),
    ],
)
def test_a_hand_that_does_not_fit_what_was_said(text: str, situation: str) -> None:
    """An explanation and another hand, with no call after it, are misinformation or a mistaken call (Laws 21B1(b), 75)."""
    assert misfit_situation(reader().read(text)) == situation


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2♥ by South. East led the ♦K. North put down four clubs.", {"dummy_seen": "yes"}),
        ("2♥ by South. East led the ♦K. South accepts it. North put down four clubs.", {}),
        ("I was going to be dummy. East put the ♠Q on the table and I spread my hand.", {"dummy_seen": "yes"}),
    ],
)
def test_dummy_who_is_told_by_seat_or_as_teller(text: str, found: dict[str, str]) -> None:
    """Cards of dummy seen before the lead is answered must make it accepted (Law 54C)."""
    assert dummy_shown(reader().read(text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("East conceded the rest and West said that there was a trick for them.", {"objection_at_once": "yes|no"}),
        ("East conceded the rest and West immediately said that there was a trick for them.", {}),
    ],
)
def test_when_partner_objected_stays_open(text: str, found: dict[str, str]) -> None:
    """That partner objects does not tell when (Law 68B2)."""
    assert objection_open(reader().read(text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("E deals and opens 1♦. N has 14 cards and W only 12.", {"surplus_found": "before_call|after_call"}),
        ("E deals and opens 1♦. E has 14 cards and W only 12.", {"surplus_found": "after_call"}),
        ("E opened 1♦, we played it out and scored it. N has 14 cards and W only 12.", {}),
    ],
)
def test_whether_a_wrong_hand_had_called(text: str, found: dict[str, str]) -> None:
    """A call by a player with thirteen cards settles nothing (Laws 13A, 13B)."""
    assert found_after_call(reader().read(text)) == found


def test_one_card_seen_in_the_auction() -> None:
    """One card is not two; whether it is an honour is asked (Law 24)."""
    assert shown_cards(reader().read("During the auction he dropped one card face up.")) == {"cards_shown": "one_low|one_honour"}


def test_a_low_penalty_card_may_be_either_kind() -> None:
    """Below an honour it is minor only if it fell by accident (Law 50B)."""
    assert penalty_card_kind(reader().read("RHO has had the ♥9 in front of him as a penalty card.")) == {"pc_kind": "minor|major"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He doubled his partner. No lead yet. In the end 4♠ made.", None),
        ("He doubled his partner and nobody saw it. 4♠ made.", "yes"),
        ("The director said 'play on, we shall see at the end'.", None),
    ],
)
def test_a_result_does_not_tell_when_it_was_noticed(text: str, found: str | None) -> None:
    """Words that nobody had led yet count more than a result told later, and what is to come is no end."""
    assert moment_facts(reader().read(text), ()).get("opening_lead_faced") == found


@pytest.mark.parametrize(
    ("text", "doer"),
    [
        ("Declarer looked across at me and said spade", "declarer"),
        ("anatoli 5, notos tin ntama, k egw petaw to 3 spathi", "speaker"),
    ],
)
def test_who_does_the_next_deed(text: str, doer: str) -> None:
    """Not the one who is looked at; small Greeklish words are read by their sound."""
    assert reader().read(text).story.events[-1].actor == doer


def test_who_declares_by_what_is_told() -> None:
    """A seat that calls for dummy's card declares; who sits beside a declaring opponent defends (Law 41)."""
    assert declaring_seat(reader().read("South asked for the ♣2 from the table")) == "S"
    assert tellers_side(reader().read("Έπαιζε το συμβόλαιο ο κύριος δεξιά μου")) == "defender"
    assert own_seat(reader().read("Ήμουν Βορράς και μοίραζα")) == "N"


def test_the_likelier_situations_say_what_they_would_mean() -> None:
    """A list of situations is no list of titles: the likelier two say what follows, or where the likelier answers lead."""
    found = advise("something about a card and a claim")
    listed = [line for line in found.answer.splitlines() if line.startswith("- ") and "(Law " in line]
    assert found.status in ("choose", "unclear")
    assert len(listed) > 2
    assert all(len(line.split()) > 8 for line in listed[:2])
