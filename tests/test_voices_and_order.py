"""Who says what, and what came before what: short stories in which the order of the deeds, or whose words they are, decides."""

from __future__ import annotations

import pytest

from advisor.advising import advise
from advisor.diagnose.understanding import understand


@pytest.mark.parametrize(
    ("text", "law", "facts"),
    [
        # the defenders differ, told without quotation marks (Law 55A)
        (
            "Declarer (South) had won in hand but led a club from dummy. East says he accepts it, West says put it back.",
            "55A",
            {"lead_answer": "next_accepts"},
        ),
        (
            "O Notos itan sto xeri tou kai zitise kupa apo ton mor. O Anatoli leei to dexomai, h Dysh leei na gyrisei piso.",
            "55A",
            {"lead_answer": "accepted"},
        ),
        # cards of another board, found out after the call (Law 15A2)
        (
            "Board 12. South opened 1♣, West passed, then South noticed that he held the cards of board 11. North has not "
            "called.",
            "15A2(b)",
            {"wrong_hand_stage": "called", "partner_called": "no"},
        ),
        # the card lies there from a lead that was refused long ago: it is not ruled again (Law 50D2)
        (
            "West has the ♥K on the table as a penalty card from an opening lead out of turn. East wins a trick and led a club "
            "at once, declarer had not said anything.",
            "50D2",
            {"pc_lead_choice": "led_before_choice"},
        ),
        # the next trick is played out card by card (Law 45D2)
        (
            "Declarer called the club ten, dummy moved the heart ten. Partner's king wins. Partner leads a spade, declarer "
            "plays, I play, dummy plays. Then declarer says he had asked for a club.",
            "45D2",
            {"next_trick": "both_sides"},
        ),
        # nobody called the Director before LHO called (Law 29A)
        (
            "Board 9, North is dealer. South opens 1♦ before North has called. Nobody calls the director. West looks at the 1♦ "
            "card and bids 1♠ over it. Then East calls me.",
            "29A",
            {"accepted": "yes"},
        ),
        # dummy looked at a hand and warns later (Laws 43A2, 43B2)
        (
            "Ο μορ έριξε μια ματιά στα φύλλα της Ανατολής. Σε λίγο ο εκτελεστής πάει να βγει από το χέρι του και ο μορ του λέει "
            "«από το τραπέζι είσαι!».",
            "43B2(a)",
            {"dummy_lost_rights": "yes"},
        ),
        # a double of partner's bid (Law 36)
        ("partner opened 1NT p and I doubled, next hand passed", "36A", {"lho_called": "yes"}),
        # a trump that had gone cannot take a trick (Law 71B)
        (
            "I conceded a trick to the queen of trumps, but no other trumps were out. The scores went up five minutes ago.",
            "71B",
            {"conceded_trick": "cannot_be_lost"},
        ),
        # the leader's side from where the teller sits (Law 54)
        ("The opening lead came from my RHO, face up, and I'm declarer.", "54", {"offender_side": "defending"}),
        # a second card named in one breath (Law 45C4)
        ("Declarer called 'club jack, no, club ace' and East has not played yet", "45C4", {}),
        # a small card that fell is a minor penalty card, whatever an opponent says of it (Law 50B)
        (
            "East's ♣4 fell face up on the table as she reached for a glass, an accident. Now West is on lead and South says "
            "'she showed it on purpose, no club'. Is West restricted?",
            "50B",
            {},
        ),
        # two boards in one evening: a pair had the board before (Law 15B1)
        (
            "Pairs. Table 2 got board 7 instead of board 9 and was halfway through the play. North-South had it in round 1.",
            "15B1",
            {"wrong_board_played_before": "yes"},
        ),
    ],
)
def test_what_the_deeds_tell_is_not_asked(text: str, law: str, facts: dict[str, str]) -> None:
    """The paragraph first, and the facts that follow from the order of the deeds or from whose words they are."""
    found = advise(text)

    assert found.laws[0] == law
    assert {name: found.facts[name].value for name in facts if name in found.facts} == facts


@pytest.mark.parametrize(
    "text",
    [
        "Βγαίνει πίκα ο Νότος, η Δύση ρίχνει καρό. Μετά λέει «συγγνώμη, έχω πίκα». Τι κάνω;",
        "West ruffed the diamond with the two and won the trick, and then he says 'sorry, I have a diamond'",
    ],
)
def test_what_has_been_played_since_a_revoke_is_asked(text: str) -> None:
    """The lead of that very trick tells nothing of what came after it, nor does the revoker who owns up next (Laws 62A, 63A)."""
    found = advise(text)

    assert found.status in ("question", "choose")
    assert "revoke_since" not in found.facts
    assert "62A" in found.answer or "62Α" in found.answer


@pytest.mark.parametrize(
    ("text", "law"),
    [
        (
            "I am the director. West bid 1♥ over 1♠ and made it 2♥. I told East to pass for the rest of the auction, they played "
            "2♥ and made five. I looked it up at home and East was free. What do I do with the board?",
            "82C",
        ),
        (
            "Ο Νότος έκανε το 1♥ του 2♥ και εγώ λέω στον Βορρά να πασάρει ως το τέλος. Έβγαλαν 2♥ με έντεκα λεβέ. Στο σπίτι "
            "άνοιξα τον κώδικα: ήταν ελεύθερος. Τι κάνω με τη διανομή;",
            "82C",
        ),
    ],
)
def test_a_director_who_looked_it_up_asks_about_the_own_ruling(text: str, law: str) -> None:
    """What was ruled is told as well; what is to be done about it is the question."""
    assert advise(text).laws[0] == law


def test_what_stands_behind_a_name_and_a_colon_is_a_claim() -> None:
    """Two players say two things: neither is taken as told (Law 85A)."""
    found = advise(
        "West, Tom, concedes the rest and shows his hand. His partner Ann objects. Tom: it was in the same breath. Declarer: she "
        "only spoke up after I had put my cards away."
    )

    assert "objection_at_once" not in found.facts


def test_what_a_player_swears_was_agreed_is_open() -> None:
    """The hand is not as explained, and only a player's word says what was agreed (Law 21B1(b))."""
    found = advise(
        "LHO bid 2♦ and RHO, asked, said it shows both majors. LHO had six diamonds and no major. RHO swears both majors is what "
        "they agreed. The cards are back in the board."
    )

    assert found.laws[0].startswith("21B")
    assert "21B1(b)" in found.answer


def test_a_long_thought_is_no_dispute_about_an_agreement() -> None:
    """Somebody thinks, is asked about it, and later held this or that: unauthorised information (Law 16B)."""
    found = advise(
        "Ν: 1♥, Δ: 3♦, Β: σκέφτεται μισό λεπτό και πασάρει, Α: πάσο, και ο Ν λέει 3♥. Ο Βορράς είχε δέκα πόντους και δύο κούπες. "
        "Ρώτησα τρεις παίκτες, οι δύο θα πάσαραν."
    )

    assert found.laws[0].startswith("16B")


@pytest.mark.parametrize(
    ("text", "seats"), [("3nt s, w leads a spade, e plays the q", {"south", "west", "east"}), ("fish n chips", set())]
)
def test_small_letters_name_seats_where_several_do(text: str, seats: set[str]) -> None:
    """One alone is a word like any other."""
    found = {m.name.removeprefix("seat_") for m in understand(text).reading.mentions if m.name.startswith("seat_")}

    assert found == seats
