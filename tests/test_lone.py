"""A player, a call or a card that a reply names and nothing else: it answers what is asked, or what of it is asked; it is never
looked up while an incident is in hand."""

from __future__ import annotations

import pytest
from talked import said


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("declarer claimed, a trump was out", "the defender"),
        ("two cards were played at once", "the defender"),
        ("a claim of the rest", "declarer"),
        ("South passed out of turn, it was East's turn", "the other side"),
        ("East revoked in clubs, East won the trick, the next trick was played", "South did"),
        ("ο αμυνόμενος έκανε ρενόνς και συνέχισαν", "ο εκτελεστής"),
        ("έπεσε ένα φύλλο στο τραπέζι", "δικό μου"),
        ("o amynomenos ekane renons kai synexisan", "o ektelestis"),
        ("enas skeftike poly", "o antipalos"),
    ],
)
def test_a_player_alone_is_asked_back(first: str, then: str) -> None:
    """One line, with what is still to be told; nothing of the incident changes."""
    conversation = said(first)
    before = conversation.state.incident()
    reply = conversation.turn(then)

    assert reply.kind == "asked"
    assert then in reply.text
    assert len(reply.text.splitlines()) == 1
    assert conversation.state.incident() == before


@pytest.mark.parametrize(
    ("first", "then", "answers"),
    [
        ("East revoked, both sides have played to the next trick", "the other side", {"revoke_trick_won_by": "opponents"}),
        ("η Δύση έκανε ρενόνς και συνέχισαν", "η άλλη πλευρά", {"revoke_trick_won_by": "opponents"}),
        ("i dysi ekane renons kai synexisan", "i alli plevra", {"revoke_trick_won_by": "opponents"}),
    ],
)
def test_a_player_alone_answers(first: str, then: str, answers: dict[str, str]) -> None:
    """What relation to the offender is asked is seen on the table."""
    conversation = said(first)
    conversation.turn(then)

    assert answers.items() <= conversation.state.answers.items()


def test_the_other_role_is_another_situation() -> None:
    """A card that fell is a defender's unless the director says that it was declarer's (Law 48A)."""
    conversation = said("έπεσε ένα φύλλο στο τραπέζι", "ο δηλωτής")

    assert conversation.state.irregularity == "exposed_card_declarer"


@pytest.mark.parametrize(
    ("first", "call"),
    [
        ("West bid 1H over 1S", "2H"),
        ("West bid 1H over 1S", "pass"),
        ("η Δύση είπε 1♥ πάνω σε 1♠", "2♥"),
        ("i dysi eipe 1 koupa pano se 1 pika", "2 koupes"),
    ],
)
@pytest.mark.parametrize(("picked", "law"), [("1", "27A1"), ("2", "27B")])
def test_whose_call_it_was_is_asked(first: str, call: str, picked: str, law: str) -> None:
    """A call alone may be LHO's, which accepts, or the offender's in place of the first; either answer rules."""
    conversation = said(first)
    before = conversation.state.incident()
    asked = conversation.turn(call)

    assert asked.kind == "asked"
    assert len(asked.choices) == 2
    assert conversation.state.incident() == before
    assert conversation.turn(picked).laws[0].startswith(law)


@pytest.mark.parametrize(
    ("first", "then", "rank"),
    [
        ("ένας αμυνόμενος έριξε κατά λάθος φύλλο κι ο συμπαίκτης το είδε", "το πέντε", "low"),
        ("enas amynomenos erikse kata lathos fyllo kai to eide o syntrofos tou", "to deka", "honour"),
        ("a defender dropped a card", "a seven", "low"),
        ("a defender dropped a card", "ten", "honour"),
    ],
)
def test_a_rank_in_words_is_a_card(first: str, then: str, rank: str) -> None:
    """Where a card is asked for, its number in words names it."""
    conversation = said(first)
    conversation.turn(then)

    assert conversation.state.answers["exposed_rank"] == rank


def test_a_deed_of_the_offender_is_no_detail_of_the_record() -> None:
    """ "Offender East" is one; what the offender did is part of the story."""
    conversation = said("η Δύση είπε 1♥ πάνω σε 1♠", "ο υπαίτιος το άλλαξε σε 2♥")

    assert not conversation.state.details.seats
    assert conversation.turn("offender East").kind == "record"


@pytest.mark.parametrize("then", ["defends", "a defender", "the defending side"])
def test_a_side_named_where_nothing_is_asked_breaks_nothing(then: str) -> None:
    """The situation in hand is ruled, and it is that side's: the ruling stays, and no question is made up."""
    conversation = said("#irregularity=defender_lead_out_of_turn", "tha TO xanan xoris to la8os")
    assert not conversation.state.question
    reply = conversation.turn(then)

    assert reply.text
    assert not conversation.state.question
