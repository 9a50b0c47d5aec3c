"""What a director asks back about a ruling: one sentence that answers it, and nothing that is only asked is ever told."""

from __future__ import annotations

import pytest
from talked import said

from advisor.base import store
from advisor.base.text import fold

RULINGS = {
    "revoke": ("East revoked and it was noticed after the next trick was led", "#irregularity=revoke_established"),
    "lead": ("West led face up, but it was East's lead", "#irregularity=opening_lead_out_of_turn"),
    "bid": ("1S over 2C, lho does not accept it, he made it pass",),
    "pass": ("South passed out of turn at West's turn, West does not accept",),
    "card": ("a defender dropped the king of hearts on the table face up by accident",),
    "tempo": ("North hesitated a long time and passed, South then bid 4S. EW say it was suggested",),
    "alert": ("North alerted late, explanation was wrong, auction still going on",),
    "claim": ("declarer claimed the rest without stating a line, a trump is out. the defenders object",),
    "hand": ("declarer led from dummy when he was in hand, defenders do not accept",),
    "score": ("score was entered wrong: they made 10 tricks not 9, correction period is not over",),
}
RULINGS_EL = {
    "revoke": ("Η Ανατολή έκανε ρενόνς και το είδαν όταν είχαν παίξει στην επόμενη λεβέ", "#irregularity=revoke_established"),
    "lead": ("βγήκε η Δύση ανοιχτά ενώ την αντάμ την είχε η Ανατολή", "#irregularity=opening_lead_out_of_turn"),
    "bid": ("1♠ πάνω στα 2♣, ο ΑΣΑ δεν το δέχεται, το άλλαξε σε πάσο",),
    "pass": ("ο Νότος πάσαρε εκτός σειράς στη σειρά της Δύσης, δεν το δέχτηκε η Δύση",),
    "card": ("σε έναν αμυνόμενο έπεσε ο ρήγας κούπα ανοιχτός στο τραπέζι κατά λάθος",),
    "tempo": ("ο Βορράς σκέφτηκε πολύ και πάσαρε, ο Νότος είπε 4♠, οι αντίπαλοι λένε ότι το πήρε από τον δισταγμό",),
    "alert": ("ο Βορράς εξήγησε λάθος τη δήλωση του Νότου, οι αγορές συνεχίζονται",),
    "claim": ("ο εκτελεστής διεκδίκησε χωρίς να πει γραμμή, ένα ατού είναι έξω, οι αμυνόμενοι διαφωνούν",),
    "hand": ("ο εκτελεστής έπαιξε από τον μορ ενώ ήταν στο χέρι του, η άμυνα δεν το δέχεται",),
    "score": ("γράφτηκε λάθος σκορ, 9 λεβέ αντί για 10, η περίοδος διόρθωσης δεν έληξε",),
}
ASKED = """so one trick or two?
how many tricks?
is there a penalty?
any penalty?
any restrictions then?
can he refuse?
who is right?
so what do I tell them
so what do I do
what's the ruling?
does it stand?
can he take it back?
is partner barred?
for how long?
is it a penalty card?
who chooses?
can his partner bid?
do they play on?
does the score change?
do I adjust?
can they appeal?
must he play it?
any lead restriction?
what can declarer do?
is the card picked up?
do I cancel the board?
when do they call me back?
who gets the trick?
is that final?
so nothing happens?
is it his fault?
whose turn is it now?
does the trick count?""".splitlines()
ASKED_EL = """άρα μία λεβέ ή δύο;
πόσες λεβέ;
υπάρχει ποινή;
τι ποινή βάζω;
υπάρχουν περιορισμοί;
μπορεί να αρνηθεί;
ποιος έχει δίκιο;
τι τους λέω λοιπόν;
άρα τι κάνω;
ποια είναι η απόφαση;
μένει όπως είναι;
μπορεί να το πάρει πίσω;
πασάρει ο συμπαίκτης;
για πόσο;
είναι τιμωρημένο φύλλο;
ποιος διαλέγει;
μπορεί να μιλήσει ο συμπαίκτης;
συνεχίζουν να παίζουν;
αλλάζει το σκορ;
δίνω επανορθωτική;
μπορούν να κάνουν έφεση;
πρέπει να το παίξει;
υπάρχει περιορισμός στην έξοδο;
τι μπορεί να κάνει ο εκτελεστής;
γυρίζει το φύλλο στο χέρι;
ακυρώνω τη διανομή;
πότε με ξαναφωνάζουν;
ποιος παίρνει τη λεβέ;
είναι οριστικό;
δηλαδή δεν γίνεται τίποτα;
ποιανού σειρά είναι τώρα;
μετράει η λεβέ;
άρα κρατάει τη λεβέ;""".splitlines()


@pytest.mark.parametrize("name", RULINGS)
@pytest.mark.parametrize("lang", ["en", "el"])
def test_a_question_back_is_answered_and_tells_nothing(name: str, lang: str) -> None:
    """Each of thirty-three questions has its answer or the one fact it hangs on; none of them enters the story."""
    texts = (RULINGS if lang == "en" else RULINGS_EL)[name]
    for question in ASKED if lang == "en" else ASKED_EL:
        conversation = said(*texts)
        before = conversation.state.incident()
        reply = conversation.turn(question)

        assert reply.kind == "asked", question
        assert conversation.state.incident() == before, question


@pytest.mark.parametrize(
    ("ruling", "question", "begins"),
    [
        ("lead", "so one trick or two?", "No trick is transferred"),
        ("bid", "any restrictions then?", "Yes: partner passes for the rest of the auction; at partner's first lead"),
        ("lead", "any restrictions then?", "Only if declarer refuses"),
        ("hand", "is partner barred?", "No: the auction is over"),
        ("hand", "so nothing happens?", "Yes: there is no rectification"),
        ("score", "can they appeal?", "Yes: an appeal is possible"),
        ("score", "does the score change?", "Yes: the score is corrected"),
        ("tempo", "who is right?", "That hangs on one fact"),
        ("alert", "is there a penalty?", "That hangs on one fact: which of these"),
    ],
)
def test_it_is_answered_from_the_ruling(ruling: str, question: str, begins: str) -> None:
    """The answer is that of the row; where the row is silent, what holds in every such situation."""
    assert said(*RULINGS[ruling]).turn(question).text.startswith(begins)


@pytest.mark.parametrize("question", ["can he take it back?", "μπορεί να το πάρει πίσω;", "take it back?"])
def test_a_question_takes_nothing_back(question: str) -> None:
    """Only who says so takes a message back, not who asks whether a player may."""
    conversation = said(*RULINGS["hand"])
    reply = conversation.turn(question)

    assert reply.kind != "undone"
    assert not conversation.state.pending
    assert conversation.state.story == RULINGS["hand"]


def test_what_is_told_beside_a_question_is_taken() -> None:
    """One message may tell and ask: what it tells is read first."""
    conversation = said("East revoked and two more tricks were played", "#irregularity=revoke_established")
    reply = conversation.turn("West won it and they won one more. so one trick or two?")

    assert conversation.state.answers["revoke_trick_won_by"] == "partner"
    assert "one trick" in fold(reply.text)


def test_the_usual_replies_are_about_what_there_is() -> None:
    """Every matter and value has its sentence, and every law named is one."""
    texts = store.load("texts")["replies"]
    usual = store.load("usual_replies")["2017"]
    assert usual
    for matter, values in usual.items():
        assert set(values.values()) <= set(texts[matter]), matter
        assert all(1 <= int(law) <= 93 for law in values)


@pytest.mark.parametrize(
    ("matter", "law"),
    [
        ("tricks", "14"),  # a card restored may have been revoked with (14B4)
        ("penalty_card", "14"),  # and may become a penalty card (14B4)
        ("penalty_card", "67"),  # an extra card that showed becomes one (67B2, its note)
        ("lead_restriction", "67"),
        ("lead_restriction", "9"),  # a premature correction may bring one (9C)
        ("appeal", "91"),  # what is decided in discipline is final (91A)
    ],
)
def test_nothing_usual_is_said_where_the_law_may_say_otherwise(matter: str, law: str) -> None:
    """What is said where the ruling is silent is true in every case of the law."""
    assert law not in store.load("usual_replies")["2017"][matter]


def test_tempo_in_the_auction_bars_nobody() -> None:
    """Law 73 speaks of the auction too: it is not over then."""
    assert store.load("usual_replies")["2017"]["barred"]["73"] == "none"
