"""Where a ruling rests on judgement, told facts that make it plain are said to point one way; the judgement stays open."""

from __future__ import annotations

import pytest
from ruling import whole

from advisor import Advice, advise
from advisor.diagnose.facts import Facts, Known
from advisor.lawbook.shelf import table
from advisor.rule.pointing import pointing

POINTS = {"en": "What you told points this way", "el": "Πού δείχνουν όσα είπατε"}
BOTH_WAYS = {"en": "What you told points both ways", "el": "Όσα είπατε δείχνουν και προς τις δύο πλευρές"}
PLAIN = [  # edition, telling, law that governs, a word of the reason
    (
        "2017",
        "en",
        "Declarer ran the spades from the top, void in hand, and said just 'spade'; dummy put the deuce",
        "46B",
        "from the top",
    ),
    (
        "2007",
        "en",
        "Declarer ran the spades from the top, void in hand, and said just 'spade'; dummy put the deuce",
        "46B",
        "from the top",
    ),
    ("2017", "el", "Τραβούσε τις πίκες από πάνω, σικάν στο χέρι, είπε «πίκα» και ο μορ έβαλε το δυάρι", "46B", "από πάνω"),
    ("2007", "el", "Τραβούσε τις πίκες από πάνω, σικάν στο χέρι, είπε «πίκα» και ο μορ έβαλε το δυάρι", "46B", "από πάνω"),
    ("2017", "en", "Declarer said 'low' from AJ106 in dummy, repeating the finesse that had just won", "46B", "finesse"),
    ("2017", "el", "Είπε «μικρό» στον μορ με ΑΒ106, έκανε πάλι την ίδια εμπάς", "46B", "εμπάς"),
    ("2017", "en", "Declarer told dummy: I don't know, play a club. Dummy has KJ7 of clubs", "46B", "don't know"),
    ("2007", "el", "Ο εκτελεστής λέει στον μορ «δεν ξέρω, παίξε ένα σπαθί», ο μορ έχει ΡΒ7", "46B", "δεν ξέρω"),
    (
        "2017",
        "en",
        "Declarer called 'spade' and then said the ace, but had not noticed that LHO put up the king",
        "4",
        "lapse of attention",
    ),
    ("2017", "en", "My fingers pulled the wrong card from the box, I wanted 1S, partner has not called", "25A1", "mechanical"),
    ("1997", "en", "My fingers pulled the wrong card from the box, I wanted 1S, partner has not called", "25A", "mechanical"),
    ("2017", "el", "Το χέρι μου τράβηξε λάθος κάρτα από το κουτί, ήθελα 1♠, ο συμπαίκτης δεν έχει μιλήσει", "25A1", "μηχανικό"),
    ("2017", "en", "He passed, then changed his mind and wants to bid 3H, partner has not called", "25A2", "thought better"),
    ("2017", "el", "Πάσαρε, μετά άλλαξε γνώμη και θέλει να δηλώσει 3♥, ο συμπαίκτης δεν έχει μιλήσει", "25A2", "παίκτης άλλαξε"),
    ("1997", "el", "Πάσαρε, μετά άλλαξε γνώμη και θέλει να δηλώσει 3♥, ο συμπαίκτης δεν έχει μιλήσει", "25B", "παίκτης άλλαξε"),
]


def section(advice: Advice, heading: str) -> str:
    """The lines below a heading of the answer."""
    lines = whole(advice).splitlines()
    at = next((i for i, line in enumerate(lines) if line.startswith(heading)), None)
    if at is None:
        return ""
    end = next((i for i in range(at + 1, len(lines)) if not lines[i].startswith("- ")), len(lines))
    return "\n".join(lines[at + 1 : end])


@pytest.mark.parametrize(("edition", "lang", "text", "law", "reason"), PLAIN)
def test_plain_facts_are_said_to_point(edition: str, lang: str, text: str, law: str, reason: str) -> None:
    """The answer says which way, why, and quotes the words."""
    advice = advise(text, lang=lang, edition=edition)

    assert advice.laws[0].startswith(law)
    assert reason in section(advice, POINTS[lang])


def test_a_sign_does_not_answer_the_question() -> None:
    """What points one way governs for now; the Director is still asked, and an answer ends it."""
    text = "Declarer ran the spades from the top, void in hand, and said just 'spade'; dummy put the deuce"
    advice = advise(text)

    assert advice.status == "question"
    assert advice.question is not None
    assert advice.question.fact == "different_intention"
    assert advise(text, answers={"different_intention": "not_clear"}).laws[0] == "46B2"


def test_the_nearest_precedent_turned_on_the_same_sign() -> None:
    """A repeated finesse recalls the case of the repeated finesse, whatever else is alike."""
    answer = whole(advise("Declarer said 'low' from AJ106 in dummy, repeating the finesse that had just won"))

    assert "finesse was being repeated" in answer.partition("Similar cases:")[2].splitlines()[1]


def test_what_is_told_both_ways_is_open() -> None:
    """Fingers and second thoughts in one story: said to point both ways, and asked."""
    advice = advise(
        "He says his fingers pulled the wrong card from the box, but he changed his mind; partner has not called", lang="en"
    )

    assert "25" in advice.laws[0]
    assert section(advice, BOTH_WAYS["en"]).count("- ") == 2
    assert advice.question is not None
    assert advice.question.fact == "intended"


def test_a_decision_counts_more_than_what_the_player_says_afterwards() -> None:
    """Law 25A2: the splinter passed after thought was intended, although the contract was never wanted."""
    found = table("2017", "call_changed")
    assert found is not None
    told = {"never_wanted_it": ("never wanted it",), "decided_on_it_first": ("decided no",)}
    seen = pointing(found, Facts({"intended": Known("no", "stated")}, told=told))

    assert [point.id for point, _ in seen.told] == ["decided_first"]
    assert seen.leans == (("intended", "yes"),)
    assert not seen.undecided


def test_an_answered_fact_is_no_longer_weighed() -> None:
    """Who has answered has judged."""
    found = table("2017", "call_changed")
    assert found is not None
    seen = pointing(found, Facts({"intended": Known("no", "answered")}, told={"mind_changed_over_call": ("changed his mind",)}))

    assert seen.leans == ()
    assert seen.torn == ()


@pytest.mark.parametrize(
    "text", ["he did not change his mind, the wrong card came out of the box", "if he changed his mind the pass stands"]
)
def test_what_is_denied_or_supposed_points_nowhere(text: str) -> None:
    """`not` and `if` take the sign away."""
    assert "thought better" not in whole(advise(text, lang="en", answers={"irregularity": "call_changed"}))
