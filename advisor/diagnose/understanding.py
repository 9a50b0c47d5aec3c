"""A text understood: read, replayed and weighed once, as one frozen value that all who come after look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from advisor.base import paths
from advisor.base.kept import of_texts
from advisor.diagnose.roles import Clause, clauses, not_told, only_claimed
from advisor.diagnose.rulings import RULED
from advisor.diagnose.weigh import Diagnosis, diagnose
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import tables
from advisor.read.language import Language
from advisor.read.reading import Reading
from advisor.read.tokens import Token
from advisor.read.walker import Keys
from advisor.replay.agreed import AGREEMENT_SITUATIONS, DISPUTED_SITUATIONS, agreement_situation, disputed_situation
from advisor.replay.by_stage import ALERT_SITUATIONS, FALLEN_SITUATIONS, alert_situation, fallen_situation
from advisor.replay.card_due import DUE_SITUATIONS, due_situation
from advisor.replay.claims import CLAIM_SITUATIONS, CONCESSION_SITUATIONS, claim_situation, concession_situation
from advisor.replay.confessed import confessed
from advisor.replay.contested import NEXT_CARD, contested
from advisor.replay.denied import denied
from advisor.replay.designation import DESIGNATION_SITUATIONS, designation_situation
from advisor.replay.dummys_rights import RIGHTS_SITUATIONS, rights_situation, warned_in_time
from advisor.replay.evidence import EVIDENCE_SITUATIONS, evidence_situation
from advisor.replay.exposed import HAND_SITUATIONS, HONOUR_SITUATIONS, hand_situation, honour_situation
from advisor.replay.invited import MISLED, invited
from advisor.replay.late_calls import LATE_SITUATIONS, late_situation
from advisor.replay.leads import LEAD_SITUATIONS, although_won, from_other_hand, lead_situation
from advisor.replay.led_misinformed import MISLED_SITUATIONS, misled_situation
from advisor.replay.low_bid import LOW_SITUATIONS, low_situation
from advisor.replay.misfit import MISFIT_SITUATIONS, misfit_situation
from advisor.replay.other_board import FOUND_ELSEWHERE, HAND_OF_ANOTHER, hand_situation_of_boards, missing_card_situation
from advisor.replay.own_side import OWN_SIDE_SITUATIONS, own_side_situation
from advisor.replay.pc_lead import PC_LEAD_SITUATIONS, pc_lead_situation
from advisor.replay.played import Played, replay
from advisor.replay.revoke_open import OPEN_SITUATIONS, TOO_LATE, open_situation
from advisor.replay.revoke_shown import BOTH, SHOWN_SITUATIONS, shown_situation
from advisor.replay.rotation import OVER_SITUATIONS, called_over_situation

if TYPE_CHECKING:
    from advisor.read.reader import Reader

_PHONE = 14  # words; in longer texts a few slips do not hide the sense
_DOUBT, _SURE, _FAINTLY = 0.75, 0.5, 0.1
_REVOKE_WORDS = frozenset({"revoke", "follow_suit_failed"})
_EARLY = "premature_play"  # what the wrong defender's card is, once declarer's lead stands (Law 53C)


class _Alike(NamedTuple):
    """Situations that only the seats, the cards or the deeds tell apart, and what `tells` which it is: `faint` where the deeds
    tell so much that a faint belief in one is enough, `proven` where two things tell it that fit nothing else, `by_a_word` where
    a word for the stage may be all there is."""

    situations: tuple[str, ...]
    tells: Callable[[Reading], str]
    faint: bool = False
    proven: bool = False
    by_a_word: bool = False


_ALIKE = (
    _Alike(PC_LEAD_SITUATIONS, pc_lead_situation),
    _Alike(LEAD_SITUATIONS, lead_situation, faint=True),
    _Alike(HAND_SITUATIONS, hand_situation),
    _Alike(HONOUR_SITUATIONS, honour_situation),
    _Alike(DUE_SITUATIONS, due_situation, faint=True),
    _Alike(FALLEN_SITUATIONS, fallen_situation, by_a_word=True),
    _Alike(ALERT_SITUATIONS, alert_situation, by_a_word=True),
    _Alike(EVIDENCE_SITUATIONS, evidence_situation, proven=True),
    _Alike(MISLED_SITUATIONS, misled_situation),
    _Alike(DISPUTED_SITUATIONS, disputed_situation),
    _Alike(AGREEMENT_SITUATIONS, agreement_situation),
    _Alike(DESIGNATION_SITUATIONS, designation_situation, faint=True, proven=True),
    _Alike(OWN_SIDE_SITUATIONS, own_side_situation),
    _Alike(LOW_SITUATIONS, low_situation),
    _Alike(LATE_SITUATIONS, late_situation),
    _Alike(MISFIT_SITUATIONS, misfit_situation),
    _Alike(OVER_SITUATIONS, called_over_situation),
    _Alike(RIGHTS_SITUATIONS, rights_situation),
    _Alike(CLAIM_SITUATIONS, claim_situation, proven=True),
    _Alike(CONCESSION_SITUATIONS, concession_situation, proven=True),
    _Alike(HAND_OF_ANOTHER, hand_situation_of_boards, proven=True),
    _Alike(FOUND_ELSEWHERE, missing_card_situation),
)


@dataclass(frozen=True, slots=True)
class Understood:
    """What is read in a text and follows from it on a model of the table, whose voice each clause is, and which irregularity it
    speaks for."""

    played: Played
    spoken: tuple[Clause, ...]
    diagnosis: Diagnosis

    @property
    def reading(self) -> Reading:
        """What is read in the text."""
        return self.played.reading


@lru_cache(maxsize=1)
def reader() -> Reader:
    """The reader of this installation. spaCy is loaded when this is called first: the record is shown without it."""
    from advisor.read.parts import compiled
    from advisor.read.reader import Reader

    return Reader(compiled())


def read_once(text: str, *, greeklish: bool = False) -> Reading:
    """The reading of a text that one turn of a conversation asks for several times."""
    return _read(text, greeklish and _latin(text))


@of_texts()
def _read(text: str, greeklish: bool) -> Reading:
    return reader().read(text, greeklish=greeklish)


def _latin(text: str) -> bool:
    """Whether a text holds a Latin letter: without one nothing can be read otherwise for being Greeklish."""
    return any(char.isascii() and char.isalpha() for char in text)


def keyed_once(text: str, *, greeklish: bool = False) -> tuple[str, Language, tuple[Token, ...], tuple[Keys, ...]]:
    """The words of such a text, without its concepts and notation (`Reader.keyed`)."""
    return _keyed(text, greeklish and _latin(text))


@of_texts()
def _keyed(text: str, greeklish: bool) -> tuple[str, Language, tuple[Token, ...], tuple[Keys, ...]]:
    plain, language, tokens, keys = reader().keyed(text, greeklish=greeklish)
    return plain, language, tokens, tuple(keys)


def spoken_once(text: str, *, greeklish: bool = False) -> tuple[Clause, ...]:
    """Whose voice each clause of such a text is."""
    return _spoken(text, greeklish and _latin(text))


@of_texts()
def _spoken(text: str, greeklish: bool) -> tuple[Clause, ...]:
    return clauses(_read(text, greeklish))


def played_once(text: str, *, greeklish: bool = False) -> Played:
    """The same, played out."""
    return _played(text, greeklish and _latin(text))


@of_texts()
def _played(text: str, greeklish: bool) -> Played:
    return replay(_read(text, greeklish))


def understand(text: str) -> Understood:
    """The text understood.

    A short text that makes little sense as it stands is read again, with the words that nobody knows taken for the usual ones
    nearest to them; that reading is kept where it believes in one law, and more firmly than a plain one that tells an incident.
    """
    played = replay(reader().read(text))
    return _bolder(text, _understood(played, played.reading))


@of_texts(256)
def understood_again(text: str, told: str = "") -> Understood:
    """The same, with the reading that a turn of a conversation comes back to; the net looks at its beginning `told` alone, the
    first telling (nothing: at none of it), since what is answered and put right is no story."""
    return _bolder(text, _understood(played_once(text), read_once(told) if told else None))


def _bolder(text: str, plain: Understood) -> Understood:
    """The text as the bolder reading understands it where that makes more sense, else as the plain one does."""
    found, short = plain.diagnosis, len(plain.reading.tokens) <= _PHONE
    if not short or found.tells_incident(_DOUBT) or not reader().mends(plain.reading):
        return plain
    played = replay(reader().read(text, bold=True))
    bold = _understood(played, played.reading if plain.diagnosis.sensed is not None else None)
    firmer = found.door != "incident" or bold.diagnosis.law_share > found.law_share
    return bold if bold.diagnosis.tells_incident(_SURE) and firmer else plain


def _by_the_seats(begun: Reading, found: Diagnosis) -> Diagnosis:
    """The same where the likeliest is one of several situations that only the seats or the cards tell apart: words alone do not
    know who sits where. What the words thought of already is proven by it, unless a word for the stage is all there is."""
    held = tables(paths.EDITION)
    first = found.first.irregularity
    for each in _ALIKE:
        led = each.situations is LEAD_SITUATIONS
        near = first in each.situations or (each.faint and _belief(found, each.situations, held) >= _FAINTLY)
        proven = led and ((first == _EARLY and from_other_hand(begun)) or (first in SHOWN_SITUATIONS and _led_though_won(begun)))
        near = near or proven
        name = each.tells(begun) if near else ""
        if name in held and (name != first or not each.by_a_word) and name not in denied(begun):
            sure = each.proven or found.law_share + _belief(found, each.situations, held) >= _SURE
            sure = sure or proven or (led and from_other_hand(begun))
            return _led(found, name).without(frozenset(each.situations) - {name}) if sure else found
    return found


def _led_though_won(begun: Reading) -> bool:
    """Whether a card is told to come although another had won the trick, and no word for a revoke is told."""
    return although_won(begun) and not any(m.name in _REVOKE_WORDS for m in begun.mentions)


def _by_the_cards(begun: Reading, found: Diagnosis) -> Diagnosis:
    """The same where the cards tell a revoke that the words do not think of; how far the play has gone the words know as well."""
    name = shown_situation(begun) if found.first.irregularity not in RIGHTS_SITUATIONS[:1] else ""
    sure = found.law_share >= _SURE or _belief(found, SHOWN_SITUATIONS, tables(paths.EDITION)) >= _DOUBT
    if not name or (found.first.irregularity in SHOWN_SITUATIONS and name != BOTH and sure):
        return found
    return _led(found, name)


def _by_the_words_of_an_opponent(begun: Reading, found: Diagnosis) -> Diagnosis:
    """The same where an opponent is told to have said whose lead it was and the card then came: whatever was made of it since, it
    is a lead out of turn (Law 47E1), if the words think of one at all."""
    if found.first.irregularity in LEAD_SITUATIONS or invited(begun).get(MISLED) != "yes":
        return found
    leads = [each.irregularity for each in found.weighed if each.irregularity in LEAD_SITUATIONS]
    return _led(found, leads[0]) if leads and _belief(found, LEAD_SITUATIONS, tables(paths.EDITION)) >= _FAINTLY else found


def _by_dummys_warning(begun: Reading, found: Diagnosis) -> Diagnosis:
    """The same where dummy is quoted to warn before anything was led (Law 42B2), if the words think of dummy's rights at all."""
    name = RIGHTS_SITUATIONS[0]
    thought_of = _belief(found, (name,), tables(paths.EDITION)) >= _FAINTLY
    near = thought_of and found.first.irregularity not in RIGHTS_SITUATIONS
    return _led(found, name) if near and warned_in_time(begun) else found


def _by_a_confession(begun: Reading, spoken: tuple[Clause, ...], found: Diagnosis) -> Diagnosis:
    """The same where a director tells to have found the own ruling wrong since: that is the matter (Law 82C)."""
    ruled = {at for clause in spoken if clause.chances[RULED] >= _SURE for at in range(clause.first, clause.last + 1)}
    name = confessed(begun, ruled)
    return _led(found, name) if name in tables(paths.EDITION) else found


# what the deeds prove, one after the other
PROOFS: tuple[Callable[[Reading, Diagnosis], Diagnosis], ...] = (
    _by_the_seats,
    _by_the_words_of_an_opponent,
    _by_the_cards,
    _by_dummys_warning,
)


def _belief(found: Diagnosis, alike: Collection[str], held: Mapping[str, Any]) -> float:
    """The belief in the laws of these situations other than the likeliest."""
    laws = {law_number(str(held[each]["law"])) for each in alike if each in held} - {found.first.law}
    return sum(share for law, share in found.rivals.items() if law in laws)


def _led(found: Diagnosis, name: str) -> Diagnosis:
    """The same with this situation, of which the edition has a table, at its head."""
    return found.led_by(name, law_number(str(tables(paths.EDITION)[name]["law"])))


def _understood(played: Played, told: Reading | None) -> Understood:
    spoken = clauses(played.reading)
    found = diagnose(played, paths.EDITION, told)
    for prove in PROOFS:
        found = prove(played.begun, found)
    found = _by_a_confession(played.begun, spoken, found)
    return Understood(played, spoken, _as_far_as_told(played.begun, spoken, found))


def _as_far_as_told(begun: Reading, spoken: tuple[Clause, ...], found: Diagnosis) -> Diagnosis:
    """The same where it is not told how far the play had gone when a revoke came to light: what has happened since is asked."""
    first = found.first.irregularity
    if first not in OPEN_SITUATIONS or found.law_share < _SURE:
        return found
    differ = NEXT_CARD in contested(begun)  # whether somebody had played to the next trick
    name = TOO_LATE if differ else open_situation(begun, not_told(spoken) | only_claimed(spoken), first)
    return _led(found, name) if name not in ("", first) else found
