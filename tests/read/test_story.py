"""Who did what, in order: doers told, meant and dropped; passives; before and after; and calls told one by one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.base import paths
from advisor.base.datafile import read as data_of
from advisor.diagnose.understanding import reader
from advisor.lexicon.load import load
from advisor.read.events import Event
from advisor.read.reading import Reading
from advisor.replay.derive import findings
from advisor.replay.played import replay
from advisor.talk.tracing import explain


def read(text: str) -> Reading:
    """The reading of a text."""
    return reader().read(text)


def deeds(text: str) -> list[tuple[str, str, str]]:
    """(deed, doer, object) of every event."""
    return [(event.deed, event.actor, event.object) for event in read(text).story.events]


def first(text: str, deed: str) -> Event:
    """The first event with a deed."""
    return next(event for event in read(text).story.events if event.deed == deed)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("West led a heart and East played the ♠2", [("lead", "seat_west", "suit:H"), ("play", "seat_east", "card:S2")]),
        ("Declarer claimed and dummy objected", [("claim", "declarer", ""), ("object", "dummy", "")]),
        ("Η Δύση βγήκε και ο μορ έπαιξε ♥3", [("lead", "seat_west", ""), ("play", "dummy", "card:H3")]),
        ("Ο εκτελεστής διεκδίκησε", [("claim", "declarer", "")]),
        ("declarer called for a spade", [("call_card", "declarer", "suit:S")]),
        ("dummy called the director", [("call_director", "dummy", "director")]),
        ("η Ανατολή είπε 1♥", [("bid", "seat_east", "call:1H")]),
    ],
)
def test_doer_deed_and_object(text: str, told: list[tuple[str, str, str]]) -> None:
    """The person before the deed does it, with the call or the card after it."""
    assert deeds(text) == told


@pytest.mark.parametrize(
    ("text", "deed", "actor", "by"),
    [
        ("a heart was led by East", "lead", "seat_east", "passive"),
        ("Βγήκε η Δύση", "lead", "seat_west", "told"),
        ("vgike i dysi alla den itan seira tis", "lead", "seat_west", "told"),
        ("East hesitated. Then he passed", "pass", "seat_east", "pronoun"),
        ("I revoked", "revoke", "speaker", "pronoun"),
        ("Declarer hesitated and then claimed", "claim", "declarer", "dropped"),
        ("asked dummy to play a card", "play", "dummy", "told"),
        ("I called the director and passed", "pass", "speaker", "dropped"),
        ("West says South hesitated", "pause", "seat_south", "told"),
    ],
)
def test_the_doer_is_found(text: str, deed: str, actor: str, by: str) -> None:
    """By grammar: passive, a subject after its verb, pronoun, dropped subject, the one spoken to, the one reported on."""
    event = first(text, deed)

    assert (event.actor, event.by) == (actor, by)


@pytest.mark.parametrize("text", ["he passed", "claimed", "", "!!!", "βγήκε πίκα"])
def test_nobody_is_invented(text: str) -> None:
    """Where nobody was told, nobody did it."""
    assert all(event.actor == "" for event in read(text).story.events)


@pytest.mark.parametrize(
    ("text", "when", "order"),
    [
        ("West led before East passed", "after", (0, 1)),
        ("West led after East passed", "before", (1, 0)),
        ("After West led, East claimed", "after", (0, 1)),
        ("Before West led, East claimed", "before", (1, 0)),
        ("Η Δύση βγήκε πριν πασάρει η Ανατολή", "after", (0, 1)),
        ("West led. East claimed", "", (0, 1)),
    ],
)
def test_before_and_after(text: str, when: str, order: tuple[int, ...]) -> None:
    """The order of the deeds is that of the telling unless the words say otherwise."""
    story = read(text).story

    assert story.events[1].when == when
    assert story.happened() == order


def test_scope_reaches_deeds() -> None:
    """A denied or supposed deed says so."""
    assert first("East did not revoke", "revoke").flags == ("negated",)
    assert first("if East revoked", "revoke").flags == ("supposed",)
    assert first("East revoked", "revoke").flags == ()


@pytest.mark.parametrize(
    "text",
    [
        "West opened 1S, North passed and East bid 1H",
        "η Δύση άνοιξε 1♠, ο Βορράς πάσαρε και η Ανατολή είπε 1♥",
    ],
)
def test_calls_told_one_by_one_are_played(text: str) -> None:
    """A told sequence of calls proves what a written auction proves."""
    reading = read(text)
    found = findings(reading.notation, reading.story.played)

    assert [note.value for note in reading.story.played] == ["W:1S N:P E:1H"]
    assert replay(reading).derived["auction_insufficient"] == "yes"
    assert (found["insufficient_by"].value, found["lowest_sufficient_bid"].value) == ("E", "2H")


@pytest.mark.parametrize(
    "text",
    [
        "West bid 1H after East had opened 1S",
        "West opened 1S and East did not bid 1H",
        "West opened 2S, the director was called, East bid 1H",
        "North opens 1NT with twelve, South opens 1NT with fifteen",
        "West opened 1S and my partner bid 1H",
    ],
)
def test_what_is_not_certain_is_not_played(text: str) -> None:
    """Told backwards, denied, broken by another deed, two openings, a caller without a seat."""
    assert read(text).story.played == ()


def test_cards_told_one_by_one_make_a_trick() -> None:
    """Four plays in rotation name the winner, who leads next."""
    reading = read("West led ♠A, North played ♠2, East followed with ♠5 and South played ♠3.")
    found = findings(reading.notation, reading.story.played)

    assert found["trick_winning_card"].value == "SA"
    assert found["trick_winner"].value == "W"


_WORDS = [
    "West",
    "he",
    "dummy",
    "led",
    "passed",
    "1S",
    "♠A",
    "before",
    "after",
    "asked",
    "to",
    "by",
    "was",
    "η",
    "Δύση",
    "βγήκε",
    "πριν",
    ".",
    ",",
]


@given(st.lists(st.sampled_from(_WORDS), max_size=40).map(" ".join))
def test_any_words_make_a_story(text: str) -> None:
    """Every event points back to an event told before it, and the order of happening leaves none out."""
    story = read(text).story

    assert all(event.to < number for number, event in enumerate(story.events))
    assert sorted(story.happened()) == list(range(len(story.events)))
    assert [event.first for event in story.events] == sorted(event.first for event in story.events)


def test_every_deed_has_words() -> None:
    """The senses of a deed are listed in lexicon/words, none belongs to two deeds, and the lists name deeds only."""
    data: Any = data_of(paths.LEXICON / "story.yaml").value
    lexicon, _ = load(paths.LEXICON)
    senses = [sense for listed in data["deeds"].values() for sense in listed]

    assert [sense for sense in senses if sense not in lexicon.words] == []
    assert len(senses) == len(set(senses))
    assert {*data["becomes"], *data["calling"], *data["playing"], *data["reporting"]} <= set(data["deeds"])
    assert {name for made in data["becomes"].values() for name in made.values()} <= {*data["deeds"], "call_card"}


def test_the_story_dumps_to_json_and_is_explained() -> None:
    """Plain values, nothing that was not told; `explain` prints them as a step of their own."""
    text = "West led a heart before East had passed"
    dumped = read(text).story.dump()

    assert json.loads(json.dumps(dumped)) == dumped
    assert dumped[0] == {
        "number": 0,
        "deed": "lead",
        "actor": "seat_west",
        "by": "told",
        "object": "suit:H",
        "first": 1,
        "last": 3,
    }
    assert json.dumps(dumped[1]) in explain(text)
