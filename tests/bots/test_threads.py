"""A chat with threads (a busy Matrix room, a Telegram group with topics) is one chat: what is set, counted or deleted there is so
in all its threads; each holds an incident of its own."""

from __future__ import annotations

from typing import Any

from harness import FakeDoor, office, play, shown, text

from advisor.book.book import Book
from advisor.book.log import Log
from advisor.book.members import Members
from advisor.doors.bots.models import Incoming

STORY = "West revoked in hearts and both sides have played to the next trick"


def said(told: str, number: int, thread: str, **more: Any) -> Incoming:
    """A message in a thread of a group."""
    return text(told, number, **{"chat": "g", "private": False, "thread": thread} | more)


def test_each_thread_holds_an_incident_of_its_own(door: FakeDoor, book: Book) -> None:
    """Told side by side."""
    play(office(door, book), book, [said(STORY, 1, "a"), said("East led out of turn, dummy not down", 2, "b")])

    assert len(Log(book).incidents()) == 2


def test_delete_deletes_what_was_told_in_all_threads(door: FakeDoor, book: Book) -> None:
    """Wherever in the chat it is said; what another chat told stays, and a question that was open is closed."""
    here = office(door, book, lang="en")
    play(here, book, [said(STORY, 1, "a"), said(STORY, 2, ""), said(STORY, 1, "a", chat="other")])
    carried = next(body["buttons"][0][1] for body in door.bodies if body["buttons"])
    play(here, book, [said("/delete !", 3, "b"), said("", 4, "a", kind="press", pressed=carried)])

    assert len(Log(book).incidents()) == 1
    assert shown(door)[-2:] == ["All of it is deleted.", "That question is closed."]


def test_the_rate_is_that_of_the_chat(door: FakeDoor, book: Book) -> None:
    """A new thread for each message does not lift it."""
    play(office(door, book, rate=2, lang="en"), book, [said("thanks", n, f"t{n}") for n in range(1, 6)])

    assert [told[:8] for told in shown(door)] == ["At your ", "At your ", "Too many"]


def test_an_invitation_opens_the_whole_chat(door: FakeDoor, book: Book) -> None:
    """Its threads, those of later too, and what is written outside of any."""
    code = Members(book).invite("chat")
    told = [said("law 27", n, thread, person=thread) for n, thread in ((2, "b"), (3, ""), (4, "c"))]
    play(office(door, book, access="invited", lang="en"), book, [said(f"/start {code}", 1, "a"), *told])

    assert [each[:7] for each in shown(door)] == ["From no", *["Law 27."] * 3]


def test_language_and_edition_are_those_of_the_chat(door: FakeDoor, book: Book) -> None:
    """Said in one thread, heard in another, whether it has been spoken in or not."""
    told = [said("law 45", 1, "a"), said("/language el", 2, "b"), said("/edition 2007", 3, "b")]
    play(office(door, book, lang="en"), book, [*told, said("law 45", 4, "a"), said("law 45", 5, "c")])

    assert shown(door)[0].startswith("Law 45.")
    assert [each.splitlines()[0].startswith("Νόμος 45.") and "2007" in each.splitlines()[0] for each in shown(door)[-2:]] == [
        True
    ] * 2
