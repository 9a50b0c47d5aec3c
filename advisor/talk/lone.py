"""A player, a call or a card that a reply names and nothing else: what it answers, or one question what of it."""

from __future__ import annotations

from advisor.base import store
from advisor.diagnose.understanding import played_once, read_once
from advisor.lawbook.shelf import table
from advisor.read.events import PLAYERS, SEAT_OF
from advisor.read.scope import NEGATED
from advisor.rule.ruling import Ruled
from advisor.talk.alone import SIDES, else_filled, says_did, side_of, small_words, tokens_of
from advisor.talk.calls import spoken
from advisor.talk.hearing import Heard
from advisor.talk.incident import answered, consulted, offering, plain, still_open, words_of
from advisor.talk.letters import CALLS
from advisor.talk.models import Button, Reply, State
from advisor.talk.parts import marked
from advisor.talk.relations import DECLARING, DEFENDING, relation_answer, says_who_is_who
from advisor.talk.taps import settled
from advisor.talk.witness import with_facts

Step = tuple[State, Reply]
_FEW = 6  # words
_ME, _OTHERS = "me", "opponent"
_ACCEPTED = "accepted"
_CARDS = ("card", "rank", "suit")


def lone(state: State, heard: Heard) -> Step | None:
    """The step for a message that names one player, one call or one card, says nothing else of it and was taken for no answer."""
    few = state.at_hand and len(heard.tokens) <= _FEW and not marked(state, heard.text)
    if not few or heard.leads("meaning", "no", "correction") or says_who_is_who(heard.text):
        return None
    asked = state.irregularity and state.question
    return _player(state, heard) or (_call(state, heard) or _card(state, heard) if asked else None)


def _player(state: State, heard: Heard) -> Step | None:
    """The player named alone: whose side, or what relation, the open question asks; else what that player did is asked."""
    named = _named(state, heard)
    if not named:
        return None
    ruled = consulted(state).ruled if state.irregularity else None
    if ruled is None:
        return _did_what(state, heard, ruled)
    facts = _by_relation(state, heard, ruled, named) or _by_side(ruled, named)
    if facts:
        return answered(settled(state, facts))
    return _other_side(state, heard, ruled, named) or _did_what(state, heard, ruled)


def _named(state: State, heard: Heard) -> str:
    """The one player (a seat, a role, a relation, the one who writes) that a message names and says nothing else of."""
    reading = read_once(heard.text, greeklish=state.speaks == "el")
    players = [m for m in reading.mentions if m.name in PLAYERS and m.how != "derived" and NEGATED not in m.flags]
    small = small_words(state, heard)
    own = {name for name, _, _ in small if name in (_ME, _OTHERS, *SIDES)}
    names = own or {m.name for m in players}
    covered = {at for m in players for at in range(m.first, m.last + 1)}
    return names.pop() if len(names) == 1 and else_filled(state, heard, covered) else ""


def _by_relation(state: State, heard: Heard, ruled: Ruled, named: str) -> dict[str, str]:
    """The answer to a question about somebody's relation to the offender."""
    value = (
        relation_answer(named, played_once(". ".join(state.story)), ruled.question)
        if named != _ME and not says_did(state, heard)
        else ""
    )
    alone_is_none = store.load("talk")["relations"].get(ruled.question, {}).get("alone") == "no"
    return {ruled.question: value} if value in {b.value for b in ruled.branches} and not alone_is_none else {}


def _by_side(ruled: Ruled, named: str) -> dict[str, str]:
    """The answer to a question of which side it was, where the words of one value alone speak of the side named."""
    side = SIDES.get(named, "")
    sides = {branch.value: _sides_in(ruled.question, branch.value) for branch in ruled.branches} if ruled.question else {}
    values = [value for value, of in sides.items() if of == {side}]
    both = {DECLARING, DEFENDING} <= set().union(*sides.values())
    return {ruled.question: values[0]} if side and len(values) == 1 and both else {}


def _sides_in(fact: str, value: str) -> set[str]:
    """The sides that the words of a value speak of."""
    label = store.load("texts")["facts"][fact]["values"][value]["en"]
    return {SIDES[m.name] for m in read_once(label).mentions if m.name in SIDES}


def _other_side(state: State, heard: Heard, ruled: Ruled, named: str) -> Step | None:
    """The neighbour of the situation in hand that is of the side named, where that one is of the other ("declarer", of a card
    that a defender was taken to have dropped); the same again where it is of that side."""
    side, here = SIDES.get(named, ""), side_of(state.irregularity)
    told = {event.actor for part in state.story for event in read_once(part).story.events}
    if not side or not here or told & {*SEAT_OF, *SIDES}:
        return None
    if side == here:
        return _kept(state, heard)
    near = [n.not_ for n in ruled.table.neighbours if side_of(n.not_) == side and n.not_ not in state.refused]
    if len(near) != 1 or table(state.edition, near[0]) is None:
        return None
    head = [words_of(state).frame("talk_corrected", fact=words_of(state).irregularity(near[0]))]
    there = state.model_copy(update={"irregularity": near[0], "question": "", "put": (), "answers": {}})
    return answered(with_facts(there, heard), ahead=head)


def _did_what(state: State, heard: Heard, ruled: Ruled | None) -> Step:
    """The question what the player named did, beside the one that is open."""
    words, what = words_of(state), heard.text.strip(" .!,;")
    if ruled is None or not ruled.question:
        question = words.frame("talk_which") if state.question else ""
    else:
        question = words.ask(ruled.question)
    if question and any(name == _ME for name, _, _ in small_words(state, heard)):
        text = words.frame("talk_who_are_you", what=what, question=question)
    elif question and says_did(state, heard):
        text = words.frame("talk_of_the_others", what=what, question=question)
    elif question:
        text = words.frame("talk_did_what", what=what, question=question)
    else:
        text = words.frame("talk_did_what_there", what=what)
    return state, plain(state, "asked", text, state.offered, asks=state.question)


def _call(state: State, heard: Heard) -> Step | None:
    """The question whose call it was, where a call out of turn or too low is in hand and another is named alone."""
    found = consulted(state)
    reading = read_once(heard.text, greeklish=state.speaks == "el")
    calls = spoken(reading)
    ruled = found.ruled
    if ruled is None or not ruled.question or len(calls) != 1 or calls[0].seat or _ACCEPTED not in ruled.table.asks:
        return None
    covered = {at for at, t in enumerate(heard.tokens) if calls[0].start <= t.start < calls[0].end}
    if not else_filled(state, heard, covered):
        return None
    words, call = words_of(state), reading.text[calls[0].start : calls[0].end]
    if not any(fact in ruled.table.asks for fact in CALLS):
        text = words.frame("talk_whose", what=call, question=words.ask(ruled.question))
        return state, plain(state, "asked", text, state.offered, asks=state.question)
    texts = [words.frame(name, call=call) for name in ("talk_call_of_lho", "talk_call_of_offender")]
    sent = (texts[0], words.frame("talk_call_changed", call=call))
    buttons = tuple(Button(label=label, send=send) for label, send in zip(texts, sent, strict=True))
    text = "\n".join([words.frame("talk_whose_call", call=call), *(f"{i}. {each}" for i, each in enumerate(texts, 1))])
    return offering(state, plain(state, "asked", text, buttons, asks=state.question))


def _card(state: State, heard: Heard) -> Step | None:
    """A card named alone that answers nothing asked: kept with the story, and the open question again."""
    reading = read_once(heard.text, greeklish=state.speaks == "el")
    notes = [note for note in reading.notation if note.kind in _CARDS]
    if len(notes) != 1 or not else_filled(state, heard, tokens_of(heard, notes)):
        return None
    return _kept(state, heard)


def _kept(state: State, heard: Heard) -> Step:
    """What answers nothing asked, kept with the story, and the open question again."""
    after, reply = answered(state.model_copy(update={"story": (*state.story, heard.text)}))
    if after.question != state.question or not state.question:
        return after, reply
    text = words_of(state).frame("talk_still_asked", question=still_open(state))
    return after, plain(after, "noted", text, reply.choices, laws=reply.laws, status=reply.status, asks=state.question)
