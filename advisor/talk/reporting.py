"""The report of an incident: what was told, the facts with who said them, the choices made, the ruling, the way to appeal. No
chatter, and no sentence twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from advisor.advising import Consultation
from advisor.say.words import Words, quoted
from advisor.talk.hearing import hear
from advisor.talk.incident import plain
from advisor.talk.models import Reply, State

_CHATTER = ("greet", "thanks", "correction", "no", "yes", "new", "further")


def report(state: State, found: Consultation) -> Reply:
    """The report of the incident in hand."""
    facts = {name: fact.model_dump(mode="json", by_alias=True) for name, fact in found.advice.facts.items()}
    out = [found.words.frame("log_report"), *body(told(state.story), facts, (), found.advice.answer, found.words)]
    return plain(state, "report", "\n".join(out), state.offered, laws=found.advice.laws, status=found.advice.status)


def body(
    story: Sequence[str], facts: Mapping[str, Mapping[str, Any]], asked: Iterable[Mapping[str, str]], ruling: str, words: Words
) -> list[str]:
    """The parts of a report, each under its heading; a line that stands there already is left out."""
    choices = [f"- {each['question']} {' '.join(told([each['reply']]))}" for each in asked]
    parts = (
        ("log_story", list(story)),
        ("log_facts", [f"- {fact(name, entry, words)}" for name, entry in facts.items()]),
        ("log_asked", choices),
        ("log_ruling", ruling.splitlines()),
    )
    seen: set[str] = set()
    out = []
    for heading, lines in parts:
        fresh = [line for line in dict.fromkeys(lines) if line.strip() and line.lstrip("- ") not in seen]
        seen |= {line.lstrip("- ") for line in fresh}
        out += [f"{words.frame(heading)}:", *fresh, ""] if fresh else []
    return [*out, words.frame("log_appeal")]


def told(parts: Iterable[str]) -> list[str]:
    """What was told, without the words that only greet, thank or correct."""
    return [bare for part in parts if (bare := _bare(part))]


def _bare(text: str) -> str:
    heard = hear(text, State())
    while heard.tokens and heard.leads(*_CHATTER) and heard.rest() not in ("", heard.text):
        heard = hear(heard.rest(), State())
    return "" if heard.only(*_CHATTER, fillers=0) else heard.text


def fact(name: str, entry: Mapping[str, Any], words: Words) -> str:
    """A fact as its question with the answer, how it was established, and the words that told it."""
    quotes = f": {quoted(entry['quotes'], words)}" if entry.get("quotes") else ""
    return f"{words.ask(name)} {words.value(name, entry['value'])} ({words.frame('log_' + entry['how'])}{quotes})"
