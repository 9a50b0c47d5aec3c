"""Help, greeting, and the menu of situations: a phase, then a situation, without typing a story."""

from __future__ import annotations

from advisor.advising import Consultation
from advisor.base import store
from advisor.base.text import fold
from advisor.lawbook.numbers import law_number
from advisor.lawbook.shelf import tables
from advisor.talk.incident import plain, words_of
from advisor.talk.models import Button, Reply, State

PHASES = ("before", "auction", "clarification", "play", "claim", "after", "procedure")
_PAGE = 9


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


def phases(state: State, ahead: str = "") -> Reply:
    """The phases of the game."""
    words = words_of(state)
    buttons = tuple(Button(label=words.frame(f"talk_phase_{phase}"), send=f"#menu:{phase}") for phase in PHASES)
    text = "\n".join(
        [*([ahead] if ahead else []), words.frame("talk_menu"), *(f"{i}. {b.label}" for i, b in enumerate(buttons, 1))]
    )
    return plain(state, "menu", text, buttons)


def situations(state: State, phase: str, page: int = 0) -> Reply:
    """The situations of a phase, a page at a time, in the order of the laws."""
    words = words_of(state)
    listed = sorted((int(law_number(str(t["law"]))), name) for name, t in tables(state.edition).items() if t["phase"] == phase)
    here = listed[page * _PAGE : (page + 1) * _PAGE]
    buttons = [
        Button(label=f"{words.irregularity(name)} ({words.frame('law')} {law})", send=f"#irregularity={name}")
        for law, name in here
    ]
    if len(listed) > (page + 1) * _PAGE:
        buttons.append(Button(label=words.frame("talk_more"), send=f"#menu:{phase}:{page + 1}"))
    head = words.frame("talk_menu_phase", phase=words.frame(f"talk_phase_{phase}"))
    return plain(state, "menu", "\n".join([head, *(f"{i}. {b.label}" for i, b in enumerate(buttons, 1))]), buttons)


def named(state: State, wanted: str) -> str:
    """The situation whose name, in either language, is exactly this (folded) text; nothing when there is none."""
    names = store.load("texts")["irregularities"]
    return next((n for n in tables(state.edition) if wanted in (fold(names[n]["el"]), fold(names[n]["en"]))), "")


def others(state: State, found: Consultation) -> Reply:
    """The situations nearest to the one in hand, when that is not the right one: those that the text speaks for."""
    words = words_of(state)
    weighed = [w.irregularity for w in found.diagnosis.weighed]
    gone = (*state.refused, state.irregularity)
    names = [name for name in dict.fromkeys(weighed) if name not in gone][:_PAGE]
    buttons = [Button(label=words.irregularity(name), send=f"#irregularity={name}") for name in names]
    buttons.append(Button(label=words.frame("talk_menu_button"), send="#menu"))
    text = [words.frame("talk_nearest"), *(f"{i}. {b.label}" for i, b in enumerate(buttons, 1))]
    return plain(state, "menu", "\n".join(text), buttons)
