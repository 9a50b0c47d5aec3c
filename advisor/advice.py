"""The answer as other programs see it: the JSON of the contract, field by field."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Status = Literal["ruling", "question", "choose", "rights", "none", "unclear"]
How = Literal["stated", "notation", "typo", "derived", "answered", "presumed"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, populate_by_name=True, serialize_by_alias=True)


class Remedy(_Part):
    """One remedy of a row: its id, the values of its blanks, its sentence."""

    id: str
    values: dict[str, str] = {}
    text: str


class Irregularity(_Part):
    """One irregularity found: its laws, the row that fired (if one), whether a fact is open, its remedies."""

    id: str
    laws: tuple[str, ...]
    row: str | None = None
    status: Status
    remedies: tuple[Remedy, ...] = ()


class FactHeard(_Part):
    """A fact with the user's words that prove it (exact substrings), or the facts it was derived from."""

    value: str
    how: How
    quotes: tuple[str, ...] = ()
    from_: tuple[str, ...] = Field(default=(), alias="from")


class Choice(_Part):
    """One answer to the open question and the laws it leads to."""

    value: str
    text: str
    laws: tuple[str, ...]


class Question(_Part):
    """The one fact that is still missing, with where each answer leads."""

    fact: str
    text: str
    choices: tuple[Choice, ...]


class Candidate(_Part):
    """A situation the user can pick from."""

    law: str
    title: str
    situation: str


class Advice(_Part):
    """The whole answer. `laws`: the governing paragraph first; empty only for `none` and `unclear`. `answer` is what a person
    reads first: the ruling, what to do now, the question with a sentence for each choice, what else is in the story; `details`
    the rest."""

    id: str | None = None
    lang: Literal["el", "en"]
    edition: str
    status: Status
    laws: tuple[str, ...] = ()
    irregularities: tuple[Irregularity, ...] = ()
    facts: dict[str, FactHeard] = {}
    question: Question | None = None
    candidates: tuple[Candidate, ...] = ()
    answer: str
    details: str = ""
