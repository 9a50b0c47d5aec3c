"""The tokens that the words of the lexicon are looked for in: words, and stretches of notation drawn together into one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from advisor.read.notation.reader import Notation, calls_of
from advisor.read.tokens import Token

_MERGED = {
    "call": ("<call>",),
    "card": ("<card>",),
    "cards": ("<card>",),
    "holding": ("<holding>",),
    "hand": ("<holding>",),
    "diagram": ("<holding>",),
    "trick": ("<trick>",),
    "auction": ("<auction>",),
    "contract": ("<contract>", "<call>"),
    "result": ("<result>",),
    "shape": ("<shape>",),
}
_BESIDE = {"suit": ("<suit>",), "rank": ("<rank>",), "trick_number": ("<trick_number>",), "card_count": ("<card_count>",)}


def _more(note: Notation) -> tuple[str, ...]:
    """The further trie keys of a call that is a bid, and of an auction told to its end: three passes (Law 22A)."""
    if note.kind == "call" and note.value[0].isdigit():
        return ("<bid>",)
    return ("<ended>",) if note.kind == "auction" and [call for _, _, call in calls_of(note.value)][-3:] == ["P"] * 3 else ()


def _spans(notation: Sequence[Notation]) -> Iterator[tuple[int, int, tuple[str, ...], bool]]:
    """(start, end, trie keys, whether the words inside are drawn together) of each stretch that matters to the words."""
    for note in notation:
        if note.kind in _MERGED:
            keys = _MERGED[note.kind]
            yield note.start, note.end, (*keys, *_more(note)), True
        elif note.kind == "suit_count" and note.value.startswith("1"):
            yield note.start, note.end, _BESIDE["suit"], False
        elif note.kind in _BESIDE:
            yield note.start, note.end, _BESIDE[note.kind], False
        else:
            yield from _spans([part for part in note.parts if part.start >= note.start])


def units(words: Sequence[Token], notation: Sequence[Notation]) -> tuple[list[Token], list[tuple[str, ...]]]:
    """The tokens, with stretches of notation drawn together into one, and the trie keys that notation gives each."""
    tokens: list[Token] = []
    kinds: list[tuple[str, ...]] = []
    spans = sorted(_spans(notation))
    ahead = iter(spans)
    span = next(ahead, None)
    for word in words:
        while span is not None and span[1] <= word.start:
            span = next(ahead, None)
        if span is None or word.start < span[0]:
            tokens.append(word)
            kinds.append(())
        elif span[3] and tokens and kinds[-1] and tokens[-1].start >= span[0]:
            tokens[-1] = Token(tokens[-1].start, word.end, tokens[-1].form, word.after)
        else:
            tokens.append(word)
            kinds.append(span[2])
    return tokens, kinds
