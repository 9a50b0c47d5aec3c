"""What the told calls prove, and what they do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.base.datafile import read
from advisor.base.text import fold
from advisor.bridge.calls import Bid, Strain, parse_call
from advisor.read.notation.reader import NotationReader
from advisor.replay.derive import findings, plain, quotes

_DATA = read(Path(__file__).resolve().parent.parent / "lexicon" / "notation.yaml").value
assert isinstance(_DATA, dict)
READER = NotationReader({key: tuple(map(str, forms)) for key, forms in _DATA.items()})
bids = st.builds(Bid, st.integers(1, 7), st.sampled_from(list(Strain)))


def facts(text: str) -> dict[str, str]:
    return {name: fact.value for name, fact in findings(READER.read(text, fold(text))).items()}


@given(bids, bids)
def test_one_bid_over_another(upper: Bid, lower: Bid) -> None:
    found = facts(f"he bid {upper} over {lower}")
    if upper.is_sufficient_over(lower):
        assert "auction_insufficient" not in found
        return
    assert found["auction_insufficient"] == "yes"
    assert (found["insufficient_call"], found["insufficient_over"]) == (str(upper), str(lower))
    if "lowest_sufficient_bid" in found:
        lowest = parse_call(found["lowest_sufficient_bid"])
        assert isinstance(lowest, Bid)
        assert lower < lowest
    else:
        assert lower.level == 7


@pytest.mark.parametrize(
    ("text", "call", "over", "lowest"),
    [
        ("ib 1s over 2c lho has passed", "1S", "2C", "2S"),
        ("έβαλε 1♥ πάνω σε 1♠", "1H", "1S", "2H"),
        ("1NT–(2♠)–2♦ and now?", "2D", "2S", "3D"),
        ("1♠ - πάσο - 1♥", "1H", "1S", "2H"),
        ("W 1C, N 2S, E 2D", "2D", "2S", "3D"),
        ("over 3NT she bid 3♣", "3C", "3NT", "4C"),
    ],
)
def test_insufficient(text: str, call: str, over: str, lowest: str) -> None:
    found = facts(text)
    assert found["auction_insufficient"] == "yes"
    assert (found["insufficient_call"], found["insufficient_over"]) == (call, over)
    assert found["lowest_sufficient_bid"] == lowest


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("W 1♠, N pass, S 2♣", "auction_out_of_turn"),
        ("1♥ - P - X", "auction_inadmissible_double"),
        ("P P P 1H P X", "auction_inadmissible_double"),
        ("1♥ - X - X", "auction_inadmissible_double"),
        ("1♥ - P - P - XX", "auction_inadmissible_redouble"),
        ("1♥-P-P-P-1♠", "auction_after_final_pass"),
        ("1♠ - P - 4♠ - P - P - P", "auction_complete"),
    ],
)
def test_proved(text: str, fact: str) -> None:
    assert facts(text)[fact] == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "N 1♠, S 2♥",
        "N 1♠ N 2♠",
        "1♣ - 1♠ - 2♠ - X",
        "P-P-X",
        "1♠ - 2♠ - 4♠ - P - P - P",
        "1♣ - P - 1♠ - Dbl - 3♠ - all pass",
        "West 1♥, East 4♣ (alerted), West 4♥",
        "1♥ over 1♣",
        "he opened 1♥ and they bid 2♣",
    ],
)
def test_no_irregularity_proved(text: str) -> None:
    found = facts(text)
    assert not [name for name in found if name.startswith("auction_") and name != "auction_complete"]


def test_who_was_out_of_turn() -> None:
    found = facts("W:1S N:P S:2C")
    assert found["out_of_turn_by"] == "S"
    assert found["out_of_turn_expected"] == "E"
    assert found["out_of_turn_call"] == "2C"


def test_contract_and_seats() -> None:
    found = facts("4♠ by North. The ♦2 was faced by West.")
    assert (found["contract"], found["declarer"], found["dummy"], found["leader"]) == ("4S", "N", "S", "E")
    told = facts("N:1H E:P S:1S W:P N:4S E:P S:P W:P")
    assert (told["declarer"], told["leader"], told["auction_complete"]) == ("S", "W", "yes")


def test_doubtful_contracts_prove_nothing() -> None:
    assert "declarer" not in facts("Το συμβόλαιο είναι 3NT από το N")
    assert "declarer" not in facts("4♠ by North. 3NT by South.")


def test_without_passes_nobody_is_declarer() -> None:
    found = facts("1♠ - 2♠ - 4♠ - P - P - P")
    assert "auction_complete" not in found
    assert "declarer" not in found


def test_board() -> None:
    found = facts("Board 19, two tables")
    assert (found["dealer"], found["vulnerability"]) == ("S", "EW")
    assert "dealer" not in facts("board 19 and board 20")


def test_trick() -> None:
    assert facts("Η Α παίζει τον ♠A -10-3-2")["trick_winning_card"] == "SA"
    assert "trick_winning_card" not in facts("♦8 -♣3-♦J-♦A")
    assert "trick_winning_card" not in facts("♠8 -4-9 και")


def test_hint_of_a_lower_bid() -> None:
    assert facts("LHO overcalls 1♠ and partner bids 1♥")["told_lower_bid"] == "yes"
    assert "told_lower_bid" not in facts("LHO overcalls 1♠ and partner bids 2♥")


def test_proof_is_in_the_text() -> None:
    text = "ib 1s over 2c"
    fact = findings(READER.read(text, fold(text)))["auction_insufficient"]
    assert quotes(text, fact) == ("1s", "2c")


def test_derive_keeps_what_is_plainly_so() -> None:
    assert plain(findings(READER.read("1s over 2c", "1s over 2c"))) == {"auction_insufficient": "yes"}


@given(st.text(alphabet="1234567SHDCNTPX -()NESW:?over/♠♥♦♣AKQJ", max_size=80))
def test_any_text_is_replayed(text: str) -> None:
    for fact in findings(READER.read(text, fold(text))).values():
        assert fact.value
        assert all(0 <= start < end <= len(text) for start, end in fact.spans)
