"""A situation or a law refused: only that goes, nothing refused is ruled in the same breath, and a law that is named is taken."""

from __future__ import annotations

import pytest
from talked import said

from advisor.lawbook.shelf import tables


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("o notos eipe oti ta ypoloipa einai dika tou", "oxi den itan lathos, den ekane kleim"),
        ("η Δύση εξήγησε λάθος το 2♣", "όχι, ο Νότος εξήγησε"),
        ("ο Νότος βγήκε ενώ σειρά είχε η Ανατολή", "όχι, δεν ήταν αντάμ"),
        ("West led to trick 3, it was South's turn", "nobody led"),
        ("West bid 2H over 2S", "it was not insufficient"),
        ("East revoked", "it was not a revoke"),
    ],
)
def test_only_what_was_named_is_refused(first: str, then: str) -> None:
    """A "not", a "wrong" or a word of many names refuses nothing of another phase; what was refused is not ruled or offered."""
    shelf = tables("2017")
    conversation = said(first)
    before = conversation.state.irregularity or next(b.send for b in conversation.state.offered).partition("=")[2]
    reply = conversation.turn(then)
    refused = conversation.state.refused

    phases = {"play" if shelf[name]["phase"] == "clarification" else shelf[name]["phase"] for name in (before, *refused)}
    assert len(phases) == 1
    assert conversation.state.irregularity not in refused
    assert not {f"#irregularity={name}" for name in refused} & {button.send for button in reply.choices}


@pytest.mark.parametrize(
    ("first", "then", "situation"),
    [
        ("East revoked", "it was not a revoke", "revoke_definition"),
        ("η Ανατολή έριξε σπαθί στην καρό", "δεν ήταν ρενόνς", "revoke_definition"),
        ("i anatoli erikse spathi stin karo kai meta akolouthise", "oxi den itan renons", "revoke_definition"),
        ("o notos eipe oti ta ypoloipa einai dika tou", "oxi den itan lathos, den ekane kleim", "claim_made"),
    ],
)
def test_whether_it_was_one_is_asked(first: str, then: str, situation: str) -> None:
    """Where the Laws judge whether there was a revoke or a claim at all, that is what a bare denial comes to."""
    assert said(first, then).state.irregularity == situation


@pytest.mark.parametrize(
    ("texts", "law"),
    [
        (("East revoked and they played on", "no, 57"), "57"),
        (("a defender dropped the king of hearts", "no, 58"), "58"),
        (("West bid 2H over 2S", "wrong, law 25"), "25"),
        (("declarer claimed", "no, 71"), "71"),
        (("West passed out of turn", "none of those", "law 32"), "32"),
        (("ένας αμυνόμενος έδειξε το 5 καρό", "όχι, ο 58"), "58"),
        (("ένας αμυνόμενος έδειξε το 5 καρό", "είναι ο νόμος 57"), "57"),
        (("η Δύση πάσαρε εκτός σειράς", "τίποτα από αυτά", "ο 32"), "32"),
        (("η Δύση είπε 2♥ πάνω σε 2♠", "λοιπόν ο 25"), "25"),
        (("i dysi pasare ektos seiras", "kanena apo afta", "nomos 32"), "32"),
        (("enas amynomenos edeikse to 5 karo", "oxi, 57"), "57"),
        (("o ektelestis diekdikise me ena atou ekso", "oxi 70, 68", "nomos 69"), "69"),
    ],
)
def test_a_law_that_is_named_is_taken(texts: tuple[str, ...], law: str) -> None:
    """By its number alone after a "no", or where there is one to pick; the reply rules or asks what it hangs on."""
    conversation = said(*texts)
    name = conversation.state.irregularity

    assert name
    assert str(tables("2017")[name]["law"]).startswith(law)
    assert tables("2017")[name]["kind"] != "rights"


@pytest.mark.parametrize("then", ["law 57", "τι λέει ο 57", "No, 12"])
def test_a_number_that_names_no_other_law_is_not_ruled(then: str) -> None:
    """A law alone is looked up while a ruling is in hand; a number may be a count."""
    conversation = said("N had 14 cards, found at trick 6")
    conversation.turn(then)

    assert not conversation.state.refused
