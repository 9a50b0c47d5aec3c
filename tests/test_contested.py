"""What two voices tell differently is asked first, whatever else the table asks, and the word of one side does not settle it."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import understand
from advisor.replay.contested import contested, voices

DIFFER = [
    (
        "East took the lead with the jack but West led the queen of spades. West says declarer told her it was her lead, "
        "declarer says he never said a word.",
        "topic_whose_lead",
    ),
    ("Declarer pulled the ace and put it back. East: it was on the table. South: it was still in the air.", "topic_card_held"),
    ("Half the table says South had already passed over it, South swears she never.", "topic_call_made"),
    ("Η Δύση λέει ότι σκέφτηκε δεκαπέντε δευτερόλεπτα, ο Βορράς λέει τρία.", "topic_pause"),
    ("Η Ανατολή λέει ότι άλλαξε γνώμη, ο Νότος ότι του ξέφυγε η λέξη.", "topic_intention"),
    ("North was slow (we say), half a minute. North says three seconds and no more.", "topic_pause"),
    ("o notos leei oti tou ksefyge i leksi, i dysi leei oti allakse gnomi", "topic_intention"),
]
AGREE = [
    "West says North thought for half a minute, North admits that he thought.",
    "North says nobody may look at the last trick. South says the law is clear.",
    "I stopped and haven't played, and East hasn't said that he led to the next trick.",
    "Dummy said 2♥ and West said pass.",
    "The opponents dispute the claim.",
    "Οι αντίπαλοι αμφισβητούν τη διεκδίκηση.",
]
FIRST = [
    (
        "I had 14 cards, the girl on my left had 12. No one agrees when. I say I noticed counting face down, before "
        "I looked. She says I had already opened 1♦ and she had passed.",
        "surplus_found",
    ),
    (
        "Declarer pulled the ace of diamonds out of her hand, then took it back and played the three. West says the ace was on "
        "the cloth, South says it was still in the air. Is the ace played?",
        "declarer_card_at",
    ),
    (
        "Ο Νότος πήρε τα φύλλα της 12 ενώ παίζαμε την 11 και άνοιξε 1ΧΑ. Η Δύση λέει ότι ο Βορράς είχε ήδη πασάρει, ο Βορράς "
        "λέει ότι δεν μίλησε.",
        "partner_called",
    ),
]


@pytest.mark.parametrize(("text", "topic"), DIFFER)
def test_two_voices_differ(text: str, topic: str) -> None:
    """Each says something of it, and it is not the same."""
    assert topic in contested(understand(text).reading)


@pytest.mark.parametrize("text", AGREE)
def test_an_admission_a_view_of_the_law_or_a_call_is_no_dispute(text: str) -> None:
    """Neither is the objection to a claim."""
    assert not contested(understand(text).reading)


@pytest.mark.parametrize(("text", "fact"), FIRST)
def test_what_is_disputed_is_asked_first(text: str, fact: str) -> None:
    """And no side's word is taken for it."""
    advice = advise(text)

    assert advice.question is not None
    assert advice.question.fact == fact
    assert fact not in advice.facts


def test_a_dispute_that_decides_nothing_is_not_asked() -> None:
    """Once partner has called, a slip stands as well as a call that was meant (Law 25A4)."""
    advice = advise(
        "North opened 1NT and South, his partner, bid 2♦. North called 2♥ and only then South says: I meant 2♣, the two cards "
        "were stuck together, a mechanical error. West says she only woke up because of the announcement."
    )

    assert advice.laws[0] == "25A4"
    assert advice.question is None or advice.question.fact != "intended"


def test_the_teller_is_a_voice_too() -> None:
    """What somebody says against what tellers say of themselves."""
    reading = understand("I never saw a thing, my tongue slipped. He says no, I changed my mind when I saw the ace.").reading

    assert "topic_intention" in contested(reading)


def test_a_voice_is_whoever_is_named_nearest() -> None:
    """Before the verb, behind it, or before a colon."""
    reading = understand("West says it was late. Λέει ο Νότος όχι. East: never. The director says play on.").reading

    assert [voice.speaker for voice in voices(reading)] == ["seat_west", "seat_south", "seat_east", "director"]


@pytest.mark.parametrize(
    "text",
    [
        "North, they say, was slow for a minute. North says it was three seconds.",
        "Ο Βορράς, λένε, σκέφτηκε ένα λεπτό. Ο Βορράς λέει τρία δευτερόλεπτα.",
    ],
)
def test_an_aside_is_not_the_word_of_whom_it_is_about(text: str) -> None:
    """ "North, they say, was slow" is not North's."""
    reading = understand(text).reading
    one, other = voices(reading)

    assert (one.speaker != other.speaker, other.speaker) == (True, "seat_north")
    assert "topic_pause" in contested(reading)


def test_a_director_disputes_nothing_but_when_results_were_put_up() -> None:
    """A Director rules; only who posted the results is a witness of when (Law 79C)."""
    ruled = "West says the ace was on the cloth, still in her fingers. The director says the ace was on the cloth."
    late = "I say I wrote twenty minutes after the results went up. The director says they went up an hour before that."

    assert not contested(understand(ruled).reading)
    assert "topic_deadline" in contested(understand(late).reading)


def test_the_dispute_is_told_with_the_words_of_both_and_how_it_is_found() -> None:
    """On the balance of probabilities, and if that does not find it so that play can go on (Law 85A1, 85B)."""
    answer = advise(FIRST[1][0]).answer

    assert "West says the ace was on the cloth" in answer
    assert "South says it was still in the air" in answer
    assert "85A1" in answer
    assert "85B" in answer


def test_a_disputed_agreement_goes_by_its_presumption() -> None:
    """A mistaken explanation, not a mistaken call, where nothing shows the agreement (Law 21B1(b))."""
    advice = advise(
        "North opened 1NT, East bid 2♣, South asked and West said Landy, both majors. East had six clubs and no major. "
        "East says they never agreed Landy, West says they agreed it last month. Nobody has looked at their card."
    )

    assert advice.question is not None
    assert advice.question.fact == "mi_evidence"
    assert "21B1(b)" in advice.answer
    assert "East says they never agreed Landy" in advice.answer


def test_whether_the_next_trick_had_begun_is_asked_of_a_revoke_in_dispute() -> None:
    """Whatever the words make of it else (Laws 62A, 63A)."""
    advice = advise(
        "Declarer led a diamond and West discarded a heart, East won with the ace. Then West found a diamond and said so. "
        "Declarer says East had already led a spade to the next trick, East says the spade was still in her hand."
    )

    assert advice.question is not None
    assert advice.question.fact == "revoke_since"
    assert not {"own_claim", "opponents_claim_open"} & {choice.value for choice in advice.question.choices}
