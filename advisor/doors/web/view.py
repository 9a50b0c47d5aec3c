"""What the screen shows, as plain data: the answer, the question, and behind taps all that it rests on."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

from pydantic import BaseModel, ConfigDict

from advisor.doors.web import pictures
from advisor.doors.web.house import (
    Button,
    Consultation,
    Event,
    Reply,
    State,
    Words,
    answered,
    at_table,
    consulted,
    explaining,
    outcomes,
    store,
)

_ASIDE = ("help", "thanks", "new")
_MENU = "menu"
_WHICH, _PICK = "irregularity", "#irregularity="
_SPEAKER, _DENIED = "speaker", "negated"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Stretch(_Part):
    """A stretch of the user's own text; `facts` are those that it proves."""

    text: str
    facts: tuple[str, ...] = ()


class Fact(_Part):
    """A fact that was understood: its question, its value in words, how it is known, the words that prove it, and the buttons
    that correct it."""

    name: str
    ask: str
    value: str
    how: str
    quotes: tuple[str, ...] = ()
    others: tuple[Button, ...] = ()


class Deed(_Part):
    """Who did what: the doer, the deed (both ids of texts or words already), the object as it is printed; `doubt` when it is
    only said or supposed, `denied` when it was not done."""

    who: str
    deed: str
    what: str = ""
    denied: bool = False
    doubt: bool = False


class Option(_Part):
    """An answer to tap: what it shows, what it sends, and in a sentence where it leads."""

    label: str
    send: str
    leads: str = ""


class Screen(_Part):
    """All of one screen. `lines` are the answer, `notes` stand before it; `aside` is the reply to a question beside it, and the
    rest stands behind taps."""

    lang: str
    kind: str = ""
    status: str = ""
    aside: tuple[str, ...] = ()
    aside_choices: tuple[Button, ...] = ()
    notes: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    asks: str = ""
    question: str = ""
    choices: tuple[Option, ...] = ()
    script: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    todo: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    told: tuple[Stretch, ...] = ()
    deeds: tuple[Deed, ...] = ()
    facts: tuple[Fact, ...] = ()
    drawn: tuple[str, ...] = ()
    law: str = ""
    situation: str = ""
    irregularity: str = ""
    known: dict[str, str] = {}
    number: int = 0
    board: str = ""
    table: str = ""


def screen(state: State, reply: Reply | None) -> Screen:
    """The screen after a reply (None: nothing was said yet, or only the page was opened again)."""
    if not state.at_hand:
        return _bare(state, reply)
    after, main = answered(state)
    found = consulted(state)
    words = found.words
    beside = reply if reply is not None and reply.advice is None and reply.kind not in _ASIDE else None
    first = reply if reply is not None and reply.advice is not None else main
    rest = state.rest if first is reply else after.rest
    usual = {words.frame(name) for name in ("talk_next_script", "talk_next_why", "talk_next_hand", "talk_more")}
    shown = _shown(first, main, rest, usual, found)
    told = {
        "lang": first.lang,
        "kind": first.kind,
        "status": first.status or "",
        "aside": tuple(beside.text.splitlines()) if beside else (),
        "aside_choices": _sent(beside.choices if beside else (), {*usual, *(b.send for b in main.choices)}),
        "asks": first.asks,
        "told": marked(". ".join(state.story), found),
        "deeds": deeds(found.reading.story.events, words),
        "drawn": pictures.drawn(found.reading, words.lang),
        "number": state.number,
        "board": state.details.board,
        "table": state.details.table,
    }
    return Screen.model_validate(told | shown | _behind(state, found))


def _bare(state: State, reply: Reply | None) -> Screen:
    """Without an incident: the reply itself, if it says more than the first screen does."""
    if reply is None or reply.kind in _ASIDE:
        return Screen(lang=reply.lang if reply else state.speaks, kind=reply.kind if reply else "", number=state.number)
    lines = (*reply.text.splitlines(), *state.rest)
    if reply.kind == _MENU and reply.choices:
        lines = lines[: -len(reply.choices)]
    more = Words(reply.lang).frame("talk_more")
    shown = _sent(reply.choices, {more} if state.rest else set())
    return Screen(
        lang=reply.lang, kind=reply.kind, status=reply.status or "", lines=lines, choices=_options(shown, {}), number=state.number
    )


def _sent(choices: Iterable[Button], without: Iterable[str]) -> tuple[Button, ...]:
    left = set(without)
    return tuple(button for button in choices if button.send not in left)


def _shown(reply: Reply, main: Reply, rest: tuple[str, ...], usual: set[str], found: Consultation) -> dict[str, object]:
    """What is read first: the notes before the answer, the answer, the question, and its choices with where each leads."""
    words = found.words
    said = tuple(reply.text.splitlines())
    begins = main.text.split("\n", 1)[0]
    notes = said[: said.index(begins)] if begins in said else ()
    lines, question = said[len(notes) :], ""
    choices = _sent(reply.choices, usual)
    if reply.asks:
        lines, question = lines[:-1], lines[-1]
    advice = reply.advice
    if advice is None or not advice.details or (advice.question is not None and not reply.asks):
        leads, heard = _situations(lines, choices, words)
        lines = tuple(line for line in lines if line not in heard)
        return {"notes": notes, "lines": lines, "more": rest, "question": question, "choices": _options(choices, leads)}
    private = words.frame("talk_private")
    notes = (*notes, private) if private in lines else notes
    answer = advice.answer.splitlines()
    if reply.asks == _WHICH:  # the likeliest stands whole, with the question that it has left; the others are buttons
        leads, heard = _situations(answer, choices, words)
        lines = tuple(line for line in answer if line not in heard and line != question)  # it stands above the buttons
        return {"notes": notes, "lines": lines, "question": question, "choices": _options(choices, leads)}
    heads = tuple(f"{words.frame(name)}: " for name in ("question", "to_be_sure"))
    led = outcomes(found.ruled, words) if found.ruled is not None and found.ruled.question == reply.asks else []
    by_value = {f"#{reply.asks}={value}": each.text for each in led for value in each.values}
    leads = {button.label: by_value[button.send] for button in choices if button.send in by_value}
    branches = {each.line for each in led}
    lines = tuple(line for line in answer if not line.startswith(heads) and line not in branches)
    if reply.leans:  # what the first line says already
        heard_so = next((button.label for button in choices if button.send == f"#{reply.asks}={reply.leans}"), "")
        leads.setdefault(heard_so, words.frame("as_above"))
    return {"notes": notes, "lines": lines, "question": question, "choices": _options(choices, leads)}


def _situations(lines: Sequence[str], choices: Iterable[Button], words: Words) -> tuple[dict[str, str], set[str]]:
    """Where each situation to pick leads, by the label of its button, and the lines that say it (a button says it again)."""
    leads: dict[str, str] = {}
    heard: set[str] = set()
    for button in choices:
        name = button.send.removeprefix(_PICK)
        begins = f"- {words.irregularity(name)} (" if name != button.send else ""
        for at, line in enumerate(lines):
            if begins and line.startswith(begins) and "): " in line:
                further = tuple(itertools.takewhile(lambda each: each.startswith(" "), lines[at + 1 :]))
                leads[button.label] = " ".join([line.partition("): ")[2], *(each.strip().removeprefix("- ") for each in further)])
                heard.update((line, *further))
    whole = words.frame("likeliest")
    if heard and whole in lines:
        leads |= {
            button.label: words.frame("as_above")
            for button in choices
            if button.send.startswith(_PICK) and button.label not in leads
        }
        heard.add(words.frame("or_else"))
    return leads, heard


def _options(choices: Iterable[Button], leads: Mapping[str, str]) -> tuple[Option, ...]:
    return tuple(Option(label=button.label, send=button.send, leads=leads.get(button.label, "")) for button in choices)


def _behind(state: State, found: Consultation) -> dict[str, object]:
    """What stands behind taps: the words to say, why, later duties, the facts; nothing where no situation is in hand."""
    if found.ruled is None or not state.irregularity:
        return {}
    words = found.words
    return {
        "script": tuple(at_table.script(state, found).text.splitlines()),
        "why": tuple(explaining.why(state, found).text.splitlines()),
        "todo": tuple(dict.fromkeys(line for _, line in at_table.reminders(found))),
        "details": tuple(found.advice.details.splitlines()),
        "facts": facts(found),
        "law": found.ruled.laws()[0],
        "situation": words.irregularity(found.ruled.table.irregularity),
        "irregularity": found.ruled.table.irregularity,
        "known": {name: fact.value for name, fact in found.advice.facts.items() if fact.how != "presumed"},
    }


def facts(found: Consultation) -> tuple[Fact, ...]:
    """The facts that the table asks and that are told or presumed, in its order."""
    assert found.ruled is not None
    words, asks = found.words, found.ruled.table.asks
    known = found.advice.facts
    return tuple(
        Fact(
            name=name,
            ask=words.ask(name),
            value=words.value(name, known[name].value),
            how=known[name].how,
            quotes=known[name].quotes,
            others=tuple(
                Button(label=words.value(name, value), send=f"#{name}={value}")
                for value in asks[name].values
                if value != known[name].value
            ),
        )
        for name in asks
        if name in known
    )


def marked(text: str, found: Consultation) -> tuple[Stretch, ...]:
    """The user's text in stretches, those that prove a fact with its words."""
    proofs: list[tuple[int, int, str]] = []
    for name, fact in found.advice.facts.items():
        for quote in fact.quotes:
            at = text.find(quote)
            if quote and at >= 0:
                proofs.append((at, at + len(quote), found.words.value(name, fact.value)))
    edges = sorted({0, len(text), *(at for start, end, _ in proofs for at in (start, end))})
    stretches: list[Stretch] = []
    for start, end in itertools.pairwise(edges):
        said = tuple(dict.fromkeys(what for a, b, what in proofs if a <= start and end <= b))
        stretches.append(Stretch(text=text[start:end], facts=said))
    return tuple(stretches)


def deeds(events: Sequence[Event], words: Words) -> tuple[Deed, ...]:
    """Who did what, in the order of the telling."""
    actors = store.load("texts")["concepts"]
    found = []
    for event in events:
        actor = actors.get(event.actor)
        who = actor[words.lang] if actor else event.actor if event.actor == _SPEAKER else ""
        found.append(
            Deed(
                who=who,
                deed=event.deed,
                what=_object(event.object, words),
                denied=_DENIED in event.flags,
                doubt=bool({*event.flags} - {_DENIED}),
            )
        )
    return tuple(found)


def _object(told: str, words: Words) -> str:
    """The object of a deed as it is printed: a call, a card or a suit; nothing else is said again."""
    kind, _, value = told.partition(":")
    if kind == "call" and value:
        return pictures.call_shown(value, words.lang)
    return words.symbol(value) if kind in ("card", "suit") and value else ""
