"""Why not another law: answered of every situation that the lawbook holds, also of one that turns on no fact."""

from __future__ import annotations

import pytest

from advisor.lawbook.shelf import table, tables
from advisor.say.words import Words
from advisor.talk.conversation import Conversation

_STORY = "West led out of turn, face up, and declarer has not answered"
_NO_FACT = sorted(name for name in tables("2017") if (found := table("2017", name)) is not None and not found.asks)


def test_some_situations_turn_on_no_fact() -> None:
    """There are such tables: what follows would test nothing otherwise."""
    assert _NO_FACT


@pytest.mark.parametrize("name", _NO_FACT)
@pytest.mark.parametrize("lang", ["en", "el"])
def test_why_not_a_situation_that_turns_on_no_fact(name: str, lang: str) -> None:
    """The answer says what the words fit, or what speaks against the other one, and asks no question that there is not."""
    asks, told = ("why not {}?", _STORY) if lang == "en" else ("γιατί όχι {};", "Η Δύση έκανε αντάμ εκτός σειράς, ανοιχτή")
    talk = Conversation()
    before = talk.turn(told).advice
    reply = talk.turn(asks.format(Words(lang).irregularity(name)))

    assert before is not None
    assert reply.text
    assert "{" not in reply.text


def test_a_situation_cried_in_an_edition_that_holds_none_of_it_is_not_taken_up() -> None:
    """The Laws of 2007 have no table of it: the reply says so, or asks."""
    assert Conversation(lang="en", edition="2007").turn("explain why make και ο partner είπε ").text
