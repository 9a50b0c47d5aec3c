"""What the calls told after an irregular one settle: an insufficient bid, a call out of rotation, a call that was changed."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import reader, understand
from advisor.replay.changed import called_since, changed_call, meant_then
from advisor.replay.denied import denied
from advisor.replay.exposed import shown_cards
from advisor.replay.late_calls import (
    called_over_it,
    double_in_turn,
    passed_round,
    side_of_late_call,
    suit_forbidden,
    turn_lost,
)
from advisor.replay.low_bid import came_of_low_bid
from advisor.replay.played import replay
from advisor.replay.rotation import turn_passed_over


@pytest.mark.parametrize(
    ("text", "settled"),
    [
        (
            "West opened 1♥, North 2♣, East bid 1♠. South refused and East passed",
            {"ib_replacement": "other_call", "accepted": "no"},
        ),
        ("North bid 1♦ over 1♥, not accepted. North then bid 1♠", {"ib_replacement": "other_call|comparable_call"}),
        ("North bid 1♦ over 1♥, not accepted. North then doubled", {"ib_replacement": "double|comparable_call"}),
        (
            "North bid 1♦ over 1♥. North took it back and bid 2♦ himself. East passed",
            {"ib_replaced_early": "yes", "accepted": "no"},
        ),
        (
            "North bid 1♦ over 1♥, pulled it back and put 2♦ down. East says no way",
            {"ib_replaced_early": "yes", "ib_replacement": "lowest_same", "accepted": "no"},
        ),
        ("North bid 1♦ over 1♥. East doubled", {"accepted": "yes"}),
        ("LHO opened 2♥, partner doubled, RHO put 2♦ on the table. I bid 3♣. LHO said: 2♦? He made it 3♦", {"accepted": "yes"}),
        ("Ο πρώτος είπε 2♦, ο δεύτερος 1♥, ο τρίτος πάσο, ο τέταρτος 2♥", {"accepted": "yes"}),
        ("North bid 1♦ over 1♥. East called the director", {"ib_replaced_early": "no|no"}),
        ("1NT, 2♠, and East bid 2♥, a transfer to spades. South refused, East bid 3♥ natural", {"ib_replacement": "other_call"}),
        ("1NT, 2♠, and East bid 2♦, a transfer to hearts. South refused, East bid 3♥ natural", {"ib_replacement": "lowest_same"}),
    ],
)
def test_what_came_of_an_insufficient_bid(text: str, settled: dict[str, str]) -> None:
    """By the players who call after it (Laws 27A1, 27B, 27C); where meaning decides, what is left open."""
    assert settled.items() <= came_of_low_bid(replay(reader().read(text))).items()


def test_what_is_left_open_is_all_that_is_asked() -> None:
    """A replacement that is told is asked for only as far as its meaning decides."""
    advice = advise("North bid 1♦ over 1♥, not accepted by East. North then bid 1♠. What is the ruling?")
    assert advice.question is not None
    assert {choice.value for choice in advice.question.choices} == {"comparable_call", "other_call"}


@pytest.mark.parametrize(
    ("text", "settled"),
    [
        ("South is dealer but West opened 1♦, and South bid 1♠", {"right_player_called": "yes", "accepted": "not_yet"}),
        ("South is dealer but West opened 1♦, and North bid 1♠", {"accepted": "yes"}),
        ("East should open, South bid 1S, West passed already", {"accepted": "yes"}),
        ("South is dealer, West opened 1♦, the director came and South bid 1♠", {"accepted": None, "right_player_called": None}),
        ("South is dealer but West opened 1♦, refused. South passed", {"accepted": "no", "rho_action": "passes"}),
        ("South is dealer but West opened 1♦, refused. South bid 1♠ and West passed", {"offender_new_call": "not_comparable"}),
        (
            "South is dealer but West opened 1♦, refused. South bid 1♠, West 2♦",
            {"offender_new_call": "comparable|not_comparable"},
        ),
        (
            "West dealer passed, North passed, South opened 1♠ and East bid 2♣",
            {"wrong_turn_of": "rho", "right_player_called": "yes"},
        ),
        ("East opened 1♦ out of turn, not accepted, West passed and North bid 1NT", {"wrong_turn_of": "partner"}),
    ],
)
def test_what_came_of_a_call_out_of_rotation(text: str, settled: dict[str, str | None]) -> None:
    """Who called next, with or without a refusal between (Laws 28B, 29, 31); a Director between the two may have ruled."""
    found = turn_passed_over(reader().read(text))
    assert {name: found.get(name) for name in settled} == settled


def test_a_bid_out_of_rotation_is_no_pass() -> None:
    """The kind of the call is told, however often passes are named; and nobody called over one with which the telling ends."""
    found = denied(reader().read("South dealt and passed. It was West's turn but North bid 1♥"))
    assert {"pass_out_of_rotation", "double_out_of_rotation", "called_over_wrong_call"} <= found
    assert "bid_out_of_rotation" not in found


@pytest.mark.parametrize(
    ("text", "settled"),
    [
        (
            "South passed, changed it to 1♣ and West bid 1♠",
            {"call_change_done": "yes", "accepted": "yes", "partner_called": "no"},
        ),
        ("South passed, changed it to 1♣ and West refused", {"call_change_done": "yes"}),
        ("South passed and West bid 1♠", {}),
    ],
)
def test_what_came_of_a_changed_call(text: str, settled: dict[str, str]) -> None:
    """LHO's call over the new one accepts it (Law 25B1)."""
    assert changed_call(reader().read(text)) == settled


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("he passed and then changed his mind", "yes"),
        ("he changed his mind, he says, but the cards stuck together", None),
        ("the pass card stuck to it", None),
    ],
)
def test_a_lapse_of_the_mind_is_no_slip(text: str, meant: str | None) -> None:
    """Where nothing is told of the fingers (Law 25A2)."""
    assert meant_then(reader().read(text)).get("intended") == meant


def test_calls_that_may_not_be_made() -> None:
    """By the order of the calls told (Laws 17D3, 26B, 36, 37, 39)."""
    read = reader().read
    assert double_in_turn(read("North bid 3NT, East passed and South doubled")) == {"inadmissible_in_turn": "yes"}
    assert called_over_it(read("West, who was barred, bid 3♠ and North bid 4♥")) == {"lho_called": "yes"}
    assert side_of_late_call(read("N 1♥, E pass, S pass, W pass, E 2♦")) == {"offender_side": "defending"}
    assert turn_lost(read("North 1♥, East passed, South 2♥, North passed and East passed")) == {
        "early_end_cause": "pass_out_of_turn"
    }
    assert suit_forbidden(read("1♥ out of turn, then he overcalled 1♥. Declarer said don't lead a heart")) == {
        "offender_named_suit": "yes"
    }


@pytest.mark.parametrize(
    ("text", "shown"),
    [("the ♣10 fell face up", "one_honour"), ("he dropped the ♥6", "one_low"), ("the ♦4 fell and then the ♠7", "two_or_more")],
)
def test_cards_shown_in_the_auction_are_counted(text: str, shown: str) -> None:
    """By the cards told (Law 24)."""
    assert shown_cards(reader().read(text)) == {"cards_shown": shown}


@pytest.mark.parametrize(
    ("text", "rulings"),
    [
        ("West bid 1♦ over 1♥. The director ruled that the bid had to stand", 1),
        ("West bid 1♦ over 1♥. Told what he can do, he then put it back and bid 2♦", 0),
    ],
)
def test_only_a_director_gives_a_ruling(text: str, rulings: int) -> None:
    """What a player does, or is told, is none."""
    from advisor.diagnose.facts import gather

    seen = understand(text)
    assert len(gather(seen.played, seen.spoken, {}).rulings) <= rulings


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("West pulled double instead of pass. North redoubled and East bid 2♣", "yes"),
        ("West pulled double instead of pass and North redoubled", "no"),
        ("West doubled. North redoubled and East bid 2♣", None),
    ],
)
def test_whether_partner_has_called_since_a_slip(text: str, called: str | None) -> None:
    """By the players who call after the call that came out by mistake (Law 25A4)."""
    assert called_since(reader().read(text)).get("partner_called") == called


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("I open 1♦, LHO passes, partner passes and RHO passes as well", True),
        ("North 1♥, East passed, South 2♥, North passed, East passed and South passed", False),
        ("I open 1♦, LHO passes and partner passes", False),
    ],
)
def test_three_passes_in_rotation_end_the_auction(text: str, over: bool) -> None:
    """Each by the left-hand opponent of the one before, the bidder first (Law 22A)."""
    assert passed_round(reader().read(text)) is over
