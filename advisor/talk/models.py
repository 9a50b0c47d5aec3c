"""A conversation as data: its turns, its state, its replies; all frozen, all JSON."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from advisor.advice import Advice, Status
from advisor.base import paths

Kind = Literal[
    "advice",
    "lookup",
    "why",
    "why_not",
    "what_if",
    "asked",
    "noted",
    "report",
    "changes",
    "precedents",
    "script",
    "table",
    "facts",
    "menu",
    "help",
    "hand",
    "record",
    "new",
    "undone",
    "language",
    "thanks",
    "more",
    "puzzled",
]
Stage = Literal["now", "auction_end", "partner_lead", "play", "play_end", "correction", "report"]
LONGEST_REPLY = 2_000  # characters, while an incident is in hand; its first telling may be as long as any text
STAGES: tuple[Stage, ...] = ("now", "auction_end", "partner_lead", "play", "play_end", "correction", "report")


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Button(_Part):
    """A tappable choice: what it shows, and the message that tapping it sends."""

    label: str
    send: str


class Turn(_Part):
    """One incoming message: its id (the same id is answered once), its text, when it came (ISO 8601, or nothing)."""

    id: str = ""
    text: str
    at: str = ""


class Details(_Part):
    """What the record says beside the ruling; nothing is required, and nothing is about a person."""

    club: str = ""
    event: str = ""
    session: str = ""
    round: str = ""
    board: str = ""
    table: str = ""
    seats: str = ""


class State(_Part):
    """Where a conversation stands: the settings, the incident in hand, what has been asked, told and offered, and the lines of
    the last reply that are left to say. `sent` are the messages of the incident that its story tells otherwise than they were
    typed, `retold` the parts of the story that nobody sent in these words; `pending` is a message that may be a new incident,
    `refused` the situations that the director ruled out, `aside` says that the last reply was a look-up or a menu, `said` are
    the marks of the replies given, `claims` what players say that is no fact yet, `supposed` what the last reply supposed, `fine`
    the story (once a correction was made) that holds no irregularity."""

    lang: Literal["auto", "el", "en"] = "auto"
    spoken: Literal["el", "en"] = "en"
    edition: str = paths.EDITION
    authority: str | None = None
    story: tuple[str, ...] = ()
    sent: tuple[str, ...] = ()
    retold: tuple[str, ...] = ()
    irregularity: str = ""
    also: tuple[str, ...] = ()
    answers: dict[str, str] = {}
    unknown: tuple[str, ...] = ()
    question: str = ""
    put: tuple[str, ...] = ()
    offered: tuple[Button, ...] = ()
    rest: tuple[str, ...] = ()
    stage: Stage = "now"
    misses: int = 0
    number: int = 0
    details: Details = Details()
    pending: str = ""
    refused: tuple[str, ...] = ()
    aside: bool = False
    said: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    supposed: dict[str, str] = {}
    fine: tuple[str, ...] = ()

    @property
    def speaks(self) -> Literal["el", "en"]:
        """The language of the next reply."""
        return self.spoken if self.lang == "auto" else self.lang

    def incident(self) -> tuple[object, ...]:
        """All that the ruling depends on: two states with the same are the same incident as far as it has got."""
        return (self.number, self.story, self.irregularity, self.also, self.answers, self.unknown, self.details, self.refused)

    @property
    def at_hand(self) -> bool:
        """Whether there is an incident in hand."""
        return bool(self.irregularity or self.story)


class Standing(_Part):
    """A message that stands (0 is the beginning), the state after it, the number of the one below it, and the numbers of the
    newest ones, itself included, that changed the incident and that chose the language (0: none)."""

    number: int = 0
    text: str = ""
    state: State
    below: int = 0
    changed: int = 0
    switched: int = 0


class Reply(_Part):
    """One answer: what it is, what a person reads, what was understood (at most two lines), what may be tapped, what is still
    to be done in this hand, the fact asked and the value that the words rather tell (shown beside the question, and the first
    choice), the lines that speak of the message and not of the ruling, and the advice it rests on (the incident in hand), if
    any."""

    kind: Kind
    lang: Literal["el", "en"]
    text: str
    understood: tuple[str, ...] = ()
    choices: tuple[Button, ...] = ()
    todo: tuple[str, ...] = ()
    status: Status | None = None
    laws: tuple[str, ...] = ()
    asks: str = ""
    leans: str = ""
    ahead: tuple[str, ...] = ()
    advice: Advice | None = None
