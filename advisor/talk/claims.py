"""What a player says of what was in a mind ("he says he meant the jack"): a claim, no fact until the Director finds it so."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from advisor.base import store
from advisor.read.phrases import every_phrase
from advisor.talk.hearing import Heard
from advisor.talk.incident import consulted, offering, plain, still_open, words_of
from advisor.talk.looking import call_or_card
from advisor.talk.models import Reply, State
from advisor.talk.parts import keyed, marked

Step = tuple[State, Reply]
Handler = Callable[[State, Heard], Step | None]
_SAYS, _SAYS_SO, _THOUGHT = "says", "says_so", "thought"
_HEAD = 4  # words before the "says"
_TWO = 2


def said_by_a_player(state: State, heard: Heard) -> str:
    """What somebody says, where a message about the incident in hand begins with who says it; else nothing."""
    if not state.at_hand or marked(state, heard.text) or heard.leads("no", "correction"):
        return ""
    hits = every_phrase(store.load("talk")["others"], keyed(state, heard.text))
    ends = [last - (name == _SAYS_SO) for name, first, last in hits if name in (_SAYS, _SAYS_SO, _THOUGHT) and first < _HEAD]
    rest = heard.text[heard.tokens[max(ends)].end :].strip(" ,:.!") if ends else ""
    short = len(rest.split()) <= _TWO
    return "" if not rest or (short and call_or_card(rest)) or len(rest.split()) < _TWO else rest


def only_claimed(state: State, said: str, what: str, done: Step) -> Step | None:
    """The question what the Director finds, where a step has taken as told what is in a player's mind (`advisor/laws/minds.yaml`)
    because that player says so; None where it has not."""
    after, _ = done
    found, then = consulted(state), consulted(after)
    minds: list[str] = store.load("talk")["minds"]
    asks = then.ruled.table.asks if then.ruled is not None and after.irregularity else {}
    before, now = found.facts.values(), then.facts.values()
    only_thought = any(name == _THOUGHT for name, _, _ in every_phrase(store.load("talk")["others"], keyed(state, said)))
    of_minds = [name for name in asks if name in minds or only_thought]
    news = {name for name in of_minds if name in now and before.get(name) != now[name]}
    if not news:
        return None
    words = words_of(state)
    if state.question in news:
        text = words.frame("talk_claimed", fact=what, question=still_open(state))
    else:
        text = words.frame("talk_claimed_beside", fact=what)
    reply = plain(state, "asked", text, state.offered, laws=found.advice.laws, status=found.advice.status, asks=state.question)
    return offering(state, reply)


def claimed(takes: Sequence[Handler], state: State, heard: Heard) -> Step | None:
    """What a player says, as far as these handlers would take it: no fact until the Director has found it."""
    what = said_by_a_player(state, heard)
    done = next((step for take in takes if (step := take(state, heard)) is not None), None) if what else None
    return only_claimed(state, heard.text, what, done) if done is not None else None
