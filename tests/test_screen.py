"""The first screen of a phone: the law, what follows, and the question; the rest is asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.base.paths import EDITION
from advisor.lawbook.shelf import tables
from advisor.say.words import Words
from advisor.talk.conversation import Conversation, Reply
from advisor.talk.incident import consulted
from advisor.talk.screen import ROWS, beside, fitted, rows

LONG = "The auction was in progress when a player heard from the next table that the slam makes on this very board"
LONG_EL = "Η συμπαίκτρια της Δύσης δίστασε πολλή ώρα πριν πει πάσο και η Δύση μετά δήλωσε 4♠, οι αντίπαλοι διαμαρτύρονται"
LINES = st.lists(st.text("abc de", min_size=1, max_size=90).filter(str.strip), max_size=12)


def height(reply: Reply) -> int:
    """The rows that a reply takes on a phone."""
    return rows(reply.text.splitlines()) + beside(reply.understood, reply.choices)


@given(LINES, LINES, LINES, st.integers(4, 30))
def test_nothing_is_lost(head: list[str], body: list[str], tail: list[str], room: int) -> None:
    """What is shown and what is left are all the lines, in their order; the first line and the question are shown."""
    shown, left = fitted(head, body, tail, room)
    count = len(shown) - len(tail)

    assert shown[count:] == tail
    assert [*shown[:count], *left] == [*head, *body]
    assert shown[:1] == [*head, *tail][:1] or not head


@pytest.mark.parametrize("text", [LONG, LONG_EL])
def test_a_long_answer_fits_and_the_rest_follows(text: str) -> None:
    """The law first, the question on the first screen, the rest on request, and the numbers of the choices do not move."""
    conversation = Conversation()
    first = conversation.turn(text)
    asked = conversation.state.question
    rest = conversation.turn("περισσότερα" if first.lang == "el" else "more")

    assert height(first) <= ROWS
    assert rest.kind == "more"
    assert rest.text
    assert rest.text not in first.text
    assert conversation.state.question == asked
    assert rest.choices == first.choices[:-1]


def test_more_when_there_is_no_more() -> None:
    """It is said so; and an answer that fits is not cut."""
    conversation = Conversation()
    conversation.turn("East bid 1♠ over 2♣")
    conversation.turn("more")
    twice = conversation.turn("more")

    assert twice.kind == "more"
    assert "script" in twice.text


def test_more_in_the_menu_turns_its_page() -> None:
    """Where situations are picked from, more means more of them."""
    conversation = Conversation()
    conversation.turn("menu")
    page = conversation.turn("4")

    assert conversation.turn("more").kind == "menu"
    assert page.kind == "menu"


@pytest.mark.parametrize("command", ["script", "why?", "what is left?", "precedents"])
def test_what_is_asked_for_is_read_on_a_phone(command: str) -> None:
    """A script or a reason is told screen by screen too."""
    conversation = Conversation()
    conversation.turn(LONG)

    assert height(conversation.turn(command)) <= ROWS + 5


TABLE_VIEW = {"en": "table view", "el": "όψη τραπεζιού"}


@pytest.mark.parametrize("lang", TABLE_VIEW)
@pytest.mark.parametrize("name", sorted(tables(EDITION)))
def test_the_table_view_on_a_phone(name: str, lang: str) -> None:
    """Its first screen holds the law and every option with its law, a line each; what each leads to is told there or next."""
    conversation = Conversation(lang=lang)
    conversation.turn(f"#irregularity={name}")
    ruled = consulted(conversation.state).ruled
    choices = conversation.state.offered
    view = conversation.turn(TABLE_VIEW[lang])
    words = Words(conversation.state.speaks)
    shown = view.text.splitlines()

    assert ruled is not None
    assert view.kind == "table"
    assert height(view) <= ROWS
    assert shown[1].startswith(f"{words.frame('law')} {words.ref(ruled.laws()[0])}")
    if ruled.row is None and ruled.until is None and ruled.table.kind != "judgement":
        for branch in ruled.branches:
            start = f"- {words.value(ruled.question, branch.value)}: "
            assert sum(line.startswith(start) for line in shown) >= 1
    if view.choices:
        rest = conversation.turn(view.choices[0].send)
        assert rest.kind == "more"
        assert len(rest.choices) >= len([b for b in choices if b.send.startswith("#")])
