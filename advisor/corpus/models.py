"""The corpus' furniture: an incident with its truth, its ruling and its tellings."""

from __future__ import annotations

import hashlib
from typing import Literal

from pydantic import Field

from advisor.lexicon.models import Both, Part

Style = Literal["el", "el-noaccent", "greeklish", "mixed", "en"]


class Ruling(Part):
    """The expected ruling: the row that fires, the laws it cites, the lines that follow."""

    row: str = ""
    laws: tuple[str, ...] = ()
    then: tuple[str, ...] = ()


class Telling(Part):
    """One way to tell the incident, with the quotes that prove each fact and the facts it does not tell."""

    lang: Literal["el", "en"]
    style: Style
    text: str = Field(min_length=1)
    proof: dict[str, str] = {}
    silent: tuple[str, ...] = ()

    @property
    def is_test(self) -> bool:
        """Whether it belongs to the fifth that is kept aside (by the hash of the text, so nobody chooses)."""
        return hashlib.blake2b(self.text.encode(), digest_size=2).digest()[0] % 5 == 0


class Precedent(Both):
    """What was decided and why, and the points of the table that it turned on."""

    points: tuple[str, ...] = ()


class Incident(Part):
    """One incident: `truth` holds the irregularity and every fact its row needs."""

    incident: str
    source: str
    truth: dict[str, str]
    also: tuple[str, ...] = ()
    ruling: Ruling = Ruling()
    rulings: dict[str, Ruling] = {}
    near_twin: str = ""
    precedent: Precedent | None = None
    tellings: tuple[Telling, ...] = Field(min_length=1)
