"""Time grows linearly with length, through every door; a text at its limit is answered within a second.

Each word of the lexicon has its day, one in eighteen weeks: all of them in one run would take a quarter of an hour, and the same
few every day would never find the others. Beside that it is counted, forty words to a text, how often each function walks through
what was read: there each has its turn within three weeks. `python tests/soak --growth` tries every one at once, and many pairs.
"""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import combinations_with_replacement, count, islice

import pytest
from soak.growth import (
    DOORS,
    MOST,
    Replied,
    asked,
    grown,
    incidents,
    kind,
    of_day,
    pairs,
    searched,
    seconds,
    slowness,
    sorts,
    sweep,
    warm,
)
from soak.growth import told as first_told
from soak.units import SIGNS, openings, units
from soak.walks import walking

from advisor.advising import LONGEST
from advisor.base.errors import UsageError
from advisor.base.kept import of_texts
from advisor.diagnose.understanding import reader
from advisor.say.lookup import LONGEST as LONGEST_SEARCH
from advisor.say.lookup import find
from advisor.talk.conversation import Conversation
from advisor.talk.models import LONGEST_REPLY

_DAYS = 126
_TODAY = datetime.now(tz=UTC).date().toordinal()
_PAIRS = 12  # a day
_WEEK, _PACKED = 21, 40
_LENGTH = 10_000  # characters: what grows with the square is within a second at twice that where it is not found here
_MOST = 1.0  # second of processor time at the limit
_TRIES = 3  # the best of them counts: what else the machine does slows a processor too
# Each of these took half a minute and more once.
_KNOWN = (
    "dealer N ",
    "1S-",
    "♠A ♥A ♦A ♣A ",
    "no ",
    "λάθος ",
    "won and has to lead ",
    "told dummy to win ",
    "first bid before second ",
    "disagreed ten ",
    "asks declarer is North ",
    "we had won the last trick ",
    "had a heart all along ",
    "έπαιξα από τον μορ ",
    "δεν συμφωνεί κανείς, ",
    "and East disagrees ",
    "changed it to event ",
)
# What a director may send at length: an evening's incidents in one message.
_INCIDENT = (
    "South was declarer in 4♠ after 1♠-2♠-4♠. West led the ♥K, dummy came down, declarer won the ace and drew two trumps. "
    "In trick {} {}, who still held a heart, discarded a diamond on declarer's heart. Two tricks later {} played the ♥7 and "
    "everybody noticed. Declarer called the director and East said he was tired. "
)
_TWICE = 1.5  # seconds for a correction: the story is read as it was, and as it is now


def test_units_are_of_every_kind() -> None:
    """Concepts, values of facts, notation, cues, scope words and commands are among what is repeated."""
    origins = set(units().values())

    assert {"notation", "cues", "scope", "talk/intents", "talk/details", "signs"} <= origins
    assert any("=" in origin for origin in origins)
    assert len(units()) > 4_000


def test_every_unit_has_its_day() -> None:
    """Within eighteen weeks each word of the lexicon is tried, and on each of the days some of every kind."""
    parts = [of_day(day, _DAYS) for day in range(_TODAY, _TODAY + _DAYS)]
    kinds = [{kind(unit) for unit in part} for part in parts]

    assert sorted(unit for part in parts for unit in part) == sorted(units())
    assert all({"=", "notation", "cues", "talk/intents"} <= each for each in kinds)


def test_a_reply_is_tried_in_incidents_of_every_kind() -> None:
    """With a question and without, in English, Greek and Greek in Latin letters, behind every opening."""
    assert {bool(incident.told.state.question) for incident in incidents()} == {True, False}
    assert {incident.told.state.spoken for incident in incidents()} == {"en", "el"}
    assert {"no", "what if", "why not", "λάθος", "όχι", "κι αν", "ki an"} <= set(openings())


@pytest.mark.parametrize("door", DOORS)
def test_time_grows_no_faster_than_length(door: str) -> None:
    """The units of today and some pairs repeated: twice the length takes at most 2.6 times as long. A reply stands in an incident
    and behind an opening that the day draws. What is told first in a conversation is read as `ask` reads it: a few are enough."""
    each = [*_KNOWN, *of_day(_TODAY, _DAYS)[:: 4 if door == "telling" else 1], *pairs(_PAIRS, _TODAY)]

    assert [grown for grown in sweep(each, [door], _TODAY, _LENGTH) if grown.too_much] == []


def test_nothing_walks_through_a_story_for_each_of_its_words() -> None:
    """Of the units of today, forty to a text: no function looks at more than so much for a text of twice the length."""
    warm()
    each = of_day(_TODAY, _WEEK)
    texts = [each[at : at + _PACKED] for at in range(0, len(each), _PACKED)]

    assert [found for units_of_one in texts for found in walking(units_of_one)] == []


def test_who_walks_through_a_story_for_each_of_its_words_is_caught() -> None:
    """One who looks at every token for each token is named, one who looks at each once is not."""

    def squared(text: str) -> None:
        told = reader().read(text)
        assert sum(token is other for token in told.tokens for other in told.tokens) == len(told.tokens)

    def plain(text: str) -> None:
        assert sum(token.after > 2 for token in reader().read(text).tokens) == 0

    found = walking(("East led ", "no "), squared, 4_000)

    assert [each.function for each in found] == [
        f"{__name__}.{test_who_walks_through_a_story_for_each_of_its_words_is_caught.__name__}"
    ]
    assert walking(("East led ", "no "), plain, 4_000) == []


def test_what_grows_with_the_square_is_caught() -> None:
    """A door that takes four times as long for twice the length is found out, one that takes twice as long is not."""
    length = 4_000  # long enough to be timed on a fast machine

    def squared(text: str) -> None:
        sum(letter == "a" for _ in range(len(text) // 2) for letter in text)

    def plain(text: str) -> None:
        sum(letter == "a" for _ in range(1_000) for letter in text)

    found = [grown("dealer N ", "squared", squared, length) for _ in range(_TRIES)]  # a busy machine slows the half at times

    assert max(each.growth for each in found) > MOST
    assert any(each.too_much for each in found)
    assert not grown("dealer N ", "plain", plain, length).too_much


@pytest.mark.parametrize("unit", [*_KNOWN, *SIGNS])
def test_a_text_at_its_limit_is_answered_within_a_second(unit: str) -> None:
    """20,000 characters to `ask`, 2,000 to `find` and as a reply."""
    warm()
    replied = Replied("West led out of turn")
    took = {}
    for name, door, most in (("ask", asked, LONGEST), ("find", searched, LONGEST_SEARCH), ("reply", replied, LONGEST_REPLY)):
        text = (unit * most)[:most]
        tries = (seconds(door, text) / slowness() for _ in range(_TRIES))
        took[name] = next((time for time in tries if time <= _MOST), None)

    assert [name for name, time in took.items() if time is None] == []


def at_length() -> str:
    """A message at the limit, of one incident told with other seats and tricks again and again."""
    seats = ("East", "West", "North")
    told = (_INCIDENT.format(at % 9 + 2, seats[at % 3], seats[at % 2]) for at in count())
    return "".join(islice(told, LONGEST // len(_INCIDENT) + 2))[:LONGEST]


def test_a_long_story_is_answered_within_a_second_by_whoever_reads_it_first() -> None:
    """`ask`, the first turn, an answer, a correction, with nothing kept in mind of the story: a fresh process answers each."""
    warm()
    story = at_length()
    replied = Replied(story)
    doors = {"ask": (asked, story), "first": (first_told, story), "answer": (replied, "yes")}
    doors["correction"] = (replied, "no, it was East who led")
    took = {name: min(seconds(door, text) / slowness() for _ in range(_TRIES)) for name, (door, text) in doors.items()}

    assert {name: time for name, time in took.items() if time > (_TWICE if name == "correction" else _MOST)} == {}


def test_the_short_texts_of_a_message_do_not_push_a_long_story_out_of_mind() -> None:
    """It is read once, however many of its clauses are read after it."""
    read = list[str]()

    @of_texts(4)
    def reading(text: str) -> int:
        read.append(text)
        return len(text)

    story = "x" * 5_000
    for text in (story, *"abcdefgh", story, "a"):
        assert reading(text) == len(text)

    assert read == [story, *"abcdefgh", "a"]


def test_pairs_are_of_each_kind_with_each() -> None:
    """Of both languages, by any seed, as soon as there are as many pairs as pairs of kinds."""
    kinds = sorted(sorts())
    every = len(kinds) * (len(kinds) + 1) // 2
    of = {unit: name for name, each in sorts().items() for unit in each}
    drawn = list(pairs(every, _TODAY))

    def parted(pair: str) -> set[tuple[str, ...]]:
        cuts = ((of.get(pair[:at]), of.get(pair[at:])) for at in range(len(pair)))
        return {tuple(sorted((one, other))) for one, other in cuts if one and other}

    assert {"concept", "concept el", "notation", "notation el", "cues", "cues el", "talk/intents", "talk/intents el"} <= {*kinds}
    assert sorted(of) == sorted(units())
    assert set().union(*map(parted, drawn)) >= set(combinations_with_replacement(kinds, 2))
    assert drawn != list(pairs(every, _TODAY + 1))


def test_a_reply_that_is_too_long_is_refused_in_a_sentence() -> None:
    """It says how long a reply may be, in the language of the conversation, and the incident stays as it was."""
    for story, more, language in (
        ("West led out of turn", "and so on ", "en"),
        ("η Δύση έκανε αντάμ εκτός σειράς", "και έτσι ", "el"),
    ):
        talk = Conversation()
        talk.turn(story)
        before = talk.state
        reply = talk.turn(more * 400)

        assert (reply.kind, reply.lang) == ("puzzled", language)
        assert str(LONGEST_REPLY) in reply.text
        assert talk.state.incident() == before.incident()
        assert talk.state.question == before.question


def test_a_search_that_is_too_long_is_refused() -> None:
    """`find` says how many characters it takes."""
    with pytest.raises(UsageError, match=str(LONGEST_SEARCH)):
        find("penalty card " * 400)
