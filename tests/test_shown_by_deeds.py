"""What only the deeds of a story tell, with no word for it: a revoke, an invitation to lead, who spread, whose turn it was."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import reader
from advisor.replay.designation import INTENTION, intention_open
from advisor.replay.invited import MISLED, invited
from advisor.replay.leads import lead_situation
from advisor.replay.low_bid import double_only_named, low_in_turn
from advisor.replay.played import replay
from advisor.replay.revoke_shown import shown_facts, shown_situation
from advisor.replay.revoke_trick import revoke_trick

BOTH_REVOKE = (
    "West played the ♣K, dummy the ♣3, East the ♦4 and South the ♥2. West continued with the ♠5. East found the ♣8, and South "
    "found the ♣10."
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I play a diamond to the king and West trumps it with the seven and gets out with a club", ("ruff", "seat_west")),
        ("Declarer laid down the ♦K and it was taken by the ♥A on the table", ("win", "dummy")),
        ("West led the ♠4, dummy the ♠5 and East the ♠7", ("play", "seat_east")),
        ("Η Δύση τον τσάκισε με το οχτώ", ("ruff", "seat_west")),
        ("South, who had eyes for nothing but his own cards, bid 2♥", ("bid", "seat_south")),
    ],
)
def test_a_deed_told_in_several_words(text: str, told: tuple[str, str]) -> None:
    """The deed, with whoever did it."""
    assert told in [(event.deed, event.actor) for event in reader().read(text).story.events]


def test_the_ruffer_who_leads_next_has_won() -> None:
    """Whoever gets out with a card has won the trick before (Law 64A1)."""
    text = "At trick 5 I play a diamond to the king on the board and West trumps it with the 7 and gets out with a club"
    assert revoke_trick(reader().read(text)) == {"revoke_trick_won_by": "offender"}


@pytest.mark.parametrize(
    ("text", "situation"),
    [
        ("E led ♠J, S ♥4. S: 'hold on', and out came ♠9.", "revoke_too_late"),
        ("E led ♠J, S ♥4. Later S played ♣9.", ""),
        (BOTH_REVOKE, "both_sides_revoked"),
        ("West played the ♣K, dummy the ♣3, East the ♦4 and South the ♣2. West continued with the ♠5.", ""),
    ],
)
def test_a_revoke_that_the_cards_tell(text: str, situation: str) -> None:
    """A card of another suit than the one led, and later one of that suit from the same hand (Laws 61A, 62C3); what has been
    played since is asked where it is not told."""
    assert shown_situation(reader().read(text)) == situation


def test_both_revoked_on_one_trick() -> None:
    """With only one side on the next trick both are corrected (Law 62C3)."""
    assert shown_facts(reader().read(BOTH_REVOKE)) == {"both_revoke_stage": "same_trick_one_side_on"}


@pytest.mark.parametrize(
    ("text", "misled"),
    [
        ("South, the declarer, said to East 'you are on lead'. So East put out the ♣7.", "yes"),
        ("Declarer called for a small heart from dummy. West said 'you're in hand'.", "no"),
        ("East led the ♥5 because South had told him 'you are on lead'.", None),
        ("East said 'you are on lead' and West put out the ♣7.", None),
        ("Ο εκτελεστής μου έκανε «εσύ». Βγήκα ♠4", "yes"),
    ],
)
def test_an_opponent_who_tells_a_player_to_lead(text: str, misled: str | None) -> None:
    """Before the lead it misleads, after it it objects; a partner is no opponent (Law 47E1)."""
    assert invited(reader().read(text)).get(MISLED) == misled


def test_a_lead_that_the_next_hand_has_followed() -> None:
    """It stands, whoever declares (Law 53A)."""
    text = "West had taken the trick with the ♥10, yet it was from East that the ♣J came. South followed with the ♣4."
    assert lead_situation(reader().read(text)) == "lead_out_of_turn"


def test_a_bid_too_low_in_its_turn() -> None:
    """The one who bid sits next to the one who bid before (Law 27)."""
    played = replay(reader().read("North 1♣, East 2♦, South 1♠: the last was not accepted"))
    assert low_in_turn(played) == {"ib_in_turn": "yes"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He wants to change the insufficient bid to a double", {"ib_replacement": "double|comparable_call"}),
        ("He wants to change the insufficient bid to a double, penalties", {}),
        ("He wants to change the insufficient bid", {}),
    ],
)
def test_a_double_that_only_the_word_tells(text: str, found: dict[str, str]) -> None:
    """Whether it is comparable is open, unless it is for penalties (Laws 23A, 27B3)."""
    assert double_only_named(reader().read(text)) == found


@pytest.mark.parametrize(
    ("text", "leaves_open"),
    [
        ("declarer said spade, dummy hesitated", True),
        ("Declarer said 'spade', then 'the ace'", True),
        ("Declarer said 'spade' from dummy", False),
        ("Declarer said 'play anything', East names the king", False),
    ],
)
def test_what_speaks_of_declarers_mind(text: str, leaves_open: bool) -> None:
    """Where nothing does, what was said is ruled, with what follows if another intention was incontrovertible (Law 46B)."""
    assert (INTENTION in intention_open(reader().read(text))) is leaves_open


def test_an_incomplete_call_is_ruled_as_said() -> None:
    """And it is said what follows otherwise."""
    advice = advise("Dummy was out of clubs. Declarer said 'play anything'. West wants the ♠K played.")

    assert (advice.status, advice.laws[0]) == ("ruling", "46B5")
    assert "If instead" in advice.answer


def test_declarer_who_spreads_is_heard() -> None:
    """No card of dummy was seen then (Law 54A)."""
    advice = advise("3NT by South. East leads the ♥5 out of turn, face up, and South starts to spread his hand.")

    assert advice.laws[0] == "54A"
