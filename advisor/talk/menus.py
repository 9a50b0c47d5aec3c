"""Help, greeting, and the menu of situations: what happened, then the situation, without typing a story."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from advisor.advising import Consultation
from advisor.base import store
from advisor.base.text import fold
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import tables
from advisor.talk.incident import plain, words_of
from advisor.talk.models import Button, Reply, State

PHASES = ("before", "auction", "clarification", "play", "claim", "after", "procedure")
_PAGE = 8  # with "more" and the way up ten, as many as a chat shows


def welcome(state: State) -> Reply:
    """What the advisor is for: three examples to tap, the commands, the menu."""
    words = words_of(state)
    examples = [words.frame(f"talk_example_{i}") for i in (1, 2, 3)]
    text = [words.frame("talk_hello"), *(f"- {e}" for e in examples), words.frame("talk_commands")]
    buttons = (
        *(Button(label=e, send=f"#example={i}") for i, e in enumerate(examples, 1)),
        Button(label=words.frame("talk_menu_button"), send="#menu"),
    )
    return plain(state, "help", "\n".join(text), buttons)


def kinds(state: State, page: int = 0, ahead: str = "") -> Reply:
    """What may have happened, the most frequent first, a page at a time."""
    words = words_of(state)
    groups = list(store.load("talk")["menu"])
    here = groups[page * _PAGE : (page + 1) * _PAGE]
    buttons = [Button(label=words.frame(f"talk_menu_{group}"), send=f"#menu:{group}") for group in here]
    if len(groups) > (page + 1) * _PAGE:
        buttons.append(Button(label=words.frame("talk_more"), send=f"#menu::{page + 1}"))
    if page:
        buttons.append(Button(label=words.frame("talk_up"), send="#menu"))
    return _listed(state, [*([ahead] if ahead else []), words.frame("talk_menu")], buttons)


def situations(state: State, group: str, page: int = 0) -> Reply:
    """The situations of a group (or of a phase of the game), a page at a time, those first that a director is called for most,
    and the way up."""
    words = words_of(state)
    listed = _in_order(state, group)
    buttons = [
        Button(label=f"{words.irregularity(name)} ({words.frame('law')} {law})", send=f"#irregularity={name}")
        for law, name in listed[page * _PAGE : (page + 1) * _PAGE]
    ]
    if len(listed) > (page + 1) * _PAGE:
        buttons.append(Button(label=words.frame("talk_more"), send=f"#menu:{group}:{page + 1}"))
    buttons.append(Button(label=words.frame("talk_up"), send="#menu"))
    what = words.frame(f"talk_phase_{group}" if group in PHASES else f"talk_menu_{group}")
    return _listed(state, [words.frame("talk_menu_phase", phase=what)], buttons)


def _listed(state: State, head: list[str], buttons: Sequence[Button]) -> Reply:
    return plain(state, "menu", "\n".join([*head, *(f"{i}. {b.label}" for i, b in enumerate(buttons, 1))]), buttons)


def _in_order(state: State, group: str) -> list[tuple[str, str]]:
    """(law, situation) of a group: those named first, then those of the laws called for daily, then by the number of the law."""
    entry = store.load("talk")["menu"].get(group, {"laws": [], "first": []})
    daily = store.load("hints")["daily"]
    found = []
    for name, data in tables(state.edition).items():
        law = law_number(str(data["law"]))
        if data["phase"] == group or law in entry["laws"]:
            place = entry["first"].index(name) if name in entry["first"] else len(entry["first"])
            found.append(((place, law not in daily, int(law), name), (law, name)))
    return [each for _, each in sorted(found)]


def is_group(name: str) -> bool:
    """Whether the menu has situations under this name: a group of its own, or a phase of the game."""
    return name in PHASES or name in store.load("talk")["menu"]


def phase(state: State, wanted: str) -> str:
    """The phase of the game that this (folded) text names, by its id or its words; nothing when there is none."""
    words = words_of(state)
    return next((each for each in PHASES if wanted in (each, fold(words.frame(f"talk_phase_{each}")))), "")


def named(state: State, wanted: str) -> str:
    """The situation whose name, in either language, is exactly this (folded) text; nothing when there is none."""
    names = store.load("texts")["irregularities"]
    return next((n for n in tables(state.edition) if wanted in (fold(names[n]["el"]), fold(names[n]["en"]))), "")


def others(state: State, found: Consultation, phases: Collection[str] = ()) -> Reply:
    """The situations nearest to the one in hand, when that is not the right one: those that the text speaks for, of these phases
    of the deal if any are named and it speaks for one of them."""
    words = words_of(state)
    weighed = [w.irregularity for w in found.diagnosis.weighed]
    gone = (*state.refused, state.irregularity)
    shelf = tables(state.edition)
    names = [name for name in dict.fromkeys(weighed) if name not in gone and name in shelf]
    same = [name for name in names if shelf[name]["phase"] in phases]
    names = (same or names)[:_PAGE]
    buttons = [Button(label=words.irregularity(name), send=f"#irregularity={name}") for name in names]
    buttons.append(Button(label=words.frame("talk_menu_button"), send="#menu"))
    text = [words.frame("talk_nearest"), *(f"{i}. {b.label}" for i, b in enumerate(buttons, 1))]
    return plain(state, "menu", "\n".join(text), buttons)
