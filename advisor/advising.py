"""The one sentence the doors know: a text in, an `Advice` out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from advisor.advice import Advice
from advisor.base import paths, store
from advisor.base.errors import UsageError
from advisor.base.spelling import Spelling, sent_words
from advisor.diagnose.facts import Facts
from advisor.diagnose.understanding import Understood, understand, understood_again
from advisor.diagnose.weigh import Diagnosis
from advisor.lawbook.models import Handled
from advisor.lawbook.shelf import editions
from advisor.read.reading import Reading
from advisor.rule.deciding import IRREGULARITY, Decision, Given, Incident, Several, decide, known
from advisor.rule.ruling import Ruled
from advisor.say.answering import answer
from advisor.say.words import Words

LONGEST = 20_000
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_LANGS = ("auto", "el", "en")


def blanked(text: str) -> str:
    """The text with a blank for every control or direction sign, and a question mark for half a surrogate pair: as long as
    before."""
    return _CONTROL.sub(" ", text.encode("utf-8", "replace").decode("utf-8"))


def checked(text: str) -> str:
    """The text as it may be read. Raises UsageError when there is nothing in it, or far too much."""
    plain = blanked(text)
    if not plain.strip():
        raise UsageError("EMPTY", "There is no text: tell in a line or two what happened at the table.")
    if len(plain) > LONGEST:
        raise UsageError("LONG", f"The text has {len(plain)} characters: tell it in at most {LONGEST}.")
    return plain


def advise(
    text: str,
    *,
    lang: str = "auto",
    edition: str = paths.EDITION,
    authority: str | None = None,
    answers: Mapping[str, str] | None = None,
) -> Advice:
    """The ruling (or the missing fact) for one description.

    `lang` is the language of the answer (`auto`, `el`, `en`), `edition` the code of laws, `authority` the profile of a
    Regulating Authority, `answers` the facts already answered. Raises UsageError for text or options that cannot be used.
    """
    found = consult(checked(text), lang=lang, edition=edition, authority=authority, answers=answers).advice
    return as_sent(found, (text,))


def as_sent(found: Advice, sent: Sequence[str], told: Sequence[str] = (), retold: Sequence[str] = ()) -> Advice:
    """The advice with every quote in the characters of one of the texts that were sent (they are read composed, without control
    signs), else of one that was `told` just so (and not `retold` in other words). A quote that goes over several of those that
    were told falls into its parts, one that was retold into the longest stretches that were sent; the rest is left out."""
    every = (*sent, *(text for text in told if text not in retold))
    if not (told and sent) and all(any(quote in text for text in every) for f in found.facts.values() for quote in f.quotes):
        return found
    spellings = [Spelling(text, blanked(text)) for text in every]
    facts = {}
    for name, fact in found.facts.items():
        parts = (part for quote in fact.quotes for part in (_parts(quote, told) if len(told) > 1 else (quote,)))
        spelt = (words for part in parts for words in sent_words(part, spellings, whole=not retold))
        facts[name] = fact.model_copy(update={"quotes": tuple(dict.fromkeys(spelt))})
    return found.model_copy(update={"facts": facts})


def joined(told: Sequence[str]) -> str:
    """What was told in several messages, as one text."""
    return ". ".join(part.rstrip(". ") for part in told)


def _parts(quote: str, told: Sequence[str]) -> tuple[str, ...]:
    """A quote from several messages, cut where one ends and the next begins."""
    start = joined(told).find(quote)
    if start < 0 or any(quote in part for part in told):
        return (quote,)
    end, at = start + len(quote), 0
    found: list[str] = []
    for part in told:
        bare = part.rstrip(". ")
        found.append(bare[max(0, start - at) : max(0, end - at)].strip())
        at += len(bare) + len(". ")
    return tuple(filter(None, found))


@dataclass(frozen=True)
class Consultation:
    """A decision with all it rests on; the words are composed when somebody reads them."""

    understood: Understood
    given: Given
    facts: Facts
    decision: Decision
    words: Words

    @cached_property
    def advice(self) -> Advice:
        """The answer."""
        return answer(self.decision, self.facts, self.words, self.given.edition)

    @property
    def reading(self) -> Reading:
        """What was read in the text."""
        return self.understood.reading

    @property
    def diagnosis(self) -> Diagnosis:
        """Which irregularity the text speaks for."""
        return self.understood.diagnosis

    @property
    def ruled(self) -> Ruled | None:
        """The irregularity in hand held against its table (of several the likeliest), if there is one."""
        if isinstance(self.decision, Incident):
            return self.decision.ruled
        return self.decision.plain if isinstance(self.decision, Several) else None

    @property
    def others(self) -> tuple[Ruled, ...]:
        """The further irregularities of the same story."""
        return self.decision.others if isinstance(self.decision, Incident) else ()

    @property
    def handled(self) -> Handled | None:
        """How they change one another, when the lawbook says so."""
        return self.decision.handled if isinstance(self.decision, Incident) else None

    @property
    def values(self) -> Mapping[str, str]:
        """What was computed for this case."""
        return getattr(self.decision, "values", {})

    def taken(self) -> dict[str, str]:
        """Fact -> value of everything known or presumed."""
        return dict((*self.ruled.presumed, *self.ruled.decided) if self.ruled is not None else ()) | self.facts.values()


def consult(
    text: str,
    *,
    lang: str = "auto",
    edition: str = paths.EDITION,
    authority: str | None = None,
    answers: Mapping[str, str] | None = None,
    also: Sequence[str] = (),
    again: bool = False,
    talking: bool = False,
) -> Consultation:
    """The same as `advise`, with the steps kept. The text may be empty when `answers` name the irregularity; `also` names
    further irregularities of the story; `again` keeps what was understood for the next call with the same text; `talking` says
    that somebody is there to be asked what is otherwise presumed (`talk` in the tables). Raises UsageError as `advise` does."""
    switches = settings(lang, edition, authority)
    given = Given(_answers(answers or {}), tuple(also), edition, switches, talking)
    understood = (understood_again if again else understand)(text)
    facts = known(understood, given)
    words = Words(understood.reading.language.code if lang == "auto" else lang, switches=given.switches)
    return Consultation(understood, given, facts, decide(understood, given, facts), words)


def settings(lang: str, edition: str, authority: str | None = None) -> dict[str, str]:
    """The options of the authority, once language, edition and authority are known to exist. Raises UsageError."""
    if lang not in _LANGS:
        raise UsageError("LANG", f"There is no language '{lang}': use auto, el or en.")
    if edition not in editions():
        raise UsageError("EDITION", f"There is no edition '{edition}': use one of {', '.join(editions())}.")
    return _profile(authority)


def _profile(authority: str | None) -> dict[str, str]:
    """The values of all switches under a profile: the Laws' own defaults, then what the profile establishes."""
    data = store.load("authorities")
    name = authority or "neutral"
    if name not in data["profiles"]:
        raise UsageError("AUTHORITY", f"There is no authority '{name}': use one of {', '.join(data['profiles'])}.")
    values: dict[str, str] = data["profiles"][name]["values"]
    return {switch: entry["default"] for switch, entry in data["switches"].items()} | values


def _answers(answers: Mapping[str, str]) -> dict[str, str]:
    """The answers, each a value of a fact. Raises UsageError."""
    facts = store.load("texts")["facts"]
    for name, value in answers.items():
        if name == IRREGULARITY:
            continue
        if name not in facts:
            raise UsageError("FACT", f"There is no fact '{name}': answer the fact that the question names.")
        if value not in facts[name]["values"]:
            raise UsageError("VALUE", f"'{value}' is no value of '{name}': use one of {', '.join(facts[name]['values'])}.")
    return dict(answers)
