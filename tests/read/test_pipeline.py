"""The reader as a spaCy pipeline: what its Docs hold, and that it works in a pipeline of somebody else."""

from __future__ import annotations

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from advisor.base.errors import UsageError
from advisor.base.text import clean
from advisor.diagnose.understanding import reader
from advisor.read import pipeline

TEXT = "South opened 1♠, West passed, and East did not see that dummy had put the cards down."
NLP = pipeline()


def test_the_components_stand_in_order() -> None:
    """Notation, mentions, scope, story and voices, and at last the span groups."""
    expected = ["bridge_notation", "bridge_mentions", "bridge_scope", "bridge_story", "bridge_voices", "bridge_spans"]

    assert expected == NLP.pipe_names


@given(st.text(max_size=80))
def test_a_doc_holds_every_character(text: str) -> None:
    """Nothing of a text is lost between the tokens."""
    assert NLP.make_doc(text).text == clean(text)


def test_what_is_read_off_the_doc_is_the_reading() -> None:
    """One reading: the Doc's and the Reader's are equal."""
    assert NLP(TEXT)._.bridge_reading == reader().read(TEXT)


def test_span_groups_show_what_was_read() -> None:
    """Seats, the call, who did what, and how far the negation reaches, each where its words stand."""
    doc = NLP(TEXT)

    assert ("seat_south", "South") in {(span.label_, span.text) for span in doc.spans["bridge_mentions"]}
    assert "1♠" in doc.spans["bridge_notation"][0].text
    assert [(span.label_, span.kb_id_) for span in doc.spans["bridge_events"]][:2] == [
        ("open", "seat_south"),
        ("pass", "seat_west"),
    ]
    assert {span.label_ for span in doc.spans["bridge_scope"]} == {"negated"}


def test_a_flag_of_scope_stands_with_the_mention() -> None:
    """What is denied says so."""
    doc = NLP(TEXT)
    flagged = [span for span in doc.spans["bridge_mentions"] if "negated" in span.id_.split()]

    assert flagged


def test_our_components_work_after_another_tokenizer() -> None:
    """An English pipeline hears the same concepts in the same words."""
    nlp = spacy.blank("en")
    for name in ("bridge_notation", "bridge_mentions", "bridge_scope", "bridge_spans"):
        nlp.add_pipe(name)
    ours, theirs = (
        {(span.label_, span.text) for span in doc.spans["bridge_mentions"]}
        for doc in (NLP("West led out of turn"), nlp("West led out of turn"))
    )

    assert ours == theirs
    assert ours


def test_a_doc_can_be_stored_and_shared_among_processes() -> None:
    """The draft is no part of what is written."""
    doc = NLP(TEXT)
    again = spacy.tokens.Doc(doc.vocab).from_bytes(doc.to_bytes())

    assert [span.label_ for span in again.spans["bridge_events"]] == [span.label_ for span in doc.spans["bridge_events"]]


def test_the_vocabulary_of_a_pipeline_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipeline that has met too many words is begun anew, and reads the same."""
    before = reader().read(TEXT)
    first = reader()._nlp
    monkeypatch.setattr("advisor.read.reader._MOST_WORDS", 0)

    assert reader().read(TEXT) == before
    assert reader()._nlp is not first


@pytest.mark.parametrize("language", ["en", "el", "xx", "de"])
@pytest.mark.parametrize("text", ["West led out of turn", "Η Δύση βγήκε εκτός σειράς", "i disi vgike ektos seiras"])
def test_mentions_alone_are_heard_in_any_pipeline(language: str, text: str) -> None:
    """One component in a blank pipeline of somebody else hears what ours hears."""
    nlp = spacy.blank(language)
    nlp.add_pipe("bridge_mentions")
    heard = {mention.name for mention in nlp(text)._.bridge_mentions}

    assert heard
    assert heard == {mention.name for mention in NLP(text)._.bridge_mentions}


def test_notation_alone_is_read() -> None:
    """The grammar needs no other component."""
    nlp = spacy.blank("en")
    nlp.add_pipe("bridge_notation")

    assert [note.value for note in nlp("1S over 2C, lho not accepting")._.bridge_notation] == ["1S/2C"]


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("bridge_scope", "bridge_mentions"),
        ("bridge_story", "bridge_scope"),
        ("bridge_voices", "bridge_mentions"),
        ("bridge_spans", "bridge_mentions"),
    ],
)
def test_a_component_that_stands_on_another_says_so(name: str, after: str) -> None:
    """Alone it would hear nothing: it names the one that must come before it, and with that one it runs."""
    nlp = spacy.blank("en")
    nlp.add_pipe(name)
    with pytest.raises(UsageError, match=after):
        nlp("West led out of turn")

    for before in ("bridge_mentions", "bridge_scope") if after == "bridge_scope" else (after,):
        nlp.add_pipe(before, before=name)
    nlp("West led out of turn")
