"""Quotes in the characters that were sent, and the texts of several messages as the one text that is read."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.advice import Advice
from advisor.base.spelling import Spelling, blanked, sent_words


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
