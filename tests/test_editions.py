"""Editions stand beside each other: what changed and when, and one clear sentence where an edition holds nothing."""

from __future__ import annotations

import pytest
from ruling import whole

from advisor import advise
from advisor.advising import consult
from advisor.base.errors import UsageError
from advisor.lawbook.shelf import editions, laws
from advisor.say.lookup import changes, law, law_text


@pytest.mark.parametrize(
    ("text", "edition", "held"),
    [
        ("West bid 1♥ over 1♠, insufficient", "2007", "Law 27"),
        ("West bid 1♥ over 1♠, insufficient", "1997", "Law 27"),
        ("Η Δύση έκανε ρενόνς και έπαιξαν στην επόμενη", "2007", "Νόμο 6"),
    ],
)
def test_an_edition_that_holds_nothing_says_so(text: str, edition: str, held: str) -> None:
    """One sentence, the law that it looks like, and no neighbour ruled in its stead."""
    advice = advise(text, edition=edition)

    assert (advice.status, advice.laws, len(advice.answer.splitlines())) == ("unclear", (), 1)
    assert held in advice.answer
    assert edition in advice.answer


@pytest.mark.parametrize(
    ("text", "row"),
    [
        (
            "2♠ over 2NT, insufficient, showing spades and a minor; not accepted, changed to pass",
            "",
        ),
        ("ανεπαρκής 2♠ πάνω σε 2ΧΑ, έδειχνε πίκες και σπαθιά, δεν έγινε δεκτή και άλλαξε σε πάσο", "26/require_or_forbid"),
    ],
)
def test_an_edition_without_the_law_says_what_it_holds_on_the_lead(text: str, row: str) -> None:
    """1997 on a withdrawn insufficient bid: no table of Law 27, so that is said, with what Law 26 lets declarer do."""
    answers = {"accepted": "no", "withdrawn_call_suits": "shown_not_bid"} if row else {"accepted": "no"}
    advice = advise(text, edition="1997", answers=answers)

    assert advice.irregularities[0].laws[0].startswith("26")
    assert row in (advice.irregularities[0].row or "")
    assert "26" in advice.answer
    assert ("hold only" in advice.answer) is (advice.lang == "en")


def test_an_edition_that_holds_it_rules() -> None:
    """The code of 2007 on a fifth card, and its name in the answer."""
    advice = advise("East played a fifth card to the trick, thinking of following suit", edition="2007")

    assert advice.laws[0].startswith("45E")
    assert "2007" in whole(advice)


def test_only_the_editions_own_situations_are_offered() -> None:
    """No candidate of an edition lacks a table there."""
    found = consult("something went wrong with the lead and a card", edition="2007")

    assert all(candidate.law in {"45", "46", "48", "55", "56"} for candidate in found.advice.candidates)


@pytest.mark.parametrize(("ref", "date"), [("73", "2024-01-01"), ("89A", "2024-01-01"), ("27", "2017-09-25")])
def test_a_law_tells_the_date_from_which_it_holds(ref: str, date: str) -> None:
    """The date is in the data and in the heading."""
    assert law(ref)["from"] == date
    assert date in law_text(ref).splitlines()[0]


def test_every_law_has_a_date() -> None:
    """In every edition on the shelf."""
    assert [(e, n) for e in editions() for n, found in laws(e).items() if not found["from"]] == []


def test_what_changed_is_told_edition_by_edition() -> None:
    """What is known of the change, and where our documents end."""
    told = changes("27", "en")

    assert told.startswith("2017 (2017-09-25):\n  * What the bid specified counts")
    assert "2007:\n  * Since the re-issue of March 2008" in told
    assert "1997:\n  * Our documents do not tell whether anything changed.\n  Our documents do not hold Law 27 of 1997." in told


def test_a_law_that_an_edition_lacks_is_one_sentence() -> None:
    """The error names the editions that have it."""
    with pytest.raises(UsageError, match="The 2007 laws here have no Law 27: editions with it are 2017"):
        law("27", "2007")
    with pytest.raises(UsageError, match=r"editions with it are 2017\.$"):
        law("20", "1997")


def test_what_is_known_of_a_law_that_an_edition_lacks_is_told() -> None:
    """Its own change and that of the edition after it, so that `law 27 --edition 2007` is no dead end."""
    with pytest.raises(UsageError, match=r"re-issue of March 2008.*2017: What the bid specified counts"):
        law("27", "2007")
