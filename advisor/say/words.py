"""The lexicon's texts in one language, with their blanks filled."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from advisor.base import store
from advisor.base.citation import to_greek

_QUOTED = 12  # words of what was told
_BLANK = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Words:
    """Texts in `lang` (`el` or `en`); `blanks` are this case's values of named blanks, `switches` the authority's."""

    lang: str
    blanks: Mapping[str, str] = field(default_factory=dict)
    switches: Mapping[str, str] = field(default_factory=dict)

    def frame(self, name: str, **values: str) -> str:
        """A text of the answer's frame."""
        return self._fill(_texts()["say"][name][self.lang], values)

    def has_frame(self, name: str) -> bool:
        """Whether the answer's frame has a text of this name."""
        return name in _texts()["say"]

    def fault(self, code: str, **values: str) -> str:
        """What went wrong, by its code; nothing when there is no sentence of that."""
        name = f"fault_{code}"
        return self.frame(name, **values) if name in _texts()["say"] else ""

    def filled(self, text: str, values: Mapping[str, str]) -> str:
        """A sentence with its blanks filled."""
        return self._fill(text, values)

    def line(self, name: str) -> str:
        """A sentence of lexicon/lines; an unknown id is shown as it is."""
        entry = _texts()["lines"].get(name)
        return self._fill(entry[self.lang], {}) if entry else name

    def irregularity(self, name: str) -> str:
        """The name of an irregularity."""
        entry = _texts()["irregularities"].get(name)
        return str(entry[self.lang]) if entry else name

    def switch(self, name: str) -> str:
        """A switch of the Regulating Authority with the value that holds, and what it changes when it is not the Laws' own:
        `System card required (40B2(a)(ii)): required (a pair without one breaks a regulation ...)`."""
        data = store.load("authorities")
        entry = data["switches"][name]
        held = self.switches.get(name, entry["default"])
        says = entry["says"].get(held)
        more = f" ({says[self.lang]})" if says else ""
        return f"{entry[self.lang]} ({self.ref(entry['law'])}): {data['values'][held][self.lang]}{more}"

    def joined(self, texts: Iterable[str]) -> str:
        """Several texts in one sentence; the Greek question mark looks like a semicolon, so Greek uses its own sign."""
        return ("· " if self.lang == "el" else "; ").join(texts)

    def title(self, law: str) -> str:
        """The title of a law by its number."""
        entry = _texts()["titles"].get(law)
        return str(entry[self.lang]) if entry else ""

    def ask(self, fact: str) -> str:
        """The question that asks for a fact."""
        return self._fill(_texts()["facts"][fact]["ask"][self.lang], {})

    def apart(self, asked: str, irregularity: str = "") -> str:
        """The question that tells situations of one incident apart, or the answer that one of them is."""
        group = _texts()["apart"][asked]
        return str((group["answers"][irregularity] if irregularity else group["ask"])[self.lang])

    def value(self, fact: str, value: str) -> str:
        """A value of a fact in words."""
        entry = _texts()["facts"].get(fact, {"values": {}})["values"].get(value)
        return self._fill(entry[self.lang], {}) if entry else value

    def choice(self, fact: str, value: str) -> str:
        """A value of a fact as a choice of its question says it: in a player's words, where the fact's own are longer."""
        entry = _texts()["choices"].get(fact, {}).get(value)
        return self._fill(entry[self.lang], {}) if entry else self.value(fact, value)

    def presumed(self, facts: Iterable[tuple[str, str]], past: Collection[str] = ()) -> str:
        """What is presumed until told otherwise, in one sentence; "" of nothing. What is `past` is presumed of the moment when it
        came up."""
        facts = tuple(facts)
        told = [self.value(name, value) for name, value in facts]
        if not told:
            return ""
        first = f"{self.frame('presumed_next')} ".join(told[:-1])
        frame = "presumed_then" if any(name in past for name, _ in facts) else "presumed_that"
        return self.frame(frame, told=f"{first}{self.frame('presumed_last')} {told[-1]}" if first else told[-1])

    def ref(self, law: str) -> str:
        """A law reference as the language prints it: 27B1(b), 27Β1(β)."""
        return to_greek(law) if self.lang == "el" else law

    def symbol(self, value: str) -> str:
        """A canonical card or call as it is printed: `S5` gives ♠5, `2S` gives 2♠, `DT` gives ♦10, `3NT` 3NT or 3ΧΑ."""
        if "N" in value:
            return value.replace("NT", self.frame("notrump"))
        signs = _texts()["say"]["symbols"]
        return "".join(signs.get(char, char) for char in value)

    def _fill(self, text: str, values: Mapping[str, str]) -> str:
        if "{" not in text:
            return text

        def blank(match: re.Match[str]) -> str:
            name = match.group(1)
            if name in values:
                return values[name]
            if name in self.blanks:
                return self.blanks[name]
            neutral = _texts()["say"].get(name)
            return str(neutral[self.lang]) if neutral else match.group()

        return _BLANK.sub(blank, text)


def _texts() -> Any:
    return store.load("texts")


def beginning(quote: str) -> str:
    """The first words of what was told: enough to know it by."""
    told = quote.split()
    return quote if len(told) <= _QUOTED else f"{' '.join(told[:_QUOTED])} …"


def quoted(quotes: Sequence[str], words: Words) -> str:
    """The user's words in the quotation marks of the answer's language."""
    return ", ".join(f"«{quote}»" if words.lang == "el" else f"“{quote}”" for quote in dict.fromkeys(quotes))
