"""Texts and turns at random, and what holds of every answer: no exception, not empty, no brace of a blank, JSON, exact quotes."""

from __future__ import annotations

import json
import random
import re
import resource
import time
import unicodedata
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from advisor.advising import advise
from advisor.base import paths, store
from advisor.base.errors import UsageError
from advisor.lawbook.shelf import editions
from advisor.talk.conversation import Conversation, storable

from .units import openings, tellings, units

_BLANK = re.compile(r"\{[a-z_]+\}")
_WORDS, _SIGNS, _TURNS = 14, 60, 8
_OLD = 200  # buttons of earlier replies, of this conversation and of those before
_REFUSED = frozenset({"EMPTY", "LONG"})  # what a text may be refused for
_LETTERS = [*range(0x20, 0x250), *range(0x370, 0x400), *range(0x1F00, 0x2000), *range(0x2600, 0x2670), 0xFEFF, 0x200E, 0x202E, 0]


@dataclass
class Result:
    """What a stretch of the soak came to: how many, the faults (kind, seed, the text), the slowest ten, memory (MB) at marks."""

    done: int = 0
    faults: list[tuple[str, str, str]] = field(default_factory=list)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    memory: list[tuple[int, float]] = field(default_factory=list)

    def took(self, seconds: float, text: str) -> None:
        """Keep the slowest."""
        if len(self.slowest) < 10 or seconds > self.slowest[-1][0]:
            self.slowest = sorted([*self.slowest, (seconds, text)], reverse=True)[:10]


def memory() -> float:
    """The memory of this process now, MB."""
    try:
        told = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(told) * resource.getpagesize() / 1e6
    except OSError:  # a system that only knows the peak
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def _few(draw: random.Random, most: int) -> int:
    """A number from 1 to `most`, small ones more often: most of what is typed at a table is short."""
    return 1 + int((most - 1) * draw.random() ** 2)


def random_unicode(draw: random.Random) -> str:
    """Signs of our scripts mostly, any code point sometimes (half a surrogate pair too)."""
    if draw.random() < 0.7:
        return "".join(chr(draw.choice(_LETTERS)) for _ in range(_few(draw, _SIGNS)))
    return "".join(chr(draw.randrange(0x110000)) for _ in range(_few(draw, _SIGNS)))


def shuffled_lexicon(draw: random.Random) -> str:
    """Words of the lexicon, in any order."""
    every = _units()
    return "".join(draw.choice(every) for _ in range(_few(draw, _WORDS)))


def mutated_telling(draw: random.Random) -> str:
    """A telling with letters and words dropped, doubled, moved, decomposed, capitals, or joined to half of another."""
    words = draw.choice(tellings()).split()[: _few(draw, _WORDS * 3)]
    for _ in range(draw.randrange(1, 5)):
        at = draw.randrange(len(words))
        kind = draw.randrange(7)
        if kind == 0 and len(words) > 1:
            del words[at]
        elif kind == 1:
            words.insert(at, draw.choice(words))
        elif kind == 2:
            words[at] = words[at][1:] + words[at][:1]
        elif kind == 3:
            words[at] = words[at].upper()
        elif kind == 4:
            words[at] = unicodedata.normalize("NFD", words[at])
        elif kind == 5:
            words[at:] = draw.choice(tellings()).split()[:_WORDS] or words[at:]
        else:
            words[at] += draw.choice(_units())
    return " ".join(words)


@lru_cache(maxsize=1)
def _units() -> tuple[str, ...]:
    return tuple(units())


KINDS: dict[str, Callable[[random.Random], str]] = {
    "random Unicode": random_unicode,
    "shuffled lexicon": shuffled_lexicon,
    "mutated tellings": mutated_telling,
}


def faults_of(text: str, told: str) -> Iterator[str]:
    """What is wrong with an answer's JSON; `text` is all that was told."""
    data = json.loads(told, parse_constant=lambda name: (_ for _ in ()).throw(ValueError(name)))
    if not (data.get("answer") or data.get("text", "")).strip():
        yield "empty answer"
    if any(found not in text for found in _BLANK.findall(told)):
        yield "a brace of a blank"
    advice = data if "facts" in data else data.get("advice") or {"facts": {}}
    if not all(quote in text for fact in advice["facts"].values() for quote in fact["quotes"]):
        yield "a quote that nobody sent"


def settings(draw: random.Random) -> dict[str, str]:
    """A language, an edition and an authority; half of the time what is usual."""
    lang = draw.choice(("auto", "auto", "el", "en"))
    edition = draw.choice((paths.EDITION, *editions()))
    profiles = ("", "", *store.load("authorities")["profiles"])
    authority = draw.choice(profiles)
    return {"lang": lang, "edition": edition, **({"authority": authority} if authority else {})}


def answers(draw: random.Random, question: Mapping[str, Any] | None) -> dict[str, str]:
    """What may be answered besides: a choice of the question, and now and then a few facts that nobody asked for."""
    facts = store.load("texts")["facts"]
    given = {}
    for name in draw.sample(sorted(facts), draw.choice((0, 0, 1, 3))):
        given[name] = draw.choice(sorted(facts[name]["values"]))
    if question and question["choices"]:
        given[question["fact"]] = draw.choice(question["choices"])["value"]
    return given


def _asked(text: str, draw: random.Random) -> Iterator[str]:
    """What is wrong with the answers to a text under settings, and a third of the time again with some facts answered."""
    under = settings(draw)
    told = advise(text, **under).model_dump_json(by_alias=True)
    yield from faults_of(text, told)
    if draw.random() < 0.3:
        given = answers(draw, json.loads(told)["question"])
        yield from faults_of(text, advise(text, answers=given, **under).model_dump_json(by_alias=True))


def texts(seed: int, number: int, until: float) -> Result:
    """So many texts of the three kinds, by a seed, or as many as there is time for (`until`, monotonic seconds)."""
    result, kinds = Result(), list(KINDS.values())
    advise("West led out of turn")  # what is loaded once is no time of a text
    for at in range(number):
        draw = random.Random(f"{seed} {at}")
        text = kinds[at % len(kinds)](draw)
        began = time.process_time()
        try:
            result.faults += [(fault, f"{seed} {at}", text) for fault in _asked(text, draw)]
        except UsageError as error:
            if error.code not in _REFUSED:
                result.faults.append((error.code, f"{seed} {at}", text))
        except Exception as error:  # noqa: BLE001  what the soak looks for
            result.faults.append((type(error).__name__, f"{seed} {at}", text))
        result.took(time.process_time() - began, text)
        if not _goes_on(result, at + 1, until):
            break
    return result


def turns(seed: int, number: int, until: float) -> Result:
    """So many turns, in conversations of eight, by a seed: tellings, words of the lexicon, choices tapped (those offered, old
    ones, the same supposed), numbers, commands, replies with an opening ("no", "what if")."""
    result, sent = Result(), list[str]()
    Conversation().turn("West led out of turn")
    talk = Conversation()
    choices: tuple[str, ...] = ()
    old: deque[str] = deque(maxlen=_OLD)
    for at in range(number):
        draw = random.Random(f"{seed} turn {at}")
        if at % _TURNS == 0:
            talk, sent, choices = Conversation(**settings(draw)), [], ()
        text = _message(draw, choices, old)
        sent.append(storable(text))
        began = time.process_time()
        try:
            reply = talk.turn(text)
            choices = tuple(button.send for button in reply.choices)
            old.extend(choices)
            result.faults += [
                (fault, f"{seed} turn {at}", text) for fault in faults_of(". ".join(sent), reply.model_dump_json(by_alias=True))
            ]
            talk.state.model_dump_json()
        except Exception as error:  # noqa: BLE001  what the soak looks for
            result.faults.append((type(error).__name__, f"{seed} turn {at}", " / ".join(sent)))
            talk, sent, choices = Conversation(), [], ()
        result.took(time.process_time() - began, text)
        if not _goes_on(result, at + 1, until):
            break
    return result


def _message(draw: random.Random, choices: tuple[str, ...], old: Sequence[str]) -> str:
    kind = draw.random()
    if choices and kind < 0.3:
        return draw.choice(choices)
    if old and kind < 0.4:
        button = draw.choice((*old, *choices))
        return button if draw.random() < 0.6 else f"#if:{button.removeprefix('#')}"
    if kind < 0.45:
        return str(draw.randrange(12)) if draw.random() < 0.9 else "9" * draw.randrange(1, 6000)
    if kind < 0.55:
        rest = draw.choice((shuffled_lexicon, mutated_telling, lambda _: ""))(draw)
        return f"{draw.choice(openings())} {rest}"
    return draw.choice(list(KINDS.values()))(draw) if kind < 0.9 else draw.choice(_units())


def _goes_on(result: Result, done: int, until: float) -> bool:
    result.done = done
    if done % 1000 == 0:
        result.memory.append((done, memory()))
    return time.monotonic() < until
