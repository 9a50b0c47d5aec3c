"""Makes a form readable: pasted lists become classes, and what is too long or stands for too much becomes several forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from advisor.base.text import fold
from advisor.lexicon.classes import members
from advisor.lexicon.forms import MOST_EXPANSIONS, expand
from advisor.lexicon.models import Group as Class

LONGEST = 106  # characters, so that a line of the file stays within 120
_FEW = 8  # options within an option


@dataclass(frozen=True, slots=True)
class Choice:
    """`(a|b)`, or `[a|b]` when nothing is an option too."""

    options: tuple[Phrase, ...]
    optional: bool = False

    def text(self) -> str:
        """As it is written."""
        inside = "|".join(option.text() for option in self.options)
        return f"[{inside}]" if self.optional else f"({inside})"

    def size(self) -> int:
        """How many sequences it stands for."""
        return sum(option.size() for option in self.options) + self.optional


@dataclass(frozen=True, slots=True)
class Phrase:
    """Plain text and choices, one after the other."""

    parts: tuple[str | Choice, ...]

    def text(self) -> str:
        """As it is written."""
        return "".join(part if isinstance(part, str) else part.text() for part in self.parts)

    def size(self) -> int:
        """How many sequences it stands for."""
        return prod(part.size() for part in self.parts if isinstance(part, Choice))


def parse(form: str) -> Phrase:
    """The form as choices within choices. Its brackets must close (`advisor check` sees to that)."""
    phrase, _ = _phrase(form, 0)
    return phrase


def _phrase(form: str, at: int) -> tuple[Phrase, int]:
    parts: list[str | Choice] = []
    while at < len(form) and form[at] not in "|)]":
        if form[at] in "([":
            optional = form[at] == "["
            options = []
            while form[at] not in ")]":
                option, at = _phrase(form, at + 1)
                options.append(option)
            parts.append(Choice(tuple(options), optional))
            at += 1
        else:
            start = at
            while at < len(form) and form[at] not in "([|)]":
                at += 1
            parts.append(form[start:at])
    return Phrase(tuple(parts)), at


def with_classes(phrase: Phrase, pasted: Sequence[Pasted]) -> Phrase:
    """The phrase with each pasted list written as its class; a bracket inside a word is left alone."""
    parts: list[str | Choice] = []
    for index, part in enumerate(phrase.parts):
        if isinstance(part, Choice):
            part = Choice(tuple(with_classes(option, pasted) for option in part.options), part.optional)
            if _apart(phrase.parts, index):
                part = _named(part, pasted)
            if len(part.options) == 1 and not part.optional:
                parts += part.options[0].parts
                continue
        parts.append(part)
    return Phrase(tuple(parts))


def _apart(parts: tuple[str | Choice, ...], index: int) -> bool:
    """Whether a choice stands between blanks, so that its options are whole words."""
    before = parts[index - 1] if index else " "
    after = parts[index + 1] if index + 1 < len(parts) else " "
    return isinstance(before, str) and isinstance(after, str) and before[-1] == " " and after[0] == " "


def _named(choice: Choice, pasted: Sequence[Pasted]) -> Choice:
    """The choice with each pasted list in it as one class."""
    for known in pasted:
        within = [option for option in choice.options if known.part_of(option)]
        if len({part for option in within for part in known.part_of(option)}) >= known.least:
            at = choice.options.index(within[0])
            rest = [option for option in choice.options if option not in within]
            choice = Choice((*rest[:at], Phrase((f"<{known.name}>",)), *rest[at:]), choice.optional)
    return choice


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a pasted list of a class is made of: each plain text with the direct member of the class that it is or belongs to."""

    name: str
    least: int
    texts: Mapping[str, str]

    def part_of(self, option: Phrase) -> frozenset[str]:
        """The direct members that all an option stands for belongs to; none when anything in it does not."""
        if option.size() > _FEW:
            return frozenset()
        parts = [self.texts.get(" ".join(fold(text).split())) for text in expand(option.text())]
        return frozenset(part for part in parts if part) if all(parts) else frozenset()


def pasted_lists(classes: Mapping[str, Class]) -> list[Pasted]:
    """What a pasted list of each class is made of; a class that names others counts each of them once."""
    flat = members(classes)
    found = []
    for name, known in classes.items():
        texts: dict[str, str] = {}
        for form in (*known.el, *known.en):
            within = flat.get(form, frozenset({tuple(fold(form).split())}))
            texts |= {" ".join(tokens): form for tokens in within} | {fold(form): form}
        found.append(Pasted(name, known.pasted, texts))
    return found


def split(phrase: Phrase) -> Iterator[Phrase]:
    """The phrase, or as many as it takes for each to be short and to stand for few."""
    choices = [at for at, part in enumerate(phrase.parts) if isinstance(part, Choice)]
    pieces = max(-(-phrase.size() // MOST_EXPANSIONS), -(-len(phrase.text()) // LONGEST))
    if pieces == 1 or not choices:
        yield phrase
        return
    at = max(choices, key=lambda index: _options(phrase.parts[index]))
    chosen = phrase.parts[at]
    assert isinstance(chosen, Choice)
    for part in _shares(chosen, max(2, min(pieces, _options(chosen)))):
        yield from split(_joined((*phrase.parts[:at], *part, *phrase.parts[at + 1 :])))


def _options(part: str | Choice) -> int:
    return len(part.options) + part.optional if isinstance(part, Choice) else 0


def _shares(choice: Choice, pieces: int) -> Iterator[tuple[str | Choice, ...]]:
    """The options in so many shares, in order; nothing, where it is an option, is a share of its own or goes with the first."""
    options, optional = list(choice.options), choice.optional
    if optional and pieces > len(options):
        yield ()
        optional, pieces = False, pieces - 1
    size = -(-len(options) // pieces)
    for start in range(0, len(options), size):
        share = tuple(options[start : start + size])
        if len(share) == 1 and not optional:
            yield share[0].parts
        else:
            yield (Choice(share, optional),)
        optional = False


def _joined(parts: tuple[str | Choice, ...]) -> Phrase:
    """The parts with texts that touch made one, and blanks in order."""
    found: list[str | Choice] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] = " ".join(f"{found[-1]}{part}".split(" ")) if part else found[-1]
        else:
            found.append(part)
    return Phrase(tuple(found))


def gathered(phrases: Sequence[Phrase]) -> list[Phrase]:
    """The phrases, with those that differ in one choice only made one: a form pasted for each player is one form."""
    found = list(dict.fromkeys(phrases))
    for at in range(max((len(phrase.parts) for phrase in found), default=0)):
        alike: dict[object, list[Phrase]] = {}
        for phrase in found:
            alike.setdefault(_but(phrase, at), []).append(phrase)
        found = [_one(group, at) for group in alike.values()]
    return found


def _but(phrase: Phrase, at: int) -> object:
    """What two phrases must share to differ in the choice at one place only."""
    part = phrase.parts[at] if at < len(phrase.parts) else None
    return (phrase.parts[:at], phrase.parts[at + 1 :]) if isinstance(part, Choice) else phrase


def _one(alike: Sequence[Phrase], at: int) -> Phrase:
    """One phrase for all, with every option of the choice at one place."""
    first = alike[0]
    if len(alike) == 1:
        return first
    choices = [part for phrase in alike if isinstance(part := phrase.parts[at], Choice)]
    options = dict.fromkeys(option for choice in choices for option in choice.options)
    whole = Choice(tuple(options), any(choice.optional for choice in choices))
    return Phrase((*first.parts[:at], whole, *first.parts[at + 1 :]))


def readable(forms: Iterable[str], pasted: Sequence[Pasted]) -> list[str]:
    """The forms that a list of forms is better written as."""
    whole = [with_classes(phrase, pasted) for phrase in gathered([parse(form) for form in forms])]
    found = [" ".join(each.text().split()) for phrase in whole for each in split(phrase)]
    return list(dict.fromkeys(each for each in found if each))
