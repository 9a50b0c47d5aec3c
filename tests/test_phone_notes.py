"""Notes of a few words, as thumbed at a table: what their tail tells decides (Laws 25, 28, 31, 36, 47, 54, 56, 62)."""

from __future__ import annotations

import pytest

from advisor import advise


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("Ο αμυνόμενος πέταξε σπαθί, μα είχε πίκα, το 'πε αμέσως", "62B1"),
        ("o ektelesths ekopse thn koupa, vrhke mia kollhmenh, to lei amesws", "62B2"),
        ("έβγαλε 1ΧΑ πριν τον δεξιά του, εκείνος μετά πάσαρε", "28B"),
        ("emilise me 1XA prin apo ton deksia ths, ekeinos eipe paso xwris na fwnaksoume diaiththh", "28B"),
        ("ΑΛΛΑΞΕ ΤΟ ΠΑΣΟ ΣΕ ΚΟΝΤΡ, ΑΦΑΙΡΕΘΗΚΑ ΛΕΕΙ, Ο ΑΣΑ ΤΟ ΑΡΝΕΙΤΑΙ", "25B2"),
        ("player changed his pass for 2H after thinking, next opponent bid 2S over it", "25B1"),
        ("wrong explanation put right after the lead was faced, no dummy yet, leader wants it back", "47E2(a)"),
        ("αντάμ με λάθος εξήγηση, ο μορ κατέβηκε, θέλει να το αλλάξει", "47E2(b)"),
        ("one of my cards fell face up, a four, bidding isnt over yet", "24A"),
        ("dealer S but W passed first, North willnae accept the pass", "30A"),
        ("defender petaei kara enw to trick to phre o partner tou", "56"),
        ("Declarer led from dummy but we had won the trick, not accepted", "55B1"),
        ("West 1H, pass, East 3H, pass, then double. nobody called since", "36B"),
        ("appeal 40 minutes after scores were posted", "92B"),
        ("dummy put a card down that declarer didnt call", "45D"),
        ("misinformation, opponent wants to change call", "21B"),
        ("wrong explanation, LHO wants to change his pass", "21B"),
        ("λάθος alert, ο αντίπαλος θέλει να αλλάξει το πάσο του", "21B"),
        ("insufficient bid not accepted, changed to pass", "27B2"),
        ("κοντρ στην σειρά του συμπαίκτη", "29A"),
        ("alert forgotten, opponents want to change a call", "21B"),
        ("the alert was missed, she wants to change her pass, partner has bid since", "21B3"),
        ("i explained 2D wrong, auction still on, do i speak", "20F4"),
        ("to mor koitakse fylla amynas kai meta rotise declarer 'den exeis karo?'", "43B2(b)"),
        ("W appeals, E does not want to, pairs", "92D1"),
        ("θέλω να ξαναδώ τη λεβέ, το φύλλο μου είναι ακόμα ανοιχτό", "66A"),
        ("gave up a trick no normal play could lose", "71B"),
        ("ρενόνς και οι δύο πλευρές στην ίδια λεβέ, συνέχισε μόνο η άμυνα", "64B"),
    ],
)
def test_the_tail_decides(text: str, law: str) -> None:
    """The paragraph that stands first."""
    first = advise(text).laws[0]

    assert first.startswith(law)
    assert first != "21B2"


@pytest.mark.parametrize(
    "text",
    [
        "bid 1NT, now says he meant 1S, lho has passed already",
        "bid 1NT, now says he meant 1S, lho has passed",
        "έβγαλε 1ΧΑ, τώρα λέει ότι εννοούσε 1 πίκα, ο επόμενος πάσαρε",
    ],
)
def test_a_call_only_meant_is_no_change_that_lho_accepted(text: str) -> None:
    """Nothing was put in the place of the first call (Law 25B1 is for a change that was made), and whether that was a slip is the
    Director's to judge (Law 25A)."""
    advice = advise(text)

    assert advice.laws[0].startswith("25A")
    assert "accepted" not in advice.facts or advice.facts["accepted"].value != "yes"
    assert "intended" not in advice.facts


def test_a_lead_refused_though_dummy_was_seen() -> None:
    """The lead had to be accepted (Law 54C), and what was ruled at the table is said to be wrong (Law 82C)."""
    told = (
        "South in 4S. East faced the king of hearts although it was my lead, North put the whole dummy down. The director let "
        "South refuse the king and forbid me a heart. Was that right?"
    )

    advice = advise(told)

    assert advice.laws[0] == "54C"
    assert "82C" in advice.answer
    assert "not right" in advice.answer


def test_a_mistaken_call_with_the_agreement_on_the_card() -> None:
    """The explanation was right and its player had forgotten: the result stands (Law 75C)."""
    told = (
        "East 1NT, I pass, West 2D, East alerts and when I ask says transfer. East bids 2H, all pass. Dummy has six diamonds and "
        "one heart. Their card says transfer, both agree. West: sorry, I forgot. Are we entitled to anything?"
    )

    assert advise(told).laws[0] == "75C"


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("South opened 1H, West overcalled 1H", False),
        ("South opened 1H, West overcalled 1H, North passed", True),
        ("2♥ η Δύση, πάσο ο Βορράς, 2♥ η Ανατολή", False),
        ("2♥ η Δύση, πάσο ο Βορράς, 2♥ η Ανατολή, πάσο ο Νότος", True),
        ("Ο Βορράς άνοιξε 1♥, η Ανατολή πάσαρε, ο Νότος είπε 1♦", False),
        ("RHO opened 1S, I passed, LHO bid 2H, partner bid 2D", False),
    ],
)
def test_calls_before_a_bid_too_low_do_not_answer_it(text: str, accepted: bool) -> None:
    """A call accepts an insufficient bid when it comes after it (Law 27A1), and no earlier pass replaces it (Law 27B)."""
    advice = advise(text)

    assert advice.laws[0].startswith("27A")
    assert ("LHO accepted it" in advice.answer or "Ο ΑΣΑ δέχτηκε" in advice.answer) == accepted
    assert "ib_replacement" not in advice.facts or advice.facts["ib_replacement"].value == "none_yet"
