"""What the rules of notation look at: units, the gaps between them, and the words that set the scene."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

from advisor.read.notation.tokens import Unit
from advisor.read.notation.words import SEAT_LETTERS

_STOP: Final = re.compile(r"[.;!?\n]")
_BEFORE, _AFTER = 45, 12
_GREEK_SEATS_IN_LATIN: Final = {"A": "E", "B": "N"}


@dataclass(frozen=True, slots=True)
class Notation:
    """A piece of bridge notation: its kind, its span in the text, and its canonical value.

    `alternatives` are other readings as `kind:value`; `sure` is False when nothing told between them.
    `parts` are the calls, cards or hands it is made of, in order.
    """

    kind: str
    start: int
    end: int
    value: str
    alternatives: tuple[str, ...] = ()
    sure: bool = True
    parts: tuple[Notation, ...] = ()


Read = tuple[Notation | None, int] | None  # what is read and the unit after it; None: nothing begins here


@dataclass(frozen=True, slots=True)
class Page:
    """A text, its folded twin, its units, and where words tell of calls or of cards."""

    text: str
    folded: str
    units: list[Unit]
    scene_at: list[int]
    scene: list[frozenset[str]]
    greek: bool

    def gap(self, index: int) -> str:
        """The text between a unit and the next; a full stop when there is no next."""
        if index + 1 >= len(self.units):
            return "."
        start, end = self.units[index].end, self.units[index + 1].start
        return self.folded[start:end] if end - start <= 12 else "."

    def role(self, index: int, name: str) -> str | None:
        """The value of a role of a unit, None if there is no such unit or role."""
        return self.units[index].roles.get(name) if 0 <= index < len(self.units) else None

    def close(self, index: int) -> bool:
        """True when only blanks stand between a unit and the next."""
        gap = self.gap(index)
        return not gap.strip(" \u00a0") and len(gap) <= 2

    def written(self, index: int) -> str:
        """A unit as the user wrote it."""
        unit = self.units[index]
        return self.text[unit.start : unit.end]

    def unbroken(self, start: int, end: int, most: int) -> bool:
        """True when no sentence ends between two places at most so many characters apart."""
        return 0 <= end - start <= most and _STOP.search(self.folded, start, end) is None

    def seat(self, index: int) -> str | None:
        """The seat a unit names: a word, or a lone capital in its own script (Latin N north, Greek Nu south)."""
        seat = self.role(index, "seat")
        letter = self.role(index, "letter")
        if seat or letter is None:
            return seat
        return SEAT_LETTERS.get(letter) or (_GREEK_SEATS_IN_LATIN.get(letter) if self.greek else None)

    def doubtful_seat(self, index: int) -> str | None:
        """The other seat that a lone Latin N in a Greek text may mean."""
        return "S" if self.greek and self.role(index, "letter") == "N" else None

    def speaks_of(self, index: int) -> str | None:
        """`call` or `card`, as the nearest word before (or else after) a unit tells; None when none does."""
        unit = self.units[index]
        at = bisect_left(self.scene_at, unit.start)
        for near in range(at - 1, max(-1, at - 4), -1):
            if not self.unbroken(self.scene_at[near], unit.start, _BEFORE):
                break
            told = self._told(self.scene[near], index)
            if told or "said" in self.scene[near]:
                return told
        after = bisect_left(self.scene_at, unit.end)
        if after < len(self.scene_at) and self.unbroken(unit.end, self.scene_at[after], _AFTER):
            return self._told(self.scene[after] - {"play"}, index)
        return None

    def _told(self, scene: frozenset[str], index: int) -> str | None:
        if "call" in scene:
            return "call"
        if "card" in scene or "hold" in scene:
            return "card"
        return "card" if "play" in scene and self.after_article(index) else None

    def touches_play(self, index: int) -> bool:
        """True when a word for playing a card stands right before a unit, an article between at most."""
        article = self.after_article(index)
        before = index - 2 if article else index - 1
        if before < 0 or not self.close(before):
            return False
        scene = self.units[before].roles.get("context", "").split()
        return "card" in scene or (article and "play" in scene)

    def scene_before(self, index: int) -> list[str]:
        """What the unit right before a unit tells of."""
        return self.units[index - 1].roles.get("context", "").split() if index and self.close(index - 1) else []

    def after_article(self, index: int) -> bool:
        """True when an article stands right before a unit."""
        return index > 0 and "article" in self.units[index - 1].roles and self.close(index - 1)

    def one(
        self,
        kind: str,
        index: int,
        value: str,
        last: int | None = None,
        *,
        sure: bool = True,
        alternatives: tuple[str, ...] = (),
        parts: tuple[Notation, ...] = (),
    ) -> Notation:
        """A notation from a unit to a last unit."""
        end = self.units[index if last is None else last].end
        return Notation(kind, self.units[index].start, end, value, alternatives, sure, parts)
