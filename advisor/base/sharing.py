"""Equal parts of a value made one, so that it is small to keep and quick to load: the branches of a trie are alike by the
thousand."""

from __future__ import annotations

from typing import Any

_PLAIN = frozenset({str, int, float, bytes})
_Seen = dict[tuple[Any, ...], Any]


def shared(value: Any, seen: _Seen | None = None) -> Any:
    """The same dictionaries, lists, tuples and texts, each that equals another one in place of both (the order of a dictionary
    counts). For what nobody changes any more."""
    seen = {} if seen is None else seen
    kind = type(value)
    if kind in _PLAIN:
        return seen.setdefault((kind, value), value)
    if kind is dict:
        parts: Any = {shared(key, seen): shared(below, seen) for key, below in value.items()}
        own = tuple(id(each) for pair in parts.items() for each in pair)
    elif kind in (list, tuple):
        parts = kind(shared(each, seen) for each in value)
        own = tuple(map(id, parts))
    else:
        return value
    return seen.setdefault((kind, *own), parts)
