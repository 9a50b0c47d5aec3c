"""Which situation cannot be: what is told disproves it, however the words sound.

Only what is certain is asserted: both sides did not revoke where everybody named is of one side, a few words name one revoke
and no card, or one player is told to have revoked and whoever else is named to have done something else (Law 64B7); no trick
is defective where all are told to have played to every trick (Law 67); a trick told by another number is not the twelfth
(Law 62D); a revoke asked about or put right before its side has played on is not established, and one that is found when the
revoker plays the suit later is (Law 63A1); where only declarer claims, no defender's claim is ruled (Law 70D2); a lead is
not premature when the partner has won the trick before (Law 57A), nor a defender's opening lead when it was an opponent's
turn (Law 54); a card that a defender showed is not declarer's (Law 48A), nor the other way round (Law 49); the call out of
rotation that is told is of one kind (Laws 30-32); one pass ahead of somebody's turn ends no auction (Law 17D); where a card
is told to have come into view, and one suit alone is told and no word of revoking, nobody revoked (Law 61A); where nothing is
told of what came of an insufficient bid, its damage is not at issue (Law 27D); where neither dummy nor a partner is told of,
dummy doubts no claim (Law 68D2); one card that
is told as one is not several (Law 51).
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from itertools import pairwise

from advisor.base.kept import once
from advisor.bridge.calls import Bid, parse_call
from advisor.bridge.seats import Seat
from advisor.read.events import CALLS, CARDS, PLAYERS, SEAT_OF, TOLD
from advisor.read.reading import Reading
from advisor.read.scope import UNSAID
from advisor.replay.acts import acts
from advisor.replay.calls import told_calls
from advisor.replay.declaring import DECLARER, side_of
from advisor.replay.exposed import shown_by_defenders
from advisor.replay.leads import crossed, wrong_lead
from advisor.replay.next_board import called_on_next
from advisor.replay.on_lead import opening_told
from advisor.replay.others_too import spent
from advisor.replay.players import COMPASS, SPEAKER, places
from advisor.replay.revoke_trick import REVOKING
from advisor.replay.revoking import NOTHING, OFFENDERS_ON, OPPONENTS_ON, SINCE, Revoking, proven, revoking, since
from advisor.replay.rotation import call_out_of_turn, called_over_by_another, tells_of_turns
from advisor.replay.turns import MAYBE_OUT, dealer_told

FEW_WORDS = 28  # up to here what a telling does not name is not there; in a longer one the story speaks loudly enough
_OTHERS = frozenset({"defender", "opponent", "lho", "rho", "non_offender"})
_DECLARING = frozenset({"declarer", "dummy"})
_SPOKEN = frozenset({"partner", "speaker", "side_pair"})
_ANYBODY = frozenset({"both_of_them", "anybody"})
_TWELFTH, _LATE = "revoke_trick_twelve", frozenset({"12", "13"})
_TAKES, _BESIDE = frozenset({"win", "take_out"}), 4
_WIN, _PREMATURE, _OPENING = "win", "premature_play", "opening_lead_out_of_turn"
_DECLARERS_CARD, _DEFENDERS_CARD = {"exposed_card_declarer", "declarer_faces_hand"}, {"penalty_card_created"}
_ESTABLISHED = frozenset({"revoke_established", "revoke_equity", "both_sides_revoked"})
_TOO_LATE = "revoke_too_late"
_IN_TIME = frozenset({"revoke_corrected", "card_after_revoke"})
_CONCEDED, _OBJECTED = frozenset({"concede", "claim_you_get"}), "defender_concession_objected"
_CLAIMS, _DEFENDERS_CLAIM = frozenset({"claim", "concede", "spread"}), "defender_claim_partner"
_NOTHING_SINCE, _AT_ONCE = f"{SINCE}={NOTHING}", "seen_at_once"
_REVOKE, _MOVING = "revoke", frozenset({"end_of_round", "moving_boards"})
_TURN = "turn_word"
_ENDED, _PASS = frozenset({"auction_ended_early", "auction_period"}), "pass"
_NOTED, _LEADS = frozenset({"call", "call_by", "auction"}), frozenset({"lead", "opening_lead", "face_down_lead"})
_CLOSED = _LEADS | {"auction", "final_pass", "bidding_cards_put_away", "skipped_player"}
_OVER, _BARRED = "called_over_wrong_call", frozenset({"rho_bound_to_pass", "in_rotation_because=rho_must_pass"})
_OUT_OF_TURN = {"P": "pass_out_of_rotation", "X": "double_out_of_rotation", "bid": "bid_out_of_rotation"}
_BOTH, _DEFECTIVE, _AFTER_REVOKE = "both_sides_revoked", "defective_trick", "card_after_revoke"
_REVOKES = frozenset(
    {"revoke_established", "revoke_corrected", "revoke_trick_twelve", "revoke_equity", "revoke_definition", _BOTH, _AFTER_REVOKE}
)
_REVOKE_WORDS = frozenset(
    {
        "revoke",
        "follow_suit_failed",
        "had_it_after_all",
        "must_follow_first",
        "revoke_card_found",
        "revoke_caught_by",
        "revoke_corrected",
        "revoke_established",
        "revoke_is_it_one",
        "revoke_noticed",
        "revoke_other_suit",
        "revoke_put_right",
        "revoke_while_holding",
    }
)
_SWAPPED, _BID_OVER, _LEVELS = "call_swapped", "over", frozenset("1234567")
_LOW_WORDS = frozenset({"insufficient_bid", "bid_too_low"})
_INFORMED_WORDS = frozenset({"misinformation", "partner_explained_wrong", "own_infraction=mistaken_explanation"})
_AFTER_CHANGE, _A_NOTE = "lho_after_change", 16
_CHANGES = frozenset({"change_call", "call_swapped", "wants_change"})
_ALSO = "also_word"
_OWN, _PARTNERS = "own_explanation_wrong", "partner_explanation_wrong"
_I_EXPLAINED, _PARTNER_EXPLAINED = "i_explained_wrong", "partner_explained_wrong"
_OPEN, _A_CALL, _TWO = "open", "call:", 2
_TOO_LOW = ("insufficient_bid", "insufficient_bid_damage")
_OF_INFORMATION = (
    "lho_after_change",
    "own_misunderstanding",
    "misinformation",
    "misbid_or_misexplained",
    "misinformation_result",
)
_INFORMED = frozenset({"explain", "explanation", "alert", "inform", "information", "mean", "meaning", "announce", "misinform"})
_SEVERAL, _SEVERAL_WORDS = "several_penalty_cards", frozenset({"several_pcs", "cards_shown=two_or_more"})
_OF_SUIT = frozenset({"card", "cards", "suit", "holding"})


_BID_DAMAGE = "insufficient_bid_damage"
_DUMMY_DOUBTS, _MAY_BE_DUMMY = "claim_doubted_by_dummy", frozenset({"dummy", "partner"})
# What somebody tells who asks whether the wrong bid helped (Law 27D): what was bid, played, known or lost thanks to it.
_CAME_OF_IT = frozenset(
    {
        *("score", "adjust", "<result>", "slam", "help", "damage", "know", "find", "missing", "stop", "trick", "make", "gain"),
        *(
            "guess",
            "reach",
            "arrive",
            "game_contract",
            "contract_word",
            "play",
            "lead",
            "<contract>",
            "result_making",
            "down_word",
        ),
        *("without_word", "end", "benefit", "hurt", "finish", "otherwise", "only", "lose", "win"),
    }
)


@once
def denied(reading: Reading) -> frozenset[str]:
    """The situations that the story disproves."""
    cues = {cue.what for cue in reading.cues}
    found = {_DEFECTIVE} if "all_tricks_played" in cues else set[str]()
    found |= _by_the_change(reading)
    found |= {_AFTER_CHANGE} if _one_change(reading) else set()
    found |= _by_the_explainer(reading)
    found |= set(_TOO_LOW) if _each_higher(reading) else set()
    revoked = revoking(reading)
    alone = not cues & _ANYBODY
    one = alone and _one_revoke(reading)
    nothing = _AT_ONCE in cues or any(m.name == _NOTHING_SINCE and not m.flags for m in reading.mentions)
    if one and "later" not in cues and nothing:
        found |= _ESTABLISHED
    if one or (alone and _one_side(reading)) or (revoked is not None and _one_revoked(reading, revoked)):
        found.add(_BOTH)
    tricks = {note.value for note in reading.notation if note.kind == "trick_number"}
    words = {mention.name for mention in reading.mentions}
    if "one_card" in cues and "two_cards" not in cues and not words & _SEVERAL_WORDS:
        found.add(_SEVERAL)
    if _only_exposed(reading):
        found |= _REVOKES
    if tricks and not tricks & _LATE:
        found.add(_TWELFTH)
    told = {m.name for m in reading.mentions if not m.flags}
    if _REVOKE in told:
        found |= _MOVING
    if "ahead_of" in cues and _passed_once(reading, words):
        found |= _ENDED
    if _CAME_OF_IT.isdisjoint(reading.stems):
        found.add(_BID_DAMAGE)
    if words.isdisjoint(_MAY_BE_DUMMY):
        found.add(_DUMMY_DOUBTS)
    if _claims(reading) == {DECLARER}:
        found |= {_DEFENDERS_CLAIM} if _CONCEDED & told else {_DEFENDERS_CLAIM, _OBJECTED}
    return frozenset(found | _by_the_lead(reading) | _by_the_card(reading) | _other_calls(reading)) | _by_stage(reading, revoked)


def _by_the_change(reading: Reading) -> set[str]:
    """What the change of a call is not, in few words: no insufficient bid where no bid is told, and no change after wrong
    information where nothing is told of any."""
    swapped = any(m.name == _SWAPPED and not m.flags for m in reading.mentions)
    if not swapped or len(reading.tokens) > FEW_WORDS:
        return set()
    calls = [part.value for note in reading.notation for part in (note, *note.parts) if note.kind in _NOTED]
    low = any(m.name in _LOW_WORDS for m in reading.mentions) or any(note.kind == _BID_OVER for note in reading.notation)
    bids = low or any(call.rpartition(":")[2][:1] in _LEVELS for call in calls)
    informed = not _INFORMED.isdisjoint(reading.stems) or any(m.name in _INFORMED_WORDS for m in reading.mentions)
    return (set[str]() if bids else set(_TOO_LOW)) | (set[str]() if informed else set(_OF_INFORMATION))


def _each_higher(reading: Reading) -> bool:
    """Whether the bids are told from the opening on, each higher than the one before, by no word too low, and none by two players
    (but for an opening, which is told again where its teller corrects it)."""
    if any(m.name in _LOW_WORDS for m in reading.mentions):
        return False
    bids = list(dict.fromkeys(bid for call in told_calls(reading) if isinstance(bid := parse_call(call.value), Bid)))
    told = [event for event in reading.story.events if event.deed in CALLS and event.object and not event.flags]
    opened = {event.object for event in told if event.deed == _OPEN}
    callers: dict[str, set[str]] = {}
    for event in told:
        callers.setdefault(event.object, set()).update({event.actor} - {""} if event.deed != _OPEN else ())
    if len(bids) < _TWO or f"{_A_CALL}{bids[0]}" not in opened or any(len(by) > 1 for by in callers.values()):
        return False
    return all(before < bid for before, bid in pairwise(bids))


def _by_the_explainer(reading: Reading) -> set[str]:
    """Whose wrong explanation it is not, where the teller says "I explained it wrong", or that partner did, and not both."""
    told = {mention.name for mention in reading.mentions if not mention.flags}
    if _I_EXPLAINED in told:
        return set() if _PARTNER_EXPLAINED in told else {_PARTNERS}
    return {_OWN} if _PARTNER_EXPLAINED in told else set()


def _one_change(reading: Reading) -> bool:
    """Whether a few words tell of one changed call and of nobody but who changes it: the opponents, whom Law 21B2 lets change a
    call too, are not told to have called after it."""
    changes = sorted((m.first, m.last) for m in reading.mentions if m.name in _CHANGES)
    if not changes or len(reading.tokens) > _A_NOTE or any(cue.what == _ALSO for cue in reading.cues):
        return False
    apart = any(then[0] > before[1] + 1 for before, then in pairwise(changes))
    players = {place.player for place in places(reading)}
    return not apart and not any(player.frame == SPEAKER for player in players) and len(players) <= 1


def _passed_once(reading: Reading, words: AbstractSet[str]) -> bool:
    """Whether one pass is all that is told of an auction, and nothing of its end or of what came after it."""
    deeds = [event.deed for event in reading.story.events]
    calls = [deed for deed in deeds if deed in CALLS]
    noted = [note for note in reading.notation if note.kind in _NOTED]
    return calls == [_PASS] and len(noted) <= 1 and words.isdisjoint(_CLOSED) and CARDS.isdisjoint(deeds)


def _one_revoke(reading: Reading) -> bool:
    """Whether a telling of few words names one revoke, and tells no card that was played."""
    told = [m for m in reading.mentions if m.name == _REVOKE]
    played = [e for e in reading.story.events if e.deed in CARDS and not UNSAID & set(e.flags) and e.deed != _REVOKE]
    return len(reading.tokens) <= FEW_WORDS and len(told) == 1 and not played


def _one_revoked(reading: Reading, told: Revoking) -> bool:
    """Whether one player is told, once, to have revoked, and all others who are named right before what else they did ("declarer
    revoked at trick four, opponents led to trick five")."""
    if told.deed.deed != _REVOKE or told.deed.by != TOLD or told.deed.actor in _SPOKEN - {"speaker", "partner"}:
        return False
    others = [e for e in told.after if e.actor != told.deed.actor]
    if sum(m.name == _REVOKE for m in reading.mentions) > 1 or any(e.deed in REVOKING for e in others):
        return False
    players = (m for m in reading.mentions if m.name in PLAYERS - {told.deed.actor} and m.how != "derived")
    named = [(m.first, m.last) for m in players]
    named += [(cue.first, cue.last) for cue in reading.cues if cue.what in _ANYBODY and not spent(reading, cue)]
    here = reading.sentences[told.deed.first]
    for first, last in named:
        if last < told.deed.first:
            if reading.sentences[first] == here and told.deed.first - last <= _BESIDE:
                return False
        elif not any(0 < e.first - last < _BESIDE and not reading.parted(last, e.first) for e in others):
            return False
    return True


def _by_stage(reading: Reading, told: Revoking | None) -> frozenset[str]:
    """What a revoke is not, by what is told to have been played after it."""
    if called_on_next(reading):
        return _IN_TIME | {_TWELFTH, _TOO_LATE}
    stage = since(reading, told) if told is not None else ""
    if told is None or stage not in (NOTHING, OFFENDERS_ON, OPPONENTS_ON) or not told.alone:
        return frozenset()
    if stage == OFFENDERS_ON:
        late = any(note.kind == "trick_number" and note.value in _LATE for note in reading.notation)
        return _IN_TIME if late else _IN_TIME | {_TWELFTH}
    return _ESTABLISHED if stage == OPPONENTS_ON or proven(reading) else frozenset()


def _claims(reading: Reading) -> set[str]:
    """The sides of those who are told to claim, concede or lay down a hand; nothing stands for a side that is not certain."""
    return {side_of(reading, e.actor) for e in reading.story.events if e.deed in _CLAIMS and not e.object}


def _by_the_lead(reading: Reading) -> set[str]:
    """What a lead out of turn is not: premature, where the leader's partner has won the trick before; an opening lead, where an
    opponent was on lead or a trick is told to have been won before, and no opening lead is told."""
    wrong = wrong_lead(reading)
    if wrong is None:
        return {_OPENING} if _trick_won_before(reading) and not opening_told(reading) else set()
    won = bool(wrong.led.defends and wrong.turn.defends) and wrong.turn.kind == _WIN
    never = crossed(wrong) and not opening_told(reading)
    return ({_PREMATURE} if won else set()) | ({_OPENING} if never else set())


def _trick_won_before(reading: Reading) -> bool:
    """Whether somebody is told to have won a trick before any card is told to be put down."""
    deeds = [e for e in reading.story.events if not UNSAID & set(e.flags) and not e.when]
    first = next((e.first for e in deeds if e.deed in CARDS and (e.object or e.by == TOLD)), -1)
    won = [e.first for e in deeds if e.deed in _TAKES and e.actor and e.first < first]
    tricks = [cue.last for cue in reading.cues if cue.what == "trick"]
    return any(abs(trick - at) <= _BESIDE for trick in tricks for at in won)


def _only_exposed(reading: Reading) -> bool:
    """Whether a card came into view, and nothing is told that a revoke is made of: two suits, a ruff or discard, the word."""
    deeds = {event.deed for event in reading.story.events if not event.flags}
    words = {mention.name for mention in reading.mentions}
    suits = {note.value[0] for note in reading.notation if note.kind in _OF_SUIT}
    return "expose" in deeds and not deeds & REVOKING and not words & _REVOKE_WORDS and len(suits) <= 1


def _by_the_card(reading: Reading) -> set[str]:
    """What a card in view cannot be, by the side of all who are told to have shown or dropped one."""
    defends = shown_by_defenders(reading)
    return set() if defends is None else _DECLARERS_CARD if defends else _DEFENDERS_CARD


def _other_calls(reading: Reading) -> set[str]:
    """The calls out of rotation that the one told is not: a bid is no pass and no double (Laws 30, 31, 32), nobody called over
    one with which the telling ends, and who did had not the turn (Law 28B), and calls told in rotation without a word of turns
    are in turn (Law 17C)."""
    if not tells_of_turns(reading):
        return set(_OUT_OF_TURN.values()) if _in_rotation(reading) else set()
    call, went_on = call_out_of_turn(reading)
    kind = call[:1] if call[:1] in _OUT_OF_TURN else "bid" if call[:1].isdigit() else ""
    barred = any(mention.name in _BARRED for mention in reading.mentions)
    over = {_OVER} if kind and not barred and (not went_on or called_over_by_another(reading)) else set[str]()
    return (set(_OUT_OF_TURN.values()) - {_OUT_OF_TURN[kind]} if kind else set()) | over


def _in_rotation(reading: Reading) -> bool:
    """Whether all calls told are of seats, each of them the left-hand opponent's of the one before, and nothing is told of a
    dealer or of a turn."""
    told = acts(reading, places(reading))
    seats = [act.caller.step for act in told if act.call and act.caller is not None and act.caller.frame == COMPASS]
    follow = all((step + 1) % len(Seat) == then for step, then in pairwise(seats))
    if not len(told) == len(seats) > 1 or not follow or _TURN in reading.stems:
        return False
    return dealer_told(reading) is None and not any(mention.name in MAYBE_OUT for mention in reading.mentions)


def _one_side(reading: Reading) -> bool:
    """Whether somebody is named, and all who are belong to one side by the compass (roles where their seats are told)."""
    named = {m.name for m in reading.mentions if m.how != "derived"}
    sides = {Seat(SEAT_OF[name]).side for name in named if name in SEAT_OF}
    known = {role for _, role in reading.story.roles}
    return len(sides) == 1 and not named & (_OTHERS | _SPOKEN) and named & _DECLARING <= known - _OTHERS
