"""Several irregularities in one story: all are named, in the order in which they are handled, with how one changes the other."""

from __future__ import annotations

import pytest
from open_list import failing
from ruling import whole

from advisor import advise
from advisor.advising import consult
from advisor.base import paths
from advisor.lawbook.load import load as load_lawbook
from advisor.lexicon.load import load as load_lexicon
from advisor.workshop.check.together import check_together

STORIES = {
    ("bid_out_of_rotation", "insufficient_bid"): [
        "insufficient bid out of rotation: S 1NT, W 1D",
        "It was North's turn, yet West came in out of turn, and with 1♣ over my 1♦ at that",
        "Η Δύση είπε 1♥ πάνω στη 1♠ και μάλιστα δεν ήταν η σειρά της",
        "Ο Νότος άνοιξε 2♣ και μίλησε ο Ανατολή με 1♠, ενώ σειρά είχε η Δύση· άρα και χαμηλή και εκτός σειράς",
        "aneparkis kai ektos seiras: 2 karo pano se 2 koupa eno milouse o voras",
    ],
    ("defender_lead_out_of_turn", "penalty_card_partner_leads"): [
        "West has the heart king as a penalty card and East leads a spade when it was South's lead",
        "my lho's club nine is a penalty card from trick 2 and now his partner puts down a diamond although i'm on lead",
        "o dytika exei ena timorimeno sto trapezi kai o symp tou vgike pika xoris na exei kerdisei ti leve",
        "penalty card on the table, the other defender led out of turn",
        "Υπάρχει τιμωρημένο φύλλο στο τραπέζι και ο συμπαίκτης βγήκε εκτός σειράς",
        "timorimeno filo i dama koupa tis dysis, vgike i anatoli eno eixe seira o ektelestis",
    ],
    ("revoke_corrected", "several_penalty_cards"): [
        "West, who has a penalty card, revoked",
        "defender with a penalty card on the table fails to follow suit",
        "with the 4♥ exposed as a penalty card West threw a spade on a club trick, still holding clubs",
        "Αμυνόμενος με τιμωρημένο το 9 κούπα δεν ακολούθησε στο καρό ενώ είχε",
        "ο παίκτης με το τιμωρημένο φύλλο έκανε ρενόνς",
    ],
    ("misinformation", "unauthorised_information"): [
        "North misexplained 2♦ and later South thought for ages before passing, North then bid",
        "λάθος εξήγηση από τον Βορρά και μετά δίσταγμα του Νότου πριν το πάσο",
        "exigise lathos to 2 karo kai meta o allos skeftotan mia ora",
    ],
    ("revoke_too_late", "claim_contested"): [
        "declarer claimed, then we found out that a defender had revoked",
        "claim contested and there was a revoke earlier in the play",
        "ο εκτελεστής έκανε claim και μετά φάνηκε ότι η άμυνα είχε κάνει ρενόνς",
        "South claimed the rest, everyone agreed, and when putting the cards back West saw declarer had revoked at trick 5",
        "diekdikise ton ipoloipon kai anakalipsame renons",
    ],
    ("call_out_of_rotation", "card_exposed_in_auction"): [
        "bid out of turn with a card face up during the auction",
        "ekane agora ektos seiras kai edeixe filo",
        "Στην αγορά έπεσε ανοιχτός ο ρήγας κούπα της Δύσης, που αμέσως μετά πάσαρε εκτός σειράς",
    ],
    ("dummy_oversteps", "dummy_intervenes"): [
        "Dummy had walked round to watch declarer's hand and then told him not to lead from the wrong hand",
        "ο μορ κοίταξε το χέρι του αμυνόμενου και μετά ρώτησε τον εκτελεστή αν έχει κι άλλη κούπα",
        "dummy and declarer had exchanged hands and dummy warned him that the lead was in his hand",
    ],
    ("lead_out_of_turn", "premature_play"): [
        "Declarer led from the wrong hand and the wrong defender played to it",
        "ο εκτελεστής βγήκε από λάθος χέρι και έπαιξε ο λάθος αμυνόμενος",
    ],
    ("missing_card", "revoke_established"): [
        "West didn't follow to a spade and at the end we found that she had only 12 cards, the spade 3 was on the floor",
        "elipe ena xarti apo tin dysi, vrethike meta, eno eixe kanei renons s' afto to xroma",
    ],
    ("defender_lead_out_of_turn", "dummy_intervenes"): [
        "East led out of turn, and it was dummy who pointed it out first",
        "at trick six a defender leads out of turn and dummy was the one to point it out",
        "Ο μορ επισήμανε ότι η Δύση βγήκε εκτός σειράς",
    ],
}


OPEN = {
    "penalty card on the table, the other defender led out of turn": "a play after an illegal play is believed in more",
    "ο μορ κοίταξε το χέρι του αμυνόμενου και μετά ρώτησε τον εκτελεστή αν έχει κι άλλη κούπα": (
        "read as the question who may ask about a revoke"
    ),
}


def stories() -> list[object]:
    """Every story with its order, those that are known not to be read so any more marked so that they must fail."""
    marks = failing(OPEN)
    return [pytest.param(order, text, marks=marks.get(text, [])) for order, texts in STORIES.items() for text in texts]


@pytest.mark.parametrize(("order", "text"), stories())
def test_both_are_named_in_the_order_they_are_handled(order: tuple[str, ...], text: str) -> None:
    """The answer handles every irregularity of the story, and the laws of all are cited."""
    found = consult(text)

    assert found.handled is not None
    assert found.handled.order == order
    assert {entry.id for entry in found.advice.irregularities} == set(order)


def test_the_answer_says_how_one_changes_the_other_and_why_not_the_neighbour() -> None:
    """Order, interplay and the tempting neighbour stand in the answer; what is handled is no neighbour."""
    answer = whole(advise("West, who has a penalty card, revoked"))

    for part in ("in this order:", "How one changes the other:", "second penalty card", "52 is for a penalty card that could"):
        assert part in answer
    assert "1. Law 62B: Revoke noticed in time." in answer
    assert "2. Two or more penalty cards (Law 51A)." in answer


def test_words_of_one_irregularity_prove_no_fact_of_the_other() -> None:
    """The penalty card is face up; whether the card of the revoke came from the hand is still asked."""
    advice = advise("West, who has a penalty card, revoked")

    assert advice.status == "question"
    assert advice.question is not None
    assert advice.question.fact == "revoke_card_from"


@pytest.mark.parametrize(
    ("pair", "text"),
    [
        ({"insufficient_bid", "bid_out_of_rotation"}, "South opened 2D and East, whose turn it wasn't, bid 1H"),
        (
            {"penalty_card_partner_leads", "defender_lead_out_of_turn"},
            "η Ανατολή έχει τιμωρημένο φύλλο και η Δύση βγήκε ενώ την έξοδο την είχε ο εκτελεστής",
        ),
        (
            {"misinformation", "unauthorised_information"},
            "we were told 2H was weak, it was strong, and then South hesitated before passing",
        ),
        ({"claim_contested", "revoke_too_late"}, "after the claim we saw that West hadn't followed to a heart"),
    ],
)
def test_new_ways_to_tell_a_pair(pair: set[str], text: str) -> None:
    """A turn, a lead or a meaning said to be another's, and what the replay derives, tell a pair as well."""
    handled = consult(text).handled

    assert handled is not None
    assert pair == set(handled.order)


@pytest.mark.parametrize("text", ["West revoked", "There is a penalty card on the table", "Η Δύση αγόρασε εκτός σειράς"])
def test_one_irregularity_stays_one(text: str) -> None:
    """A story of one irregularity is not told as two."""
    assert consult(text).handled is None


def test_a_pair_that_names_nothing_is_found_out() -> None:
    """The check reports an id that does not exist, with the file."""
    book, _ = load_lawbook("2017")
    lexicon, _ = load_lexicon(paths.LEXICON)
    name, pair = next(iter(book.together.items()))
    book.together[name] = pair.model_copy(update={"how": ("no_such_line",)})

    (finding,) = check_together(book, lexicon)

    assert finding.code == "LAW32"
    assert "no_such_line" in finding.what


@pytest.mark.parametrize(
    "text",
    [
        "East led out of turn face up and declarer began to spread his hand",
        "αντάμ εκτός σειράς και ο εκτελεστής άπλωσε τα φύλλα του",
    ],
)
def test_a_hand_spread_after_a_lead_out_of_turn_is_no_claim(text: str) -> None:
    """Law 48B1 sends to 54A: the lead is accepted, and that is ruled without asking which of the two it was."""
    advice = advise(text)

    assert (advice.status, advice.laws[0]) == ("ruling", "54A")


def test_nobody_noticing_denies_nothing_that_follows() -> None:
    """Dummy was spread although nobody had noticed the lead out of turn (Law 54C)."""
    found = consult("The wrong defender made the opening lead, nobody noticed and North tabled dummy")

    assert found.facts.values().get("dummy_seen") == "yes"
