"""What holds for all notation: canonical values in place, honest words, linear time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.base.datafile import read
from advisor.base.text import fold
from advisor.bridge.auction import Told, replay
from advisor.bridge.calls import parse_call
from advisor.bridge.cards import parse_card
from advisor.bridge.contract import parse_contract
from advisor.bridge.seats import Seat
from advisor.read.notation.reader import Notation, NotationReader, calls_of

_DATA = read(Path(__file__).resolve().parents[2] / "lexicon" / "notation.yaml").value
assert isinstance(_DATA, dict)
WORDS = {key: tuple(map(str, forms)) for key, forms in _DATA.items()}
READER = NotationReader(WORDS)


def notes(text: str) -> list[Notation]:
    return list(READER.read(text, fold(text)))


def test_spans_that_are_taken_are_left_alone() -> None:
    text = "Law 7C over 1♠"
    assert [note.value for note in READER.read(text, fold(text), [(0, 6)])] == ["1S"]


def test_the_twin_must_fit() -> None:
    with pytest.raises(ValueError, match="length"):
        READER.read("1♠", "1")


def test_a_word_has_one_meaning_in_each_role() -> None:
    with pytest.raises(ValueError, match="both"):
        NotationReader({"suit.S": ("wort",), "suit.H": ("wort",)})


def test_the_words_are_folded_and_of_one_script() -> None:
    for key, forms in WORDS.items():
        for form in forms:
            assert fold(form) == form, key
            scripts = {"greek" if "\u0370" <= char <= "\u03ff" else "latin" for char in form if char.isalpha()}
            assert len(scripts) <= 1, form
        assert len(set(forms)) == len(forms), key


_TYPED = """1♠ 2♥ 3NT 4h P X xx - – , ( ) ? : N E S W Δ Β ♠ ♥A ♦K52 K 10 8 AKxx xx over by από pass πάσο trick 5
5η λεβέ board # + -1 = of hearts πίκα άσο ace two the opened led (alerted) (w) (N) the w n all pass 8♠ -54"""
_PIECES = st.sampled_from([*_TYPED.split(), "\n", "\t", ""])


@given(st.lists(_PIECES, max_size=40).map(" ".join) | st.lists(_PIECES, max_size=40).map("".join) | st.text(max_size=80))
def test_whatever_is_read_is_canonical_and_in_place(text: str) -> None:
    last = 0
    for note in notes(text):
        assert last <= note.start < note.end <= len(text)
        assert note.value
        last = note.end
        if note.kind == "auction":
            calls: list[Told] = [(Seat(seat) if seat else None, parse_call(call)) for seat, _, call in calls_of(note.value)]
            assert len(replay(calls).by) == len(calls)
        elif note.kind in ("call", "call_by", "over"):
            for call in note.value.rpartition(":")[2].split("/"):
                parse_call(call)
        elif note.kind == "trick":
            assert 2 <= len([parse_card(card) for card in note.value.split() if card != "?"]) <= 4
        elif note.kind == "card":
            parse_card(note.value)
        elif note.kind == "contract":
            parse_contract(note.value.split()[0])
        elif note.kind == "hand":
            assert note.value.count(".") == 3


@pytest.mark.parametrize(
    "piece",
    [
        "the declarer led a small heart and West followed with the ♥9 ",
        "1♠ - P - 2♠ - ",
        "1♠ 1♥ 1♦ ",
        "x ",
        "♠ AQ\t♠ K10\n",
        "over 2♠ bid ",
        "♠A -10-3-2 ",
        "N E S W ",
        "9 ",
        "1♠" + " " * 50,
    ],
)
def test_long_texts_take_linear_time(piece: str) -> None:
    """Five times the length takes less than twenty times as long. The long text is read again, twice at most, while it takes
    more: a garbage collection or a busy machine is not the grammar's cost."""

    def cost(length: int) -> float:
        text = (piece * (length // len(piece) + 1))[:length]
        folded = fold(text)
        start = time.process_time()
        READER.read(text, folded)
        return time.process_time() - start

    cost(2_000)
    short = min(cost(8_000) for _ in range(3))

    assert any(cost(40_000) < 20 * max(short, 0.002) for _ in range(3))
