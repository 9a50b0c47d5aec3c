"""How far the board has got when it is told, and what nobody presumes or still has to do then."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import reader
from advisor.replay.moment import moment

HESITATED = "West thought for twenty seconds and passed, and East bid 3H. "
THOUGHT = "Η Δύση σκέφτηκε είκοσι δευτερόλεπτα και πάσαρε, και η Ανατολή είπε 3 κούπες. "


def stage(text: str) -> str:
    """The moment that a text tells."""
    return moment(reader().read(text), ())


@pytest.mark.parametrize(
    "end",
    [
        *("It's cold.", "They scored 140.", "-140 for us.", "That was 140 to them.", "We lost 10 imps on it.", "It was beaten."),
        *("The director let the score stand.", "The board is scored.", "We had moved to the next board.", "Zero for us."),
        *("Afterwards we called the director.", "It made, while the rest of the room went down."),
    ],
)
def test_the_end_is_told_in_many_words(end: str) -> None:
    """A score, a match lost, a score that stands, cards put away: the play is over."""
    assert stage(HESITATED + end) == "over"


@pytest.mark.parametrize(
    "end", ["Χάσαμε 10 imps.", "Το σκορ μένει, είπε.", "Πήραν 140.", "δύο κάτω.", "Μετά το χέρι διαμαρτυρήθηκαν."]
)
def test_the_end_is_told_in_greek_as_well(end: str) -> None:
    """The same in the other language."""
    assert stage(THOUGHT + end) == "over"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "West passed out of turn. The director went off to look it up.",
            "Dummy only put down one suit.",
            "At the other table it made.",
        ),
        *("West wants North to pass until the end of the board.", "The director said play on and at the end we'll see."),
        *("Η Δύση ζητάει να πασάρει ο Βορράς ως το τέλος της διανομής.", "Παίξτε, μας είπε, και στο τέλος βλέπουμε."),
        *("Έπαιζα 3ΧΑ και βγήκε κούπα από την άμυνα.", "He has got his hand over his cards.", "West bid 4S with 150 honours."),
    ],
)
def test_what_only_sounds_like_the_end(text: str) -> None:
    """Who goes off, what is put down, a suit that is led: no board is over by that."""
    assert stage(text) == ""


@pytest.mark.parametrize("text", ["Last night West bid 1H out of turn.", "Χθες η Δύση άνοιξε εκτός σειράς."])
def test_another_day_is_later(text: str) -> None:
    """What is told another day is not under way."""
    assert stage(text) == "later"


def test_an_auction_that_stands_still_waits_for_the_call() -> None:
    """Who is asked about may still call: that player is not read as having called since (Law 31B1)."""
    told = "South opened 1H when it was North's turn. West declined it and it went back to North. Bidding is frozen."
    found = advise(f"{told} What may North do?")
    assert found.laws[0] == "31B1"
    assert found.facts["right_player_called"].value == "no"


def test_what_was_presumed_is_of_the_moment_when_it_came_up() -> None:
    """A board that is scored waits for no opening lead: it is presumed of then."""
    told = "South doubled North's 1S. West had not yet called. South was told to pass, North bid 2S later and got a top."
    found = advise(told)
    assert "Presumed: the opening lead" not in found.answer


def test_nothing_is_left_to_do_on_a_board_that_is_over() -> None:
    """Nobody is asked to play on, or to call the Director when the play ends."""
    found = advise(HESITATED + "It's cold and we lost 10 imps.")
    assert found.facts["ui_stage"].value == "play_over"
    assert "play ends" not in found.answer


def test_a_result_is_judged_and_not_waited_for() -> None:
    """Of a board that is scored, not what may be done before the lead (Laws 21B1(a), 75D3)."""
    told = "We defended 3NT. Declarer explained 2S as natural. At the end, minus 600, it was a transfer by their card."
    found = advise(f"{told} Do we get anything?")
    assert found.laws[0] == "75B1"
    assert "Before the lead" not in found.answer


@pytest.mark.parametrize(
    "text",
    [
        "My partner had the spade king lying there as a penalty card. I had already led a diamond when declarer woke up.",
        "East had the queen of hearts as a penalty card. West led the king of clubs before declarer had said a word. What now?",
        "Ο συμπαίκτης είχε τον ρήγα κούπα τιμωρημένο. Βγήκα καρό, ο εκτελεστής δεν είχε πει τίποτα. Τώρα ζητάει κούπα.",
    ],
)
def test_a_lead_that_was_made_waits_for_no_choice(text: str) -> None:
    """Whoever has led is not told to wait for declarer (Law 50D2)."""
    assert advise(text).facts["pc_lead_choice"].value == "led_before_choice"


@pytest.mark.parametrize(
    "text",
    [
        'In 3NT declarer called "small" and dummy put up the jack. Nobody noticed until the hand was over and scored, minus one.',
        "Στο 4♠ ο εκτελεστής ζήτησε μικρό και ο μορ έβαλε τη ντάμα. Το είδαμε μετά, όταν είχαμε γράψει το σκορ.",
    ],
)
def test_what_is_found_at_the_end_is_too_late(text: str) -> None:
    """Both sides have long played on when a wrong card of dummy comes to light after the hand (Law 45D2)."""
    found = advise(text)
    assert found.facts["next_trick"].value == "both_sides"
    assert found.laws[0] == "45D2"


def test_the_end_of_the_auction_is_not_that_of_the_board() -> None:
    """Who says that the auction is over has not played yet."""
    assert stage("Ο συμπαίκτης μου έδωσε λάθος εξήγηση και η αγορά μόλις τελείωσε.") == "closed"
    assert stage("Partner explained it wrongly and the bidding has just ended.") == "closed"
