"""What players may not read of an incident is read in private by who told it and by the club's directors, by nobody else."""

from __future__ import annotations

import pytest
from harness import FakeDoor, office, play, shown, text

from advisor.book.book import Book
from advisor.book.members import Members
from advisor.talk.conversation import Conversation

STORY = "West revoked in hearts and both sides have played to the next trick"
CARDS = "η Ανατολή δίστασε πριν από το πάσο και ο συμπαίκτης δήλωσε 3Κ"


def test_players_read_the_table_view_and_the_director_the_rest(door: FakeDoor, book: Book) -> None:
    """In a group no test, no fact weighed, no question about cards; in private the same person reads all of it."""
    group = {"chat": "g", "private": False, "person": "td"}
    play(
        office(door, book), book, [text(CARDS, 1, **group), text("/rest", 2, person="td"), text("/rest", 3, chat="d", person="x")]
    )
    whole = Conversation().turn(CARDS).text.splitlines()

    assert shown(door)[0].splitlines()[:3] == [
        "Για τους τέσσερις παίκτες:",
        "Νόμος 16Β: Αθέμιτη πληροφορία από τον συμπαίκτη.",
        "Ο Διαιτητής θα αποφασίσει μετά το παιχνίδι. Παίξτε κανονικά.",
    ]
    assert "ιδιωτικά: elsewhere" in shown(door)[0]
    assert [line for line in whole[1:] if line in shown(door)[0]] == []
    assert door.bodies[0]["buttons"] == []
    assert [line for line in whole[1:] if line not in shown(door)[1]] == []
    assert whole[-1] not in shown(door)[2]


@pytest.mark.parametrize("asked", ["why?", "script", "what if dummy was down?", "what is left?", "what did you understand?"])
def test_a_group_is_not_told_what_only_the_director_may_know(door: FakeDoor, book: Book, asked: str) -> None:
    """What is asked about the incident in hand is offered in private."""
    group = {"chat": "g", "private": False}
    play(office(door, book), book, [text("East led out of turn, dummy not down", 1, **group), text(asked, 2, **group)])
    private = Conversation()
    private.turn("East led out of turn, dummy not down")

    told = private.turn(asked).text.splitlines()

    assert [line for line in told if line in shown(door)[1]] == []
    assert shown(door)[1] == "The rest is for the Director only. Write to me in private: elsewhere"


def test_a_group_may_answer_a_question_that_players_may_hear(door: FakeDoor, book: Book) -> None:
    """Its buttons are those of the question alone."""
    play(
        office(door, book),
        book,
        [text(STORY, 1, chat="g", private=False)],
    )
    reply = Conversation().turn(STORY)

    mine = [n for n, b in enumerate(reply.choices, 1) if b.send.startswith((f"#{reply.asks}=", f"#?{reply.asks}"))]
    assert [int(carried.rsplit(":", 1)[1]) for _, carried in door.bodies[-1]["buttons"]] == mine[:5]
    assert len(mine) > 2


def test_players_never_read_the_rest(door: FakeDoor, book: Book) -> None:
    """A look-up, a fact added or a choice made in the group opens nothing in private; who told it, and a director, read it."""
    group = {"chat": "g", "private": False}
    play(office(door, book), book, [text(CARDS, 1, **group, person="td"), text("/law 27", 2, **group, person="player")])
    play(office(door, book), book, [text("1", 3, **group, person="player"), text("/rest", 4, chat="p", person="player")])
    play(office(door, book), book, [text("/rest", 5, chat="d", person="td")])
    talk = Conversation()
    talk.turn(CARDS)
    whole = talk.turn("1").text.splitlines()

    assert shown(door)[-2] == "Δεν έχω κάτι από ομάδα για εσάς."
    assert whole[1] in shown(door)[-1]


def test_a_director_reads_the_rest_of_what_another_told(door: FakeDoor, book: Book) -> None:
    """Once the director has written in that group."""
    here, group = office(door, book), {"chat": "g", "private": False}
    code = Members(book).invite("director")
    play(here, book, [text(f"/start {code}", 1, person="td"), text(CARDS, 2, **group, person="player")])
    play(here, book, [text("/law 27", 3, **group, person="td"), text("/rest", 4, person="td")])

    assert Conversation().turn(CARDS).text.splitlines()[1] in shown(door)[-1]


def test_a_choice_offered_in_private_closes_when_another_incident_is_in_hand(door: FakeDoor, book: Book) -> None:
    """Whose incident it no longer is reads nothing of the new one, whoever says that it is a new one."""
    here, group, alone = office(door, book, lang="en"), {"chat": "g", "private": False}, {"chat": "p", "person": "one"}
    play(here, book, [text(STORY, 1, **group, person="one"), text("/rest", 2, **alone)])
    carried = door.bodies[-1]["buttons"][0][1]
    play(here, book, [text(CARDS, 3, **group, person="two"), text("#incident=new", 4, **group, person="one")])
    play(
        here, book, [text("", 5, chat="p", kind="press", pressed=carried, person="one"), text("/rest", 6, chat="p", person="one")]
    )
    play(here, book, [text("/rest", 7, chat="q", person="two")])

    assert shown(door)[-3] == "That question is closed."
    assert shown(door)[-2] == "I have nothing from a group for you."
    assert "16Β" in shown(door)[-1]
