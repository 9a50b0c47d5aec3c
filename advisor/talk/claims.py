"""What a player says ("he says he meant the jack", "dummy says she led already"): a claim, no fact until the Director finds it
so."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from advisor.base import store
from advisor.diagnose.understanding import played_once, read_once
from advisor.read.events import PLAYERS
from advisor.read.phrases import every_phrase
from advisor.read.tokens import CLAUSE
from advisor.talk.hearing import Heard
from advisor.talk.incident import consulted, offering, plain, still_open, words_of
from advisor.talk.looking import call_or_card
from advisor.talk.models import Reply, State
from advisor.talk.parts import keyed, marked
from advisor.talk.relations import relation_answer

Step = tuple[State, Reply]
Handler = Callable[[State, Heard], Step | None]
_SAYS, _SAYS_SO, _THOUGHT, _ADMITS = "says", "says_so", "thought", "admits"
_HEAD = 4  # words before the "says"
_TWO = 2


def said_by_a_player(state: State, heard: Heard) -> str:
    """What somebody says, where a message about the incident in hand begins with who says it; else nothing."""
    if not state.at_hand or marked(state, heard.text) or heard.leads("no", "correction"):
        return ""
    hits = every_phrase(store.load("talk")["others"], keyed(state, heard.text))
    if any(name == _ADMITS for name, _, _ in hits):
        return ""  # then nobody disputes it
    said = [(first, last, last - (name == _SAYS_SO)) for name, first, last in hits if name in (_SAYS, _SAYS_SO, _THOUGHT)]
    ends = [
        end
        for first, last, end in said
        if first < _HEAD and not any(token.after >= CLAUSE for token in heard.tokens[first:last])  # not "did not claim, he ..."
    ]
    rest = heard.text[heard.tokens[max(ends)].end :].strip(" ,:.!") if ends else ""
    short = len(rest.split()) <= _TWO
    return "" if not rest or (short and call_or_card(rest)) or len(rest.split()) < _TWO else rest


def only_claimed(state: State, said: str, what: str, done: Step) -> Step | None:
    """The question what the Director finds, where a step has taken as told what a player says; None where it has taken nothing,
    or only what a player settles by saying so (`advisor/laws/said_done.yaml`). The claim is kept as one."""
    after, _ = done
    found, then = consulted(state), consulted(after)
    settles: list[str] = store.load("talk")["said_done"]
    asks = then.ruled.table.asks if then.ruled is not None and after.irregularity else {}
    before, now = found.facts.values(), then.facts.values()
    news = {name for name in asks if name not in settles and name in now and before.get(name) != now[name]}
    news = {name for name in news if not _of_the_speaker(state, said, what, name, now[name])}
    if not news:
        return None
    words = words_of(state)
    kept = _keeping(state, state, said)
    if state.question in news:
        text = words.frame("talk_claimed", fact=what, question=still_open(state))
    else:
        text = words.frame("talk_claimed_beside", fact=what)
    laws, status = found.advice.laws, found.advice.status
    return offering(kept, plain(kept, "asked", text, kept.offered, laws=laws, status=status, asks=kept.question))


def _of_the_speaker(state: State, said: str, what: str, fact: str, value: str) -> bool:
    """Whether a player says no more than what only that player can tell of a fact: East, whose partner dropped a card, that East
    could see it."""
    greek = state.speaks == "el"
    named = [{m.name for m in read_once(text, greeklish=greek).mentions} & PLAYERS for text in (said, what)]
    alone = named[0].pop() if len(named[0]) == 1 and not named[1] else ""
    return bool(alone) and relation_answer(alone, played_once(". ".join(state.story)), fact) == value


def claimed(takes: Sequence[Handler], state: State, heard: Heard) -> Step | None:
    """What a player says, as far as these handlers would take it: no fact until the Director has found it."""
    what = said_by_a_player(state, heard)
    done = next((step for take in takes if (step := take(state, heard)) is not None), None) if what else None
    if done is None:
        return None
    only = only_claimed(state, heard.text, what, done)
    return only if only is not None or state.irregularity else _kept_beside(state, heard, what, done)


def _kept_beside(state: State, heard: Heard, what: str, done: Step) -> Step | None:
    """The step for a claim that only helps to tell which situation it is, with the claim said back first."""
    after, reply = done
    if after.story == state.story or reply.kind != "advice":
        return None
    head = words_of(state).frame("talk_claim_kept", fact=what)
    return _keeping(after, state, heard.text), reply.model_copy(
        update={"text": f"{head}\n{reply.text}", "ahead": (head, *reply.ahead)}
    )


def _keeping(state: State, before: State, said: str) -> State:
    """The incident with the claims kept before, and this one."""
    return state.model_copy(update={"claims": tuple(dict.fromkeys((*before.claims, said)))})
