"""The report of an incident: what was told, the facts with who said them, the choices made, the ruling, the way to appeal. No
chatter, and no sentence twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from advisor.advising import Consultation
from advisor.diagnose.understanding import read_once
from advisor.read.events import PLAYERS, SEAT_OF
from advisor.say.words import Words, quoted
from advisor.talk.hearing import hear
from advisor.talk.incident import plain
from advisor.talk.models import Reply, State

_SENTENCE = re.compile(r"(?<=[.;!?·])\s+")
_CLAIMED, _BESIDE, _FEW = "claimed", 2, 7
_CHATTER = ("greet", "thanks", "correction", "no", "yes", "new", "further")


def report(state: State, found: Consultation) -> Reply:
    """The report of the incident in hand."""
    facts = {name: fact.model_dump(mode="json", by_alias=True) for name, fact in found.advice.facts.items()}
    out = [found.words.frame("log_report"), *body(told(state.story), facts, (), found.advice.answer, found.words, state.claims)]
    return plain(state, "report", "\n".join(out), state.offered, laws=found.advice.laws, status=found.advice.status)


def body(
    story: Sequence[str],
    facts: Mapping[str, Mapping[str, Any]],
    asked: Iterable[Mapping[str, str]],
    ruling: str,
    words: Words,
    claims: Sequence[str] = (),
) -> list[str]:
    """The parts of a report, each under its heading, what was only claimed apart from the facts; a line that stands there already
    is left out."""
    choices = [f"- {each['question']} {' '.join(told([each['reply']]))}" for each in asked]
    parts = (
        ("log_story", list(story)),
        ("log_facts", [f"- {fact(name, entry, words, story)}" for name, entry in facts.items()]),
        ("log_claims", [f"- {claim}" for claim in claims]),
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
    """What was told, without the words that only greet, thank or correct, and without the messages that only put another seat in
    place: it stands in what was told before."""
    bare = [text for part in parts if (text := _bare(part))]
    return [text for at, text in enumerate(bare) if not at or not _names_seats_only(text)]


def _names_seats_only(text: str) -> bool:
    """Whether a text says of somebody that it was another ("it was North, not West"), and tells no deed, call or card."""
    reading = read_once(text)
    named = {mention.name for mention in reading.mentions} & SEAT_OF.keys()
    return bool(named) and len(reading.tokens) <= _FEW and not reading.notation and not any(e.deed for e in reading.story.events)


def _bare(text: str) -> str:
    heard = hear(text, State())
    while heard.tokens and heard.leads(*_CHATTER) and heard.rest() not in ("", heard.text):
        heard = hear(heard.rest(), State())
    return "" if heard.only(*_CHATTER, fillers=0) else heard.text


def fact(name: str, entry: Mapping[str, Any], words: Words, story: Sequence[str] = ()) -> str:
    """A fact as its question with the answer, who said it (the Director, unless the words name a player who does) or how else it
    was established, and the words that told it."""
    quotes = f": {quoted(entry['quotes'], words)}" if entry.get("quotes") else ""
    who = next((player for quote in entry.get("quotes", ()) for part in story if (player := _claimed_by(quote, part))), "")
    how = words.frame("log_claimed", who=who) if who else words.frame("log_" + entry["how"])
    return f"{words.ask(name)} {words.value(name, entry['value'])} ({how}{quotes})"


def _claimed_by(quote: str, part: str) -> str:
    """The player who is told to say what is quoted, as the story names that player; nothing where it is simply told."""
    sentence = next((each for each in _SENTENCE.split(part) if quote in each), "")
    if not sentence:
        return ""
    reading = read_once(sentence)
    start = next((at for at, token in enumerate(reading.tokens) if token.start >= sentence.index(quote)), 0)
    called = {at - 1 for note in reading.notation for at, token in enumerate(reading.tokens) if token.start == note.start}
    claims = [(first, last) for role, first, last in reading.voices if role == _CLAIMED and last < start and last not in called]
    says = max((first for first, _ in claims), default=-1)  # "said 1♥" is a bid
    players = [mention for mention in reading.mentions if mention.name in PLAYERS and mention.last < says]
    near = players[-1] if players and says - players[-1].last <= _BESIDE else None
    return reading.quote(near) if near is not None else ""
