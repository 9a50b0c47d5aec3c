"""The corpus' furniture: an incident with its truth and its tellings, and the single line of a file of tellings."""

from __future__ import annotations

import hashlib
from typing import Any, Literal

from pydantic import Field

from advisor.lexicon.models import Both, Part

Style = Literal["el", "el-noaccent", "greeklish", "mixed", "en"]
Form = Literal["forum", "note", "phone"]
Role = Literal["claimed", "ruled", "asked", "supposed", "about", "rule", "chatter"]
PLAIN = "written for this project"
HARD = f"{PLAIN} to be hard to read"
IRREGULARITY = "irregularity"


class Ruling(Part):
    """The row that fires in an edition that is no longer in force."""

    row: str


class Telling(Part):
    """One way to tell the incident, with the quotes that prove each fact; what no quote proves it does not tell.

    Tellings in the real form also say who wrote them, the deciding facts they leave `open`, the clauses in another voice than
    the teller's (`voices`: quote and role), the quotes that only sound like a fact (`traps`), and the question put.
    """

    lang: Literal["el", "en"]
    style: Style
    text: str = Field(min_length=1)
    proof: dict[str, str] = {}
    form: Form | None = None
    writer: str = ""
    open: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    voices: tuple[tuple[str, Role], ...] = ()
    traps: tuple[str, ...] = ()
    asks: str = ""
    reply: str = ""

    @property
    def is_test(self) -> bool:
        """Whether it is kept aside: a fifth by the hash of the text, so nobody chooses; of the tellings in the real form all
        of the writers in `KEPT_WRITERS`, so that what is measured there was written by nobody who was fitted on."""
        if self.writer:
            return self.writer in KEPT_WRITERS
        return hashlib.blake2b(self.text.encode(), digest_size=2).digest()[0] % 5 == 0


KEPT_WRITERS = frozenset({"w5", "w6"})


class Precedent(Both):
    """What was decided and why, and the points of the table that it turned on."""

    points: tuple[str, ...] = ()


class Incident(Part):
    """One incident: `truth` holds the irregularity and every fact its row needs (only what is told, where a telling leaves
    deciding facts open). Its row follows from that; `rulings` are those of earlier editions."""

    incident: str
    source: str = PLAIN
    truth: dict[str, str]
    also: tuple[str, ...] = ()
    rulings: dict[str, Ruling] = {}
    near_twin: str = ""
    precedent: Precedent | None = None
    tellings: tuple[Telling, ...] = Field(min_length=1)

    @property
    def name(self) -> str:
        """The irregularity, or `none` or `unclear`."""
        return self.truth.get(IRREGULARITY, "")


def of_line(value: dict[str, Any], irregularity: str) -> dict[str, Any]:
    """A line of `tellings/<law>/<irregularity>.jsonl` as the incident it stands for."""
    own = {key: value[key] for key in ("incident", "source", "also") if key in value}
    if value.get("hard"):
        own["source"] = HARD
    telling = {key: each for key, each in value.items() if key not in (*own, "hard", "truth", "incident")}
    return own | {"truth": {IRREGULARITY: irregularity, **value.get("truth", {})}, "tellings": [telling]}
