"""The HTTP interface: the contract's answers under /v1."""

from __future__ import annotations

from importlib.metadata import version as version_of
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import JSONResponse, Response

from advisor.doors.web import keys, logs, models, work
from advisor.doors.web.house import Advice, Reply, editions, paths
from advisor.doors.web.pool import BusyError, Pool
from advisor.doors.web.problems import MEDIA, Problem, problem
from advisor.doors.web.settings import Settings

router = APIRouter(prefix="/v1")
_JSON = "application/json"
_MOST_FOUND = 50
_WHAT = {
    401: "A key is needed.",
    404: "There is no such thing.",
    413: "Too long or too large.",
    422: "Not as it must be.",
    429: "Too many requests; Retry-After says when to come again.",
    503: "Too many are waiting, or the book cannot be opened.",
}

Ref = Annotated[str, Path(description="A law or paragraph in any usual spelling.", max_length=60, examples=["27B1(b)"])]
Edition = Annotated[
    models.Name, Query(description="The edition of the Laws.", examples=["2017"], json_schema_extra={"enum": list(editions())})
]


def _answers(model: Any, *failing: int, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """What an operation may answer, for the OpenAPI."""
    told: dict[int | str, dict[str, Any]] = {status: {"model": model}}
    for code in (*failing, 401, 429, 503):
        told[code] = {"description": _WHAT[code], "content": {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    return told


async def _run(request: Request, task: Any, *args: Any, status: int = 200, length: int = 0) -> Response:
    """The answer of a task (`length` of the text it reads) or its problem; a key is asked for where the interface is closed."""
    settings: Settings = request.app.state.settings
    if settings.closed and not keys.owner(request.headers, settings.keys):
        return problem(request, "KEY", headers={"WWW-Authenticate": "Bearer"})
    pool: Pool = request.app.state.pool
    try:
        done: work.Done = await pool.run(task, *args, length=length)
    except BusyError:
        return problem(request, "BUSY", after=BusyError.after, headers={"Retry-After": str(BusyError.after)})
    if done.code:
        logs.noted(done.code, done.message)
        return problem(request, done.code, done.message)
    return Response(done.body, status, media_type=_JSON)


def _note(request: Request, text: str) -> None:
    """Let the server's log hold the text, where that is switched on."""
    if request.app.state.settings.texts:
        request.state.told = text


@router.post("/advise", responses=_answers(Advice, 413, 422), summary="One text in, one answer out")
async def advise(request: Request, asked: models.Asked) -> Response:
    """Which law governs what is told, what the Director does now, or the one fact that is missing."""
    _note(request, asked.text)
    return await _run(request, work.advise, asked.model_dump(), length=len(asked.text))


@router.post("/conversations", status_code=201, responses=_answers(models.Conversed, 413, 422, status=201))
async def begin(request: Request, begun: models.Begun) -> Response:
    """Begin a conversation. Its id is the only key to it: keep it."""
    _note(request, begun.text)
    asked = begun.model_dump(exclude={"id"}) | {"message": begun.id}
    return await _run(request, work.begin, request.app.state.settings.book, asked, status=201, length=len(begun.text))


@router.post("/conversations/{conversation}/turns", responses=_answers(Reply, 404, 413, 422))
async def turn(
    request: Request,
    conversation: Annotated[str, Path(max_length=80, examples=["web-0123456789abcdefghijklmn"])],
    said: models.Said,
) -> Response:
    """Say something in a conversation: tell, answer a question, correct a fact, ask why."""
    _note(request, said.text)
    book = request.app.state.settings.book
    return await _run(request, work.turn, book, conversation, said.text, said.id or "", length=len(said.text))


@router.get("/laws/{ref}", responses=_answers(models.LawPage, 404, 422))
async def law(request: Request, ref: Ref, edition: Edition = paths.EDITION) -> Response:
    """A law or paragraph: our summary in both languages, its neighbours, its tables."""
    return await _run(request, work.law, ref, edition)


@router.get("/find", responses=_answers(list[models.Found], 422))
async def find(
    request: Request,
    q: Annotated[str, Query(min_length=1, max_length=200, description="Words to look for.", examples=["penalty card"])],
    edition: Edition = paths.EDITION,
    most: Annotated[int, Query(ge=1, le=_MOST_FOUND)] = 10,
) -> Response:
    """Laws and situations that fit the words, best first."""
    return await _run(request, work.find, q, edition, most)


@router.get("/health", responses={200: {"model": models.Health}, 503: _answers(None)[503]})
async def health(request: Request) -> Response:
    """Whether texts are read and the book is open."""
    try:
        done = await request.app.state.pool.run(work.alive, request.app.state.settings.book)
    except BusyError:
        return problem(request, "BUSY", after=BusyError.after, headers={"Retry-After": str(BusyError.after)})
    return problem(request, done.code, done.message) if done.code else JSONResponse({"status": done.body})


@router.get("/version", responses={200: {"model": models.Version}})
async def version() -> Response:
    """Which program and which data answer."""
    return JSONResponse(told_version())


def told_version() -> dict[str, Any]:
    """The version of the program, its editions of the Laws, the key of its data."""
    return {"version": version_of("bridge-ruling-advisor"), "editions": list(editions()), "data": work.data_key()}


def problems_in(schema: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI with the form of problems in it, and without FastAPI's own."""
    parts = schema["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        parts.pop(name, None)
    parts["Problem"] = Problem.model_json_schema()
    for operations in schema["paths"].values():
        for operation in operations.values():
            told = operation["responses"].get("422")
            if told is not None and "application/json" in told.get("content", {}):
                del operation["responses"]["422"]
    return schema
