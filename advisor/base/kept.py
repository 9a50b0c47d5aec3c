"""What is worked out once and kept in mind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from typing import Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")
U = TypeVar("U")
_OF_TEXTS: list[Any] = []
_MOST_OBJECTS = 64
_MOST_WORDS = 6_000
_LONG, _MOST_LONG = 2_000, 16  # characters of a long text, and how many of them: one is as much to keep as a hundred short ones
_NOTHING = object()


class Kept(dict[K, V]):
    """A dictionary that begins anew when it is full: its memory stays as it is, and what is usual now is soon there again,
    whatever came before."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        """Keep a value."""
        if len(self) >= self.most:
            self.clear()
        super().__setitem__(key, value)


class Facet(Generic[V]):
    """One thing that is known of a word by itself (how it sounds, which language it speaks for): worked out when it is first
    asked, and kept with all else that is known of the word, since the same words come again and again."""

    __slots__ = ("_work",)

    def __init__(self, work: Callable[[str], V]) -> None:
        self._work = work

    def __call__(self, word: str) -> V:
        """What it is of this word."""
        known = WORDS.get(word)
        if known is None:
            known = WORDS[word] = {}
        found = known.get(self, _NOTHING)
        if found is _NOTHING:
            found = known[self] = self._work(word)
        return found  # type: ignore[no-any-return]

    def each(self, words: Iterable[str]) -> list[V]:
        """The same of several words."""
        return [known[self] if (known := WORDS.get(word)) and self in known else self(word) for word in words]

    def met(self, word: str) -> bool:
        """Whether it has been asked of this word."""
        return self in WORDS.get(word, ())


Word = dict[Facet[Any], Any]  # what is known of one word
WORDS: Kept[str, Word] = Kept(_MOST_WORDS)


def of_texts(most: int = 32) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """Keeps what a function gave for the texts (its first argument) that it saw last: several who work on one message ask for the
    same. Of long texts few are kept, and the many short ones that a message is cut into do not push a long story out."""

    def keeping(call: Callable[P, V]) -> Callable[P, V]:
        short, long = lru_cache(maxsize=most)(call), lru_cache(maxsize=min(most, _MOST_LONG))(call)
        _OF_TEXTS.extend((short, long))

        @wraps(call)
        def asked(*given: P.args, **named: P.kwargs) -> V:
            return (long if len(given[0]) > _LONG else short)(*given, **named)  # type: ignore[arg-type]  # a text

        return asked

    return keeping


_OF_OBJECTS: Kept[int, tuple[object, dict[Any, Any]]] = Kept(_MOST_OBJECTS)


def once(call: Callable[P, V]) -> Callable[P, V]:
    """Keeps what a function gave for its first argument, known by being that very object (a reading, say, that nobody changes and
    that would take long to compare), and for the others, which can be hashed: of one telling everybody asks for the same."""

    @wraps(call)
    def asked(*given: P.args, **named: P.kwargs) -> V:
        held = _OF_OBJECTS.get(id(given[0]))
        if held is None or held[0] is not given[0]:
            held = _OF_OBJECTS[id(given[0])] = given[0], {}  # the object is held, so that its number stays its own
        key = (call, given[1:], *named.items()) if named or len(given) > 1 else call
        found = held[1].get(key, _NOTHING)
        if found is _NOTHING:
            found = held[1][key] = call(*given, **named)
        return found  # type: ignore[no-any-return]

    return asked


def once_of_two(call: Callable[[T, U], V]) -> Callable[[T, U], V]:
    """Keeps what a function gave for its two arguments, each known by being that very object (a reading and its clauses)."""

    @wraps(call)
    def asked(one: T, other: U) -> V:
        kept = _beside(one, call)
        found = kept.get(id(other))
        if found is None:
            found = kept[id(other)] = other, call(one, other)  # held, so that its number stays its own
        return found[1]

    return asked


@once
def _beside(_one: object, _call: Callable[..., object]) -> dict[int, tuple[object, Any]]:
    """What is kept of this function beside an object, by the number of the other."""
    return {}


def forget() -> None:
    """Forget every text (for those who measure how long one takes)."""
    _OF_OBJECTS.clear()
    for kept in _OF_TEXTS:
        kept.cache_clear()
