"""The lexicon's furniture: concepts, facts, lines, names; both languages side by side."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

CUES = (
    "cues",
    "cues_deeds",
    "cues_directing",
    "cues_disputes",
    "cues_table",
    "cues_tricks",
    "cues_trumps",
    "cues_spreading",
    "cues_play",
    "cues_looking",
    "cues_moments",
    "cues_since",
    "cues_plain",
    "cues_stages",
    "cues_told",
    "cues_stories",
    "cues_voices",
    "cues_differing",
    "cues_contested",
    "cues_contested_acts",
)  # the files of words that only a computation looks for


class Part(BaseModel):
    """Base of all furniture: frozen, and unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Both(Part):
    """One text in both languages."""

    el: str = Field(min_length=1)
    en: str = Field(min_length=1)

    def text(self, lang: str) -> str:
        """The text in the language asked for (`el` or `en`)."""
        return self.el if lang == "el" else self.en


class Hear(Part):
    """The forms by which something is recognised, in bracket notation (see CONTRIBUTING.md)."""

    el: tuple[str, ...] = ()
    en: tuple[str, ...] = ()


class Group(Hear):
    """A class of words that stand for one another inside a form, and how many of them in one bracket are a pasted list."""

    pasted: int = Field(default=2, ge=2)


class Said(Part):
    """What we write back (`say`) and what we recognise (`hear`) in one language."""

    say: str = ""
    hear: tuple[str, ...] = ()


class Concept(Part):
    """A thing of the game: what it means (for people, never matched), what it must never be mistaken for, its words."""

    means: str = Field(min_length=3)
    kind: Literal["actor", "event", "thing", "manner"] = "thing"
    never: tuple[str, ...] = ()
    el: Said = Said()
    en: Said = Said()


class FactValue(Part):
    """One value of a fact: how it is said, how it is heard, which concepts prove it too, and which other values give way
    when both are heard, because this one says more."""

    el: str = Field(min_length=1)
    en: str = Field(min_length=1)
    hear: Hear = Hear()
    concepts: tuple[str, ...] = ()
    over: tuple[str, ...] = ()


class Fact(Part):
    """A fact that decides: its question, and its values."""

    ask: Both
    values: dict[str, FactValue] = Field(min_length=2)


class Word(Part):
    """One sense of ordinary words: those listed, in every inflection, tell the same in either language."""

    el: tuple[str, ...] = ()
    en: tuple[str, ...] = ()


class Irregularity(Part):
    """The name of an irregularity as a menu shows it."""

    el: str = Field(min_length=1)
    en: str = Field(min_length=1)
