"""What a story settles by who said or did what: agreements in dispute, differing defenders, a forgotten trump, the director's own
ruling, the hand of another board, and which seats the words of the Laws mean."""

from __future__ import annotations

import pickle

import pytest

from advisor import advise
from advisor.base.errors import AdvisorError, DataError, Finding, UsageError


def ruled(text: str) -> tuple[str, str]:
    """The status and the first law of the answer."""
    advice = advise(text)
    return advice.status, advice.laws[0]


@pytest.mark.parametrize(
    "text",
    [
        'He is in 4S and claims: "rest are mine". "I\'ve got a trump," I say. "You can\'t have, they\'re all gone!"',
        "Στο 4♠ ο Νότος λέει «όλες δικές μου». Του λέω «έχω ατού». Απαντάει «ωχ, νόμιζα ότι τα είχα μαζέψει όλα».",
    ],
)
def test_a_trump_that_the_claimer_thought_was_in_is_an_outstanding_one(text: str) -> None:
    """The claimer's own belief tells that the trump was forgotten (Law 70C2): only whether it can win is asked."""
    advice = advise(text)
    assert advice.laws[0].startswith("70C")
    assert advice.question is not None
    assert advice.question.fact == "trump_can_win"


def test_a_claim_that_speaks_of_the_last_trump_forgets_none() -> None:
    """ "Drawing the last trump" mentions it (Law 70C1)."""
    facts = advise("Declarer in 4S claimed: drawing the last trump. East had a trump, the last one.").facts
    assert "trump_maybe_forgotten" not in facts or facts["trump_maybe_forgotten"].value == "no"


MISBID = (
    "N opens 1NT, East bids 2D, South asks, West says 'both majors'. NS play 4D. East had six diamonds and no major. "
    "West insists 'we agreed majors', East insists 'no we agreed natural'."
)


def test_partners_who_dispute_their_agreement_leave_it_open() -> None:
    """Neither a misbid nor misinformation is taken for granted: card and notes decide, else Law 21B1(b)."""
    advice = advise(MISBID)
    assert advice.laws[0] == "21B1(b)"
    assert "75C" in advice.answer


def test_a_ruling_of_misbid_is_held_against_the_presumption() -> None:
    """ "Just a misbid" is not right as long as the explanation counts as wrong."""
    answer = advise(f"{MISBID} Nobody has a card. The director ruled that it was just a misbid, result stands.").answer
    assert "was not right" in answer


WRONG_HAND = "South is declarer and won in hand, then asked for a diamond from dummy. "


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("West said at once 'no, wrong hand', but East, next to play, said 'I'll take it'.", "next_accepts"),
        ("West said 'fine by me', but East, next to play, said 'put it back'.", "next_refuses"),
    ],
)
def test_of_two_defenders_the_one_who_plays_next_decides(said: str, answer: str) -> None:
    """Whoever spoke first (Law 55A); the answer names the seat."""
    advice = advise(WRONG_HAND + said)
    assert advice.laws[0] == "55A"
    assert advice.facts["lead_answer"].value == answer
    assert "East plays next" in advice.answer


@pytest.mark.parametrize(
    ("hand", "answer"),
    [("a small trump from my own hand", "next_accepts"), ("a small trump from dummy", "next_refuses")],
)
def test_who_plays_next_goes_by_the_hand_told_and_not_by_the_one_demanded(hand: str, answer: str) -> None:
    """LHO plays after declarer's own card, RHO after dummy's (Law 55A); "from the board, please" is a defender's wish."""
    told = f"The lead was in the other hand. I then played {hand}. "
    advice = advise(told + 'Lefty: "I\'ll have that, thank you." Righty at the same instant: "No, no, from the board please."')
    assert advice.facts["lead_answer"].value == answer


def test_defenders_who_agree_do_not_differ() -> None:
    """Two acceptances are one answer."""
    advice = advise(f"{WRONG_HAND}West said 'fine by me', East said 'leave it'.")
    told = advice.facts.get("lead_answer")
    assert told is None or told.value not in ("disagree", "next_accepts", "next_refuses")


def test_an_inadmissible_double_over_which_lho_passed_is_condoned() -> None:
    """A pass is a call too (Law 36A)."""
    assert ruled("N 1S E p S 4S W p, N p E X S p W X, N p E p. East and West both doubled.") == ("ruling", "36A")


def test_declarer_who_began_to_spread_is_dummy() -> None:
    """Beginning to spread after a defender's opening lead out of turn is Law 54A."""
    text = (
        "Contract 3NT, I was declarer, South. When East put the S5 face up on the table, I started to put my hand down. "
        "Two cards got there before West stopped me."
    )
    assert ruled(text) == ("ruling", "54A")


def test_who_only_thought_to_deal_did_not() -> None:
    """A belief tells no dealer: North's turn is the offender's RHO's."""
    told = advise("Μοιράζει ο Βορράς. Η Ανατολή νόμιζε πως μοιράζει αυτή και άνοιξε 1ΧΑ. Ο Νότος δεν το δέχτηκε.").facts
    assert told["wrong_turn_of"].value == "rho"


def test_a_dealer_whom_nobody_looked_up_is_unknown() -> None:
    """Whose turn it was is asked then."""
    text = (
        "Άνοιξε η Δύση 1♥ εκτός σειράς. Ο Βορράς δεν το δέχτηκε. Η Δύση έλεγε ότι μοίραζε, αλλά ποιος μοίραζε κανείς δεν κοίταξε."
    )
    assert "wrong_turn_of" not in advise(text).facts


def test_the_last_of_the_innocent_side_may_change_the_final_pass() -> None:
    """After the final pass and before the lead is faced (Law 21B1(a)); earlier calls are looked at in the end."""
    text = "Auction over, lead not faced. South, who will be dummy, says his 2D was a transfer and North explained it as natural."
    advice = advise(text)
    assert advice.laws[0] == "21B1(a)"
    assert "final pass" in advice.answer


def test_a_director_who_found_the_own_ruling_wrong_scores_both_sides_apart() -> None:
    """The board was played as the Director said: it cannot be scored normally (Law 82C)."""
    text = (
        "Confession of a director. East bid 1S over 2C, made it 2S, and I told West he must pass for the rest of the auction. "
        "2S made ten tricks. I looked it up at home: partner was never barred."
    )
    advice = advise(text)
    assert (advice.status, advice.laws[0]) == ("ruling", "82C")
    assert "need not agree" in advice.answer


def test_a_wrong_count_of_tricks_is_only_put_right() -> None:
    """It does not keep the board from being scored."""
    text = "Confession of a director: I gave two tricks for the revoke, I looked it up at home and it should have been one."
    facts = advise(text).facts
    assert "board_scorable" not in facts or facts["board_scorable"].value != "no"


def test_what_half_the_table_says_is_asked() -> None:
    """A disputed call is no fact (Law 85)."""
    advice = advise(
        "East doubled his own partner's 2H. Half the table say South passed over it before I came, South swears she never."
    )
    assert advice.question is not None
    assert advice.question.fact == "lho_called"


def test_a_hand_of_another_board_is_15a() -> None:
    """Two boards told, and a call on the hand of the other."""
    assert ruled("Board 13 on the table but South pulled his hand out of 14 and opened 1NT on it.")[1].startswith("15A")


def test_a_missing_card_found_outside_the_tricks_is_14b() -> None:
    """Under a chair it lies among no played cards (Law 14B2, not 67)."""
    text = "Trick 8 done, West is one card short. The D7 was under his chair, his eight played cards are all there."
    assert ruled(text)[1].startswith("14B")


def test_dummys_rights_are_open_where_the_breach_has_no_time() -> None:
    """A look at a defender's cards that may have been on another board is asked about, not presumed away."""
    text = (
        'Dummy said "you\'re in your hand" as declarer was about to lead from the table. He had a good look in at my cards '
        "tonight, whether on this board or the one before I cannot say."
    )
    advice = advise(text)
    assert advice.question is not None
    assert advice.question.fact == "dummy_lost_rights"


def test_the_seats_of_the_laws_words_are_named() -> None:
    """LHO, RHO and partner are seats where the offender's is told; nothing is named where it is not."""
    assert (
        "LHO South, RHO North, partner West" in advise("N deals. East opens 1H out of turn and South does not accept it.").answer
    )
    assert "the offender is" not in advise("Somebody opened 1H out of turn and it was accepted.").answer


def test_a_capital_n_among_latin_seats_is_north() -> None:
    """Also in Greek typed in Latin letters."""
    told = advise("dealer o N alla o East evale paso prwtos, kaneis allos dn exei milisei k o South dn to thelei").facts
    assert told["wrong_turn_of"].value == "rho"
    assert told["accepted"].value == "no"


def test_errors_pass_between_processes() -> None:
    """A worker's error reaches the command with its code and its sentence."""
    for error in (AdvisorError("BOOK", "no book"), UsageError("VALUE", "no value"), DataError([Finding("A", "b", 1, "c", "d")])):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), again.code, again.message) == (type(error), error.code, error.message)


def test_declarer_told_to_be_in_hand_answers_nothing() -> None:
    """Only the defenders are heard about declarer's lead; the teller is one of them by the seat."""
    text = (
        "I was W vs 3NT. Declarer (S) was in his hand but called a low diamond from dummy. East said fine by me, I said no put "
        "it back."
    )
    advice = advise(text)
    assert advice.facts["lead_answer"].value == "next_accepts"


def test_a_director_told_to_admit_a_wrong_ruling_is_82c() -> None:
    """Whoever tells it, once the board is over."""
    text = (
        "West 1S, North 2C, East 1NT. I said I take it, the director ruled that an insufficient bid must be made good, so it "
        "became 2NT, just made. After the round he came back and said he was wrong about it. What must happen with the score?"
    )
    assert advise(text).laws[0] == "82C"


@pytest.mark.parametrize(
    "text",
    [
        "East puts his cards down and says 'the rest are yours'. West says at once: no wait, I have a trick. 4S by South.",
        "4♠ από Νότο. Η Ανατολή κατεβάζει τα χαρτιά και λέει «δικές σου όλες». Η Δύση φώναξε αμέσως «όχι, περίμενε, έχω λεβέ».",
    ],
)
def test_a_defender_whose_partner_has_a_trick_concedes_nothing_yet(text: str) -> None:
    """Whose partner objects is a defender (Law 68B2)."""
    assert advise(text).laws[0].startswith("68B2")


def test_nobody_can_say_whether_a_card_was_played_since() -> None:
    """Then it is asked whether the revoke is established (Law 63A)."""
    text = (
        "West did not follow to a spade, threw the C4, East won with the jack. West then finds the S9: sorry. Nobody can tell me "
        "if East or West had led to the next trick."
    )
    advice = advise(text)
    assert advice.question is not None
    assert advice.question.fact == "revoke_since"


def test_ruled_wrong_by_the_next_board_the_tricks_stay() -> None:
    """The teller's own revoke, pointed out when LHO had called on the next board (Law 64B4)."""
    text = (
        "I was declarer in 4H and ruffed a club with a club in my hand. We began the next board, I passed, left hand opponent "
        "passed, and only then RHO asked whether I had revoked. I had."
    )
    assert advise(text).laws[0] == "64B4"


def test_a_change_before_partner_has_done_anything_is_in_time() -> None:
    """What partner bids later in the auction does not close it (Law 25A1): the intention is asked."""
    text = (
        "Neha dealt and put out 1H, Trevor on her left bid 1S, and before her partner Jan had done anything Neha said 'oh "
        "that is not what I meant' and reached for the box to make it 1C. The director said 1H stays. Jan ended up in 3H."
    )
    advice = advise(text)
    assert advice.facts["partner_called"].value == "no"
    assert advice.question is not None
    assert advice.question.fact == "intended"


def test_a_card_named_in_full_and_then_another_is_45c() -> None:
    """ "Small spade", then the ace: no incomplete call (Law 45C4)."""
    text = (
        "She led towards dummy, LHO played low, and she said 'small spade'. I moved the 4. RHO threw a heart, and only then "
        "'no no, ace! I meant the ace, I wasnt concentrating'."
    )
    assert advise(text).laws[0].startswith("45C4")


def test_a_dropped_card_of_no_rank_may_be_minor_or_major() -> None:
    """It is asked (Law 50B)."""
    text = "A card on the table face up from a defender, it just dropped out of his hand, and his partner is on lead now."
    assert "pc_kind" not in advise(text).facts


def test_declarer_took_the_trick_mends_no_revoke() -> None:
    """Whether the revoke is established is asked of a revoke found now (Law 63A)."""
    text = "ο αμυνόμενος Δύση πέταξε καρό στο ατού (κούπα) και τώρα βρίσκει κούπα στο χέρι του. τη λεβέ την πήρε ο εκτελεστής."
    advice = advise(text)
    assert advice.question is not None
    assert advice.question.fact == "revoke_since"
