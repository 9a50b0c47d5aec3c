"""A revoke, dummy's card, a claim and what dummy said, worked out from who did what in which order."""

from __future__ import annotations

import pytest

from advisor.diagnose.understanding import reader, understand
from advisor.replay.claims import claim_act, last_trump
from advisor.replay.declaring import side_of
from advisor.replay.doers import one_hand
from advisor.replay.dummys_card import misplaced_facts, proven_card
from advisor.replay.dummys_rights import dummys_rights
from advisor.replay.followed import played_on, suggested_played
from advisor.replay.mixed import mixed_by
from advisor.replay.refuting import refuted
from advisor.replay.revoke_trick import revoke_trick
from advisor.replay.revoking import proven, revoke_facts
from advisor.replay.twelfth import twelfth_facts


@pytest.mark.parametrize(
    ("text", "who", "side"),
    [
        ("South in 3H. West leads a club and East plays low", "seat_west", "defender"),
        ("South in 3H. West leads a club and dummy plays low", "seat_north", "declarer"),
        ("Declarer (East) ruffs a heart", "seat_west", "declarer"),
        ("I am declarer, West discards a club", "speaker", "declarer"),
        ("I led a spade and declarer ruffed", "speaker", "defender"),
        ("Παίζω 4♠ και η Δύση κόβει καρό", "seat_west", "defender"),
        ("East leads a heart, West follows", "seat_west", ""),
        ("Η Δύση διαμαρτυρήθηκε, ο εκτελεστής έπαιξε το ♠4", "seat_west", "defender"),
    ],
)
def test_who_declares_is_told_beside_the_deeds(text: str, who: str, side: str) -> None:
    """By the contract, a role in brackets, the speaker's word; a clause that begins anew gives nobody a role."""
    assert side_of(reader().read(text), who) == side


def test_what_is_refuted_is_the_same_asked_fact_by_fact_or_all_at_once() -> None:
    """A fact of which nothing is disproved is not there; the order in which facts are asked changes nothing."""
    told = "My LHO opened 1NT and played 3NT. I led a diamond and partner discarded a heart"
    one, other = (refuted(reader().read(told), (), None, "") for _ in range(2))
    every = dict(one)

    assert every
    assert all(every.values())
    assert {name: other.of(name) for name in reversed(every)} == every
    assert (other.of("pc_kind"), "pc_kind" in other, len(other)) == (frozenset(), False, len(every))


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "South in 2H. South leads a spade, West plays a club. 'No spades, partner?' asks East and West corrected it",
            {"revoke_card_from": "defender_hand", "revoke_since": "nothing"},
        ),
        (
            "4H by South. At trick four West ruffs a diamond, then leads a spade. At trick nine West follows to a diamond",
            {"revoke_card_from": "defender_hand", "revoke_since": "offending_side_played", "revoke_exception": "none"},
        ),
        (
            "Declarer discarded a club on the heart and led a diamond, then noticed a heart",
            {"revoke_card_from": "declaring_side"},
        ),
        ("West discards a club on the spade lead", {}),
    ],
)
def test_what_the_deeds_make_of_a_revoke(text: str, facts: dict[str, str]) -> None:
    """Whose card it was, and what had been played before it was noticed; nothing from silence."""
    found = revoke_facts(reader().read(text))
    assert facts.items() <= found.items()
    if not facts:
        assert found == {}


def test_a_revoke_is_proven_by_the_card_that_follows_later() -> None:
    """Who ruffs a suit and plays it later has revoked; who changes the card at once has put it right."""
    later = reader().read("4H by South. West ruffs a diamond at trick four. At trick nine West follows to a diamond")
    at_once = reader().read("Declarer led clubs, West ruffed a club. 'No clubs, partner?' asked East. West corrected that")
    went_on = reader().read("West shed a diamond on the spade with a spade in his fist, and the hand was played out")
    assert proven(later) == {"revoke_found_later": "yes"}
    assert proven(at_once) == {"revoke_put_right": "yes"}
    assert proven(went_on) == {}


@pytest.mark.parametrize(
    ("text", "won_by"),
    [
        ("West ruffs the diamond with the ♠4. He cashed the ♣A", "offender"),
        ("West ruffs the diamond. At trick nine West leads a club", None),
        ("East revoked in spades. West led a heart to the next trick", "partner"),
        ("South discarded a heart, declarer in 4S. South led a club", None),
    ],
)
def test_who_leads_next_has_won_the_trick(text: str, won_by: str | None) -> None:
    """The next lead tells who won the trick of the revoke, but not of declarer's two hands."""
    assert revoke_trick(reader().read(text)).get("revoke_trick_won_by") == won_by


def test_words_before_the_revoke_tell_nothing_of_the_next_board() -> None:
    """A call told before the revoke belongs to this board."""
    told = "My LHO opened 1NT and played 3NT. I led a diamond and partner discarded a heart"
    played = understand(told).played
    assert "after_next_call" in played.refuted["revoke_exception"]
    assert (
        "after_next_call" not in refuted(reader().read(told + ". North opened the next board"), (), None, "")["revoke_exception"]
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "At trick twelve East ruffs with the ♥J. West discards the ♣6. At that point South says he had a spade",
            {"hands_returned": "no", "trick_twelve_ui": "yes"},
        ),
        ("At trick twelve East ruffs a spade. All hands are back in the board. At that point South says so", {}),
    ],
)
def test_trick_twelve_by_the_order_of_the_deeds(text: str, facts: dict[str, str]) -> None:
    """Spoken of at once, the hands are still out; a partner told to play after it had yet to play."""
    assert twelfth_facts(reader().read(text)) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Declarer calls for the ♦6, dummy plays the ♥6 and East plays the ♥Q", {"next_trick": "none"}),
        (
            "Declarer called for the ♦7 and dummy played the ♦8. West won. West led a spade and all followed",
            {"wrong_card_effect": "legal_in_trick", "next_trick": "both_sides"},
        ),
        ("Dummy played the ♦7 as asked, East played the ♦8", {}),
    ],
)
def test_dummy_put_down_another_card(text: str, facts: dict[str, str]) -> None:
    """The card ordered and the one dummy played, and how far the play has gone."""
    reading = reader().read(text)
    assert misplaced_facts(reading) == facts
    assert bool(proven_card(reading)) == bool(facts)


def test_what_is_told_of_claims_cards_and_dummy() -> None:
    """Each from its neighbours: cards shown, the last of two trumps, two cards of one hand, a side that mixed, a question."""
    read = reader().read
    assert claim_act(read("West showed his last four cards")) == {"claim_act": "cards_shown"}
    assert last_trump(read("Declarer claims, drawing the last trump; East had two trumps"))["trump_mentioned"] == "no"
    assert one_hand(read("East played the ♥7 and with it the ♥K")) == {"together_by": "one_hand"}
    assert one_hand(read("East played the ♥7 and West the ♥K")) == {}
    assert mixed_by(read("The defenders shuffled their cards")) == {"cards_mixed_by": "one_side"}
    assert dummys_rights(read("Dummy asked declarer 'no diamonds?'")) == {"dummy_remark": "asks_declarer_revoke"}
    assert played_on(read("At trick four she played two cards. With four tricks left she claimed"))
    assert suggested_played(read("Dummy touches the ♠Q. Declarer says queen")) == {"suggestion_followed": "yes"}


def test_only_a_defender_makes_a_defenders_claim() -> None:
    """Where declarer alone claims, Law 70D2 is not ruled."""
    found = understand("Declarer claims the last three tricks, three cards left, and one defender has a trump and two clubs")
    assert all(w.irregularity != "defender_claim_partner" for w in found.diagnosis.weighed)
