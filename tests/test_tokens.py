"""The tokenizer: words and numbers with their spans in the user's text, and where clauses and sentences end."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor import advise
from advisor.base.kept import forget
from advisor.base.text import clean, fold
from advisor.read import tokens as cutting
from advisor.read.tokens import CLAUSE, NONE, SENTENCE, Token, tokenize
from advisor.talk.conversation import Conversation

texts = st.text(max_size=80).map(clean)


@given(texts)
def test_spans_are_the_users_own_words(text: str) -> None:
    """Each token stands where it says, in order, and nothing that is a letter or a digit is lost."""
    tokens = tokenize(fold(text))
    spans = [(token.start, token.end) for token in tokens]

    assert [fold(text)[start:end] for start, end in spans] == [token.form for token in tokens]
    assert spans == sorted(spans)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    assert "".join(c for c in fold(text) if c.isalpha()) == "".join(c for token in tokens for c in token.form if c.isalpha())


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Η Δύση βγήκε", ["η", "δυση", "βγηκε"]),
        ("1ΧΑ-πάσο", ["1", "χα", "πασο"]),
        ("2♠X", ["2", "x"]),
        ("didn't", ["didn", "t"]),
        ("10H", ["10", "h"]),
        ("no_trump", ["no", "trump"]),
        ("", []),
        ("?!", []),
    ],
)
def test_words_and_numbers(text: str, forms: list[str]) -> None:
    """Letters and digits part; marks between words are not words."""
    assert forms == [token.form for token in tokenize(fold(text))]


@pytest.mark.parametrize(
    ("text", "break_"),
    [
        ("led. Then", SENTENCE),
        ("led! then", SENTENCE),
        ("βγήκε; μετά", SENTENCE),
        ("led\nthen", SENTENCE),
        ("led, then", CLAUSE),
        ("led (then", CLAUSE),
        ("led - then", CLAUSE),
        ("βγήκε· μετά", CLAUSE),
        ("led then", NONE),
        ("led-then", NONE),
        ("led/then", NONE),
        ("27.5", NONE),
        ("κ. Νίκος", CLAUSE),
        ("led., then", SENTENCE),
    ],
)
def test_where_a_thought_ends(text: str, break_: int) -> None:
    """A full stop ends a sentence, unless it stands in a number or after an initial; a comma ends a clause."""
    assert break_ == tokenize(fold(text))[0].after


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The folded texts that are cut up, in order."""
    made: list[str] = []
    own = cutting.tokenize

    def counted(folded: str) -> list[Token]:
        made.append(folded)
        return own(folded)

    monkeypatch.setattr(cutting, "tokenize", counted)
    forget()
    return made


@pytest.mark.parametrize(
    "told",
    [
        "East revoked and won the trick",
        "η Δύση βγήκε ανοιχτά αλλά ήταν σειρά της Ανατολής",
        "h dysi evgale antam enw eixe seira h anatoli",
        "1S over 2C, lho not accepting",
    ],
)
def test_a_telling_is_cut_up_once(told: str, cuts: list[str]) -> None:
    """Whoever looks at the words of a telling looks at the same ones."""
    advise(told)

    assert cuts == [fold(told)]


@pytest.mark.parametrize(
    ("told", "replies"),
    [
        ("West led face up, but it was East's lead", ["no", "yes", "why?"]),
        ("η Δύση βγήκε ανοιχτά αλλά ήταν η έξοδος της Ανατολής", ["όχι", "ναι"]),
        ("h dysi evgale antam enw eixe seira h anatoli", ["oxi", "nai"]),
    ],
)
def test_a_reply_is_cut_up_at_most_twice(told: str, replies: list[str], cuts: list[str]) -> None:
    """Itself, and what is left of it behind a yes or no."""
    talk = Conversation()
    talk.turn(told)
    for reply in replies:
        cuts.clear()
        assert talk.turn(reply).text
        assert fold(reply) in cuts
        assert len(cuts) <= 2
