"""No turn raises, whatever was tapped or typed before it: situations and facts of another table, old buttons, a number of a menu,
half a look-up, a player named alone, a second story."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from soak.units import openings, tellings, units

from advisor.base import store
from advisor.base.paths import EDITION
from advisor.lawbook.shelf import editions, tables
from advisor.talk.conversation import Conversation, Reply

Said = tuple[str, ...]
FACTS = sorted(f"{name}={value}" for name, fact in store.load("texts")["facts"].items() for value in fact["values"])
SITUATIONS = sorted(tables(EDITION))
HALF = ("pes mu gia ", "what is", "law", "why", "why not", "what if", "if not?", "and if it was not?", "who?", "Τι είναι")
BRIEF = ("declarer", "defends ", "a defender", "West", "η Δύση", "I did", "partner", "2♠", "♥K", "no", "wrong", "none of those")
TALK = ("menu", "more", "back", "undo", "new", "script", "facts", "what is left?", "precedents", "changes", "report", "Ελληνικά")
TAPPED = st.one_of(
    st.sampled_from(SITUATIONS).map("#irregularity={}".format),
    st.sampled_from(FACTS).map("#{}".format),
    st.sampled_from(FACTS).map("#if:{}".format),
    st.sampled_from(FACTS).map(lambda fact: f"#?{fact.partition('=')[0]}"),
)
TYPED = st.one_of(
    st.integers(0, 12).map(str),
    st.sampled_from((*HALF, *BRIEF, *TALK)),
    st.sampled_from(sorted(units())),
    st.sampled_from(tellings()),
    st.builds("{} {}".format, st.sampled_from(openings()), st.sampled_from((*BRIEF, *sorted(units())))),
)
MESSAGES = st.lists(st.one_of(TAPPED, TYPED, st.integers(1, 9)), min_size=2, max_size=6).map(tuple)


def said(conversation: Conversation, message: str | int) -> Reply:
    """The reply to a message; a number stands for what that button of the last reply sends."""
    offered = conversation.state.offered
    text = message if isinstance(message, str) else offered[(message - 1) % len(offered)].send if offered else str(message)
    return conversation.turn(text)


@settings(max_examples=60)
@example("acbl", EDITION, ("#irregularity=defender_lead_out_of_turn", "defends "))
@example("neutral", EDITION, ("#irregularity=revoke_established", "#if:accepted=yes", "and if it was not?"))
@example("neutral", EDITION, ("#irregularity=revoke_established", "#if:accepted=yes", "if not?"))
@given(st.sampled_from(sorted(store.load("authorities")["profiles"])), st.sampled_from(editions()), MESSAGES)
def test_every_turn_is_answered(authority: str, edition: str, messages: tuple[str | int, ...]) -> None:
    """In every edition and under every authority: a reply, and a state that can be kept."""
    conversation = Conversation(edition=edition, authority=authority)
    for message in messages:
        assert said(conversation, message).text.strip()
    assert conversation.state.irregularity in ("", *tables(edition))
    assert type(conversation.state).model_validate_json(conversation.state.model_dump_json()) == conversation.state


@pytest.mark.parametrize("edition", editions())
def test_only_what_the_edition_holds_is_offered(edition: str) -> None:
    """What a refusal offers instead can be picked."""
    conversation = Conversation(edition=edition)
    for text in ("#irregularity=defender_lead_out_of_turn", "West revoked and then led out of turn", "none of those"):
        reply = conversation.turn(text)
    offered = {each.send.partition("=")[2] for each in reply.choices if each.send.startswith("#irregularity=")}

    assert offered <= set(tables(edition))
