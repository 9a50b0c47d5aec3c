"""The bodies of the HTTP interface, as its OpenAPI shows them. Answers are the contract's."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from advisor.doors.web.house import Reply, editions, paths

_STORY = "West led face up, but it was East's lead"
Short = Annotated[str, StringConstraints(max_length=200)]
Name = Annotated[str, StringConstraints(max_length=80)]


EDITION: Any = Field(default=paths.EDITION, json_schema_extra={"enum": list(editions())})


class _Body(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)


class Asked(_Body):
    """A text to be ruled on: a line of `advisor batch`. `answers` are facts already answered."""

    model_config = ConfigDict(
        frozen=True,
        strict=True,
        json_schema_extra={"examples": [{"text": _STORY, "lang": "auto"}, {"text": _STORY, "answers": {"dummy_seen": "yes"}}]},
    )

    text: str = Field(min_length=1, description="What happened; at most 20,000 characters.")
    id: Short | None = Field(default=None, description="Comes back in the answer.")
    lang: Literal["auto", "el", "en"] = "auto"
    edition: Name = EDITION
    authority: Name | None = None
    answers: dict[Name, Name] = Field(default_factory=dict, max_length=100)


class Begun(_Body):
    """How a conversation begins: its settings, and its first message if there is one (`id`: of that message)."""

    model_config = ConfigDict(frozen=True, strict=True, json_schema_extra={"examples": [{"lang": "auto", "text": _STORY}]})

    text: str = Field(default="", description="The first message; without one the reply is the welcome.")
    id: Short | None = Field(default=None, description="The id of the first message.")
    lang: Literal["auto", "el", "en"] = "auto"
    edition: Name = EDITION
    authority: Name | None = None


class Said(_Body):
    """One message of a conversation. The same `id` is answered once: sent again it gives the same reply."""

    model_config = ConfigDict(frozen=True, strict=True, json_schema_extra={"examples": [{"text": "why?", "id": "m2"}]})

    text: str = Field(min_length=1)
    id: Short | None = None


class Conversed(BaseModel):
    """A conversation begun: the id under which to go on, and the first reply."""

    id: str
    reply: Reply


class Text(BaseModel):
    """A sentence in both languages."""

    el: str
    en: str


class LawPage(BaseModel):
    """A law or paragraph with all below it; `tables` are the irregularities decided by this law."""

    ref: str = Field(examples=["27B1(b)"])
    edition: str
    from_: str = Field(alias="from", description="The date from which it holds, where it is known.")
    link: str = Field(description="The federation's bilingual page.")
    title: Text
    paragraphs: dict[str, Text]
    see: list[str]
    tables: list[str]


class Found(BaseModel):
    """Something that fits the words looked for."""

    ref: str
    en: str
    el: str


class Health(BaseModel):
    """That texts are read and the book is open."""

    status: Literal["ok"]


class Version(BaseModel):
    """Which program this is, which editions of the Laws it holds, and the key of its data."""

    version: str
    editions: list[str]
    data: str
