"""What dummy did and said, to whom and in which order (Laws 42B, 43B2, 43B3, 61B2)."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import reader
from advisor.replay.dummys_rights import dummys_rights


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Declarer led a spade, West threw a heart, and dummy asked her 'no spades, madam?'",
            {"dummy_remark": "asks_defender_revoke"},
        ),
        (
            "Dummy got up, stood behind East and looked at his cards. Declarer won in hand and was about to play a club from "
            "the table when dummy said 'you're in your hand'.",
            {"dummy_lost_rights": "yes", "dummy_remark": "warns_before_act"},
        ),
        (
            "Dummy had a peep at West's hand. Two tricks later East discarded a club on declarer's diamond and dummy said "
            "'having none, sir?'",
            {"dummy_lost_rights": "yes", "dummy_remark": "points_out_irregularity"},
        ),
        (
            "Ο μορ σηκώθηκε και στάθηκε πίσω από τη Δύση. Μετά ο εκτελεστής έκοψε ένα σπαθί, και ο μορ του λέει "
            "«δεν έχεις σπαθί;».",
            {"dummy_lost_rights": "yes", "dummy_remark": "asks_declarer_revoke"},
        ),
        ("Dummy had not looked at anybody's hand. He said 'you are on the table' before declarer led.", {}),
    ],
)
def test_what_dummy_did_and_said(text: str, told: dict[str, str]) -> None:
    """The breach goes before the remark, and the remark has one to whom it is made."""
    found = dummys_rights(reader().read(text))
    assert {name: found.get(name) for name in told} == told
    assert "dummy_lost_rights" in told or "dummy_lost_rights" not in found


@pytest.mark.parametrize(
    ("text", "law"),
    [
        (
            "Declarer led a spade, West threw a heart, and dummy asked her 'no spades, madam?' She found one and put it down. "
            "Nobody has played to the next trick.",
            "62B1",
        ),
        (
            "Dummy went for tea and on the way back stopped behind East and had a long look at her hand. On the next trick "
            "declarer led a heart, East threw a club and dummy said 'no hearts, dear?' She had one.",
            "43B3",
        ),
        (
            "Dummy wandered round and stood behind his partner to watch. Declarer ruffed a club, and dummy asked her "
            "'no clubs, partner?' She had one and changed her card.",
            "43B2(b)",
        ),
        (
            "Ο μορ κοίταξε τα φύλλα της Ανατολής. Σε λίγο ο εκτελεστής πάει να βγει από το χέρι του και ο μορ του λέει «από εδώ "
            "είσαι». Η Δύση διαμαρτύρεται.",
            "43B2(a)",
        ),
    ],
)
def test_dummys_rights_decide(text: str, law: str) -> None:
    """Whatever it was about, what dummy had lost and to whom dummy spoke decides; with all rights, the revoke is."""
    assert advise(text).laws[0] == law
