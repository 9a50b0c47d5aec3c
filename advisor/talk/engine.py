"""One step of a conversation: the state so far and a message give the next state and the reply. A pure function."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import get_args

from advisor.advising import LONGEST, Consultation, checked
from advisor.base.errors import UsageError
from advisor.base.text import fold, number_in
from advisor.diagnose.understanding import read_once
from advisor.say.replies import questions
from advisor.talk import details as record
from advisor.talk import explaining, further, letters, looking, menus, moving, supposing, table, telling
from advisor.talk.asking import (
    answers_plainly,
    asked_back,
    nothing_wrong,
    only_the_ruling,
    tells_nothing,
    unanswered,
    which_first,
)
from advisor.talk.calls import spoken
from advisor.talk.claims import claimed
from advisor.talk.correcting import correct, none_of_those, refuse
from advisor.talk.hearing import Heard, hear
from advisor.talk.incident import answered, consulted, fresh_from, offering, plain, understood, words_of
from advisor.talk.instead import instead
from advisor.talk.lone import lone
from advisor.talk.meaning import call_open
from advisor.talk.models import LONGEST_REPLY, Reply, Stage, State
from advisor.talk.noting import mark, noted
from advisor.talk.offers import fresh, rest_of, trimmed
from advisor.talk.parts import keyed, marked, parted
from advisor.talk.refusing import laws_named, picks_by_law
from advisor.talk.relations import says_who_is_who
from advisor.talk.reporting import report
from advisor.talk.screen import cut
from advisor.talk.short import only_part, only_wrong
from advisor.talk.taps import tapped
from advisor.talk.telling import again, answer, story

Step = tuple[State, Reply]
_ASIDE = ("lookup", "why", "why_not", "what_if", "script", "table", "precedents", "report", "facts")
_BARE = 3
_PATIENCE = 2
_STAGES: dict[str, Stage] = {f"stage_{stage}": stage for stage in get_args(Stage)}


def step(state: State, text: str) -> Step:
    """Take one message. Nothing is ever raised for what a person may type: what cannot be used is said in the reply."""
    try:
        plain_text = checked(text)
    except UsageError as error:
        return _too_long(state, LONGEST) if error.code == "LONG" else _puzzled(state)
    if state.at_hand and len(plain_text) > LONGEST_REPLY:
        return _too_long(state, LONGEST_REPLY)
    asked = letters.which_suit(state, plain_text.strip())
    if asked is not None:
        return _on_a_phone(asked)
    heard = hear(letters.spelled(state, plain_text.strip()), state)
    if heard.only("more", fillers=1) and (state.rest or not any(b.send.startswith("#menu:") for b in state.offered)):
        return rest_of(state)
    state = state.model_copy(update={"rest": ()})
    which = moving.settled_which(state, heard)
    if which is not None:
        return _on_a_phone(_which_incident(*which))
    if not state.at_hand and not plain_text.strip().isdigit():
        state = state.model_copy(update={"spoken": heard.lang})
    after, reply = _forgiving(_waiting(state, heard, _handled(state, heard)))
    if reply.kind != "what_if":
        after = after.model_copy(update={"supposed": {}})
    aside = reply.kind in (*_ASIDE, "menu") and after.incident() == state.incident()
    after = after.model_copy(update={"aside": aside})
    return noted(state, _on_a_phone((after, trimmed(after, reply))), heard.text)


def _which_incident(state: State, text: str, new: bool) -> Step:
    """The message that waited, as a new incident or as a part of the one in hand."""
    waited = hear(text, state)
    return telling.begun(state, waited) if new else further.joined(state, waited)


def _waiting(state: State, heard: Heard, done: Step) -> Step:
    """The step, unless a message still waits to be a new incident or a part of this one: what is told further waits with it, as
    nobody knows yet to which it belongs."""
    after, reply = done
    told = reply.kind == "advice" or after.incident() != state.incident() or after.pending not in ("", state.pending)
    if state.pending in ("", moving.UNDO) or not told or telling.answered_outright(state, heard) is not None:
        return done
    return moving.asked_which(state, f"{state.pending}. {heard.text}")


def _parted(state: State, heard: Heard) -> Step | None:
    """What a message about the incident in hand asks back, answered first, after what it tells was taken in."""
    told, asked = parted(state, heard) if state.at_hand else ("", "")
    if not asked or (not told and answers_plainly(state, heard)):
        return None
    if not state.irregularity:
        reply = which_first(state, asked) if not told and questions(keyed(state, asked)) else None
        return (state, reply) if reply is not None else None
    if not told:
        reply = asked_back(state, asked)
        return (state, reply) if reply is not None else None
    if hear(told, state).only("thanks", "greet", fillers=0):  # "ok. what does the record say"
        return _handled(state, hear(asked, state))
    after, ruling = _handled(state, hear(told, state))
    reply = asked_back(after, asked)
    if reply is None:
        return _handled(after, hear(asked, after)) if ruling.kind == "noted" else (after, ruling)
    same = after.incident() == state.incident() or mark(ruling.text) in state.said
    rest = [line for line in ruling.text.splitlines() if line not in reply.text]  # what the answer has said is not said again
    text = reply.text if same else "\n".join([reply.text, *rest])
    kind = "asked" if text == reply.text else ruling.kind
    return after, ruling.model_copy(update={"text": text, "kind": kind, "ahead": (*reply.text.splitlines(), *ruling.ahead)})


def _handled(state: State, heard: Heard) -> Step:
    here = next((done for handler in (_taps, moving.back) if (done := handler(state, heard)) is not None), None)
    if here is not None:
        return here
    state = state if picks_by_law(state, heard) else fresh(state)
    return next((done for handler in _HANDLERS if (done := handler(state, heard)) is not None), None) or _puzzled(state)


def _too_long(state: State, most: int) -> Step:
    """A message that is not read: how long it may be."""
    return state, plain(state, "puzzled", words_of(state).frame("talk_too_long", most=str(most)), state.offered)


def _on_a_phone(done: Step) -> Step:
    """The reply as it fits on the first screen, unless it was cut when it was made."""
    state, reply = done
    return done if state.rest else cut(state, reply, words_of(state))


def _forgiving(done: Step) -> Step:
    """After two misunderstandings in a row the menu is offered; anything understood starts the count again."""
    state, reply = done
    if reply.kind != "puzzled" and reply.status != "unclear":
        return state.model_copy(update={"misses": 0}), reply
    return _menu_after(state, reply) if state.misses >= _PATIENCE else done


def _menu_after(state: State, reply: Reply) -> Step:
    menu = menus.kinds(state, ahead=reply.text)
    return state.model_copy(update={"misses": 0, "offered": menu.choices}), menu


def _puzzled(state: State) -> Step:
    words = words_of(state)
    missed = state.model_copy(update={"misses": state.misses + 1})
    if state.irregularity:
        law = consulted(state).advice.laws[0]
        what = words.irregularity(state.irregularity)
        text = words.frame("talk_puzzled_hand", what=what, law=words.ref(law))
    else:
        text = words.frame("talk_puzzled")
    reply = plain(missed, "puzzled", text, state.offered)
    return _menu_after(missed, reply) if missed.misses >= _PATIENCE else (missed, reply)


def _taps(state: State, heard: Heard) -> Step | None:
    """A tapped button (`#fact=value`), or a number that stands for one."""
    typed = heard.text
    number = number_in(typed) or 0
    typed = state.offered[number - 1].send if 1 <= number <= len(state.offered) else _by_label(state, typed)
    if typed != heard.text and not typed.startswith("#"):
        return step(state, typed)
    return tapped(state, typed[1:]) if typed.startswith("#") else None


def _by_label(state: State, typed: str) -> str:
    """What a button sends whose words (or phase) are typed in full; where the menu is open, any situation's name will do."""
    wanted = fold(typed.strip(" .!?;"))
    if any(b.send.startswith("#menu:") for b in state.offered):
        named = menus.named(state, wanted)
        if named:
            return f"#irregularity={named}"
        phase = menus.phase(state, wanted)
        if phase:
            return f"#menu:{phase}"
    return next((b.send for b in state.offered if wanted in (fold(b.label), b.send.removeprefix("#menu:"))), typed)


def _settings(state: State, heard: Heard) -> Step | None:
    """The language, a new incident, a greeting, help, the menu, thanks."""
    if heard.only("english", "greek", fillers=1):
        code = "en" if heard.has("english") else "el"
        return _language(state.model_copy(update={"lang": code}))
    told = heard.past("new")  # what follows a "new", with or without a "thanks" or a greeting before it
    after = heard.leads("thanks", "greet") and heard.hits[1:2] and heard.hits[1][:2] == ("new", heard.hits[0][2] + 1)
    if heard.only("new", fillers=1) or ((heard.leads("new") or after) and len(told.split()) > 3 and state.at_hand):
        fresh = fresh_from(state)
        rest = told if not heard.only("new", fillers=1) else ""
        if rest:
            return story(fresh, hear(rest, fresh))
        return fresh, plain(fresh, "new", words_of(fresh).frame("talk_new"))
    if heard.only("help", "greet", fillers=1):
        reply = menus.welcome(state)
        return offering(state, reply)
    if heard.only("menu", fillers=2):
        reply = menus.kinds(state)
        return offering(state, reply)
    asks = heard.has(*_ASKING, "asks_open", "asks_who", "asks_right") or (marked(state, heard.text) and len(heard.tokens) > 1)
    if heard.only("thanks", "bye", fillers=1) and not asks:
        return state, plain(state, "thanks", words_of(state).frame("talk_thanks"), state.offered)
    return None


def _language(state: State) -> Step:
    head = words_of(state).frame("talk_language")
    if not state.at_hand:
        return state, plain(state, "language", head)
    return answered(state, ahead=[head], kind="language")


def _record(state: State, heard: Heard) -> Step | None:
    """Details of the record ("board 12 table 3"), keeping the record, playing directors."""
    words = words_of(state)
    if heard.has("playing") and len(heard.tokens) <= 12:
        return state, plain(state, "record", words.frame("talk_playing"), state.offered)
    details, only = record.noted(heard, state.details)
    if only:
        now = state.model_copy(update={"details": details})
        told = ", ".join(words.frame(f"talk_detail_{k}", value=v) for k, v in details.model_dump().items() if v)
        return now, plain(now, "record", words.frame("talk_record", details=told), state.offered)
    if heard.only("record", fillers=2) and state.irregularity:
        return state, plain(state, "record", words.frame("talk_record_kept"), state.offered)
    return None


def _about(state: State, heard: Heard) -> Step | None:
    """Everything that may be asked about the incident in hand."""
    found = consulted(state) if state.at_hand and heard.has(*_ASKING) else None
    if found is None or found.ruled is None:
        return _too_early(state, heard)
    for names, make in _QUESTIONS:
        if heard.only(*names, fillers=4) and _asked(heard, names):
            return state, make(state, found)
    if heard.leads("why_not"):
        if laws_named(heard) > 1 and heard.text.rstrip()[-1:] not in "?;":
            return refuse(state, heard)  # "it is not 45, it is 46" asks nothing
        reply = explaining.why_not(state, found, heard.rest())
        return offering(state, reply) if reply is not None else None
    if heard.leads("why") and len(heard.tokens) <= 7:
        return state, _named_or_why(state, found, heard.rest())
    if heard.leads("what_if") or (
        heard.leads("further") and heard.hits[1:2] and heard.hits[1][0] == "what_if" and heard.hits[1][1] == 1
    ):
        rest = heard.rest() if heard.leads("what_if") else heard.after("what_if")
        return supposing.what_if(state, found, rest)
    return None


def _asked(heard: Heard, names: tuple[str, ...]) -> bool:
    """The question begins the message, or fills most of it."""
    longest = max((last - first + 1 for name, first, last in heard.hits if name in names), default=0)
    return heard.leads(*names, "further", "thanks", "greet", "law_word", "meaning") or 2 * longest >= len(heard.tokens)


def _too_early(state: State, heard: Heard) -> Step | None:
    names = tuple(name for group, _ in _QUESTIONS for name in group)
    wants = not state.at_hand and only_the_ruling(state, heard)  # "the ruling?" looks nothing up
    if not wants and not heard.only(*names, "why", "why_not", fillers=1):
        return None
    return state, plain(state, "puzzled", words_of(state).frame("talk_nothing_in_hand"), state.offered)


def _named_or_why(state: State, found: Consultation, rest: str) -> Reply:
    """ "why law 27?" names a law: if it is another one, the user means why it, not ours."""
    named = explaining.why_not(state, found, rest) if rest.strip(" ?;") else None
    return named or explaining.why(state, found)


def _facts(state: State, found: Consultation) -> Reply:
    return explaining.facts(state, found, understood(found))


_QUESTIONS: tuple[tuple[tuple[str, ...], Callable[[State, Consultation], Reply]], ...] = (
    (("script",), table.script),
    (("table_view",), table.players_view),
    (("hand",), table.hand),
    (("facts",), _facts),
    (("changes",), explaining.changes),
    (("precedents",), explaining.precedents),
    (("report",), report),
)


def _stage(state: State, heard: Heard) -> Step | None:
    """Told where the hand has got to: what is due now, unless it answers the open question."""
    reached = next((_STAGES[name] for name, _, _ in heard.hits if name in _STAGES), None)
    if reached is None or not state.irregularity or len(heard.tokens) > 12 or heard.leads("correction", "no"):
        return None
    there = state.model_copy(update={"stage": reached})
    reply = table.hand(state, consulted(state), reached)
    rest = heard.without(*_STAGES)
    beside = hear(rest, state) if len(rest.split()) > 1 else None
    told = telling.answered_outright(there, heard)
    if told is None and beside is not None:
        told = answer(there, beside) or telling.added(there, beside)
    if told is None:
        return there, reply
    after, advice = told
    return after, advice.model_copy(update={"text": f"{reply.text}\n{advice.text}", "todo": reply.todo}) if reply.todo else advice


def _look(state: State, heard: Heard) -> Step | None:
    """A law, a term."""
    if heard.only("paragraph", fillers=2) and state.irregularity and not any(c.isdigit() for c in heard.text):
        law = consulted(state).advice.laws[0]
        heard = hear(law, state)
    reply = looking.law(state, heard)
    return (state, reply) if reply is not None else None


def _call(state: State, heard: Heard) -> Step | None:
    """A call or a card alone, where nothing is asked: what it tells of the incident in hand, and no term to be looked up."""
    alone = state.irregularity and not state.question and len(heard.tokens) <= _BARE and looking.names_a_call(heard.text)
    return (telling.added(state, heard) or call_open(state, heard) or answered(state)) if alone else None


def _term(state: State, heard: Heard) -> Step | None:
    denies = heard.leads("no", "correction")  # what follows is no term
    tells = denies or says_who_is_who(heard.text) or bool(spoken(read_once(heard.text)))
    told = state.at_hand and not heard.leads("meaning") and tells
    reply = looking.term(state, heard) if not told else None
    return offering(state, reply) if reply is not None else None


def _right(state: State, heard: Heard) -> Step | None:
    """A question of rights while an incident is in hand is answered beside it; "who may ...?" is no incident at any time."""
    asks = heard.leads("asks_right", "asks_who") or (heard.has("asks_right") and heard.text.rstrip()[-1:] in "?;")
    general = heard.leads("asks_who") or (state.irregularity and looking.names_a_role(heard.text))  # not "can they keep it?"
    if len(heard.tokens) < 3 or not asks or not general:
        return None
    reply = looking.right(state, heard)
    return (state, reply) if reply is not None else None


def _value(state: State, heard: Heard) -> Step | None:
    """A bare question for a value, while an incident is in hand."""
    asks = state.at_hand and len(heard.tokens) >= _BARE and not heard.leads("no", "correction")
    reply = looking.worked_out(state, heard) if asks else None
    return (state, reply) if reply is not None else None


def _idle(state: State, heard: Heard) -> Step | None:
    """A question that tells nothing is looked up, or said to be none that the ruling answers; the incident stays as it is."""
    if not state.at_hand or not tells_nothing(state, heard):
        return None
    defined = _term(state, heard) if heard.leads("meaning") else None
    looked_up = defined or _right(state, heard)
    if looked_up is not None:
        return looked_up
    reply = unanswered(state, heard) if state.irregularity else which_first(state, heard.text) or nothing_wrong(state)
    return (state, reply) if reply is not None else None


_ASKING = (*(name for group, _ in _QUESTIONS for name in group), "why", "why_not", "what_if")

_HANDLERS: tuple[Callable[[State, Heard], Step | None], ...] = (
    _settings,
    _record,
    none_of_those,
    only_wrong,
    only_part,
    _parted,
    _about,
    refuse,
    further.second,
    _stage,
    _look,
    again,
    _value,
    _idle,
    instead,
    partial(claimed, (answer, correct, story)),
    answer,
    correct,
    lone,
    _call,
    _term,
    _right,
    story,
)
