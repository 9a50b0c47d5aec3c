"""What went wrong, as RFC 9457 problem details in the visitor's language."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from advisor.doors.web.texts import Texts, preferred

MEDIA = "application/problem+json"
_STATUS = {
    "LONG": 413,
    "SIZE": 413,
    "RATE": 429,
    "BUSY": 503,
    "BOOK": 503,
    "LOCKED": 503,
    "MOVED": 503,
    "HELD": 503,
    "DISK": 503,
    "KEY": 401,
    "ORIGIN": 403,
    "LAW": 404,
    "LOG": 404,
    "CONVERSATION": 404,
    "404": 404,
    "405": 405,
    "500": 500,
}
_OTHERS = 422


class Problem(BaseModel):
    """An RFC 9457 problem: what kind, in a line, in a sentence with the mend; `code` is the advisor's own."""

    type: str = Field(examples=["urn:advisor:problem:law"])
    title: str = Field(examples=["No such law or paragraph"])
    status: int = Field(examples=[404])
    detail: str
    code: str = Field(examples=["LAW"])
    errors: list[dict[str, Any]] | None = Field(default=None, description="The fields that do not fit, each with its place.")


def status_of(code: str) -> int:
    """The HTTP status of a code."""
    return _STATUS.get(code, _OTHERS)


def title_of(code: str, texts: Texts) -> str:
    """The problem in a line."""
    return texts(f"problem_{code}" if texts.has(f"problem_{code}") else "problem_BODY")


def detail_of(code: str, message: str, texts: Texts, **blanks: object) -> str:
    """The problem in a sentence: that of the lexicon, else the advisor's own."""
    name = f"problem_{code}_detail"
    return (texts(name, **blanks) if texts.has(name) else "") or message


def problem(request: Request, code: str, message: str = "", *, headers: dict[str, str] | None = None, **more: Any) -> Response:
    """The problem as an answer; `more` fills the blanks of its sentence, or is its `errors`."""
    texts = Texts(preferred(request.headers.get("accept-language", "")))
    errors = more.pop("errors", None)
    told = Problem(
        type=f"urn:advisor:problem:{code.lower()}",
        title=title_of(code, texts),
        status=status_of(code),
        detail=detail_of(code, message, texts, **more),
        code=code,
        errors=errors,
    )
    sent = {"Content-Language": texts.lang, "Vary": "Accept-Language", **(headers or {})}
    return JSONResponse(told.model_dump(exclude_none=True), status_of(code), sent, MEDIA)
