"""A chat as data: what comes in, what is answered, what one chat can show. One protocol serves every chat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict

from advisor.doors.bots.house import Post

Kind = Literal["text", "press", "edit", "unsupported", "start"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Incoming(_Part):
    """One message as a chat sent it, in the chat's own ids.

    `message` is unique in its chat, `place` orders the messages of a chat, `on` is the message that is edited or pressed upon,
    `pressed` what the button carried, `thread` a conversation inside a chat, `ack` what a press is acknowledged by, `lang` what
    the chat knows of the writer's language. A group's message is `addressed` when it speaks to us."""

    chat: str
    person: str
    message: str
    place: int = 0
    kind: Kind = "text"
    text: str = ""
    pressed: str = ""
    on: str = ""
    thread: str = ""
    ack: str = ""
    lang: str = ""
    private: bool = True
    addressed: bool = True


class Choice(_Part):
    """A choice: its number (what may be typed instead), its words, and what the button that shows it carries."""

    number: int
    label: str
    payload: str


class Answer(_Part):
    """What is said: lines (the one at `strong` stands out; -1: none does), the choices (`listed`: they stand in the lines),
    for a press the choice that it made. A `note` is short and about the press, not about the game."""

    lang: str
    lines: tuple[str, ...]
    strong: int = -1
    choices: tuple[Choice, ...] = ()
    listed: bool = False
    note: bool = False
    pressed: Choice | None = None
    shown: tuple[Choice, ...] = ()


class Limits(_Part):
    """What a chat can take (each with its source in `limits`): a text, a text above buttons, how these are counted, the
    number of buttons, the length of a label and of what it carries (in bytes)."""

    text: int
    above: int
    unit: Literal["utf16", "chars", "bytes"]
    buttons: int
    label: int
    payload: int


class LaterError(Exception):
    """It was certainly not sent: try again after some seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"again in {seconds:g} s")
        self.seconds = seconds


class UnsureError(Exception):
    """It may have been sent, or not."""


class RefusedError(Exception):
    """The chat will never take this message; the reason is a word or a code, never the text."""


class WindowError(Exception):
    """The chat takes nothing until its people write again."""


class GoneError(Exception):
    """Nothing can be sent to this chat any more."""


class MovedError(Exception):
    """The chat has a new address."""

    def __init__(self, chat: str) -> None:
        super().__init__("moved")
        self.chat = chat


class Door(Protocol):
    """One chat platform: how an answer is dressed for it, how it is sent. What it hears, it gives to its office."""

    name: str
    window: float | None
    """Seconds after the last message from a chat in which it may be written to; None: always."""

    def dress(self, answer: Answer, incoming: Incoming) -> Sequence[Mapping[str, Any]]:
        """The messages, as data of this chat, that show an answer."""

    def rest(self, lang: str) -> str:
        """How to write to us in private (a link, if the chat has one)."""

    def before(self, post: Post) -> Mapping[str, Any]:
        """What to remember of the moment before sending, to find out later whether it arrived."""

    async def send(self, post: Post) -> str:
        """Send it once; the chat's id of what was sent. Raises one of the errors above."""

    async def arrived(self, post: Post) -> str | bool | None:
        """Whether a message whose sending was cut off arrived: its id, or True; False; None when that is not known yet."""
