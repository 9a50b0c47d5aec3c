"""What is computed from whole tellings, differently worded, in both languages; and silence where something is not told."""

from __future__ import annotations

import pytest

from advisor.advising import consult


def values(text: str, irregularity: str, **answers: str) -> dict[str, str]:
    """What is computed for a text once the irregularity (and perhaps more) is settled."""
    return dict(consult(text, answers={"irregularity": irregularity, **answers}).values)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("1S over 2C, LHO does not accept", "2S"),
        ("he bid 2♦ over 2♥ and nobody noticed", "3D"),
        ("Ο Βορράς αγόρασε 1♥ πάνω σε 1♠", "2H"),
        ("evale 1H pano se 1S", "2H"),
        ("N 1♠, E pass, S 1♥", "2H"),
        ("Δύση 2♠, Βορράς 2♣", "3C"),
        ("3♣ over 3NT", "4C"),
        ("W 1C, N 2S, E 2D", "3D"),
    ],
)
def test_lowest_sufficient(text: str, call: str) -> None:
    assert values(text, "insufficient_bid")["call"] == call


@pytest.mark.parametrize("text", ["7♣ over 7♠", "he made an insufficient bid in hearts", "2♠ over 2♥"])
def test_no_sufficient_bid_without_proof(text: str) -> None:
    assert "call" not in values(text, "insufficient_bid")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("South opened 1NT out of turn (15-17); East bid 1♥; South overcalled 1NT showing 15-17", "same"),
        ("The out-of-turn 1NT opening showed 15-17 and the 1NT overcall shows 15-17", "same"),
        ("Η Δύση άνοιξε 1ΧΑ εκτός σειράς με 12-14. Τώρα λέει 1ΧΑ που δείχνει 12-14.", "same"),
        ("dysi anoikse 1NT ektos seiras, 15-17, tora leei 1NT deixnei 15-17", "same"),
        ("out of turn 2♦ transfer showing hearts, replaced by 3♦ transfer showing hearts", "same"),
        ("1♥ out of turn showed hearts 12-21, replaced with 2♥ showing hearts 12-15", "subset"),
        ("Το 1♠ εκτός σειράς έδειχνε πίκες 12-21. Το άλλαξε σε 2♠ που δείχνει πίκες 12-14.", "subset"),
        ("The withdrawn 2♣ was Stayman, the new 3♣ is Stayman again", "purpose"),
        ("Η δήλωση που αποσύρθηκε, 2♦ ρελέ, και η νέα 2♠ πάλι ρελέ", "purpose"),
        ("4NT blackwood was cancelled, now 5NT asks aces", "purpose"),
        ("1NT 15-17 out of turn, now 2NT showing 20-22", "none"),
        ("1♥ εκτός σειράς έδειχνε κούπες 12-21, τώρα 2♣ που δείχνει σπαθιά 12-16", "none"),
        ("1NT out of turn 15-17, now an overcall of 1NT 15-18", "similar"),
        ("1♦ natural out of turn, replaced by 2♦ natural", "strength"),
        ("3♣ showing clubs instead of 2♣", "missing_old"),
        ("1♥ εκτός σειράς που έδειχνε κούπες 12-21, τώρα λέει 2♥", "missing_new"),
        ("East passed out of turn, not accepted, and now passes again", "pass"),
        ("1H out of turn 12-21, then replaced by 1S 12-21", "missing_old"),
        ("1NT - (2♠) - 2♦ transfer (hearts), then corrected to 3♦ transfer showing hearts", "same"),
        ("insufficient 1H over 1S; wants to change it to a takeout double", "missing_old"),
    ],
)
def test_comparable(text: str, verdict: str) -> None:
    assert values(text, "comparable_call")["comparable"] == verdict


@pytest.mark.parametrize(
    "text",
    [
        "is it comparable?",
        "East opened 1NT 15-17 at North's turn, North then bid 1♥ showing 12-21",
        "1♥, 1♠ and 2♣ were bid, one of them out of turn",
        "είναι συγκρίσιμη η νέα δήλωση;",
    ],
)
def test_no_comparison_without_both_calls(text: str) -> None:
    assert "comparable" not in values(text, "comparable_call")


def test_a_comparison_settles_the_ruling() -> None:
    """Told meanings answer the question of the table (Law 23A2), and of the Law of the irregularity (31B2)."""
    narrower = consult(
        "1♥ out of turn showed hearts 12-21, replaced with 2♥ showing hearts 12-15", answers={"irregularity": "comparable_call"}
    )
    apart = consult("1NT 15-17 out of turn, now 2NT showing 20-22", answers={"irregularity": "comparable_call"})

    assert narrower.advice.laws[0] == "23A2"
    assert narrower.advice.facts["comparable_test"].how == "derived"
    assert narrower.advice.irregularities[0].remedies[0].values["test"] == "23A2"
    assert apart.advice.laws[0] == "23A"
    assert apart.advice.irregularities[0].row == "23/not_comparable"


def test_words_and_meanings_that_disagree_are_told_both_ways() -> None:
    found = consult("1NT 15-17 out of turn, now 2NT showing 20-22, the same meaning", answers={"irregularity": "comparable_call"})

    assert "comparable_test" in found.facts.conflicting
    assert found.advice.status == "question"


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("1S over 2C not accepted, changed to 2S", "yes"),
        ("2♣ πάνω σε 2♦, δεν το δέχτηκε, το έκανε 3♣", "yes"),
        ("1S over 2C not accepted, corrected to 3S", "no"),
        ("1♥ πάνω σε 1♠, δεν έγινε δεκτό, το διόρθωσε σε 3♥", "no"),
    ],
)
def test_made_good(text: str, same: str) -> None:
    """Only the lowest sufficient bid is what Law 27B1(a) speaks of."""
    found = consult(text, answers={"irregularity": "insufficient_bid", "accepted": "no"})

    assert found.values["lowest_same"] == same
    assert same == "yes" or found.advice.laws[0] != "27B1(a)"


@pytest.mark.parametrize(
    ("text", "forbidden", "free"),
    [
        ("W opened 1S out of turn, it was withdrawn and replaced by a pass", "C D H S", None),
        ("West opened 1♠ out of turn; cancelled. Now West bids 2♥", "C D S", "H"),
        ("Η Δύση άνοιξε 1♠ εκτός σειράς. Τώρα η Δύση λέει 2♣.", "D H S", "C"),
        ("West bid 1♦. East passed. West bid 1♠ out of turn, replaced by a pass", "C H S", "D"),
    ],
)
def test_suits_that_may_be_forbidden(text: str, forbidden: str, free: str | None) -> None:
    found = values(text, "lead_restriction", comparable="no", restriction_moment="first_lead")

    assert found["suits_forbidden"] == forbidden
    assert found.get("suits_free") == free


def test_no_suit_is_forbidden_after_a_comparable_call() -> None:
    text = "W opened 1S out of turn, it was withdrawn and replaced by a pass"

    assert "suits_forbidden" not in values(text, "lead_restriction", comparable="yes")
    either = "1♦ was bid and later 1♠ out of turn, replaced by a pass"
    assert "suits_forbidden" not in values(either, "lead_restriction", comparable="no")
    assert "suits_forbidden" not in values("the partner of the offender is on lead", "lead_restriction", comparable="no")


@pytest.mark.parametrize(
    ("text", "tricks", "more"),
    [
        (
            "4S by South, board 7, West revoked on a heart and won it by ruffing, then EW won two more tricks. Result 4S -1",
            "2",
            {"tricks_side": "NS", "result_after": "4S+1", "score_before": "-100", "score_after": "+650"},
        ),
        (
            "4♠ από Ν, διανομή 7, μία μέσα. Η Δύση έκανε ρενόνς και πήρε ο ίδιος τη λεβέ με κόψιμο, μετά έκαναν άλλες 2 λεβέ",
            "2",
            {"tricks_law": "64A1", "result_before": "4S-1", "score_after": "+650"},
        ),
        (
            "3NT by South. Trick 5: W ♠A, N ♠3, E ♥2, S ♠5. East revoked, it is established, EW won two more tricks",
            "1",
            {"tricks_law": "64A2", "trick_winner": "W"},
        ),
        (
            "3NT by South. West led ♠A, North played ♠3, East played ♥2, South played ♠5. East revoked.",
            "1",
            {"tricks_side": "NS"},
        ),
        ("3ΧΑ από Νότο. Λεβέ: Δ ♠Α, Β ♠3, Α ♥2, Ν ♠5. Η Ανατολή έκανε ρενόνς.", "1", {"tricks_law": "64A2"}),
        ("East revoked and North won the trick", "1", {"tricks_side": "NS"}),
        ("East revoked, South won the trick. EW took three more tricks.", "1", {"tricks_law": "64A2", "tricks_side": "NS"}),
        ("η Δύση έκανε ρενόνς, τη λεβέ την πήρε ο Νότος, μετά η Δύση πήρε άλλη μία λεβέ", "1", {"tricks_law": "64A2"}),
        ("Declarer East revoked in 4♥ by East, board 1, made 10 tricks", "1", {}),
    ],
)
def test_tricks_transferred(text: str, tricks: str, more: dict[str, str]) -> None:
    told = {} if "won" in text or "Λεβέ" in text or "λεβέ" in text or "led" in text else {"revoke_trick_won_by": "partner"}
    later = {"later_trick_won": "yes"} if text.endswith("North won the trick") else {}
    found = values(text, "revoke_established", **told, **later)

    assert found["tricks"] == tricks
    assert more.items() <= found.items()


def test_a_declarer_who_revoked_loses_tricks() -> None:
    """The transfer goes the other way when declarer's side revoked, and so does the score (Law 64A2, 77)."""
    text = "4♥ by East, board 1, making 10 tricks. East revoked and dummy won the trick"
    found = values(text, "revoke_established", revoke_trick_won_by="partner")

    assert (found["result_before"], found["result_after"]) == ("4H=", "4H-1")
    assert (found["score_before"], found["score_after"]) == ("+420", "-50")


@pytest.mark.parametrize(
    ("exception", "law"),
    [("same_suit_again", "64B2"), ("penalty_card", "64B3"), ("after_next_call", "64B4"), ("after_round", "64B5")],
)
def test_no_trick_under_an_exception(exception: str, law: str) -> None:
    found = values("West revoked and won the trick", "revoke_established", revoke_exception=exception)

    assert (found["tricks"], found["tricks_law"]) == ("0", law)
    assert "score_after" not in found


def test_nothing_is_counted_from_a_guess() -> None:
    """Open facts, an unknown vulnerability, a trick told as one of the last two: no number is said."""
    assert "tricks" not in values("West revoked", "revoke_established")
    assert "tricks" not in values("West revoked at trick 12", "revoke_established", revoke_trick_won_by="partner")
    text = "4S by South -1. West revoked and dummy won the trick"
    assert "score_after" not in values(text, "revoke_established", revoke_trick_won_by="partner")


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("dummy has KJ84 of spades, declarer said spade", "S4"),
        ("declarer called for a small spade, dummy has S:KJ5", "S5"),
        ("ο μορ έχει ♠Κ93 και ο εκτελεστής είπε «μικρή»", "S3"),
        ("«ψηλή» είπε ο εκτελεστής, ο μορ είχε ♦Κ93", "DK"),
        ('Declarer said "win it", dummy had ♥AQ7, the trick was ♥2-♥4-♥J', "HQ"),
        ("declarer just said spade from dummy, who held ♠Qxx", None),
        ("declarer just said spade", None),
    ],
)
def test_the_card_that_is_meant(text: str, card: str | None) -> None:
    kinds = {"win it": "win", "small": "low", "μικρή": "low", "ψηλή": "high"}
    designation = next((kind for word, kind in kinds.items() if word in text), "suit_only")
    found = values(text, "incomplete_designation", designation=designation, different_intention="not_clear")

    assert found.get("card") == card


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("board 7, East opened 1H out of turn", "S"),
        ("Διανομή 7: η Ανατολή άνοιξε 1♥ εκτός σειράς", "S"),
        ("N: 1♥, E pass, W bid 2♣ out of turn", "S"),
        ("Dealer South, West opened 1♠ out of turn", "S"),
        ("North is dealer, board 7, East opened 1H out of turn", None),
        ("East opened 1H out of turn", None),
    ],
)
def test_whose_turn(text: str, turn: str | None) -> None:
    assert values(text, "bid_out_of_rotation").get("turn") == turn


@pytest.mark.parametrize(
    ("text", "lead"),
    [
        ("4♥ by East, North led", "S"),
        ("Το συμβόλαιο ήταν 3ΧΑ από Νότο και βγήκε ο Βορράς", "W"),
        ("North led out of turn", None),
    ],
)
def test_whose_opening_lead(text: str, lead: str | None) -> None:
    assert values(text, "opening_lead_out_of_turn").get("lead") == lead


@pytest.mark.parametrize(
    ("text", "dealer", "vulnerability"),
    [
        ("board 12 was marked wrong", "W", "NS"),
        ("Διανομή 16: λάθος σήμανση", "W", "EW"),
        ("board 29", "N", "both"),
        ("στη διανομή 1 ποιος μοιράζει;", "N", "none"),
    ],
)
def test_board(text: str, dealer: str, vulnerability: str) -> None:
    found = values(text, "board_markings")

    assert (found["dealer"], found["vulnerability"]) == (dealer, vulnerability)
    assert "dealer" not in values("boards 3 and 4", "board_markings")


@pytest.mark.parametrize(
    ("text", "card", "winner"),
    [
        ("Trick 4: West led the ♥K, North played ♥A, East ♥3, South ♥5", "HA", "N"),
        ("Διαφωνία για την τρίτη λεβέ: Δ ♦Κ, Β ♦4, Α ♦Α, Ν ♦7", "DA", "E"),
        ("spades are trumps: W ♦K N ♦4 E ♠2 S ♦7", "S2", "E"),
        ("ατού πίκα: Δ ♦Κ, Β ♦4, Α ♠2, Ν ♦7", "S2", "E"),
        ("3NT by North. W ♦K N ♦4 E ♠2 S ♦7", "DK", "W"),
        ("the trick was ♣9-♣J-♣4-♣2", "CJ", None),
        ("W ♦K N ♦4 E ♠2 S ♦7", None, None),
        ("W ♦K N ♦4 S ♦7", None, None),
        ("Trick 8: ♥A ♥3 ♠2 ♥5, diamonds are trumps", "HA", None),
        ("he held ♥A ♥3 ♥2 ♥5 ♥7", None, None),
    ],
)
def test_disputed_trick(text: str, card: str | None, winner: str | None) -> None:
    found = values(text, "tricks_disputed")

    assert (found.get("trick_card"), found.get("trick_winner")) == (card, winner)


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("4S by N making 11 tricks, nonvul, what do we write", "+450"),
        ("Τι γράφει το 4♥ με 10 λεβέ στη δεύτερη μανς;", "+620"),
        ("3NT doubled by West down two, board 4, what is the score?", "-500"),
        ("6♣ by South = all vul", "+1370"),
        ("4♥ by East made with an overtrick, EW vul", "+650"),
        ("2♥ by West, doubled by North, made exactly, nobody vulnerable", None),
        ("4♥ by East -1, EW vulnerable", "-100"),
        ("4♥ by East -1, NS vulnerable", None),
        ("4♥ by East -1", None),
        ("2♠ by East making 8 tricks then 9 tricks, board 1", None),
    ],
)
def test_score(text: str, score: str | None) -> None:
    assert values(text, "score_of_contract").get("score") == score


def test_a_revoke_from_declarers_hand_is_not_dummys() -> None:
    """That dummy won the trick does not make it dummy's revoke (Law 64B3)."""
    found = consult("declarer revoked in 4S, won that trick in dummy", answers={"irregularity": "revoke_established"})

    assert found.advice.laws[0] != "64B3"


def test_tricks_of_the_defenders_are_no_result() -> None:
    """Only declarer's tricks make the score; the defenders' own are not taken for them."""
    told = {"revoke_trick_won_by": "partner"}
    for text in (
        "4♥ by East, board 1. East revoked, dummy won the trick. NS made 7 tricks",
        "4♥ by East, board 1. East revoked, dummy won the trick. The defenders took 8 tricks",
    ):
        assert "score_after" not in values(text, "revoke_established", **told)


@pytest.mark.parametrize("text", ["LHO bid 2♣ over 2♦", "my LHO bid 2♣ over partner's 2♦, director"])
def test_an_insufficient_bid_by_lho_is_not_its_own_acceptance(text: str) -> None:
    """Acceptance is the call of the offender's LHO (27A1), not the insufficient bid of the teller's: until one is told nobody has
    accepted it."""
    advice = consult(text).advice

    assert (advice.facts["accepted"].value, advice.facts["accepted"].how) == ("not_yet", "presumed")
    assert advice.laws[0] == "27A1"
