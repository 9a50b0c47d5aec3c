"""The incident in hand: asked of the advisor, and answered as one turn of a conversation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from advisor.advice import Status
from advisor.advising import Consultation, consult
from advisor.base import store
from advisor.lawbook.shelf import tables
from advisor.rule.deciding import Incident, NothingTold, Several
from advisor.rule.ruling import Ruled, rule
from advisor.say import compose, verdict
from advisor.say.branches import leads as says_as_heard
from advisor.say.branches import sentence
from advisor.say.quoting import joined
from advisor.say.specific import computed
from advisor.say.words import Words
from advisor.talk.models import Button, Details, Kind, Reply, State
from advisor.talk.screen import ROWS, TEXT_ROWS, asking_more, beside, fitted, opened, rows

_OPEN = ("none", "unclear")
WHICH = "irregularity"  # the question which of several situations it was
_MOST_ASKED = 4
NEXT = ("talk_next_script", "talk_next_why", "talk_next_hand")


def consulted(state: State, **more: str) -> Consultation:
    """The advice on the incident in hand, with further answers taken for granted."""
    answers = state.answers | more
    if state.irregularity:
        answers = {"irregularity": state.irregularity} | answers
    found = consult(
        joined(state.story),
        lang=state.speaks,
        edition=state.edition,
        authority=state.authority,
        answers=answers,
        also=state.also,
        again=True,
        talking=True,
        told=state.story[0] if state.story else "",
    )
    if state.fine and state.fine == state.story and not state.irregularity:
        return replace(found, settled=NothingTold({}))
    return _unrefused(found, state.refused) if state.refused else found


def still_open(state: State) -> str:
    """The open question in words: of a fact, or which of several situations it was; nothing where none is open."""
    if not state.question:
        return ""
    words = words_of(state)
    return words.frame("talk_which") if state.question == WHICH else words.ask(state.question)


def _unrefused(found: Consultation, refused: Sequence[str]) -> Consultation:
    """The consultation without the situations that the director ruled out, beside the one in hand and among the candidates."""
    decision = found.decision
    if isinstance(decision, Incident):
        handled = decision.handled if decision.handled and not set(decision.handled.order) & set(refused) else None
        others = tuple(other for other in decision.others if other.table.irregularity not in refused)
        return replace(found, settled=replace(decision, others=others, handled=handled))
    if isinstance(decision, Several):
        left = tuple(ruled for ruled in decision.found if ruled.table.irregularity not in refused)
        return replace(found, settled=replace(decision, found=left))
    return found


def words_of(state: State) -> Words:
    """The words of the conversation's language."""
    return Words(state.speaks)


def plain(state: State, kind: Kind, text: str, choices: Sequence[Button] = (), **more: object) -> Reply:
    """A reply about the incident in hand that leaves it as it is."""
    return Reply.model_validate({"kind": kind, "lang": state.speaks, "text": text, "choices": tuple(choices), **more})


def offering(state: State, reply: Reply) -> tuple[State, Reply]:
    """The reply, with its choices as those that a number stands for from now on."""
    return state.model_copy(update={"offered": reply.choices or state.offered}), reply


def answered(state: State, ahead: Sequence[str] = (), kind: Kind = "advice", *, first: bool | None = None) -> tuple[State, Reply]:
    """The ruling, question or choice for the incident as it stands now; `ahead` are lines to say first. A first reply (`first`,
    unless it is said) keeps to one screen, with all that is printed.

    After four questions no more are put: where the rest divides is shown, and may still be told."""
    found = consulted(state)
    words = found.words
    if found.ruled is None and found.advice.status == "rights":
        return _worked_out(state, found, ahead, kind)
    if found.ruled is None or found.open_which:
        return _several(state, found, ahead, kind)
    pinned = state.model_copy(update={"irregularity": found.ruled.table.irregularity, "misses": 0})
    then_on = _leads_on(pinned, found, found.ruled)
    if then_on and found.ruled.row is not None:
        there = pinned.model_copy(update={"irregularity": then_on, "question": ""})
        return answered(there, [*ahead, sentence(found.ruled.row, words)], kind)
    upshot, then = compose.briefly(found.ruled, found.facts, words, found.others, found.values, found.handled)
    last: list[str] = []
    buttons: tuple[Button, ...] = ()
    asked, leans = found.ruled.question if found.ruled.row is None else "", ""
    patient = asked in (*state.unknown, *state.put) or len(state.put) < _MOST_ASKED
    if asked and (not patient or asked in state.answers):  # answered before: they cannot hold together
        pinned = state = pinned.model_copy(update={"unknown": (*state.unknown, asked)})
    if asked in state.unknown:
        parts = branches(found.ruled, found, words)
        last, then = (parts, then) if rows(parts) <= TEXT_ROWS else ([], [*parts, *then])  # the rest is asked for
        asked = ""
    elif asked:
        if asked in store.load("talk")["private"]:
            last.append(words.frame("talk_private"))
        leans, question = found.ruled.heard, words.ask(asked)
        if leans and not says_as_heard(found.ruled, words):
            last.append(words.frame("talk_leans", fact=words.choice(asked, leans), question=question))
        else:
            last.append(words.frame("talk_to_be_sure" if leans else "talk_ask", question=question))
        values = sorted((b.value for b in found.ruled.branches), key=lambda value: value != leans)
        buttons = (
            *(Button(label=words.choice(asked, value), send=f"#{asked}={value}") for value in values),
            Button(label=words.frame("talk_unknown"), send=f"#?{asked}"),
        )
    else:
        buttons = tuple(Button(label=words.frame(name), send=words.frame(name)) for name in NEXT)
    if found.ruled.awaited:  # what is asked next needs its law beside it, however little room is left
        upshot, last = upshot[:-1], [*upshot[-1:], *last]
    told = understood(found)
    if (state.put == () and len(state.story) == 1 and kind == "advice") if first is None else first:
        rights = found.ruled.table.kind == "rights"
        seen = opened(ahead, upshot, then, last, _told(found), buttons, words, plain=rights)
        text, left, told, buttons = seen.text, seen.left, seen.understood, seen.buttons
    else:
        text, left = fitted([*ahead, *upshot], then, last, min(TEXT_ROWS, ROWS - beside(told, buttons)))
    pinned = pinned.model_copy(update={"rest": tuple(left)})
    after, reply = _replied(pinned, found, kind, text, told, asking_more(buttons, left, words), asked, leans)
    return after, reply.model_copy(update={"ahead": tuple(ahead)})


def _leads_on(state: State, found: Consultation, ruled: Ruled) -> str:
    """The situation that is asked about from now on, where what was answered settles only that (`laws/leads_on.yaml`)."""
    row = ruled.row
    leads = store.load("talk")["leads_on"].get(f"{state.irregularity}/{row.id}") if row is not None else None
    if row is None or leads is None or not row.when.keys() <= state.answers.keys():
        return ""
    words = (found.reading.quote(mention) for mention in found.reading.mentions if mention.name in leads["unless"])
    asked = any(each in question for each in words for question in found.facts.asked)
    name: str = leads["then"]
    return name if not asked and name in tables(state.edition) and name not in state.refused else ""


def _replied(
    state: State,
    found: Consultation,
    kind: Kind,
    text: Sequence[str],
    lines: tuple[str, ...],
    buttons: tuple[Button, ...],
    asked: str,
    leans: str = "",
) -> tuple[State, Reply]:
    put = state.put if asked in ("", *state.put) else (*state.put, asked)
    after = state.model_copy(update={"question": asked, "offered": buttons, "put": put})
    reply = plain(
        after,
        kind,
        "\n".join(text),
        buttons,
        understood=lines,
        status=found.advice.status,
        laws=found.advice.laws,
        asks=asked,
        leans=leans,
        advice=found.advice,
    )
    return after, reply


def _several(state: State, found: Consultation, ahead: Sequence[str], kind: Kind) -> tuple[State, Reply]:
    """Several situations fit, or none: what can be picked from. An incident that is not understood is not kept."""
    words = found.words
    nearest, apart = (found.decision.found, found.decision.asked) if isinstance(found.decision, Several) else ((), "")
    buttons = tuple(_situation(ruled, words, apart) for ruled in nearest)
    last = Button(label=words.frame("talk_none_of_these"), send="#menu")
    status: Status = "choose" if found.open_which else found.advice.status
    first = words.apart(apart) if apart else words.frame(status)
    text = [*ahead, first, *(computed(found.values, words) if status == "none" else ())]
    buttons = (Button(label=words.frame("talk_menu_button"), send="#menu"),) if status == "none" else (*buttons, last)
    misses = state.misses + 1 if status == "unclear" else 0
    kind = "puzzled" if status == "unclear" and kind == "advice" else kind
    kept = state.model_copy(update={"misses": misses, "story": () if status in _OPEN else state.story})
    asked = WHICH if status == "choose" else ""
    after, reply = _replied(kept, found, kind, text, (), buttons, asked)
    return after, reply.model_copy(update={"status": status})


def _situation(ruled: Ruled, words: Words, apart: str) -> Button:
    """What picks a situation: its name, or the answer that it is to what tells it `apart` from the others."""
    name = ruled.table.irregularity
    label = words.apart(apart, name) if apart else words.irregularity(name)
    return Button(label=f"{label} ({ruled.table.law_number})", send=f"#irregularity={name}")


def _worked_out(state: State, found: Consultation, ahead: Sequence[str], kind: Kind) -> tuple[State, Reply]:
    """A bare question for a value: the answer; nothing of it is kept as an incident."""
    kept = state.model_copy(update={"misses": 0, "story": ()})
    return _replied(kept, found, kind, [*ahead, found.advice.answer], (), (), "")


def understood(found: Consultation) -> tuple[str, ...]:
    """What was understood, in two lines: the situation with its law, and the facts (those presumed are called so)."""
    first, *facts = _told(found) or ("",)
    return tuple(line for line in (first, " ".join(facts)) if line)


def _told(found: Consultation) -> tuple[str, ...]:
    """The situation with its law, the facts, and what is presumed: those of the three that there are."""
    ruled, words = found.ruled, found.words
    if ruled is None:
        return ()
    first = words.frame("talk_understood", what=words.irregularity(ruled.table.irregularity), law=words.ref(ruled.laws()[0]))
    known = found.facts.values()
    facts = [words.value(name, known[name]) for name in ruled.table.asks if name in known and name not in ruled.pointing.torn]
    told = words.frame("talk_told", facts=words.joined(facts)) if facts else ""
    return tuple(line for line in (first, told, words.presumed(ruled.presumed, ruled.past)) if line)


def branches(ruled: Ruled, found: Consultation, words: Words, before: Mapping[str, str] | None = None) -> list[str]:
    """Where each answer to the open fact leads, ruled as far as it goes (with facts supposed `before` it)."""
    out = [words.frame("talk_unknown_then")]
    for branch in ruled.branches:
        value = words.value(ruled.question, branch.value)
        out.append(f"- {words.frame('talk_branch', value=value, what=leads_to(ruled, branch.value, found, before))}")
    return out


def led_to(ruled: Ruled, value: str, found: Consultation, before: Mapping[str, str] | None = None) -> Ruled:
    """The ruling as it stands with one answer to the open fact (and those given `before` it)."""
    facts = found.facts.values() | dict(before or {}) | {ruled.question: value}
    return rule(ruled.table, facts, both_ways=found.facts.conflicting)


def leads_to(ruled: Ruled, value: str, found: Consultation, before: Mapping[str, str] | None = None) -> str:
    """Where one answer to the open fact leads: the law and what it says, or what is asked next."""
    words = found.words
    there = led_to(ruled, value, found, before)
    row = there.row or there.until
    said = " ".join(verdict.row_lines(row, words)) if row is not None else words.ask(there.question) if there.question else ""
    return f"{words.ref(there.laws()[0])}. {said}".strip()


def fresh_from(state: State) -> State:
    """The state for a new incident of the same evening: the settings and the event stay, the table's details go."""
    kept = state.details
    return State(
        lang=state.lang,
        spoken=state.spoken,
        edition=state.edition,
        authority=state.authority,
        number=state.number + 1,
        details=Details(club=kept.club, event=kept.event, session=kept.session),
    )
