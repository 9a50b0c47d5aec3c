"""What a telling settles is not asked again: what the Laws take for so, what makes no difference, and what the deeds tell."""

from __future__ import annotations

import pytest

from advisor import advise
from advisor.diagnose.understanding import reader
from advisor.replay.revoke_trick import revoke_trick
from advisor.replay.rotation import turn_passed_over
from advisor.replay.spreading import dummy_shown
from advisor.talk.conversation import Conversation

TELLINGS = [
    # a wish that comes afterwards shows no other intention (Law 46B)
    ("incomplete_designation", "Declarer called 'diamond', a low one went down, and then he said he meant the queen.", "46B2"),
    ("incomplete_designation", "Ο εκτελεστής είπε «κούπα» στον μορ, μπήκε το 2, και μετά λέει ότι ήθελε τη ντάμα.", "46B2"),
    # partner has called: whatever was meant, the call stands (Law 25A4)
    ("call_changed", "He wants to take his 2♥ back but his partner has already called.", "25A4"),
    ("call_changed", "θέλει να αλλάξει το κοντρ του, όμως ο συμπαίκτης του έχει ήδη μιλήσει", "25A4"),
    # the defenders differ on declarer's lead from the wrong hand: the next in turn prevails (Law 55A)
    ("declarer_lead_wrong_hand", "Declarer led from dummy although he was in hand. LHO wants it back, RHO accepts it.", "55A"),
    (
        "declarer_lead_wrong_hand",
        "ο εκτελεστής βγήκε από τον μορ ενώ ήταν στο χέρι, ο ΑΣΑ δεν το δέχεται, ο ΑΣΔ το δέχεται",
        "55A",
    ),
    # doubt goes against the claimer (Laws 70A, 70C)
    (
        "claim_outstanding_trump",
        "«Όλες δικές μου», για ατού δεν είπε τίποτα. Νόμιζε ότι τα είχε μαζέψει, η Ανατολή έχει το ♠9.",
        "70C",
    ),
]


@pytest.mark.parametrize(("situation", "text", "law"), TELLINGS)
def test_ruled(situation: str, text: str, law: str) -> None:
    """The telling is ruled, and nothing is asked."""
    advice = advise(text, answers={"irregularity": situation})

    assert (advice.status, advice.laws[0]) == ("ruling", law)


def test_conversation_asks_the_intention() -> None:
    """Whoever is there to be asked is asked what declarer meant."""
    conversation = Conversation()
    reply = conversation.turn("declarer called for a heart, a low one was played, and he says he meant the jack")

    assert reply.asks == "different_intention"


def test_greek_article_is_no_speaker() -> None:
    """In Greek in Latin letters "i" is an article: the answers are those of East and West."""
    text = '4 pikes o Notos, itan sto xeri kai zitise koupa apo ton mor. I Anatoli "dexomai", i Dysi "oxi, na tin parei piso".'

    assert advise(text, answers={"irregularity": "declarer_lead_wrong_hand"}).facts["lead_answer"].value == "next_accepts"


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("Hearts led, East takes it with the king and West discards a club though he has a heart.", "partner"),
        ("3ΧΑ ο Νότος. Ο Νότος είχε πάρει με τον άσο καρό, η Δύση είχε πετάξει σπαθί.", "opponents"),
        ("Παίζω 4♠ από Νότο, η Ανατολή γύρισε καρό, εγώ ξεσκάρταρα το ♥5 κι ο μορ πήρε με τον Άσο καρό.", "partner"),
        ("έκοψε κούπα ενώ είχε, πήρε τη λεβέ και άλλες δύο", "offender"),
        ("3ΧΑ ο Νότος. Ο Νότος πήρε με τον άσο καρό, η Ανατολή βγήκε πίκα και η Δύση πέταξε σπαθί.", ""),
        ("Ο declarer τραβάει ♣A, ο East κόβει and wins the trick.", "offender"),
    ],
)
def test_who_won_the_trick_of_the_revoke(text: str, winner: str) -> None:
    """A card that took the trick is told before the revoke as well as after it; a lead between the two makes it another trick."""
    assert revoke_trick(reader().read(text)).get("revoke_trick_won_by", "") == winner


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Πάσο εκτός σειράς ο Νότος, έπρεπε να μιλήσει η Ανατολή.", {"wrong_turn_of": "rho"}),
        (
            "Dealer N. East (that lady with the hat) opened 1♠. South doesn't want it. N passes.",
            {"wrong_turn_of": "rho", "accepted": "no", "rho_action": "passes"},
        ),
    ],
)
def test_whose_turn_it_was(text: str, facts: dict[str, str]) -> None:
    """The caller behind "out of turn", the one described in brackets, and who calls after a refusal are heard."""
    assert facts.items() <= turn_passed_over(reader().read(text)).items()


@pytest.mark.parametrize(
    "text",
    [
        "3ΧΑ από τον Νότο. Η Ανατολή κάνει αντάμ το ♥5. Πριν φωνάξουν, ο Βορράς νόμισε ότι όλα καλά και άπλωσε πίκες και σπαθιά.",
        "Η Ανατολή γυρνάει τον ρήγα καρό. Ο μορ, δηλαδή ο Βορράς, δεν κατάλαβε, έβαλε κάτω τα σπαθιά και τις κούπες.",
    ],
)
def test_dummy_was_seen(text: str) -> None:
    """Who is named last, or is said to be dummy, put the hand down; declarer saw it (Law 54C)."""
    assert dummy_shown(reader().read(text)) == {"dummy_seen": "yes"}


@pytest.mark.parametrize(
    ("situation", "text", "fact", "value"),
    [
        ("appeal", "Ζεύγη. Ο συμπαίκτης μου δεν θέλει έφεση, εγώ θέλω.", "appeal_all_agree", "no"),
        ("card_played", "Declarer held a card twenty inches above the table and put it back.", "declarer_card_at", "in_the_air"),
        ("card_played", "Ο εκτελεστής κράτησε ένα φύλλο 30 cm από το τραπέζι και το μάζεψε.", "declarer_card_at", "in_the_air"),
        ("defender_concession_objected", "East concedes the rest, West objects at once.", "objection_at_once", "yes"),
        ("defender_concession_objected", "Η Ανατολή παραχωρεί τις υπόλοιπες, η Δύση αντιδρά αμέσως.", "objection_at_once", "yes"),
        ("call_changed", "Λέει 5♦, το αλλάζει σε 5♥· εκείνη την ώρα το 5♦ το ήθελε, απλά ξαναμέτρησε.", "intended", "yes"),
        ("declarer_lead_wrong_hand", "West had won the last trick, but declarer led from dummy.", "lead_belonged_to", "defender"),
        ("declarer_lead_wrong_hand", "ο εκτελεστής έπαιξε από μορ ενώ το χέρι το έχουμε εμείς", "lead_belonged_to", "defender"),
        ("several_penalty_cards", "Έχει δύο τιμωρημένα καρά στο τραπέζι και βγαίνει ο συμπαίκτης του.", "several_suits", "one"),
        ("call_after_final_pass", "Μετά τα τρία πάσο ο αμυνόμενος έκανε κοντρ.", "late_call_kind", "bid_or_double"),
        ("revoke_inquiry", "Dummy asked West 'no spades?' when she discarded.", "actor", "dummy"),
        ("partner_explanation_wrong", "Wrong explanation by declarer, corrected before the lead.", "offender_side", "declaring"),
    ],
)
def test_told_in_words(situation: str, text: str, fact: str, value: str) -> None:
    """What is told in plain words, or by a role, is known."""
    assert advise(text, answers={"irregularity": situation}).facts[fact].value == value


@pytest.mark.parametrize(
    ("situation", "text", "fact", "value"),
    [
        ("revoke_established", "έκοψε κούπα ενώ είχε, πήρε τη λεβέ και άλλες δύο, η μοιρασιά τελείωσε", "later_trick_won", "yes"),
        ("revoke_established", "West revoked, ruffing a heart, and won that trick and two more later.", "later_trick_won", "yes"),
        ("bid_out_of_rotation", "Άνοιξε 1♠ η West, dealer ήταν ο South. Ο North: όχι.", "wrong_turn_of", "rho"),
        (
            "claim_outstanding_trump",
            "'All mine.' West still has the ♥2; declarer had lost track of it.",
            "trump_maybe_forgotten",
            "yes",
        ),
        ("declarer_lead_wrong_hand", "Η λεβέ ήταν στον μορ, έβγαλα ♦3 από το χέρι, μου το γύρισαν.", "lead_answer", "refused"),
    ],
)
def test_told_as_it_went(situation: str, text: str, fact: str, value: str) -> None:
    """What is told beside, in the same breath, is known as well."""
    assert advise(text, answers={"irregularity": situation}).facts[fact].value == value
