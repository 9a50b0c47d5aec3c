"""Look-ups in the same breath: a law, a term, a right; the incident in hand is not lost."""

from __future__ import annotations

from contextlib import suppress

from advisor.advising import consult
from advisor.base import store
from advisor.base.citation import find_citations, parse_citation
from advisor.base.errors import UsageError
from advisor.base.text import fold
from advisor.diagnose.understanding import read_once
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import tables
from advisor.read.events import SEAT_OF
from advisor.say import lookup
from advisor.talk.answering import stems
from advisor.talk.calls import spoken
from advisor.talk.hearing import Heard
from advisor.talk.incident import plain, words_of
from advisor.talk.letters import CALLS
from advisor.talk.models import Button, Reply, State

_PEOPLE = frozenset({"declarer", "dummy", "defender", "opponent", "partner", "director", "spectator", "player"})
_ACTOR = "actor="
_MARKS = ("law_word", "meaning", "paragraph")
_TERM = 6
_SHORT = 3
_RIGHT = 0.45
_SITUATIONS = 5
_SEE = 4


def law(state: State, heard: Heard) -> Reply | None:
    """A law reference that is the whole message ("law 64c", «τι λέει ο 45Γ4;»), or None."""
    cited = find_citations(heard.text)
    alone = parse_citation(heard.text.strip(" ?;!."))
    ref = alone or (cited[0][2] if len(cited) == 1 else None)
    if ref is None or (state.at_hand and not heard.has(*_MARKS) and call_or_card(heard.text)):
        return None
    if alone is None:
        start, end = cited[0][0], cited[0][1]
        marks = {i for name, a, b in heard.hits if name in _MARKS for i in range(a, b + 1)}
        outside = [t for i, t in enumerate(heard.tokens) if i not in marks and not start <= t.start < end]
        if len(outside) > 2:
            return None
    try:
        text = lookup.law_page(ref, state.speaks, state.edition)
    except UsageError:
        if state.question in CALLS and not heard.has(*_MARKS):
            return None
        text = words_of(state).frame("talk_no_such_law", law=words_of(state).ref(ref))
    return _beside(state, text)


def call_or_card(text: str) -> bool:
    """Whether a text is read as a call or a card: "2H" is a bid, and "law 2" a law."""
    return any(note.kind in ("call", "call_by", "card") for note in read_once(text).notation)


def term(state: State, heard: Heard) -> Reply | None:
    """A term of the game ("revoke", «τι είναι αντάμ;») with its definition, its laws and its situations, or None."""
    asked = heard.leads("meaning")
    wanted = heard.after("meaning") if asked else heard.text.strip(" ?;!.")
    if not wanted or len(wanted.split()) > (_TERM if asked else 2):
        return None
    words = words_of(state)
    defined = _definition(wanted, state.speaks)
    titled, named = _titles(wanted, state), _situations(wanted, state)
    found = _paragraphs(wanted, state) if asked and not (defined or named) else []
    if not (defined or found or (named and (asked or len(wanted) > _SHORT))):
        return None
    buttons = tuple(Button(label=words.irregularity(name), send=f"#irregularity={name}") for name in named)
    out = [*([defined] if defined else []), *titled, *found]
    if named:
        shelf = tables(state.edition)
        listed = [f"- {words.irregularity(name)} ({words.ref(str(shelf[name]['law']))})" for name in named]
        out += [words.frame("talk_lookup_situations"), *listed]
    return _beside(state, "\n".join(out), buttons)


def right(state: State, heard: Heard) -> Reply | None:
    """A question who may do what ("who can ask for a review?"), answered beside the incident in hand, or None."""
    found = consult(heard.text, lang=state.speaks, edition=state.edition, authority=state.authority, again=True)
    if found.ruled is None or found.ruled.table.kind != "rights" or found.diagnosis.law_share < _RIGHT:
        return None
    words, text = words_of(state), found.advice.answer
    others = dict.fromkeys(words.ref(ref) for ref in found.advice.laws if words.ref(ref) not in text)
    return _beside(state, "\n".join([text, *([words.frame("talk_see", laws=", ".join(list(others)[:_SEE]))] if others else [])]))


def names_a_role(text: str) -> bool:
    """Whether a text speaks of what a role may do (dummy, a defender, an opponent), and of no seat of this table."""
    names = {mention.name for mention in read_once(text).mentions}
    named = bool(names & _PEOPLE) or any(name.startswith(_ACTOR) for name in names)
    return named and not names & SEAT_OF.keys()


def worked_out(state: State, heard: Heard) -> Reply | None:
    """A bare question for a value ("who deals board 7?"), answered beside the incident in hand, or None."""
    found = consult(heard.text, lang=state.speaks, edition=state.edition, authority=state.authority, again=True)
    if found.ruled is not None or found.advice.status != "rights":
        return None
    return _beside(state, found.advice.answer)


def _beside(state: State, text: str, buttons: tuple[Button, ...] = ()) -> Reply:
    words = words_of(state)
    if state.irregularity:
        text = "\n".join([text, words.frame("talk_lookup_return", what=words.irregularity(state.irregularity))])
    return plain(state, "lookup", text, state.offered if state.at_hand else buttons)


def _definition(wanted: str, lang: str) -> str:
    folded = fold(wanted)
    for entry in store.load("talk")["definitions"].values():
        if folded in (fold(entry["el"]["term"]), fold(entry["en"]["term"])):
            return f"{entry[lang]['term']}: {entry[lang]['text']}"
    said = stems(wanted)
    for entry in store.load("talk")["definitions"].values():
        if said and said in (stems(entry["el"]["term"]), stems(entry["en"]["term"])):
            return f"{entry[lang]['term']}: {entry[lang]['text']}"
    return ""


def _titles(wanted: str, state: State) -> list[str]:
    """The laws whose title holds the words."""
    words, said = words_of(state), stems(wanted)
    numbers = [n for n, t in store.load("texts")["titles"].items() if said and said <= (stems(t["el"]) | stems(t["en"]))]
    return [f"{words.frame('law')} {number}. {words.title(number)}" for number in numbers]


def _paragraphs(wanted: str, state: State) -> list[str]:
    """The paragraphs that fit the words best, a line each; those of the law in hand before all others."""
    words = words_of(state)
    found: list[tuple[str, str, str]] = []
    with suppress(UsageError):  # words too short, or too many, to be looked for
        found = [entry for entry in lookup.find(wanted, state.edition) if any(c.isalpha() for c in entry[0])]
    if state.irregularity:
        in_hand = law_number(str(tables(state.edition)[state.irregularity]["law"]))
        found.sort(key=lambda entry: law_number(entry[0]) != in_hand)
    return [f"{words.ref(ref)}  {greek if state.speaks == 'el' else english}" for ref, english, greek in found[:3]]


def _situations(wanted: str, state: State) -> list[str]:
    said = stems(wanted)
    names = store.load("texts")["irregularities"]
    here = [n for n in tables(state.edition) if said and said <= (stems(names[n]["el"]) | stems(names[n]["en"]))]
    return here[:_SITUATIONS]


def names_a_call(text: str) -> bool:
    """Whether a text is a call or a card, or tells that one was made ("passed")."""
    return call_or_card(text) or bool(spoken(read_once(text)))
