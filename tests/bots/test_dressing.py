"""Replies dressed: cut where they may be, escaped wholly, suits and emphasis as the chat has them, buttons within limits."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.doors.bots.cutting import length, pieces, whole_spans
from advisor.doors.bots.dressing import HTML, MATRIX_HTML, STARS, buttons, dressed
from advisor.doors.bots.limits import MATRIX, TELEGRAM, VIBER, WHATSAPP
from advisor.doors.bots.models import Answer, Choice, Limits
from advisor.doors.bots.showing import chosen, payload

WORDS = st.sampled_from(
    ["Law 27B1(b)", "Νόμος 27Β1(β)", "♠K", "10♥", "1♠", "♦ 10", "lead.", "αντάμ;", "trick,", "\n", "x" * 30, "😀", "Law 16 B 1"]
)
TEXTS = st.lists(WORDS, max_size=80).map(" ".join)
UNITS = st.sampled_from(["utf16", "chars", "bytes"])


@given(TEXTS, st.integers(80, 200), UNITS)
def test_pieces_hold_the_whole_text_within_the_limit(text: str, most: int, unit: str) -> None:
    """No word is lost or changed, no piece is too long, in whatever unit the chat counts."""
    cut = pieces(text, most, unit)  # type: ignore[arg-type]

    assert " ".join(" ".join(cut).split()) == " ".join(text.split())
    assert [piece for piece in cut if length(piece, unit) > most or not piece] == []  # type: ignore[arg-type]


@given(TEXTS, st.integers(80, 200))
def test_no_citation_and_no_card_is_cut(text: str, most: int) -> None:
    """A piece ends before or after them."""
    text = " ".join(text.split())
    at = 0
    for piece in pieces(text, most)[:-1]:
        at = text.index(piece, at) + len(piece)
        assert [span for span in whole_spans(text) if span[0] < at < span[1]] == []


def test_a_text_is_cut_at_a_sentence() -> None:
    """Between paragraphs first, then sentences, then words."""
    text = "One is short. Two is a little longer, and it goes on. Three."

    assert pieces(text, 56) == ["One is short. Two is a little longer, and it goes on.", "Three."]
    assert pieces("First line here.\nSecond one. Third one.", 30) == ["First line here.", "Second one. Third one."]
    assert pieces("word " * 4 + "end", 12) == ["word word", "word word", "end"]


@given(st.text())
def test_everything_is_escaped_for_html(text: str) -> None:
    """What is shown is what was written, whatever signs it holds."""
    shown = HTML.line(text, strong=False)

    assert re.search(r"<|&(?!lt;|gt;|amp;)", shown) is None
    assert html.unescape(shown).replace("\ufe0e", "") == re.sub("([♠♥♦♣])\ufe0f", "\\1", text).replace("\ufe0e", "")


@given(st.text())
def test_no_sign_of_markup_is_left_where_none_can_be_escaped(text: str) -> None:
    """Viber and WhatsApp have no escape sign: look-alikes stand for theirs."""
    assert set(STARS.line(text, strong=False)) & set("*_~`") == set()


def test_emphasis_and_suits() -> None:
    """A line stands out as the chat can show it; suits are letters, not pictures, and red ones are red on Matrix."""
    assert HTML.line("Law 27 ♠", strong=True) == "<b>Law 27 ♠\ufe0e</b>"
    assert STARS.line("Law 27 ♥️", strong=True) == "*Law 27 ♥\ufe0e*"
    assert MATRIX_HTML.line("♥K", strong=False) == '<font data-mx-color="#cc0000">♥\ufe0e</font>K'


def choices(*labels: str) -> tuple[Choice, ...]:
    """Choices with these labels."""
    return tuple(Choice(number=n, label=label, payload=payload("12345678", n)) for n, label in enumerate(labels, 1))


@given(
    st.lists(st.text(min_size=1).filter(lambda s: s.strip() == s and s.split()), max_size=30),
    st.sampled_from([TELEGRAM, VIBER, WHATSAPP, MATRIX]),
)
def test_buttons_are_within_the_limits(labels: list[str], limits: Limits) -> None:
    """Their number, the length of each title, what they carry; no two titles are the same."""
    made = buttons(choices(*labels), limits)

    assert len(made) <= limits.buttons
    assert [b for b in made if len(b.title) > limits.label or len(b.payload.encode()) > limits.payload or not b.title] == []
    assert len({b.title for b in made}) == len(made)
    assert [chosen(b.payload) for b in made] == [("12345678", n) for n in range(1, len(made) + 1)]


def test_what_no_button_shows_stands_as_numbered_text() -> None:
    """A label that is too long, and the choices beyond the last button."""
    long = "a label that is much longer than a button of this chat can ever be shown"
    answer = Answer(lang="en", lines=("Which?",), choices=choices("short", long, *(f"n{i}" for i in range(10))))
    (piece,) = dressed(answer, WHATSAPP)

    assert piece.lines == ("Which?", "", f"2. {long}", "11. n8", "12. n9")
    assert [b.title for b in piece.buttons][:2] == ["short", "2. a label that is much…"[:24]] or piece.buttons[1].title.endswith(
        "…"
    )


@pytest.mark.parametrize("limits", [TELEGRAM, VIBER, WHATSAPP, MATRIX])
def test_a_long_answer_has_its_buttons_below_the_last_message(limits: Limits) -> None:
    """And that last message is no longer than a text above buttons may be."""
    sentence = "The director tells all four players about Law 64A1 and the ♠K. "
    answer = Answer(lang="en", lines=("Head.", sentence * 300), strong=0, choices=choices("yes", "no"))
    made = dressed(answer, limits)

    assert len(made) > 1
    assert [len(piece.buttons) for piece in made] == [0] * (len(made) - 1) + [2]
    assert all(length(piece.text(STARS), limits.unit) <= limits.text for piece in made[:-1])
    assert length(made[-1].text(STARS), limits.unit) <= limits.above
