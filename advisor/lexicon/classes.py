"""The classes of `lexicon/classes.yaml`: seats, roles and small words, one name for all that stand for one another in a form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from advisor.base.text import fold
from advisor.lexicon.forms import FormError, Sequence, lemma_of, sequences
from advisor.lexicon.models import Group

Members = Mapping[str, frozenset[Sequence]]


def members(classes: Mapping[str, Group]) -> dict[str, frozenset[Sequence]]:
    """`<name>` -> the folded token sequences that it stands for; a class within a class gives its own.

    Raises FormError for a form that is faulty or a class that holds itself."""
    found: dict[str, frozenset[Sequence]] = {}
    for name in classes:
        found[f"<{name}>"] = frozenset(_within(name, classes, ()))
    return found


def _within(name: str, classes: Mapping[str, Group], above: tuple[str, ...]) -> Iterator[Sequence]:
    if name in above:
        raise FormError(f"the class <{name}> holds itself")
    names = {f"<{each}>" for each in classes}
    for form in (*classes[name].el, *classes[name].en):
        for tokens in sequences(form, names):
            if len(tokens) == 1 and tokens[0] in names:
                yield from _within(tokens[0][1:-1], classes, (*above, name))
            else:
                yield tokens


def written_out(tokens: Sequence, classes: Members) -> Iterator[Sequence]:
    """The sequence as it stands, and with every phrase of several words that a class in it stands for; a class of the trie
    stands for single words only."""
    if not any(token in classes for token in tokens):
        yield tokens
        return
    choices = [[(token,), *sorted(m for m in classes.get(token, ()) if len(m) > 1)] for token in tokens]
    for chosen in product(*choices):
        yield tuple(token for part in chosen for token in part)


def by_word(classes: Members, lemmas: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Folded word -> the classes it belongs to; `lemmas` has every form of a lemma."""
    found: dict[str, list[str]] = {}
    for name, forms in classes.items():
        words: dict[str, None] = {}
        for (token,) in sorted(form for form in forms if len(form) == 1):
            lemma = lemma_of(token)
            words |= dict.fromkeys([token] if lemma is None else lemmas.get(lemma, ()))
        for word in words:
            found.setdefault(fold(word), []).append(name)
    return found
