"""Quotes are exact substrings of what was sent: with decomposed accents, oxia letters, control and direction signs too."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor import advise
from advisor.base.spelling import Spelling, blanked, sent_words
from advisor.base.text import clean
from advisor.talk.conversation import Conversation

_OXIA = str.maketrans(dict(zip("άέήίόύώ", "\u1f71\u1f73\u1f75\u1f77\u1f79\u1f7b\u1f7d", strict=True)))
TOLD = [
    "ο εκτελεστής είπε πίκα, ο μορ δίστασε",
    "ο Νότος αγόρασε 1♠ πάνω από 2♣ και η Δύση δεν δέχθηκε",
    "η Δύση έκανε ρενόνς και το ρενόνς εδραιώθηκε, η Ανατολή κέρδισε τη λεβέ",
    "ο αντίπαλος έκανε αντάμ εκτός σειράς και ο εκτελεστής το δέχθηκε, δεν είχε δει φύλλο του μορ",
    "West led a heart out of turn and declarer accepted the lead",
    "East led a heart face up, it was West's lead, South is declarer and has not answered yet",
    "West, a defender, dropped the king of spades face up on the table by accident, it was his partner's lead",
]
SPELT = {
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "oxia": lambda text: text.translate(_OXIA),
    "direction marks": lambda text: "\u200f" + text.replace(" ", " \u200e") + "\u202c",
    "control signs": lambda text: text.replace(" ", "\x07 "),
    "both": lambda text: unicodedata.normalize("NFD", text).replace(" ", " \u2066"),
    "byte order mark": lambda text: "\ufeff" + text,
    "half a surrogate pair": lambda text: text + " \ud800",
}


@pytest.mark.parametrize("spelling", SPELT)
@pytest.mark.parametrize("told", TOLD)
def test_a_quote_is_what_was_sent(told: str, spelling: str) -> None:
    """As many quotes as of the plain spelling, each letter for letter in the sent text; the ruling is the same."""
    sent = SPELT[spelling](told)
    plain, found = advise(told), advise(sent)

    assert {name: len(fact.quotes) for name, fact in found.facts.items()} == {
        name: len(fact.quotes) for name, fact in plain.facts.items()
    }
    assert [quote for fact in found.facts.values() for quote in fact.quotes if quote not in sent] == []
    assert (found.status, found.laws) == (plain.status, plain.laws)
    assert found.model_dump_json(by_alias=True)


def test_some_texts_are_quoted() -> None:
    """The texts above are not all without a quote."""
    assert sum(len(fact.quotes) for told in TOLD for fact in advise(told).facts.values()) >= len(TOLD) - 1


@pytest.mark.parametrize("spelling", [name for name in SPELT if "surrogate" not in name])
def test_a_quote_in_a_conversation_is_what_was_sent(spelling: str) -> None:
    """Over several messages, in every reply, after an undo too."""
    talk, sent, quotes = Conversation(), list[str](), list[str]()
    for message in (TOLD[0], "ο μορ έπαιξε ήδη το φύλλο και συνεχίσαμε κανονικά", "undo", TOLD[2]):
        sent.append(SPELT[spelling](message))
        reply = talk.turn(sent[-1])
        told = reply.advice.facts.values() if reply.advice is not None else ()
        quotes += [quote for fact in told for quote in fact.quotes]

    assert quotes
    assert [quote for quote in quotes if not any(quote in text for text in sent)] == []


_RETOLD = (
    "East led a heart face up, it was West's lead, South is declarer and has not answered yet",
    "no, it was North who was declarer",
)


@pytest.mark.parametrize("spelling", ["as typed", *(name for name in SPELT if "surrogate" not in name)])
def test_what_a_story_tells_otherwise_is_quoted_as_it_was_sent(spelling: str) -> None:
    """What is corrected is told otherwise in the story: no quote goes over the words that nobody sent."""
    sent = [SPELT.get(spelling, str)(message) if message[0] != "#" else message for message in _RETOLD]
    talk = Conversation()
    *_, reply = (talk.turn(message) for message in sent)
    assert reply.advice is not None
    quotes = [quote for fact in reply.advice.facts.values() for quote in fact.quotes]

    assert talk.state.retold
    assert quotes
    assert [quote for quote in quotes if not any(quote in text for text in sent)] == []


def test_words_are_found_in_the_longest_stretches_that_were_sent() -> None:
    """Whole if possible, else in stretches; lone words only where there is nothing longer."""
    sent = ["East led a heart. It was late; dummy saw it", "no, West"]
    spellings = [Spelling(text, blanked(text)) for text in sent]

    assert sent_words("led a heart", spellings, whole=True) == ("led a heart",)
    assert sent_words("West led a heart. dummy saw it", spellings, whole=True) == ()
    assert sent_words("West led a heart. dummy saw it", spellings, whole=False) == ("led a heart.", "dummy saw it")
    assert sent_words("West passed", spellings, whole=False) == ("West",)
    assert sent_words("", spellings, whole=False) == ()


@given(st.text(max_size=30), st.data())
@settings(max_examples=300, deadline=None)
def test_every_stretch_of_what_is_read_was_sent(text: str, data: st.DataObject) -> None:
    """For any text and any stretch of it as it is read, the words given back stand in the text."""
    spelling = Spelling(text, blanked(text))
    assert spelling.read == clean(blanked(text))
    start = data.draw(st.integers(0, len(spelling.read)))
    words = spelling.sent_for(spelling.read[start : data.draw(st.integers(start, len(spelling.read)))])

    assert words in text
