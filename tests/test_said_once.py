"""Nothing is said twice: what a terminal prints is one line when nothing changes, and what an earlier reply offered goes."""

from __future__ import annotations

import pytest

from advisor.doors.cli.chatting import _lines
from advisor.talk.conversation import Conversation, Reply

REVOKE = {
    "en": ("West revoked in clubs, West won it and won another later", "how many?", "what's the ruling?", "ok"),
    "el": ("η Δύση έκανε ρενόνς, κέρδισε την ίδια λεβέ και άλλη μία", "πόσες λεβέ;", "ποια είναι η απόφαση;", "οκ"),
}


def printed(reply: Reply) -> list[str]:
    """The lines that a terminal prints."""
    return [line for line, _ in _lines(reply)]


@pytest.mark.parametrize("lang", REVOKE)
def test_what_is_asked_again_is_one_line_and_understood(lang: str) -> None:
    """However often: never "not understood", never the same words as the time before, no choices below."""
    conversation = Conversation()
    first, *questions = REVOKE[lang]
    conversation.turn(first)
    for question in questions:
        once = conversation.turn(question)
        again = [conversation.turn(question) for _ in range(2)]

        assert [len(printed(each)) for each in again] == [1, 1]
        assert len({once.text, *(each.text for each in again)}) == 3 or question in ("ok", "οκ")
        assert not any("Not understood" in each.text or "Δεν κατάλαβα" in each.text for each in again)


@pytest.mark.parametrize("command", ["script", "why?", "what is left?", "why not 57?"])
def test_what_is_looked_at_again_stands_above(command: str) -> None:
    """Asked for by name a second time, it is said where it stands."""
    conversation = Conversation()
    conversation.turn(REVOKE["en"][0])
    conversation.turn(command)

    assert len(printed(conversation.turn(command))) == 1


def test_a_seat_put_right_does_not_print_the_ruling_again() -> None:
    """What changed is said, and that the ruling stays."""
    conversation = Conversation()
    ruling = conversation.turn("West led a heart out of turn, faced, against 4S by South.")
    put_right = conversation.turn("no, it was East who led")

    assert "East" in put_right.text
    assert ruling.text.splitlines()[0] not in put_right.text
    assert len(printed(put_right)) == 2


def test_what_an_answer_offered_goes_with_it() -> None:
    """The situation asked about with "why not" is offered there, and under no later reply."""
    conversation = Conversation()
    conversation.turn("West led a heart out of turn, faced, against 4S by South.")
    offered = conversation.turn("why not law 56?")
    later = conversation.turn("can he refuse the lead?")

    assert any(button.send.startswith("#irregularity=") for button in offered.choices)
    assert not any(button.send.startswith("#irregularity=") for button in (*later.choices, *conversation.state.offered))


@pytest.mark.parametrize(("menu", "back"), [("menu", "back"), ("μενού", "πίσω")])
def test_back_goes_one_menu_up_and_then_to_the_incident(menu: str, back: str) -> None:
    """However often that way is gone, and nothing is taken away by it."""
    conversation = Conversation()
    conversation.turn("η Δύση έκανε ρενόνς στα σπαθιά" if menu != "menu" else "West revoked in clubs")
    story = conversation.state.story
    for _ in range(2):
        first = conversation.turn(menu)
        conversation.turn("1")

        assert conversation.turn(back).choices == first.choices
        assert conversation.turn(back).kind == "noted"
        assert conversation.state.story == story
