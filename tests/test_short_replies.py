"""Replies that say nothing by themselves ("West did", "none", "wrong"), corrections of who did it, and what moves about."""

from __future__ import annotations

import pytest

from advisor.talk.conversation import Conversation
from advisor.talk.models import Reply


def talked(*messages: str) -> tuple[Conversation, Reply]:
    """A conversation after these messages, with its last reply."""
    conversation = Conversation()
    replies = [conversation.turn(message) for message in messages]
    return conversation, replies[-1]


@pytest.mark.parametrize(
    ("reply", "accepted"),
    [("West did", "yes"), ("yes, West did", "yes"), ("LHO did", "yes"), ("Yes, he did", "yes"), ("he didn't", "no")],
)
def test_who_did_what_is_asked(reply: str, accepted: str) -> None:
    """Has LHO accepted it? "West did" says so, and not that it "did not" (Law 27A1)."""
    conversation, _ = talked("South bid 1H over 1S", reply)

    assert conversation.state.answers.get("accepted") == accepted


def test_who_cannot_have_done_it_answers_nothing() -> None:
    """The bidder does not accept the own bid."""
    conversation, _ = talked("South bid 1H over 1S", "South did")

    assert "accepted" not in conversation.state.answers


@pytest.mark.parametrize(
    ("reply", "law"), [("West did", "64A1"), ("they did", "64A1"), ("none", "64A1"), ("no, none", "64A1"), ("καμία", "64A1")]
)
def test_none_and_they_did_answer_a_yes_or_no(reply: str, law: str) -> None:
    """Whether that side won a later trick; "none" refuses no situation there."""
    conversation, last = talked("East revoked and won the trick", reply)

    assert last.status == "ruling"
    assert last.laws[0] == law
    assert conversation.state.answers["later_trick_won"] == ("no" if "n" in reply.split()[-1] or "κ" in reply else "yes")


@pytest.mark.parametrize(
    ("story", "correction", "told"),
    [
        ("West revoked and won the trick, they won another later", "wrong, East revoked", "East revoked"),
        ("o ditikos ekane renons, pire ti leve", "lathos, o anatolikos ekane renons", "anatolikos ekane"),
        ("Ο Δυτικός έκανε ρενόνς και πήρε τη λεβέ", "όχι, ο Ανατολικός έκανε ρενόνς", "Ανατολικός έκανε"),
        ("Ο Δυτικός διεκδίκησε τρεις λεβέ", "όχι, ο Ανατολικός διεκδίκησε", "Ανατολικός διεκδίκησε"),
        ("North hesitated and South bid 3S", "no, it was South who hesitated and North bid", "South hesitated and North bid"),
        ("ο Βορράς δίστασε και ο Νότος αγόρασε 4 πίκες", "λάθος, ο Νότος δίστασε", "Νότος δίστασε και ο Βορράς αγόρασε"),
    ],
)
def test_another_did_it(story: str, correction: str, told: str) -> None:
    """The seat is put right where the story tells the deed; partners change places; the situation stays."""
    before, _ = talked(story)
    after, _ = talked(story, correction)

    assert told in after.state.story[0]
    assert after.state.irregularity == before.state.irregularity


def test_who_won_the_trick_is_not_who_revoked() -> None:
    """ "No, South won the revoke trick" leaves the offender as told."""
    conversation, _ = talked("West revoked, won the trick himself, they won one more later", "no, South won the revoke trick")

    assert "West revoked" in conversation.state.story[0]
    assert conversation.state.answers["revoke_trick_won_by"] == "opponents"


@pytest.mark.parametrize("wrong", ["wrong", "that's wrong", "λάθος"])
def test_only_wrong(wrong: str) -> None:
    """What was understood is shown, each fact to be put right; nothing is looked up and nothing is taken away."""
    conversation, last = talked("South bid 1H over 1S", wrong)

    assert last.kind == "facts"
    assert any(button.send.startswith("#") for button in last.choices)
    assert conversation.state.story == ("South bid 1H over 1S",)


@pytest.mark.parametrize("aside", ["why?", "report", "precedents", "why not 50", "script"])
def test_back_takes_nothing_away(aside: str) -> None:
    """Back from a reason, a report or the words for the table goes back to the incident as it was."""
    conversation, last = talked("East revoked and won the trick", "they won no other", aside, "back")

    assert last.kind == "noted"
    assert conversation.state.answers["later_trick_won"] == "no"


@pytest.mark.parametrize(
    ("messages", "supposition", "says"),
    [
        (["South bid 1H over 1S, West passed"], "what if West had not passed?", "27B"),
        (["North opens 1NT, East bids 2D, South bids 2C"], "what if West had not accepted it?", "27B"),
        (["West led face up out of turn, opening lead, East should have led"], "what if it had not been face up?", "41A"),
        (["East revoked and won the trick, they won none later"], "what if he had not won the trick?", "64A2"),
    ],
)
def test_a_supposition_hears_its_not(messages: list[str], supposition: str, says: str) -> None:
    """What was so is supposed not to have been so."""
    _, last = talked(*messages, supposition)

    assert last.kind == "what_if"
    assert says in last.text


@pytest.mark.parametrize(
    ("story", "told", "pending"),
    [
        ("Ο Ανατολικός έκανε ρενόνς και πήρε τη λεβέ", "Στο τραπέζι 7 ο Δυτικός διεκδίκησε", True),
        ("East revoked and won the trick", "West bid 1S out of turn, it was North's turn", True),
        ("Ο εκτελεστής ζήτησε μικρή πίκα από τον μορ και ο μορ έπαιξε το ρήγα", "ο επόμενος έχει παίξει ήδη", False),
    ],
)
def test_whether_it_is_another_incident(story: str, told: str, pending: bool) -> None:
    """Another table, or a deed of the auction in a story of play, is asked about; a few words of nobody's seat are not."""
    conversation, _ = talked(story, told)

    assert bool(conversation.state.pending) is pending


def test_part_of_this_one_is_no_story() -> None:
    """What only says where a message belongs is not written down."""
    conversation, _ = talked("West revoked and won the trick", "part of this one")

    assert conversation.state.story == ("West revoked and won the trick",)


@pytest.mark.parametrize(
    ("messages", "law"),
    [
        (["West's lead was out of turn", "not 53, it is 54", "it's 55"], "55"),
        (["North is dealer. East opened 1NT before North called", "not 31, 29"], "29"),
    ],
)
def test_a_law_named_is_ruled(messages: list[str], law: str) -> None:
    """A number after a law refused, or one that a message only names, is the law that the director means."""
    _, last = talked(*messages)

    assert last.laws[0].startswith(law)


@pytest.mark.parametrize(
    ("question", "says"),
    [("why not 99", "no law or paragraph 99"), ("why not 73B2", "Why not Law 73"), ("why not law 1", "fit better")],
)
def test_why_not(question: str, says: str) -> None:
    """A law that does not exist, a paragraph, and a law far from the story: nothing told "speaks against" that."""
    conversation, last = talked("South bid 1H over 1S, West passed", question)

    assert says in last.text
    assert "speaks against" not in last.text
    assert conversation.state.story == ("South bid 1H over 1S, West passed",)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("can dummy accept it?", "No: dummy"),
        ("μπορεί ο μορ να τη δεχτεί;", "Όχι: ο μορ"),
        ("how many options?", "5"),
        ("πόσες επιλογές έχει;", "5"),
    ],
)
def test_asked_about_an_opening_lead_out_of_turn(question: str, says: str) -> None:
    """Dummy has no say in it (Laws 43A1(c), 54), and the options are counted."""
    story = "West led face up out of turn, opening lead, East should have led"
    greek = "Η Δύση βγήκε εκτός σειράς με ανοιχτή αντάμ, είχε έξοδο η Ανατολή"
    _, last = talked(story if question.isascii() else greek, question)

    assert last.kind == "asked"
    assert says in last.text


@pytest.mark.parametrize("reply", ["όχι, παραχώρησε", "oxi to tria"])
def test_no_with_something_else_answers_no_question(reply: str) -> None:
    """What follows a "no" and is not what is asked puts the story right, or is not understood; it fills no choice."""
    conversation, _ = talked("East dropped the king of clubs playing the defence, not on purpose", reply)

    assert "partner_could_see" not in conversation.state.answers


@pytest.mark.parametrize(
    ("told", "asked", "number"),
    [
        ("η Ανατολή έκανε ρενόνς, παίξαμε την επόμενη λεβέ και οι δύο", "τι διαφορά έχει από τον νόμο 0", "0"),
        ("η Ανατολή έκανε ρενόνς, παίξαμε την επόμενη λεβέ και οι δύο", "γιατί όχι ο νόμος 120;", "120"),
        ("East revoked, both sides have played to the next trick", "why not law 95?", "95"),
    ],
)
def test_why_not_a_law_that_there_is_not(told: str, asked: str, number: str) -> None:
    """A number beyond the Laws is said to be none."""
    conversation = Conversation()
    conversation.turn(told)
    reply = conversation.turn(asked)

    assert reply.kind == "why_not"
    assert number in reply.text
