"""The app, put together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as WaitedTooLong
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

import roundhouse
from roundhouse.core.errors import RoundhouseError
from roundhouse.web import api
from roundhouse.web.addresses import Proxies
from roundhouse.web.errors import TooMany, Unplayable, reason, short, status_of
from roundhouse.web.express import Express, Key, Refuse, Stop, stops
from roundhouse.web.guard import Guard
from roundhouse.web.metrics import Counted, Metrics
from roundhouse.web.pages import (
    about,
    account,
    board_editor,
    boards,
    data,
    docs,
    game,
    health,
    home,
    invitation,
    learn,
    new_table,
    notices,
    profile,
    puzzles,
    recovery,
    replay,
    result,
    review,
    table,
    talk,
    tournament,
    upload,
)
from roundhouse.web.patience import Seldom
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.show.templates import STATIC
from roundhouse.web.visit import known_visit, unknown_visit, visit

log = logging.getLogger("roundhouse.web")

PAGES = (
    *(home, learn, new_table, invitation, table, talk, replay, result, upload, game),
    *(board_editor, boards, puzzles, review),
    *(notices, data, account, profile, tournament, recovery, docs, about, health),
)
SAID = Seldom(1.0)
NO_DATABASE = (
    "The database does not answer just now. Nothing that was played is lost; "
    "try again in a moment, and look first whether your move was made."
)


def create_app(settings: Settings | None = None) -> FastAPI:
    """A server's app; it opens its database at once and its workers when it starts."""
    chosen = settings or Settings()
    proxies = Proxies(chosen.proxies)
    services = Services.build(chosen)
    metrics = Metrics(services) if chosen.metrics else None

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        if metrics is not None:
            metrics.open(chosen.metrics)
        await services.open()
        yield
        await services.close()
        if metrics is not None:
            metrics.close()

    app = FastAPI(
        title="Roundhouse",
        version=roundhouse.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        description=api.ABOUT,
    )
    app.state.services = services
    app.include_router(api.router)
    for page in PAGES:
        app.include_router(page.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    refuse: dict[type[Exception], Refuse] = {
        RoundhouseError: _refusal,
        HTTPException: _http,
        RequestValidationError: _invalid,
        SQLAlchemyError: _no_database,
    }
    for kind, answer in refuse.items():
        app.add_exception_handler(kind, answer)
    app.add_middleware(Express, stops=_stops(), refuse=refuse)
    app.add_middleware(Guard, proxies=proxies, hsts=chosen.hsts)
    if metrics is not None:
        app.add_middleware(Counted, metrics=metrics)
    return app


def _stops() -> dict[Key, Stop]:
    """What the express serves."""
    return {
        **stops(api.deeds.router.routes, "/api"),
        **stops(api.tables.router.routes, "/api"),
        **stops(table.router.routes),
    }


async def _refusal(request: Request, error: Exception) -> Response:
    refusal = cast(RoundhouseError, error)
    if isinstance(refusal, Unplayable) and _wants_page(request):
        return await run_in_threadpool(_unplayable, request, refusal)
    answer = await _say(request, status_of(refusal), reason(refusal))
    if isinstance(refusal, TooMany):
        answer.headers["retry-after"] = str(refusal.wait)
    return answer


async def _http(request: Request, error: Exception) -> Response:
    problem = cast(HTTPException, error)
    said = "There is nothing here." if problem.status_code == 404 else str(problem.detail)
    answer = await _say(request, problem.status_code, said)
    for name, value in (problem.headers or {}).items():
        answer.headers[name] = value
    return answer


async def _invalid(request: Request, error: Exception) -> Response:
    first = cast(RequestValidationError, error).errors()[0]
    where = " ".join(str(part) for part in first["loc"][1:])
    return await _say(request, 422, short(f"{where}: {first['msg']}".strip(": ")))


async def _no_database(request: Request, error: Exception) -> Response:
    """Whatever was asked for has not been done, or it cannot be known whether it was."""
    if not isinstance(error, OperationalError | WaitedTooLong):
        log.error("%s: this should not happen", request.url.path, exc_info=error)
    elif SAID.due:
        log.warning("%s: the database: %s", request.url.path, str(error).partition("\n")[0][:200])
    answer = await _say(request, 503, NO_DATABASE)
    answer.headers["retry-after"] = "2"
    return answer


def _unplayable(request: Request, error: Unplayable) -> Response:
    visitor = visit(request)
    return visitor.page(
        "unplayable.html",
        error.status,
        said=str(error),
        code=error.status,
        table=error.table,
        closed=error.closed,
        finished=error.finished,
        hosting=visitor.id == error.host,
    )


def _wants_page(request: Request) -> bool:
    wants = "text/html" in request.headers.get("accept", "")
    return wants and not request.url.path.startswith("/api/")


async def _say(request: Request, status: int, said: str) -> Response:
    """The reason, as JSON for programs and as a page for people."""
    if not _wants_page(request):
        return JSONResponse({"detail": said}, status)
    try:
        visitor = await run_in_threadpool(known_visit, request)
    except SQLAlchemyError:  # the page is the same for everybody then
        visitor = unknown_visit(request)
    return visitor.page("error.html", status, said=said, code=status)
