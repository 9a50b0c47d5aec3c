"""The application: the page and the interface behind their guards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from advisor.doors.web import api, logs, site
from advisor.doors.web.guards import BodyLimit, RateLimit, SecureHeaders
from advisor.doors.web.pool import Pool
from advisor.doors.web.problems import problem
from advisor.doors.web.settings import Settings

if TYPE_CHECKING:
    from advisor.doors.bots.mounting import Mounted

_HOOKS = "/bots/"  # each webhook has a limit of its own, and is known by its signature
_FREE = ("/static/", "/v1/health", _HOOKS)
_SMALLEST = 600  # bytes below which packing does not pay
_MOST_ERRORS = 10


def make_app(settings: Settings) -> FastAPI:
    """The application with these settings. Raises UsageError when they cannot be used."""

    bots = _bots(settings)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(app.state.pool.start)
        async with bots.at_work() if bots is not None else nullcontext():
            yield
        await asyncio.to_thread(app.state.pool.stop)

    app = FastAPI(
        title="Bridge ruling advisor",
        version=api.told_version()["version"],
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/v1/openapi.json",
        root_path=settings.root_path,
        middleware=_guards(settings),
    )
    app.state.settings = settings
    app.state.pool = Pool(settings.readers, settings.waiting)
    app.include_router(api.router)
    app.include_router(site.router)
    if bots is not None:
        app.include_router(bots.router)
    app.add_exception_handler(RequestValidationError, _not_as_it_must_be)
    app.add_exception_handler(HTTPException, _no_such)
    app.add_exception_handler(Exception, _broken)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


def _bots(settings: Settings) -> Mounted | None:
    """The chats whose webhooks hang on this server, if any. Raises UsageError when one of them cannot be opened."""
    if not settings.bots:
        return None
    from advisor.doors.bots.mounting import Mounted

    return Mounted(settings.bots, settings.book)


def from_environment() -> FastAPI:
    """The application of a worker process, with the settings that were handed over."""
    logs.configure()
    return make_app(Settings.taken())


def _guards(settings: Settings) -> list[Middleware]:
    found = [Middleware(logs.Watched), Middleware(SecureHeaders), Middleware(GZipMiddleware, minimum_size=_SMALLEST)]
    if settings.origins:
        methods, headers = ("GET", "POST"), ("Content-Type", "X-API-Key", "Authorization")
        found.append(Middleware(CORSMiddleware, allow_origins=settings.origins, allow_methods=methods, allow_headers=headers))
    if settings.rate:
        found.append(Middleware(RateLimit, rate=settings.rate, lines=settings.keys, free=_FREE))
    return [*found, Middleware(BodyLimit, most=settings.most_bytes, free=[_HOOKS])]


def _openapi(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, routes=app.routes, description=api.__doc__)
        app.openapi_schema = api.problems_in(made)
    return app.openapi_schema


async def _not_as_it_must_be(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    if any(each["loc"] == ("path", "lang") for each in error.errors()):
        return problem(request, "404")
    return problem(request, "BODY", errors=[_field(each) for each in error.errors()[:_MOST_ERRORS]])


def _field(error: Mapping[str, Any]) -> dict[str, Any]:
    """Where it does not fit and why; not what was sent."""
    return {"at": [str(step) for step in error["loc"]], "why": str(error["msg"])}


async def _no_such(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "404", 405: "405", 400: "BODY"}.get(error.status_code, "BODY" if error.status_code < 500 else "500")
    return problem(request, code, headers=dict(error.headers or {}))


async def _broken(request: Request, error: Exception) -> Response:
    """The one guard of this door: what nobody foresaw is noted, and said in one sentence."""
    logs.log().error("broken", route=logs.route_of(request.scope), exc_info=error)
    return problem(request, "500")
