"""The lawbook's furniture: laws with their paragraphs, and decision tables (no language, no code)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from advisor.lawbook.numbers import law_number

Kind = Literal["incident", "rights", "judgement"]
Phase = Literal["before", "auction", "clarification", "play", "claim", "after", "procedure"]
Answer = Literal["yes", "no", "only_when", "value"]
Group = Literal["meanwhile", "steps", "never_say", "later", "tests", "collect"]
LISTS: Final = ("meanwhile", "steps", "never_say", "later", "tests", "collect")
WHATEVER: Final = "any"
_PAST: Final = {  # the facts that tell that a stage of the hand is over (`ui_stage` is worked out from the moment told)
    "auction": {"opening_lead_faced": "yes", "ui_stage": "play_over"},
    "play": {"ui_stage": "play_over"},
}
STAGE_FACTS: Final = frozenset(fact for facts in _PAST.values() for fact in facts)


class Part(BaseModel):
    """Base of all furniture: frozen, and unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Text(Part):
    """A sentence in both languages."""

    el: str = Field(min_length=3)
    en: str = Field(min_length=3)


class Paragraph(Part):
    """What one paragraph says, in our own words, in both languages."""

    el: str = Field(min_length=3)
    en: str = Field(min_length=3)
    see: tuple[str, ...] = ()


class Law(Part):
    """One law of one edition; `holds_from` is the date from which it holds, `checked` when it was last held against the text."""

    law: str
    edition: str
    holds_from: str = Field(default="", alias="from")
    checked: str = ""
    no_table: str = ""
    paragraphs: dict[str, Paragraph]


def _ask(value: object) -> object:
    return {"values": value} if isinstance(value, list) else value


class _Ask(Part):
    """What a table asks: the values, the one presumed (and what else where that is impossible), the one that governs until it is
    told, which options of an authority decide it. `instead` are those of its values of which an answer that rests on the
    presumption says what follows then (none named: all, where they are few). `talk` says that a conversation does not rest on
    the presumption: it is `asked` what was done (`first`: as if nothing were presumed; `open`: so too, but only where the story
    leaves several values open), or ruled at once and asked what comes `next`."""

    values: tuple[str, ...] = Field(min_length=2)
    presume: str = ""
    instead: tuple[str, ...] = ()
    talk: Literal["", "asked", "first", "open", "next"] = ""
    otherwise: str = ""
    until: str = ""
    unless: dict[str, str] = {}
    by: dict[str, dict[str, str]] = {}

    @property
    def waits(self) -> bool:
        """Whether what is presumed is that something was not done yet, so that a conversation goes on to ask about it."""
        return self.talk not in ("", "open")


Ask = Annotated[_Ask, BeforeValidator(_ask)]


class Row(Part):
    """One row: when these facts hold, this paragraph governs and these lines follow."""

    id: str
    law: str
    when: dict[str, str] = {}
    then: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    answer: Answer | None = None


def _step(value: object) -> object:
    return {"line": value} if isinstance(value, str) else value


def _cells(cells: object) -> object:
    """`fact: value` is `fact: [value]`."""
    if not isinstance(cells, dict):
        return cells
    return {fact: [given] if isinstance(given, str) else given for fact, given in cells.items()}


def _cases(cases: object) -> object:
    return [cases] if isinstance(cases, dict) else cases


Cells = Annotated[dict[str, tuple[str, ...]], BeforeValidator(_cells)]


class _Step(Part):
    """A line with the facts that it needs (`when`: the values of each, or several such cases of which one must do), and those
    that make it needless (`unless`); `any` stands for whatever value is known. What is for one `stage` of the hand is
    needless once that is told to be over."""

    line: str
    when: Annotated[tuple[Cells, ...], BeforeValidator(_cases)] = ()
    unless: Cells = {}
    stage: Literal["", "auction", "play", "after"] = ""

    def fits(self, known: Mapping[str, str]) -> bool:
        """Whether the line is still to be said, as far as is known: what it needs is not denied, nothing makes it needless."""

        def holds(fact: str, values: tuple[str, ...]) -> bool:
            return fact in known and (WHATEVER in values or known[fact] in values)

        denied = [any(fact in known and not holds(fact, values) for fact, values in case.items()) for case in self.when]
        past = any(known.get(fact) == value for fact, value in _PAST.get(self.stage, {}).items())
        return not past and not (denied and all(denied)) and not any(holds(*cell) for cell in self.unless.items())


Step = Annotated[_Step, BeforeValidator(_step)]


class Neighbour(Part):
    """A tempting other irregularity, and the line that says why it does not apply."""

    not_: str = Field(alias="not")
    because: str


class Point(Part):
    """Something told that points one way where the judgement is the Director's: when one of `heard` (and one of `with_`,
    if any) stands in the text, `fact` is taken to lean to `to`, and the line `say` tells so. Ids of concepts are heard.
    It counts more than the points it `outweighs`."""

    id: str
    heard: tuple[str, ...] = Field(min_length=1)
    with_: tuple[str, ...] = Field(default=(), alias="with")
    fact: str
    to: str
    say: str
    outweighs: tuple[str, ...] = ()


class Table(Part):
    """The decision table of one irregularity (or right, or judgement).

    `stands_for` names irregularities without a table of their own in this edition, of which this table holds what is known, each
    with the line that says so; it does when a fact that it asks, or one of `stands_on`, was told.
    `meanwhile` says what holds while the deciding fact is open, whatever it turns out to be: the first of its lines that fits.
    `turns_on` has the line that leads the answer while one fact is the open one, before those of `meanwhile`.
    `tells_apart` names irregularities between which a fact that this table asks decides: where the words leave two of them open,
    that is asked.
    `undoes` is true of a table about a ruling that was wrong: what was ruled on is another situation of the story.
    `if_wrong` tells what follows when a right was overstepped; `asked` is the line that somebody hears first who asks whether
    this is allowed (a rights table answers that by its rows instead).
    """

    irregularity: str
    law: str
    kind: Kind
    phase: Phase
    asks: dict[str, Ask] = {}
    impossible: tuple[dict[str, str], ...] = ()
    rows: tuple[Row, ...] = Field(min_length=1)
    exceptions: tuple[Row, ...] = ()
    asked: str = ""
    if_wrong: tuple[str, ...] = ()
    turns_on: dict[str, str] = {}
    meanwhile: tuple[Step, ...] = ()
    steps: tuple[Step, ...] = ()
    never_say: tuple[Step, ...] = ()
    later: tuple[Step, ...] = ()
    tests: tuple[Step, ...] = ()
    collect: tuple[Step, ...] = ()
    points: tuple[Point, ...] = ()
    neighbours: tuple[Neighbour, ...] = ()
    switches: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    stands_for: dict[str, str] = {}
    stands_on: tuple[str, ...] = ()
    tells_apart: tuple[str, ...] = ()
    undoes: bool = False
    edition: str = "2017"
    checked: str = ""

    def said(self, group: Group, known: Mapping[str, str]) -> tuple[str, ...]:
        """The lines of one of the lists that are still to be said, as far as is known (what is only presumed is not)."""
        entries: tuple[_Step, ...] = getattr(self, group)
        return tuple(step.line for step in entries if step.fits(known))

    def borders(self, other: Table) -> bool:
        """Whether one of two situations is named as easily taken for the other."""
        return any(one.irregularity in {n.not_ for n in two.neighbours} for one, two in ((self, other), (other, self)))

    def row_id(self, row: Row) -> str:
        """The public name of a row: law number, slash, row id."""
        return f"{self.law_number}/{row.id}"

    @property
    def law_number(self) -> str:
        """The number of the governing law, without its paragraph."""
        return law_number(self.law)

    def all_rows(self) -> tuple[Row, ...]:
        """Rows and exceptions together."""
        return self.rows + self.exceptions


class Together(Part):
    """Two or more irregularities that meet in one story, or one that such a story is taken for another (`confused`) instead of.

    `heard` names the concepts (or `table:fact=value` of what is derived) that tell it, one of each list; `handle` is a list of
    irregularities for each step, in the order in which the Director takes them (the first is meant unless the story tells
    another of the list); `confused` are those that such a story is easily taken for (`whole`: however firmly, since these
    words tell the whole); with `leads` the first of the steps alone governs, whichever was diagnosed; `heads` is the one of them
    whose ruling is said first, whichever was diagnosed; `doubtful` are facts whose words may belong to the other irregularity, so
    that they are asked rather than heard; `unless` are facts with the value that rules the meeting out, `never` concepts that do;
    `how` says how one changes the other; `neighbours` are the tempting rulings, each with the reason why it does not apply.
    """

    heard: tuple[tuple[str, ...], ...] = Field(min_length=1)
    handle: tuple[tuple[str, ...], ...] = Field(min_length=1)
    confused: tuple[str, ...] = ()
    whole: bool = False
    leads: bool = False
    heads: str = ""
    doubtful: tuple[str, ...] = ()
    unless: Mapping[str, str] = Field(default_factory=dict)
    never: tuple[str, ...] = ()
    how: tuple[str, ...] = Field(min_length=1)
    neighbours: tuple[Neighbour, ...] = Field(min_length=1)

    def handles(self, irregularity: str) -> bool:
        """Whether `irregularity` is one of those that meet here."""
        return any(irregularity in step for step in self.handle)


class Handled(Part):
    """Irregularities of one story in the order in which they are handled, how they change one another, the tempting rulings."""

    order: tuple[str, ...]
    how: tuple[str, ...]
    neighbours: tuple[Neighbour, ...]


class Pairs(Part):
    """All of one edition, by name."""

    pairs: dict[str, Together]
