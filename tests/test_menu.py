"""The menu of situations: by what happened, the most frequent first, two levels, with a way up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from advisor.base import store
from advisor.base.text import fold
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import tables
from advisor.talk.conversation import Conversation, Reply
from advisor.talk.screen import rows

SCREEN = 22  # rows of a phone that a list may take


def test_every_law_with_a_table_stands_in_one_group() -> None:
    """Nothing is out of reach, nothing stands twice, and what comes first belongs to its group."""
    groups = store.load("talk")["menu"]
    listed = [law for entry in groups.values() for law in entry["laws"]]
    law_of = {name: law_number(str(data["law"])) for name, data in tables("2017").items()}

    assert len(listed) == len(set(listed))
    assert set(law_of.values()) == set(listed)
    assert all(law_of[name] in entry["laws"] for entry in groups.values() for name in entry["first"])


@pytest.mark.parametrize(
    ("asked", "wanted"), [("menu", ("revoke", "lead", "insufficient")), ("μενού", ("ρενονς", "εξοδος", "ανεπαρκης"))]
)
def test_the_first_screen_has_what_happens_most(asked: str, wanted: tuple[str, ...]) -> None:
    """A revoke, a lead out of turn and an insufficient bid are the first three."""
    first = [fold(button.label) for button in Conversation().turn(asked).choices[:3]]

    assert all(fold(word) in label for word, label in zip(wanted, first, strict=True))


def pages(lang: str) -> Iterator[Reply]:
    """Every page of the menu: of what happened, and of the situations of each."""
    conversation = Conversation(lang=lang)  # type: ignore[arg-type]
    first = conversation.turn("#menu")
    for top in (first, conversation.turn(first.choices[-1].send)):
        yield top
        for button in top.choices:
            reply = conversation.turn(button.send) if button.send.count(":") == 1 else None
            while reply is not None:
                yield reply
                more = next((b.send for b in reply.choices if b.send.count(":") > 1), "")
                reply = conversation.turn(more) if more else None


@pytest.mark.parametrize("lang", ["el", "en"])
def test_two_levels_reach_every_situation(lang: str) -> None:
    """All situations, each page on a screen with no more buttons than a chat shows, and a way up from each but the first."""
    every = list(pages(lang))
    sent = {button.send for page in every for button in page.choices}

    assert {f"#irregularity={name}" for name in tables("2017")} <= sent
    assert max(len(page.choices) for page in every) <= 10
    assert max(rows(page.text.splitlines()) for page in every) <= SCREEN
    assert all(any(button.send == "#menu" for button in page.choices) for page in every[1:])


def test_the_way_up_leaves_the_incident_alone() -> None:
    """From a look into the menu the way leads back to the incident in hand, and nothing of it is lost."""
    conversation = Conversation()
    conversation.turn("West led out of turn, declarer refuses")
    before = conversation.state.incident()
    conversation.turn("menu")
    conversation.turn("1")
    conversation.turn("back")

    assert conversation.state.incident() == before


def test_an_old_button_supposes_nothing_when_nothing_is_in_hand() -> None:
    """A button of a supposition that outlived its incident is not understood, and breaks nothing."""
    conversation = Conversation()
    conversation.turn("West led out of turn, declarer refuses")
    conversation.turn("new")

    assert conversation.turn("#if:accepted=yes").kind == "puzzled"


@pytest.mark.parametrize(
    "sent", ["#if:irregularity=claim_no_statement", "#if:nothing_known=x", "#if:accepted=perhaps", "#if:menu:play"]
)
def test_what_is_no_fact_is_not_supposed(sent: str) -> None:
    """Only facts can be supposed otherwise: a situation, an unknown fact or value, a menu change nothing and break nothing."""
    conversation = Conversation()
    conversation.turn("West led out of turn")
    before = conversation.state.incident()
    reply = conversation.turn(sent)

    assert reply.text
    assert conversation.state.incident() == before
    name, _, value = sent.removeprefix("#if:").partition("=")
    assert conversation.state.supposed.get(name, "told") != value
