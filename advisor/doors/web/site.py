"""The addresses of the page. Each hands its work to the readers and sends what they made."""

from __future__ import annotations

import base64
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Path, Query, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from advisor.doors.web import assets, guessing, keys, logs, offline, pages, record, work
from advisor.doors.web.pool import BusyError
from advisor.doors.web.problems import detail_of, problem, status_of, title_of
from advisor.doors.web.settings import Settings
from advisor.doors.web.texts import Lang, Texts, preferred

router = APIRouter(include_in_schema=False)
COOKIE = "conversation"
_YEAR = "public, max-age=31536000, immutable"
_MONTH = 2_592_000  # seconds that a phone keeps its conversation
_MOST_SAID = 20_000
_BASIC = 'Basic realm="log", charset="UTF-8"'
Number = Annotated[int, Path(ge=1, le=2**53)]
Told = Annotated[str, Form(max_length=_MOST_SAID)]
Count = Annotated[str, Form(pattern=r"^[0-9]{0,3}$")]


async def _run(request: Request, task: Any, *args: Any, length: int = 0) -> work.Done:
    try:
        done: work.Done = await request.app.state.pool.run(task, *args, length=length)
    except BusyError:
        return work.Done(code="BUSY")
    logs.noted(done.code, done.message)
    return done


async def _shown(request: Request, lang: Lang, task: Any, *args: Any, part: bool = False, length: int = 0) -> Response:
    """What a task (that reads so long a text) made as a page, or a page (for a part of one: a problem) that says why not."""
    done = await _run(request, task, *args, length=length)
    if not done.code:
        return HTMLResponse(done.body, headers={"Content-Language": lang, "Vary": "Accept-Language, Cookie"})
    if part:
        return problem(request, done.code, done.message, after=BusyError.after)
    return await _failed(request, lang, done.code, done.message)


async def _failed(request: Request, lang: Lang, code: str, message: str = "") -> Response:
    texts = Texts(lang)
    told = detail_of(code, message, texts, after=BusyError.after)
    done = pages.failed(lang, _root(request), title_of(code, texts), told)
    return HTMLResponse(done.body, status_of(code))


def _root(request: Request) -> str:
    """What stands before every address (`--root-path`)."""
    return str(request.app.state.settings.root_path)


def _book(request: Request) -> str:
    return str(request.app.state.settings.book)


def _same_site(request: Request) -> bool:
    """Whether a form was sent from a page of this very site."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host", "")


@router.get("/")
async def first(request: Request) -> Response:
    """The first screen, in the language that the browser asks for."""
    return await home(request, preferred(request.headers.get("accept-language", "")))


@router.get("/static/{stamp}/{name}")
async def static(request: Request, stamp: str, name: str) -> Response:
    """A static file, kept by the browser for good: its address changes with it."""
    found = assets.content(name)
    if found is None or stamp != assets.stamp():
        return problem(request, "404")
    kind = assets.TYPES[name[name.rindex(".") :]]
    return Response(found, headers={"Cache-Control": _YEAR, "Content-Type": kind})


@router.get("/manifest.webmanifest")
async def manifest(request: Request, lang: Lang = "en") -> Response:
    """What a phone needs to put the page on its home screen."""
    return JSONResponse(offline.manifest(pages.Site(lang, _root(request))), media_type="application/manifest+json")


@router.get("/sw.js")
async def service_worker(request: Request) -> Response:
    """The service worker, with the list of what it keeps."""
    script = offline.worker(_root(request))
    return Response(script, headers={"Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache"})


@router.get("/offline/{key}/guess.json")
async def guess_data(request: Request, key: str) -> Response:
    """The part of the judge that a phone takes along."""
    return await _packed(request, key, guessing.packed)


@router.get("/offline/{key}/{lang}.json")
async def offline_data(request: Request, key: str, lang: Lang) -> Response:
    """The lawbook and its texts in one language, for when there is no signal."""
    return await _packed(request, key, offline.packed, lang)


async def _packed(request: Request, key: str, task: Any, *args: Any) -> Response:
    """What a phone takes along, under the key of today's data only."""
    if key != work.data_key():
        return problem(request, "404")
    done = await _run(request, task, *args)
    if done.code:
        return problem(request, done.code, done.message, after=BusyError.after)
    packed = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(base64.b85decode(done.body), headers={"Cache-Control": _YEAR, "Content-Type": "application/json", **packed})


@router.get("/{lang}")
async def home(request: Request, lang: Lang) -> Response:
    """The first screen, or the conversation of this phone as it stands."""
    return await _shown(request, lang, pages.home, _book(request), lang, _root(request), request.cookies.get(COOKIE, ""))


@router.post("/{lang}/say")
async def say(
    request: Request,
    lang: Lang,
    text: Told = "",
    message: Annotated[str, Form(max_length=80)] = "",
    fresh: Annotated[str, Form(max_length=1)] = "",
    board: Count = "",
    table: Count = "",
) -> Response:
    """Take a message; with the header X-Part only the answer is sent back, else the browser is led to the whole page."""
    if not _same_site(request):
        return await _failed(request, lang, "ORIGIN")
    texts = Texts(lang)
    noted = ((name, value) for name, value in (("save_board", board), ("save_table", table)) if value)
    said = [text] if text.strip() else [" ".join(texts(name, value=value) for name, value in noted)]
    if fresh:
        said.insert(0, texts("new_send"))
    part = request.headers.get("x-part") == "1"
    name = request.cookies.get(COOKIE, "")
    name = name if work.ours(name) and len(name) <= 80 else work.new_name()
    if request.app.state.settings.texts:
        request.state.told = text
    answered = await _shown(
        request,
        lang,
        pages.say,
        _book(request),
        lang,
        _root(request),
        name,
        tuple(filter(str.strip, said)),
        message,
        part,
        part=part,
        length=len(text),
    )
    if answered.status_code == 200 and not part:
        answered = RedirectResponse(f"{_root(request)}/{lang}", 303)
    secure = request.url.scheme == "https"
    answered.set_cookie(COOKIE, name, _MONTH, path=_root(request) or "/", secure=secure, httponly=True, samesite="lax")
    return answered


@router.get("/{lang}/table")
async def table_view(request: Request, lang: Lang) -> Response:
    """The table view of the incident in hand."""
    return await _shown(request, lang, pages.table_view, _book(request), lang, _root(request), request.cookies.get(COOKIE, ""))


@router.get("/{lang}/situations")
async def situations(request: Request, lang: Lang) -> Response:
    """The menu of situations."""
    return await _shown(request, lang, pages.situations, lang, _root(request))


@router.get("/{lang}/laws")
async def laws(request: Request, lang: Lang, q: Annotated[str, Query(max_length=200)] = "") -> Response:
    """All laws, or those that fit the words."""
    if q.strip():
        return await _shown(request, lang, pages.found, lang, _root(request), q)
    return await _shown(request, lang, pages.law_list, lang, _root(request))


@router.get("/{lang}/law/{ref}")
async def law(request: Request, lang: Lang, ref: Annotated[str, Path(max_length=60)]) -> Response:
    """A law."""
    return await _shown(request, lang, pages.law, lang, _root(request), ref)


@router.get("/{lang}/chart/{name}.svg")
async def chart_file(request: Request, lang: Lang, name: str) -> Response:
    """A decision chart as a file."""
    done = await _run(request, pages.chart, lang, _root(request), name[:80], True)
    return Response(done.body, media_type="image/svg+xml") if not done.code else await _failed(request, lang, done.code)


@router.get("/{lang}/chart/{name}")
async def chart(request: Request, lang: Lang, name: str) -> Response:
    """A decision chart as a page."""
    return await _shown(request, lang, pages.chart, lang, _root(request), name[:80], False)


@router.get("/{lang}/offline")
async def without_signal(request: Request, lang: Lang) -> Response:
    """The page for when there is no signal."""
    return await _shown(request, lang, pages.offline, lang, _root(request))


def _let_in(request: Request, lang: Lang) -> Response | None:
    """Nothing when the visitor brings a key, else the answer that asks for one."""
    settings: Settings = request.app.state.settings
    if keys.owner(request.headers, settings.keys):
        return None
    texts = Texts(lang)
    told = texts("problem_KEY_page_detail" if settings.keys else "log_closed")
    asks = {"WWW-Authenticate": _BASIC} if settings.keys else {}
    page = pages.failed(lang, _root(request), title_of("KEY", texts), told).body
    return HTMLResponse(page, 401 if settings.keys else 403, headers=asks)


@router.get("/{lang}/log")
async def log(request: Request, lang: Lang, q: Annotated[str, Query(max_length=200)] = "") -> Response:
    """The incidents on record."""
    return _let_in(request, lang) or await _shown(request, lang, record.log, _book(request), lang, _root(request), q)


@router.get("/{lang}/log/export.{form}")
async def export(request: Request, lang: Lang, form: str) -> Response:
    """Everything on record, as a file."""
    turned_away = _let_in(request, lang)
    if turned_away is not None:
        return turned_away
    done = await _run(request, record.export, _book(request), form)
    if done.code:
        return await _failed(request, lang, done.code, done.message)
    kind = "application/json" if form == "json" else "text/csv; charset=utf-8"
    return Response(done.body, headers={"Content-Type": kind, "Content-Disposition": f'attachment; filename="log.{form}"'})


@router.post("/{lang}/log/purge")
async def purge(request: Request, lang: Lang, keep: Annotated[int, Form(ge=0, le=100_000)]) -> Response:
    """Delete what has not been touched for so many days."""
    if not _same_site(request):
        return await _failed(request, lang, "ORIGIN")
    return _let_in(request, lang) or await _shown(request, lang, record.purge, _book(request), lang, _root(request), keep)


@router.get("/{lang}/log/unread")
async def unread(request: Request, lang: Lang) -> Response:
    """The messages that are on no record."""
    return _let_in(request, lang) or await _shown(request, lang, record.unread, _book(request), lang, _root(request))


@router.post("/{lang}/log/unread/delete")
async def forget(
    request: Request, lang: Lang, conversation: Annotated[str, Form(max_length=200)], number: Annotated[int, Form(ge=1, le=2**53)]
) -> Response:
    """Take a message that is on no record out of its conversation."""
    return await _gone(request, lang, "log/unread", record.forget, conversation, number)


@router.get("/{lang}/log/{number}")
async def incident(request: Request, lang: Lang, number: Number) -> Response:
    """The report of one incident."""
    return _let_in(request, lang) or await _shown(request, lang, record.incident, _book(request), lang, _root(request), number)


@router.post("/{lang}/log/{number}/delete")
async def delete(request: Request, lang: Lang, number: Number) -> Response:
    """Take one incident off the record."""
    return await _gone(request, lang, "log", record.delete, number)


async def _gone(request: Request, lang: Lang, then: str, task: Any, *args: Any) -> Response:
    """What a task deletes for those who may, and back to the list."""
    if not _same_site(request):
        return await _failed(request, lang, "ORIGIN")
    turned_away = _let_in(request, lang)
    if turned_away is not None:
        return turned_away
    done = await _run(request, task, _book(request), *args)
    if done.code:
        return await _failed(request, lang, done.code, done.message)
    return RedirectResponse(f"{_root(request)}/{lang}/{then}", 303)
