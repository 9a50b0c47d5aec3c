"""Cards, hands, tricks and numbers as they are typed, each with the value it is read as."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.base.datafile import read
from advisor.base.text import fold
from advisor.read.notation.reader import Notation, NotationReader

_DATA = read(Path(__file__).resolve().parents[2] / "lexicon" / "notation.yaml").value
assert isinstance(_DATA, dict)
READER = NotationReader({key: tuple(map(str, forms)) for key, forms in _DATA.items()})


def notes(text: str) -> list[Notation]:
    return list(READER.read(text, fold(text)))


def told(text: str) -> list[str]:
    """`kind value` of everything read, a question mark where the scene left it open."""
    return [f"{note.kind} {note.value}{'' if note.sure else '?'}" for note in notes(text)]


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("♠A", "SA"),
        ("A♠", "SA"),
        ("♥Q", "HQ"),
        ("ace of spades", "SA"),
        ("the queen of ♠", "SQ"),
        ("A of hearts", "HA"),
        ("K of D", "DK"),
        ("5 of clubs", "C5"),
        ("πίκα άσο", "SA"),
        ("άσο πίκα", "SA"),
        ("ΑΣΣΟ ΠΙΚΑ", "SA"),
        ("Ρήγα κούπα", "HK"),
        ("ντάμα σπαθί", "CQ"),
        ("άσο στα καρά", "DA"),
        ("5 της κούπας", "H5"),
        ("asso karo", "DA"),
        ("ton vale koupa", "HJ"),
        ("HK", "HK"),
        ("SA", "SA"),
        ("D4", "D4"),
        ("h9", "H9"),
        ("10c", "CT"),
        ("♥10", "HT"),
        ("10♥", "HT"),
        ("♣Α", "CA"),
        ("♦Ρ", "DK"),
        ("♥️Q", "HQ"),
        ("!dJ", "DJ"),
    ],
)
def test_cards(typed: str, card: str) -> None:
    assert f"card {card}" in [entry.rstrip("?") for entry in told(f"East led {typed}")]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("led 2♥ to the last trick", "card H2"),
        ("opened 2♥ in third seat", "call 2H"),
        ("played the 4h", "card H4"),
        ("dummy has two spades", "suit_count 2S"),
        ("North bid two spades", "call 2S"),
        ("two spades then", "call 2S?"),
        ("petakse to 9 spathi", "card C9"),
        ("xtipise to 5 koupa", "card H5?"),
        ("he played one club", "suit_count 1C"),
        ("the three of hearts", "card H3"),
    ],
)
def test_the_scene_tells_a_call_from_a_card(typed: str, expected: str) -> None:
    assert told(typed)[0] == expected


def test_both_readings_are_kept() -> None:
    [note] = notes("two spades then")
    assert note.alternatives == ("suit_count:2S",)
    assert notes("opened 2♥")[0].alternatives == ("card:H2",)
    assert notes("led 2♥")[0].alternatives == ("call:2H",)


@pytest.mark.parametrize(
    ("typed", "kind", "value"),
    [
        ("♠KJ5", "holding", "S:KJ5"),
        ("♦AKQJ1094", "holding", "D:AKQJT94"),
        ("♠ Q10", "holding", "S:QT"),
        ("♥AKxxx in dummy", "holding", "H:AKxxx"),
        ("AKxxx♥", "holding", "H:AKxxx"),
        ("AKQJxxx of hearts", "holding", "H:AKQJxxx"),
        ("Kxxxxx", "holding", "Kxxxxx"),
        ("KQ5432", "holding", "KQ5432"),
        ("SKxx", "holding", "S:Kxx"),
        ("♠ΑΡ5", "holding", "S:AK5"),
        ("♥ -", "holding", "H:-"),
        ("♠9 ♥AJ4 ♦8 ♣KQ5432", "hand", "9.AJ4.8.KQ5432"),
        ("♠AK52 ♥- ♦QJ109 ♣K8765", "hand", "AK52..QJT9.K8765"),
        ("Kxxxxx xx xx Qxx", "hand", "Kxxxxx.xx.xx.Qxx"),
        ("KJ97 10752 AQ97 8", "hand", "KJ97.T752.AQ97.8"),
        ("AKQ.xxx.Qx.J10987", "hand", "AKQ.xxx.Qx.JT987"),
        ("5-1-0-7 shape", "shape", "5-1-0-7"),
        ("4=4=3=2", "shape", "4-4-3-2"),
        ("♠A -10-3-2", "trick", "SA ST S3 S2"),
        ("♣6-3-J-Q", "trick", "C6 C3 CJ CQ"),
        ("♦8 -♣3-♦J-♦A", "trick", "D8 C3 DJ DA"),
        ("♠4 -Q-9-.", "trick", "S4 SQ S9 ?"),
    ],
)
def test_cards_in_runs(typed: str, kind: str, value: str) -> None:
    found = notes(f"well, {typed}")
    assert [(note.kind, note.value) for note in found] == [(kind, value)]


@pytest.mark.parametrize(
    ("layout", "hands"),
    [
        ("\t♠ A2\t\n♠ 5\t\t♠ 8\n\t♠ 3\t\n", ["N S:A2", "E S:8", "S S:3", "W S:5"]),
        ("\t♠ AQ\t\n♠ K10\t\t♠ J\n\t\t♥ 8\n\t♠ 32\n", ["N S:AQ", "E S:J H:8", "S S:32", "W S:KT"]),
        (
            "♠ K4\n♥ -\n♠ Q2\t♠ J10\n♥ 5\t♥ 9\n♠ A3\n♥ 7\n",
            ["N S:K4 H:-", "E S:JT H:9", "S S:A3 H:7", "W S:Q2 H:5"],
        ),
    ],
)
def test_diagrams(layout: str, hands: list[str]) -> None:
    [note] = notes("The end position:\n\n" + layout)
    assert note.kind == "diagram"
    assert [part.value for part in note.parts] == hands


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("on board 19", ["board 19"]),
        ("διανομή Νο 14", ["board 14"]),
        ("14η διανομή", ["board 14"]),
        ("#7", ["board 7"]),
        ("at trick 5", ["trick_number 5"]),
        ("at trick five", ["trick_number 5"]),
        ("trk 4", ["trick_number 4"]),
        ("5η λεβέ", ["trick_number 5"]),
        ("sthn 5h mpaza", ["trick_number 5"]),
        ("στην πέμπτη μπάζα", ["trick_number 5"]),
        ("the twelfth trick", ["trick_number 12"]),
        ("14 cards", ["card_count 14"]),
        ("12 φύλλα", ["card_count 12"]),
        ("12 fylla", ["card_count 12"]),
        ("8♠x", ["card S8"]),
        ("♠A-54", ["card SA"]),
        ("two tricks", ["trick_count 2"]),
        ("8 μπάζες", ["trick_count 8"]),
        ("scored +800", ["result +800"]),
        ("South got -140", ["result -140"]),
        ("ένα μέσα", ["result -1"]),
        ("one off", ["result -1"]),
        ("down two", ["result -2"]),
        ("το 13ο ήταν μέσα στη θήκη", []),
        ("a 7-2 off fit", []),
        ("2/1 and 1430 with 12-14 or 15-17 at 10pm", []),
        ("Ave+ / Ave- and 60-40", []),
    ],
)
def test_numbers(typed: str, expected: list[str]) -> None:
    assert told(typed) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("declarer said πίκα", ["suit S"]),
        ("«σπαθί» and not spades", ["suit C", "suit S"]),
        ("called for the queen", ["rank Q"]),
        ("hts led, played the 3", ["suit H", "rank 3?"]),
        ("dropped 9 face up", ["rank 9?"]),
        ("at our club game", []),
        ("the TD came AS usual", []),
        ("IT WAS THE LAST ROUND AT THE CLUB CHAMPIONSHIP", []),
    ],
)
def test_suits_and_ranks(typed: str, expected: list[str]) -> None:
    assert told(typed) == expected
