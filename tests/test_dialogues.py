"""Scripted dialogues, written before the conversation existed: each turn's reply must be what a director would need."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from open_list import marks

from advisor.conversation import Conversation, Reply
from advisor.datafile import read
from advisor.talk.incident import consulted
from advisor.text import fold

FOLDER = Path(__file__).parent / "dialogues"
FILES = sorted(FOLDER.glob("*.yaml"))
OPEN = Path(__file__).parent / "dialogues_open.txt"
KEYS = {"kind", "status", "law", "asks", "not_asks", "fact", "lang", "has", "lacks", "choices"}


def faults(conversation: Conversation, reply: Reply, want: dict[str, Any]) -> list[str]:
    """Where a reply, or the incident in hand after it, is not what the script wants."""
    state = conversation.state
    advice = consulted(state).advice if state.at_hand else reply.advice
    laws = reply.laws or (advice.laws if advice is not None else ()) or ("",)
    known = {name: fact.value for name, fact in advice.facts.items()} if advice is not None else {}
    shown = fold(" ".join([reply.text, *reply.understood, *(button.label for button in reply.choices)]))
    status = reply.status or (advice.status if advice is not None else "none")
    found = []
    for key, seen in (("kind", reply.kind), ("status", status), ("asks", state.question), ("lang", reply.lang)):
        if key in want and seen != want[key]:
            found.append(f"{key} is {seen!r}, not {want[key]!r}")
    if "law" in want and not laws[0].startswith(want["law"]):
        found.append(f"law is {laws[0]}, not {want['law']}")
    if state.question in want.get("not_asks", ()):
        found.append(f"asks {state.question}, which was told")
    found += [f"{n} is {known.get(n)!r}, not {v!r}" for n, v in want.get("fact", {}).items() if known.get(n) != v]
    found += [f"lacks {text!r}" for text in want.get("has", ()) if fold(text) not in shown]
    found += [f"holds {text!r}" for text in want.get("lacks", ()) if fold(text) in fold(reply.text)]
    if len(reply.choices) < int(want.get("choices", 0)):
        found.append(f"{len(reply.choices)} choices, fewer than {want['choices']}")
    return found


def test_there_are_forty_in_both_languages() -> None:
    """Forty dialogues, half of them Greek, five of these in Greeklish."""
    names = [path.stem[:3] for path in FILES]

    assert len(names) >= 40
    assert names.count("el_") + names.count("gr_") >= 20
    assert names.count("gr_") >= 5


def scripts() -> list[Any]:
    """The dialogues, those known to be open marked so that they must fail."""
    listed = marks(OPEN, {path.stem for path in FILES})
    return [pytest.param(path, id=path.stem, marks=listed.get(path.stem, [])) for path in FILES]


@pytest.mark.parametrize("path", scripts())
def test_dialogue(path: Path) -> None:
    """Every turn of a dialogue answers as its script wants."""
    script: Any = read(path).value
    conversation = Conversation()
    wrong = []
    for turn in script["turns"]:
        assert set(turn["want"]) <= KEYS
        assert turn["want"]
        reply = conversation.turn(turn["say"])
        wrong += [f"{turn['say']!r}: {fault}" for fault in faults(conversation, reply, turn["want"])]

    assert not wrong, "\n".join(wrong)
