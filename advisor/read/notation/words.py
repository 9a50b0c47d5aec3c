"""The words of notation, compiled once for quick look-up: single words, phrases, and endings glued to a digit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

Roles = Mapping[str, str]
Tail = tuple[tuple[str, ...], str, str]  # the words after the first of a phrase, its role and value

# Greek letters that look like the Latin ones in the two signs for no trumps; used only inside a token with a digit,
# or to recognise such a sign, never on a whole text.
_LOOKALIKE: Final = str.maketrans("ανταχτκρβ", "antaxtkpb")
SUITS: Final = "SHDC"
SYMBOLS: Final = {"♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C"}
GREEK_QUEEN: Final = "ντ"  # two letters beside the single "ν"
GREEK_RANKS: Final = {"α": "A", "ρ": "K", "κ": "K", "ν": "Q", "β": "J", "χ": "x"}
SEAT_LETTERS: Final = {"N": "N", "E": "E", "S": "S", "W": "W", "Β": "N", "Ν": "S", "Α": "E", "Δ": "W"}


@dataclass(frozen=True, slots=True)
class Words:
    """What each folded word may be: `single` by word, `phrases` by first and second word (longest first), `glued` endings;
    `plain` are the words met that are none of it, kept since the same words come again and again."""

    single: Mapping[str, Roles]
    phrases: Mapping[str, Mapping[str, Sequence[Tail]]]
    glued: Mapping[str, str]
    plain: set[str] = field(default_factory=set, compare=False)

    def strain(self, ending: str) -> str | None:
        """The denomination that an ending glued to a digit names, whichever script its letters are from."""
        found = self.glued.get(ending)
        return found if found else self.glued.get(ending.translate(_LOOKALIKE))

    def either_script(self, word: str) -> Roles | None:
        """What a short word of mixed look-alike letters may be."""
        return self.single.get(word.translate(_LOOKALIKE)) if len(word) <= 3 else None


def compile_words(words: Mapping[str, tuple[str, ...]]) -> Words:
    """Index the lists of `lexicon/notation.yaml`. Raises ValueError when a word has two values in one role."""
    single: dict[str, dict[str, str]] = {}
    phrases: dict[str, dict[str, list[Tail]]] = {}
    glued: dict[str, str] = {}
    for key, forms in words.items():
        role, _, value = key.partition(".")
        for form in forms:
            first, *rest = form.split()
            if role == "glued":
                glued[form] = value
            elif rest:
                phrases.setdefault(first, {}).setdefault(rest[0], []).append((tuple(rest), role, value))
            else:
                _add(single.setdefault(first, {}), role, value)
    for by_second in phrases.values():
        for tails in by_second.values():
            tails.sort(key=lambda tail: -len(tail[0]))
    return Words(single, phrases, glued)


def _add(roles: dict[str, str], role: str, value: str) -> None:
    """Give a word one more role; contexts are collected, everything else must be told once."""
    if role == "context":
        roles["context"] = f"{roles['context']} {value}" if "context" in roles else value
    elif roles.setdefault(role, value) != value:
        raise ValueError(f"one word may not be both {role}.{roles[role]} and {role}.{value}")
