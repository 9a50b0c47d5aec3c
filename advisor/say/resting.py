"""On what a ruling rests that the text does not surely tell: what is presumed, and the told fact that is trusted least, with what
follows if it is otherwise."""

from __future__ import annotations

from advisor.base.text import fold
from advisor.diagnose.facts import Facts
from advisor.rule.ruling import Ruled
from advisor.say.branches import otherwise
from advisor.say.room import Piece, Worth
from advisor.say.words import Words, quoted

_WHOLLY = 0.93  # a told fact trusted less is said to be read so, with what follows if it is not meant
_SHORT_QUOTE = 8  # words
_MOST_OTHERWISE = 2  # presumptions of which it is said what follows if they are wrong


def presumed(ruled: Ruled, words: Words) -> list[Piece]:
    """What is presumed until told otherwise: said aloud where another value would change what is ruled here, with what follows
    then as far as there is room."""
    rows = (ruled.row,) if ruled.row is not None else ruled.rows
    matter = [(name, value) for name, value in ruled.presumed if any(row is not None and name in row.when for row in rows)]
    told = words.presumed(matter, ruled.past)
    instead = [f"- {line}" for line in otherwise(ruled, words)[:_MOST_OTHERWISE]]
    return [*([Piece(told, Worth.PRESUMED)] if told else []), *(Piece(line, Worth.OTHERWISE) for line in instead)]


def read_so(ruled: Ruled, facts: Facts, words: Words) -> list[Piece]:
    """The told fact on which the ruling rests that is trusted least, if it is not trusted wholly and is not the usual one: its
    words, and what follows if they do not mean it."""
    rests = ruled.row.when if ruled.row is not None else {}
    unusual = {name: value for name, value in rests.items() if value != ruled.table.asks[name].presume}
    told = {name: known for name, known in facts.known.items() if unusual.get(name) == known.value and known.quotes}
    name = min(told, key=lambda name: told[name].chance, default="")
    if not name or told[name].chance >= _WHOLLY:
        return []
    value, quote = told[name].value, told[name].quotes[0]
    if fold(quote).strip() in fold(words.value(name, value)):
        return []  # told in its very words
    heard = quoted([quote], words) if len(quote.split()) <= _SHORT_QUOTE else words.frame("your_words")
    read = words.frame("read_so", value=words.value(name, value), quote=heard)
    instead = otherwise(ruled, words, [(name, value)])[:_MOST_OTHERWISE]
    return [Piece(" ".join([read, *instead]), Worth.OTHERWISE)] if instead else []
