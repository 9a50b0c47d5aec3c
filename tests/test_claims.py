"""What a player says was in a mind is a claim: the Director is asked, and nothing is settled by it."""

from __future__ import annotations

import pytest
from talked import said

_CALLED = ("declarer asked for a heart, dummy played a spade", "not 45 but 46")


@pytest.mark.parametrize(
    ("first", "then", "fact"),
    [
        (
            ("declarer asked for a heart, dummy played a spade", "not 45 but 46"),
            "he says he meant the jack",
            "different_intention",
        ),
        (
            ("declarer asked for a heart, dummy played a spade", "not 45 but 46"),
            "declarer insists he meant the jack",
            "different_intention",
        ),
        (("West bid 1H and changed it to 1S, South has not called",), "West says it was a mechanical error", "intended"),
        (("η Δύση είπε 1♥ και το άλλαξε σε 1♠ πριν μιλήσει κανείς",), "η Δύση λέει ότι δεν το εννοούσε", "intended"),
        (("i dysi eipe 1 koupa kai to allakse se 1 pika",), "leei oti itan lathos xartaki", "intended"),
        (("W passed out of turn",), "West says he thought he was dealer", "wrong_turn_of"),
        (("η Δύση πάσαρε εκτός σειράς",), "νόμιζε ότι είχε σειρά η Ανατολή", "wrong_turn_of"),
    ],
)
def test_a_claim_settles_nothing(first: tuple[str, ...], then: str, fact: str) -> None:
    """Neither the fact nor the situation; the words are said back or the fact is asked."""
    conversation = said(*first)
    reply = conversation.turn(then)

    assert fact not in conversation.state.answers
    assert reply.status != "ruling" or reply.kind == "asked"


def test_a_claim_is_said_back() -> None:
    """As a claim, in the words it was told in."""
    conversation = said("declarer called the ace of hearts from dummy and changed it")
    reply = conversation.turn("declarer claims it was a slip of the tongue")

    assert reply.kind == "asked"
    assert "it was a slip of the tongue" in reply.text


def test_a_choice_or_an_admission_is_no_claim() -> None:
    """What declarer says is what declarer chooses; what partner says to have seen was seen."""
    chosen = said("ο αμυνόμενος έβγαλε αντάμ εκτός σειράς", "ο εκτελεστής λέει ότι θα γίνει μορ ο ίδιος")
    seen = said("σε αμυνόμενο, την Ανατολή, έπεσε ο ρήγας καρό", "η Δύση λέει ότι μπορούσε να το δει")

    assert chosen.state.answers["olead_choice"] == "spreads_hand"
    assert seen.state.answers["partner_could_see"] == "yes"
