"""The one protocol behind every chat: what came in is answered once and in order, whoever may read it sees what they may."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from harness import FakeDoor, drained, office, play, shown, text, working
from pydantic import SecretStr
from sqlalchemy import select

from advisor.book.book import Book
from advisor.book.log import Log
from advisor.book.members import Members
from advisor.book.schema import ChatRow, ConversationRow, MemberRow, PostedRow, ReceivedRow
from advisor.doors.bots.models import GoneError, LaterError, MovedError, RefusedError, UnsureError, WindowError
from advisor.doors.bots.office import Office
from advisor.doors.bots.settings import Settings
from advisor.talk.conversation import Conversation

STORY = "West revoked in hearts and both sides have played to the next trick"


def test_a_story_is_answered_as_the_conversation_answers_it(door: FakeDoor, book: Book) -> None:
    """The whole text, the facts understood, the question with its choices as buttons."""
    reply = Conversation().turn(STORY)

    play(office(door, book), book, [text(STORY)])

    assert len(door.shown) == 1
    assert [line for line in reply.text.splitlines() if line not in shown(door)[0]] == []
    seen = [*shown(door)[0].splitlines(), *(title for title, _ in door.bodies[0]["buttons"])]
    assert [b.label for n, b in enumerate(reply.choices, 1) if not {b.label, f"{n}. {b.label}"} & set(seen)] == []
    assert len(door.bodies[0]["buttons"]) == min(5, len(reply.choices))


def test_a_message_that_comes_again_is_answered_once(door: FakeDoor, book: Book) -> None:
    """Redelivered, doubled in one batch, and out of order: one answer each, in the chat's own order."""
    first, second = text("law 27", 1), text("law 64", 2)

    async def go(here: Office) -> None:
        await here.accept([second, first, first])
        async with working(here):
            await drained(book)
            await here.accept([first, second])
            await drained(book)

    asyncio.run(go(office(door, book)))

    assert [told.split(".")[0] for told in shown(door)] == ["Law 27", "Law 64"]


def test_what_comes_out_of_order_is_answered_in_order(door: FakeDoor, book: Book) -> None:
    """As the settings are when a club sets none: a message that is a little late still comes before the next one."""

    async def go(here: Office) -> None:
        async with working(here):
            await here.accept([text("law 64", 2)])
            await asyncio.sleep(0.15)
            await here.accept([text("law 27", 1)])
            await drained(book)

    asyncio.run(go(office(door, book, settle=Settings(key=SecretStr("club")).settle)))

    assert [told.split(".")[0] for told in shown(door)] == ["Law 27", "Law 64"]


def test_a_pressed_choice_answers_the_question_and_an_old_one_is_closed(door: FakeDoor, book: Book) -> None:
    """The press is a turn; pressed again, or on an older question, it only says that the question is closed."""
    here = office(door, book)
    play(here, book, [text(STORY, 1)])
    (label, carried), *_ = door.bodies[0]["buttons"]

    play(here, book, [text("", 2, kind="press", pressed=carried), text("", 3, kind="press", pressed=carried)])

    assert door.bodies[1]["pressed"] == label
    assert book.turns(book_chat(book))[1].text.startswith("#")
    assert shown(door)[2] == "That question is closed."
    assert door.bodies[2]["note"]
    assert len(book.turns(book_chat(book))) == 2


def book_chat(book: Book, at: int = 0) -> str:
    """The name of the conversation of the first chat."""
    with book.engine.connect() as connection:
        row = connection.execute(select(ChatRow.id, ChatRow.series).order_by(ChatRow.id)).all()[at]
        return f"{row.id}.{row.series}"


@pytest.mark.parametrize("carried", ["c:x:1", "c:", "d:1:2", "c:aaaaaaaa:99", "c:aaaaaaaa:-1", ""])
def test_a_button_of_nobody_is_closed(door: FakeDoor, book: Book, carried: str) -> None:
    """What no button of ours carries does nothing."""
    play(office(door, book), book, [text("", kind="press", pressed=carried, lang="en")])

    assert shown(door) == ["That question is closed."]


def test_an_edit_is_a_correction(door: FakeDoor, book: Book) -> None:
    """The newest story edited is taken back and told anew; an edit that changes nothing is no message."""
    play(
        office(door, book),
        book,
        [
            text("East led out of turn, dummy not down", 1),
            text("East led out of turn, dummy not down", 2, message="m1 again", kind="edit", on="m1"),
            text("East revoked in hearts", 3, message="m1 edit", kind="edit", on="m1"),
        ],
    )

    assert len(door.shown) == 2
    assert "Corrected." in shown(door)[1]
    assert Conversation().turn("East revoked in hearts").text.splitlines()[0] in shown(door)[1]
    assert [turn.text for turn in book.turns(book_chat(book))] == [
        "East led out of turn, dummy not down",
        "undo",
        "yes",
        "East revoked in hearts",
    ]


def test_an_earlier_message_edited_is_told_as_a_correction(door: FakeDoor, book: Book) -> None:
    """What was answered in between is not taken back."""
    play(
        office(door, book),
        book,
        [
            text("South opened 1♠ out of turn, it was West's turn", 1),
            text("law 27", 2),
            text("South passed out of turn, it was West's turn", 3, message="e", kind="edit", on="m1"),
        ],
    )

    assert [turn.text for turn in book.turns(book_chat(book))][2] == "correction, South passed out of turn, it was West's turn"
    assert "Corrected." in shown(door)[2]


def test_what_is_no_text_gets_one_kind_sentence(door: FakeDoor, book: Book) -> None:
    """A voice message, a photo, a sticker."""
    play(office(door, book), book, [text("", kind="unsupported", lang="el")])

    assert shown(door) == ["Διαβάζω μόνο κείμενο, ευχαριστώ πάντως. Γράψτε μου σε δυο γραμμές τι έγινε."]


def test_a_private_choice_answers_the_groups_question(door: FakeDoor, book: Book) -> None:
    """What the director presses in private is a turn of the group's conversation."""
    here = office(door, book)
    play(
        here,
        book,
        [
            text(STORY, 1, chat="g", private=False),
            text("/rest", 2),
        ],
    )
    group = next(name for name in conversations(book) if book.turns(name)[0].text == STORY)

    play(here, book, [text("1", 3)])

    assert len(book.turns(group)) == 2
    assert book.turns(group)[1].text == Conversation().turn(STORY).choices[0].send


def conversations(book: Book) -> list[str]:
    """The names of all conversations."""
    with book.engine.connect() as connection:
        return list(connection.execute(select(ConversationRow.id)).scalars())


COMMANDS = [
    ("/help", "Hello. Tell me in two lines"),
    ("/βοήθεια", "Γεια σας. Πείτε μου σε δυο γραμμές"),
    ("/start", "Hello. Tell me in two lines"),
    ("/new", "A new incident, then."),
    ("/νέο", "Ωραία, νέο συμβάν."),
    ("/law 64C", "64C  "),
    ("/νόμος 64Γ", "64Γ  "),
    ("/law", "Which law?"),
    ("/find revoke", "64"),
    ("/βρες ρενόνς", "64"),
    ("/find", "What shall I find?"),
    ("/language", "Greek or English?"),
    ("/language el", "Εντάξει, στα ελληνικά."),
    ("/γλώσσα en", "English it is."),
    ("/edition", "Which code? (now 2017)"),
    ("/edition 2007", "The 2007 code."),
    ("/log", "The record is for the club's directors only."),
    ("/rest", "I have nothing from a group for you."),
    ("/delete", "Shall I delete all that was told in this chat"),
]


@pytest.mark.parametrize(("said", "begins"), COMMANDS)
def test_commands_in_both_languages(door: FakeDoor, book: Book, said: str, begins: str) -> None:
    """Each does what it says."""
    play(office(door, book, lang="en"), book, [text(said)])

    assert begins in shown(door)[0]


def test_the_edition_of_a_chat(door: FakeDoor, book: Book) -> None:
    """From then on the chat is answered by that code; what was told before under another one stays apart."""
    play(office(door, book, lang="en"), book, [text("law 64", 1), text("/edition", 2), text("2", 3), text("law 45", 4)])

    assert shown(door)[2] == "The 2007 code."
    assert "2007" in shown(door)[3].splitlines()[0]


def test_what_was_told_in_a_chat_is_deleted_when_asked_twice(door: FakeDoor, book: Book) -> None:
    """With its incidents on record; another chat keeps its own."""
    here = office(door, book)
    play(here, book, [text(STORY, 1), text(STORY, 1, chat="other", person="o"), text("/delete", 2)])
    yes = door.bodies[-1]["buttons"][0][1]
    play(here, book, [text("", 3, kind="press", pressed=yes)])

    assert shown(door)[-1] == "All of it is deleted."
    assert len(conversations(book)) == 1
    assert len(Log(book).incidents()) == 1


def test_no_byte_stays_of_what_was_deleted(door: FakeDoor, book: Book, tmp_path: Path) -> None:
    """Neither in the book's file nor in what is written ahead of it."""
    play(office(door, book), book, [text(f"{STORY} Zyx1quork", 1)])
    before = [path.name for path in tmp_path.rglob("*") if path.is_file() and b"Zyx1quork" in path.read_bytes()]
    play(office(door, book), book, [text("/delete", 2), text("/delete !", 3)])

    assert before != []
    assert [path.name for path in tmp_path.rglob("*") if path.is_file() and b"Zyx1quork" in path.read_bytes()] == []


def test_only_the_invited_are_answered(door: FakeDoor, book: Book) -> None:
    """A stranger is told how to be let in; a code opens the chat or makes a director, once; a group stays silent."""
    here = office(door, book, access="invited", lang="en")
    members = Members(book)
    director, chat = members.invite("director"), members.invite("chat")
    play(
        here,
        book,
        [
            text("law 27", 1),
            text("law 27", 1, chat="g", private=False),
            text("/start WRONG", 2),
            text(f"/start {director.lower()}", 3),
            text("law 27", 4),
            text(f"/start {director}", 1, chat="c2", person="p2"),
            text(f"/start {chat}", 1, chat="c3", person="p3"),
            text("law 27", 2, chat="c3", person="p4"),
            text("/log", 5),
        ],
    )

    assert [told.splitlines()[0][:22] for told in shown(door)] == [
        "I am here for the club",
        "That code is unknown o",
        "Welcome among the club",
        "Law 27. Insufficient b",
        "That code is unknown o",
        "From now on I answer i",
        "Law 27. Insufficient b",
        "There is nothing on re",
    ]


def test_the_record_is_shown_to_directors_in_private(door: FakeDoor, book: Book) -> None:
    """The list, a search, and one incident as a page; never in a group."""
    here = office(door, book, lang="en")
    code = Members(book).invite("director")
    play(
        here,
        book,
        [
            text(f"/start {code}", 1),
            text(STORY, 2),
            text("/log", 3),
            text("/log nonsense", 4),
            text("/log 1", 5),
            text("/log 99", 6),
            text("/log", 7, chat="g", private=False),
            text(f"/log {'9' * 5000}", 8),
        ],
    )

    assert STORY[:40] in shown(door)[2]
    assert STORY not in shown(door)[3]
    assert "Director's report 1" in shown(door)[4]
    assert "nothing on record" in shown(door)[5]
    assert shown(door)[6] == "I say that in private only."
    assert "nothing on record" in shown(door)[7]


def test_who_writes_too_fast_is_told_once(door: FakeDoor, book: Book) -> None:
    """Three a minute are allowed: the fourth is told to wait, the fifth hears nothing; another chat is not held up."""
    here = office(door, book, rate=3, lang="en")
    play(here, book, [*(text("thanks", n) for n in range(1, 6)), text("thanks", 1, chat="d")])

    assert [told[:8] for told in shown(door)] == ["At your "] * 3 + ["Too many", "At your "]


def test_nothing_of_a_person_or_a_message_is_kept_once_it_is_answered(door: FakeDoor, book: Book) -> None:
    """Ids are hashes; the text stands in the conversation only, the address nowhere."""
    play(office(door, book), book, [text(STORY, 1, chat="30210-chat", person="30210-person", message="mid-77")])
    with book.engine.connect() as connection:
        rows = [str(connection.execute(select(table)).all()) for table in (ChatRow, ReceivedRow, PostedRow, MemberRow)]

    assert [word for word in ("30210", "mid-77", "revoked") if word in "".join(rows)] == []


FAULTS: list[tuple[Exception, bool, int]] = [
    (LaterError(0.05), False, 1),
    (UnsureError(), True, 1),
    (UnsureError(), False, 1),
    (RefusedError("why"), False, 0),
    (GoneError(), False, 0),
    (RuntimeError("boom"), False, 1),
]


@pytest.mark.parametrize(("fault", "lost", "times"), FAULTS, ids=lambda v: str(v)[:12])
def test_what_goes_wrong_while_sending(door: FakeDoor, book: Book, fault: Exception, lost: bool, times: int) -> None:
    """Sent later, found to have arrived, or given up; never shown twice. The next message is answered whatever happened."""
    door.faults, door.lost = [fault], lost
    play(office(door, book, lease=0.3), book, [text("law 27", 1), text("law 64", 2)])

    assert [told[:6] for told in shown(door)] == ["Law 27"] * times + ["Law 64"]


def test_a_chat_that_moved_is_found(door: FakeDoor, book: Book) -> None:
    """What waits goes to the new address."""
    door.faults = [MovedError("new")]
    play(office(door, book), book, [text("law 27", 1)])

    assert [chat for chat, _ in door.shown] == ["new"]


def test_what_may_not_be_sent_waits_until_the_chat_is_heard_again(door: FakeDoor, book: Book) -> None:
    """Outside its window a chat gets nothing; when its people write again, the old answer comes before the new one."""
    here = office(door, book)
    door.faults = [WindowError()]
    play(here, book, [text("law 27", 1)])
    assert door.shown == []

    play(here, book, [text("law 64", 2)])

    assert [told[:6] for told in shown(door)] == ["Law 27", "Law 64"]


def test_no_receipt_in_time_means_that_it_is_sent_again(door: FakeDoor, book: Book) -> None:
    """Where a chat can never tell, a message whose sending was cut off is sent again after a while rather than lost."""
    door.faults, door.receipts = [UnsureError()], False
    play(office(door, book, receipt=0.1), book, [text("law 27")])

    assert [told[:6] for told in shown(door)] == ["Law 27"]


def test_a_message_that_breaks_the_program_does_not_block_its_chat(
    door: FakeDoor, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After three tries it is answered with a sentence, and the next one is answered as ever."""
    turn = book.turn

    def breaks(conversation: str, said: str, *told: Any, **more: Any) -> Any:
        if said == "poison":
            raise ZeroDivisionError
        return turn(conversation, said, *told, **more)

    monkeypatch.setattr(book, "turn", breaks)
    monkeypatch.setattr("advisor.doors.bots.office._BROKEN", 0.01)
    play(office(door, book, lang="en"), book, [text("poison", 1), text("law 27", 2)])

    assert [told[:15] for told in shown(door)] == ["I cannot answer", "Law 27. Insuffi"]
