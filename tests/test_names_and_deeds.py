"""Who does what in stories with names, in turn and out of it, and what follows from it whatever the words sound like."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import reader
from advisor.replay.acts import acts
from advisor.replay.players import places


def doers(text: str) -> list[tuple[str, str]]:
    """The deeds of a text with their doers."""
    return [(event.deed, event.actor) for event in reader().read(text).story.events]


def callers(text: str) -> list[tuple[str, str]]:
    """The calls of a text with the frame and place of their callers."""
    reading = reader().read(text)
    return [
        (act.call, "" if act.caller is None else f"{act.caller.frame}{act.caller.step}") for act in acts(reading, places(reading))
    ]


def test_a_name_of_nobody_known_takes_the_deed() -> None:
    """Whoever Lorraine is, it is not the teller who throws a spade."""
    assert ("discard", "") in doers("I lead a diamond, Lorraine throws a spade and nobody minds")
    assert ("discard", "speaker") not in doers("I lead a diamond, Lorraine throws a spade and nobody minds")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ron, on my right, passed. Later Ron threw a spade", ("discard", "rho")),
        ("My partner Bill revoked and then Bill led a club", ("lead", "partner")),
        ("Παίζω 4♠. Ο Νίκος αριστερά μου κόβει, και μετά ο Νίκος πετάει καρό", ("discard", "lho")),
    ],
)
def test_a_name_beside_a_player_is_that_player(text: str, told: tuple[str, str]) -> None:
    """Wherever the name stands again, it is the one it was put beside."""
    assert told in doers(text)


def test_who_is_named_after_and_does_the_next_deed() -> None:
    """The bid is South's, and no object of the pause."""
    assert doers("North hesitated and South bid 3S") == [("pause", "seat_north"), ("bid", "seat_south")]


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("Β 1♥, Α πάσο, και πριν μιλήσει ο Ν κοντράρει η Δύση", ("X", "compass3")),
        ("2s on my right i put 2h didnt see it", ("2S", "speaker3")),
        ("I don't see it and respond 1NT", ("1NT", "speaker0")),
    ],
)
def test_who_called(text: str, call: tuple[str, str]) -> None:
    """Behind "before" stands who has not called; "on my right" behind a call is its caller; a "not" ends at the next verb."""
    assert call in callers(text)


def test_what_stands_behind_instead_of_was_not_called() -> None:
    """Instead of 2♠ South passed: nobody bid 2♠."""
    assert "2S" not in {call for call, _ in callers("North 1♦, East 2♣, South 1♠, and instead of 2♠ South then passed")}


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("2s on my right i put 2h didnt see it. lho passed already then my p wakes up. do i have to fix it", "27A1"),
        ("4h by me then p p p. then west goes wait x. no lead yet. does the x count", "39C"),
        ("West opened 1♠, North doubled, East doubled too. South had not called. What now?", "36B"),
        ("Β 1♥, Α πάσο, και πριν μιλήσει ο Ν κοντράρει η Δύση. Ο Β δεν το δέχεται, ο Ν πασάρει. Τι ισχύει;", "32A1"),
        (
            "μοίραζε ο Βορράς, εγώ καθόμουν Ανατολή και έβγαλα πάσο πριν μιλήσει ο Βορράς. δεν το δέχτηκε ο Νότος. τι ισχύει;",
            "30A",
        ),
        ("Trick 5, East led a club but it was West's lead. Declarer South played the nine from hand. Too late?", "53A"),
        ("East revoked and won the trick, his side won none later", "64A1"),
        ("dummy revoked, declarer won the trick", "64B3"),
        ("Declarer called for 'the ten of diamonds'. There was no ten there. 'Then I'll have the jack,' she said.", "46B4"),
    ],
)
def test_the_deeds_decide(text: str, law: str) -> None:
    """The paragraph that the deeds come to, told without the name of the irregularity."""
    assert advise(text).laws[0].startswith(law)


def test_whose_turn_it_was_is_asked_where_only_lho_is_told() -> None:
    """ "Chap on his left won't have it" tells who may refuse, and no turn (Laws 29A, 31)."""
    advice = advise("Partner opened 1♠ out of turn just now, chap on his left won't have it. Am I gagged or can I bid?")

    assert advice.question is not None
    assert advice.question.fact == "wrong_turn_of"


def test_a_fact_that_is_not_trusted_wholly_is_said_with_what_follows_otherwise() -> None:
    """The ruling rests on "next hand passed": what it means, and what holds if it was not a call over the double (Law 36)."""
    answer = advise("My 1H, next hand passed, and then partner put the red X on me. Am I shut up now?").answer

    assert "36A" in answer
    assert "36B2" in answer
