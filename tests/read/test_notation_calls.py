"""Calls, auctions and contracts as they are typed, each with the value it is read as."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.base.datafile import read
from advisor.base.text import fold
from advisor.read.notation.reader import Notation, NotationReader, calls_of

_DATA = read(Path(__file__).resolve().parents[2] / "lexicon" / "notation.yaml").value
assert isinstance(_DATA, dict)
READER = NotationReader({key: tuple(map(str, forms)) for key, forms in _DATA.items()})


def notes(text: str) -> list[Notation]:
    return list(READER.read(text, fold(text)))


def told(text: str) -> list[str]:
    """`kind value` of everything read, a question mark where the scene left it open."""
    return [f"{note.kind} {note.value}{'' if note.sure else '?'}" for note in notes(text)]


@pytest.mark.parametrize("typed", ["1♠", "1S", "1s", "1sp", "1 spade", "one spade", "1 πίκα", "μία πίκα", "1♠️", "1!s", "1 ♠"])
def test_one_spade(typed: str) -> None:
    [note] = notes(f"West opened {typed}.")
    assert (note.kind, note.value) == ("call", "1S")
    assert f"West opened {typed}."[note.start : note.end] == typed


@pytest.mark.parametrize(
    "typed",
    [
        "3NT",
        "3nt",
        "3n",
        "3ΧΑ",
        "3XA",
        "3χα",
        "3ΝΤ",
        "3NΤ",
        "3ΧA",
        "3 NT",
        "τρία χωρίς ατού",
        "3 no trumps",
        "3 xoris atou",
    ],
)
def test_three_no_trumps(typed: str) -> None:
    assert told(f"ο άλλος αγόρασε {typed}")[-1:] == ["call 3NT"]


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("2h", "2H"),
        ("2 καρό", "2D"),
        ("1cl", "1C"),
        ("1di", "1D"),
        ("1he", "1H"),
        ("2 kara", "2D"),
        ("δύο κούπες", "2H"),
        ("4clubs", "4C"),
        ("2spade", "2S"),
        ("2ΝΤ", "2NT"),
        ("πάσο", "P"),
        ("pass", "P"),
        ("κοντρ", "X"),
        ("dbl", "X"),
        ("σιρκόντρ", "XX"),
        ("no bid", "P"),
    ],
)
def test_calls(typed: str, value: str) -> None:
    assert f"call {value}" in told(f"partner bid {typed}")


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("1♠ - πάσο - 1♥", "1S P 1H"),
        ("1S P 2H", "1S P 2H"),
        ("1c-p-1h-?", "1C P 1H ?"),
        ("(1D) P (1H)", "(1D) P (1H)"),
        ("(1D)-P-(1H)-X-?", "(1D) P (1H) X ?"),
        ("1NT–(2♠)–2♦", "1NT (2S) 2D"),
        ("2♦ - 2♠ - P - 3♠ - P - and now", "2D 2S P 3S P"),
        ("1♣ - P - 1♠ - Dbl - 3♠ - all pass", "1C P 1S X 3S P P P"),
        ("1S-P-2NT", "1S P 2NT"),
        ("2ΧΑ-3♥", "2NT 3H"),
        ("P-P-1S-X", "P P 1S X"),
        ("1♣-π-1♥-χ", "1C P 1H X"),
        ("1♠️ - P - 2♥️", "1S P 2H"),
        ("W:P N:1S E:P S:2S", "W:P N:1S E:P S:2S"),
        ("N 1♠ E P S 2♥", "N:1S E:P S:2H"),
        ("Β 1♠ Α πάσο Ν 2♥ Δ πάσο", "N:1S E:P S:2H W:P"),
        ("West 1♠, North pass, East 2♥", "W:1S N:P E:2H"),
        ("W N E S\n1♠ P 2♥ P\n3♥ P P P", "W:1S N:P E:2H S:P W:3H N:P E:P S:P"),
        ("w 1h n 1s e 1d", "W:1H N:1S E:1D"),
        ("1♥(N)-πάσο(E)-2♥(S)", "N:1H E:P S:2H"),
        ("1s (w) pass (n) 2h", "1S W:P N:2H"),
        ("1♠ pass 2♠ (slow) pass", "1S P 2S P"),
        ("N: P; E: 1H; S: 1S", "N:P E:1H S:1S"),
        ("μία πίκα - πάσο - δύο πίκες", "1S P 2S"),
        ("three passes", "P P P"),
        ("τέσσερα πάσο", "P P P P"),
        ("4S all pass", "4S P P P"),
    ],
)
def test_auctions(typed: str, value: str) -> None:
    text = f"so: {typed} ok"
    found = [note for note in notes(text) if note.kind == "auction"]
    assert [note.value for note in found] == [value]
    assert text[found[0].start : found[0].end].strip() in typed


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("1NT by N, 2C by E, then S said 1D", ["call_by N:1NT", "call_by E:2C", "call 1D"]),
        ("1ΧΑ η Δύση, πάσο ο Βορράς και 1♥ η Ανατολή", ["call_by W:1NT", "call_by N:P", "call_by E:1H"]),
        ("1xa i dysi, paso o vorras", ["call_by W:1NT", "call_by N:P"]),
        ("4♠ by South, West led", ["contract 4SS"]),
        ("άνοιξε 1♠ ο Νότος", ["call 1S"]),
        ("παίζει 4♠ ο Νότος", ["call 4S"]),
        ("I bid 1♥ and partner 4♣ (splinter)", ["call 1H", "call 4C"]),
        ("evala 1s p itan ligo", ["call 1S"]),
        ("opened 1D at rhos turn", ["call 1D"]),
        ("on the border of 3♥ and 4♥", ["call 3H", "call 4H"]),
        ("I had a x in the P", []),
        ("he saw a no in it", []),
    ],
)
def test_single_letters_need_a_run(typed: str, expected: list[str]) -> None:
    assert told(typed) == expected


def test_parts_of_an_auction_have_their_own_spans() -> None:
    text = "so 1♠ - πάσο - 1♥"
    [note] = notes(text)
    assert [text[part.start : part.end] for part in note.parts] == ["1♠", "πάσο", "1♥"]
    assert calls_of(note.value) == [(None, False, "1S"), (None, False, "P"), (None, False, "1H")]
    assert calls_of("W:1D (N:P) ?") == [("W", False, "1D"), ("N", True, "P")]


def test_a_run_longer_than_any_auction_tells_of_no_calls() -> None:
    """Three passes, each of 35 bids doubled and redoubled with two passes after each, and a last pass: 319 calls."""
    bids = (f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT"))
    longest = ["P", "P", "P", *(call for bid in bids for call in (bid, "P", "P", "X", "P", "P", "XX", "P", "P")), "P"]

    assert [note.value for note in notes("-".join(longest))] == [" ".join(longest)]
    assert notes("-".join([*longest, "P"])) == []


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("ib 1s over 2c lho passed already", "1S/2C"),
        ("1♠ over North's 2♣", "1S/2C"),
        ("bid 1H over my 1S", "1H/1S"),
        ("είπε 1♥ πάνω σε 1♠", "1H/1S"),
        ("1s panw se 2c", "1S/2C"),
        ("over 2♣ he bid 1♠", "1S/2C"),
        ("his pass over 2♥", "P/2H"),
    ],
)
def test_one_call_over_another(typed: str, value: str) -> None:
    assert f"over {value}" in told(typed)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("4S by North", "contract 4SN"),
        ("Final contract 4♥ by West", "contract 4HW"),
        ("4♠ από τον Νότο.", "contract 4SS"),
        ("they were in 4♠ από Νότο", "contract 4SS?"),
        ("4s by n", "contract 4SN"),
        ("3NTx", "contract 3NTX"),
        ("4♠xx", "contract 4SXX"),
        ("4♠ doubled by West", "contract 4SX"),
        ("6♥-1", "contract 6H -1"),
        ("3ΧΑ+1", "contract 3NT +1"),
        ("3NT=", "contract 3NT ="),
        ("4♠ -1 and no more", "contract 4S -1"),
        ("pass by East", "call_by E:P"),
        ("XX by South", "call_by S:XX"),
        ("πάσο από την Ανατολή", "call_by E:P"),
        ("1♠ from West the dealer", "call_by W:1S"),
        ("South passes out of turn", "call_by S:P"),
        ("άνοιξε η Δύση 1♦", "call_by W:1D"),
    ],
)
def test_contracts_and_calls_with_a_seat(typed: str, expected: str) -> None:
    assert told(typed) == [expected]


def test_a_latin_n_in_greek_may_be_either_seat() -> None:
    [note] = notes("Το συμβόλαιο είναι 3NT από το N")
    assert (note.value, note.sure) == ("3NTN", False)
    assert "contract:3NTS" in note.alternatives
    assert notes("4♠ από Ν.")[0].value == "4SS"
