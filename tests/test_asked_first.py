"""What the teller asks is answered first, and a ruling or claim told in the story is called right or not where a row decides."""

from __future__ import annotations

import pytest
import yaml  # noqa: TID251  the entries as they stand in the files
from ruling import whole

from advisor import advise
from advisor.base import paths
from advisor.lexicon.classes import members
from advisor.lexicon.forms import sequences
from advisor.lexicon.load import load
from advisor.say.words import Words

RIGHT_EN, WRONG_EN = "Yes: the ruling given", "No: the ruling given"
RIGHT_EL, WRONG_EL = "Ναι: η απόφαση που δόθηκε", "Όχι: η απόφαση που δόθηκε"
DEPENDS_EN, DEPENDS_EL = "It depends on this: ", "Εξαρτάται από αυτό: "
FOUR_OF_CLUBS = (
    "My RHO, defending, accidentally dropped the four of clubs face up. "
    "The TD declared it a major penalty card and banned a club lead from his partner. "
)
HUSH = "No comment"


def lines(text: str) -> list[str]:
    """The lines of the answer, without the one that says that it is the likeliest of several."""
    likeliest = {Words(lang).frame("likeliest") for lang in ("el", "en")}
    return [line for line in advise(text).answer.splitlines() if line not in likeliest]


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("South bid 1♠, West bid 1♥, North bid 2♠. The director told West to correct it. Was he right?", WRONG_EN),
        ("South opened 1♠, East overcalled 1♥. Director made East bid 2♥ and told West to pass for ever. Fair?", WRONG_EN),
        (f"{FOUR_OF_CLUBS}Was that right?", WRONG_EN),
        ("East doubled after the final pass, nobody had led yet. TD let it stand. Correct?", WRONG_EN),
        (
            "Στη μέση της αγοράς ο δεξιός μου έδειξε κατά λάθος τον ρήγα κούπα. "
            "Ο διαιτητής είπε στον συμπαίκτη του να πασάρει μία φορά. Σωστά έκανε;",
            RIGHT_EL,
        ),
        (
            "Η Δύση δήλωσε 2♥ πάνω από 2♠, ο Βορράς δεν δέχτηκε, η Δύση έκανε 3♥. "
            "Ο διαιτητής υποχρέωσε την Ανατολή να πασάρει. Είχε δίκιο;",
            WRONG_EL,
        ),
        ("Ο Βορράς 1♥, η Ανατολή πάσο, ο Νότος 1♦, η Δύση 1♠. Ο διαιτητής είπε να διορθωθεί. Σωστά έκανε;", WRONG_EL),
    ],
)
def test_a_told_ruling_is_called_right_or_not(text: str, begins: str) -> None:
    """Whoever asks whether the ruling was right hears yes or no first, where a row decides (Law 82C puts a wrong one right)."""
    assert lines(text)[0].startswith(begins)


def test_asked_whether_it_was_wrong_yes_means_wrong() -> None:
    """The same ruling, asked about the other way round (Law 50B: a small card dropped is a minor penalty card)."""
    answer = lines(f"{FOUR_OF_CLUBS}Did he get it wrong?")[0]

    assert answer.startswith("Yes: ")
    assert "not right" in answer


def test_a_deputys_ruling_is_a_ruling() -> None:
    """Whoever rules in the director's place has ruled: it is held against the row too (Law 64A1)."""
    told = (
        "Στο τέλος βρέθηκε ότι η Δύση είχε κάνει ρενόνς στην τρίτη λεβέ, την κέρδισε η ίδια με ατού, και πήραν άλλες δύο. "
        "Ο βοηθός μου έδωσε μία λεβέ. Το αφήνω έτσι;"
    )

    assert lines(told)[0].startswith(WRONG_EL)


@pytest.mark.parametrize("asked", ["Really?", "Deserved?"])
def test_a_few_words_behind_a_ruling_ask_whether_it_is_right(asked: str) -> None:
    """They are put no other way (Law 48A: a card of declarer's is never a penalty card)."""
    told = f"I dropped the nine of clubs as declarer. The TD made it a penalty card. {asked}"

    assert lines(told)[0].startswith(WRONG_EN)


def test_what_a_ruling_says_for_another_case_is_not_the_ruling() -> None:
    """ "Any other bid bars partner" bars nobody when the lowest bid is made (Law 27B1(a))."""
    told = (
        "South opened 1♠, West bid 1♥, North did not accept it. "
        "The director told West that 2♥ is fine but any other bid bars East. West made it 2♥."
    )

    assert "was not right" not in advise(told).answer


def test_who_was_told_by_a_player_was_not_ruled_on() -> None:
    """A player claims to have been told to lead: no director has ruled that."""
    told = "West led the ♦K face up at East's turn, 2♠ by North. West says she was told to lead and it goes back in her hand."

    assert "ruling given" not in advise(told).answer


def test_a_ruling_that_differs_is_named_where_nothing_is_asked() -> None:
    """This ruling stands first, what was ruled at the table after it."""
    found = lines("N 1♠, E 1♥, S 2♠. Our director let South take back the 2♠ since he had not seen it.")

    assert found[0].startswith("LHO accepted it")
    assert any(line.startswith("The ruling given") and "not right" in line and "82C" in line for line in found[1:4])


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("A defender revoked at trick nine, they took two more later. How many tricks do they lose?", DEPENDS_EN),
        ("ρενονς ο αμυνομενος, τελειωσε η διανομη, πηραν κι αλλες δυο. ποσες λεβε δινω", DEPENDS_EL),
        ("opp claimed, i agreed, next board i saw my ace of trumps had to score. is it too late to get it back?", DEPENDS_EN),
    ],
)
def test_what_hangs_on_a_fact_says_so_first(text: str, begins: str) -> None:
    """The missing fact leads, and is not asked a second time below."""
    answer = advise(text).answer
    asked = lines(text)[0].removeprefix(begins)

    assert lines(text)[0].startswith(begins)
    assert answer.count(asked) == 1


def test_a_ruling_that_hangs_on_the_open_fact_is_neither_right_nor_wrong() -> None:
    """It is said with which answer it was right (Law 64A)."""
    told = lines("East revoked, they won two more tricks after it. The director gave us two tricks. Was that right?")[0]

    assert told.startswith(DEPENDS_EN)
    assert "was right only if the answer is “the revoking player personally”" in told


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        (
            "Ήμουν εκτελεστής. Έριξα σπαθί σε κούπα, ενώ είχα κούπα, και το κατάλαβα πριν παίξει κανείς στην επόμενη λεβέ. "
            "Ο αντίπαλος λέει ότι η ρενόνς κατοχυρώθηκε. Έχει δίκιο;",
            "Όχι: αυτό δεν ισχύει",
        ),
        ("decl dropped the nine face up must he play it", "No: it need not be played"),
        ("North 1♠, East 1♥, South 2♠. Does East still have to make it good?", "No: it stands as it is"),
        (
            "kala paidia, eipa 2h, ithela 2s, piasa lathos xartaki, o simpaiktis den milise. prolavaino na to alakso?",
            "Ναι: αλλάζει",
        ),
    ],
)
def test_a_claim_or_a_bare_question_is_answered_first(text: str, begins: str) -> None:
    """What a player claims, and what is asked without a mark or in Latin letters, is answered by the row."""
    assert lines(text)[0].startswith(begins)


def test_what_the_law_does_not_decide_is_not_called_wrong() -> None:
    """Whether the player used partner's hesitation is a judgement (Law 16B): the ruling told is not called right or wrong."""
    told = "Partner thought for a minute and passed, I bid 4♠ and made it. The director adjusted to 3♥. Was he right?"
    answer = advise(told).answer

    assert not any(verdict in answer for verdict in ("was right.", "was not right", RIGHT_EN, WRONG_EN))


def test_an_english_semicolon_asks_nothing() -> None:
    """Only in Greek is it the mark of a question."""
    told = "A heart is led from the table; dummy asks a defender whether he has none and he finds one"

    assert not lines(told)[0].startswith(("No.", "Yes."))


def test_nothing_is_said_of_a_stage_that_is_over() -> None:
    """A board told as finished is not played on, nor is its auction hushed (Laws 27A1, 64)."""
    accepted = "N 1♠, E 1♥, S 2♠, W pass, N 4♠, all pass{}. Then West said the 1♥ was not enough."
    revoke = whole(advise("East ruffed though he had a diamond, won the trick and two more. 4♥ one down. We saw it at the end."))

    assert HUSH not in whole(advise(accepted.format(". 4♠ made")))
    assert "auction goes on" not in advise(accepted.format(". 4♠ made")).answer
    assert "play on" not in revoke
    assert HUSH in whole(advise("N 1♠, E 1♥, South has not called yet"))


def test_every_way_to_tell_a_ruling_can_be_heard() -> None:
    """A form that waits for what nothing ever is would be left out without a word."""
    classes = members(load(paths.LEXICON)[0].classes)
    for path in sorted((paths.LEXICON / "ruled").glob("*.yaml")):
        for entry in yaml.safe_load(path.read_text(encoding="utf-8")).values():
            for form in (*entry["el"], *entry["en"]):
                assert sequences(form, classes), form


def test_what_rulings_come_to_is_told_in_the_values_of_the_rows() -> None:
    """Every matter of lexicon/ruled is one that rows speak of, every value one that they can have."""
    replies = yaml.load((paths.LEXICON / "replies.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    for path in sorted((paths.LEXICON / "ruled").glob("*.yaml")):
        for name, entry in yaml.safe_load(path.read_text(encoding="utf-8")).items():
            if path.stem == "asked":
                continue
            known = {value for matter in entry["about"].split() for value in replies.get(matter, ())}
            assert {*entry.get("yes", ()), *entry.get("no", ())} <= known, name
            assert not set(entry.get("yes", ())) & set(entry.get("no", ())), name
