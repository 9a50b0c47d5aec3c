"""Finds bridge notation in a text by grammar: calls, cards, holdings, tricks, hands, auctions, contracts, numbers.

Values are canonical: calls `1S` `3NT` `P` `X` `XX`, cards suit first `HQ` `DT`, holdings `S:KJ852` (void `H:-`),
hands in the order of suits `9.AJ4.8.KQ5432`, auctions `W:1D (P) 1H ?`, contracts `4SN` `3NTX -1`, `over` as `1S/2C`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from advisor.read.notation import auctions as auctions
from advisor.read.notation import cards as cards
from advisor.read.notation import contracts as contracts
from advisor.read.notation import singles as singles
from advisor.read.notation.counts import count
from advisor.read.notation.joins import join
from advisor.read.notation.page import Notation, Page, Read
from advisor.read.notation.tokens import Unit, scan
from advisor.read.notation.words import compile_words

__all__ = ["Notation", "NotationReader", "calls_of"]

Rule = Callable[[Page, int], Read]
_GREEK: Final = re.compile("[\u03b1-\u03c9]+")
_LATIN: Final = re.compile("[a-z]+")
_SAMPLE: Final = 2000

# What to try where a unit has a role, in this order. The grander reading comes first.
_RULES: Final[tuple[tuple[str, tuple[Rule, ...]], ...]] = (
    ("held", (cards.diagram, cards.trick, cards.hand)),
    ("ordinal", (count,)),
    ("seat", (auctions.auction,)),
    ("letter", (auctions.auction, cards.hand, singles.lone_letter)),
    (
        "call",
        (auctions.auction, contracts.over, contracts.call_before_seat, contracts.contract, contracts.call_by, singles.call),
    ),
    ("card", (cards.trick, singles.card)),
    ("doubtful_card", (singles.doubtful_card,)),
    ("spot", (singles.spot,)),
    ("over", (contracts.over,)),
    ("holding", (cards.hand,)),
    ("digits", (cards.shape,)),
    ("number", (count, singles.lone_number)),
    ("board", (count,)),
    ("trick", (count,)),
    ("down_before", (count,)),
    ("count", (singles.counted,)),
    ("suit", (singles.suit,)),
    ("suits", (singles.suit,)),
    ("symbol", (singles.suit,)),
    ("rank", (singles.rank,)),
)
_RULES_BY_ROLE: Final = {role: (order, rules) for order, (role, rules) in enumerate(_RULES)}


class NotationReader:
    """Reads notation with one set of words (`lexicon/notation.yaml`). Build once; safe to use from many threads."""

    def __init__(self, words: Mapping[str, tuple[str, ...]]) -> None:
        self._words = compile_words(words)

    def read(self, text: str, folded: str, skip: Iterable[tuple[int, int]] = ()) -> tuple[Notation, ...]:
        """The notation in a text, by place, without overlaps. `folded` is its twin; `skip` are spans to leave alone.

        Linear in the length of the text. Raises ValueError when the twin has another length.
        """
        if len(text) != len(folded):
            raise ValueError("the folded twin must have the length of the text")
        page = _page(text, folded, join(scan(text, folded, self._words, skip), folded))
        found: list[Notation] = []
        index = 0
        while index < len(page.units):
            read = _first(page, index)
            if read is None:
                index += 1
                continue
            note, index = read
            if note is not None:
                found.append(note)
        return tuple(found)


def _page(text: str, folded: str, units: list[Unit]) -> Page:
    """The page that the rules look at."""
    scenes = [(unit.start, frozenset(unit.roles["context"].split())) for unit in units if "context" in unit.roles]
    greek = sum(map(len, _GREEK.findall(folded, 0, _SAMPLE)))
    latin = sum(map(len, _LATIN.findall(folded, 0, _SAMPLE)))
    return Page(text, folded, units, [at for at, _ in scenes], [scene for _, scene in scenes], greek > latin)


def _first(page: Page, index: int) -> Read:
    """The first rule that reads something at a unit, in the order of what they need."""
    ready = [_RULES_BY_ROLE[role] for role in page.units[index].roles if role in _RULES_BY_ROLE]
    if len(ready) > 1:
        ready.sort(key=_order)
    for _, rules in ready:
        for rule in rules:
            read = rule(page, index)
            if read is not None:
                return read
    return None


def _order(entry: tuple[int, tuple[Rule, ...]]) -> int:
    return entry[0]


def calls_of(value: str) -> list[tuple[str | None, bool, str]]:
    """The calls of an auction's value: (seat or None, in brackets, call); a trailing `?` is left out."""
    found: list[tuple[str | None, bool, str]] = []
    for word in value.split():
        if word != "?":
            seat, _, call = word.strip("()").rpartition(":")
            found.append((seat or None, word.startswith("("), call))
    return found
