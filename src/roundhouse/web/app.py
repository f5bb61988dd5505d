"""Create the application."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

import roundhouse
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import ENGLISH, current_language, mark
from roundhouse.core.translation import translate as _
from roundhouse.web import routes
from roundhouse.web.http.addresses import Proxies
from roundhouse.web.http.backoff import LogThrottle
from roundhouse.web.http.errors import TooMany, Unplayable, reason, short, status_of
from roundhouse.web.http.middleware import NOT_FOUND, OuterMiddleware
from roundhouse.web.http.offline_site import PATH, OfflineSite, is_installed
from roundhouse.web.http.page_templates import STATIC, make_guide_link
from roundhouse.web.http.request_context import (
    anonymous_context,
    identified_context,
    page_request_context,
)
from roundhouse.web.operations.metrics import Metrics, RequestMetrics
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings

log = logging.getLogger("roundhouse.web")

DATABASE_LOG = LogThrottle(1.0)
NO_DATABASE = mark(
    "The database is not responding. No saved moves are lost. Reload the page in a moment, and "
    "check whether your move was made before you try again."
)


@dataclass
class UnplayablePage:
    """A table whose game is missing."""

    message: str
    code: int
    table: str
    closed: bool
    finished: bool
    hosting: bool


@dataclass
class ErrorPage:
    """An error."""

    message: str
    code: int


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application; it opens the database now and workers at startup."""
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
        openapi_url=None,  # `routes.py` serves it
        routes=[*routes.PLAIN_ROUTES],
    )
    app.openapi = routes.openapi  # type: ignore[method-assign]
    app.state.services = services
    for router in routes.ROUTERS:
        app.router.routes += router.routes  # `include_router` would build each of them again
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    if is_installed(chosen.data):
        app.mount(PATH, OfflineSite(chosen.data), name="offline")
        services.templates.globals["has_offline_site"] = True
    if chosen.docs:
        services.templates.globals["link_to_guide"] = make_guide_link(chosen.docs)
    app.add_exception_handler(RoundhouseError, _handle_refusal)
    app.add_exception_handler(HTTPException, _handle_http_error)
    app.add_exception_handler(RequestValidationError, _handle_invalid_request)
    app.add_exception_handler(SQLAlchemyError, _handle_database_error)
    app.add_middleware(OuterMiddleware, proxies=proxies, hsts=chosen.hsts)
    if metrics is not None:
        app.add_middleware(RequestMetrics, metrics=metrics)
    return app


async def _handle_refusal(request: Request, error: Exception) -> Response:
    refusal = cast(RoundhouseError, error)
    if isinstance(refusal, Unplayable) and _wants_page(request):
        return await run_in_threadpool(_unplayable_page, request, refusal)
    answer = await _error_response(request, status_of(refusal), reason(refusal))
    if isinstance(refusal, TooMany):
        answer.headers["retry-after"] = str(refusal.wait)
    return answer


async def _handle_http_error(request: Request, error: Exception) -> Response:
    problem = cast(HTTPException, error)
    translated = {404: _(NOT_FOUND), 405: _("Method Not Allowed")}
    message = translated.get(problem.status_code, str(problem.detail))
    answer = await _error_response(request, problem.status_code, message)
    for name, value in (problem.headers or {}).items():
        answer.headers[name] = value
    return answer


async def _handle_invalid_request(request: Request, error: Exception) -> Response:
    first = cast(RequestValidationError, error).errors()[0]
    where = " ".join(str(part) for part in first["loc"][1:])
    message = first["msg"]
    if "type" in first and current_language() != ENGLISH:  # of Pydantic, which writes English
        message = _("This value is missing or not valid.")
    return await _error_response(request, 422, short(f"{where}: {message}".strip(": ")))


async def _handle_database_error(request: Request, error: Exception) -> Response:
    """Answer that the database does not respond; the outcome is unknown."""
    if not isinstance(error, OperationalError | PoolTimeout):
        log.error("%s: this should not happen", request.url.path, exc_info=error)
    elif DATABASE_LOG.due:
        log.warning("%s: the database: %s", request.url.path, str(error).partition("\n")[0][:200])
    answer = await _error_response(request, 503, _(NO_DATABASE))
    answer.headers["retry-after"] = "2"
    return answer


def _unplayable_page(request: Request, error: Unplayable) -> Response:
    context = page_request_context(request)
    return context.page(
        "unplayable.html",
        UnplayablePage(
            message=str(error),
            code=status_of(error),
            table=error.table,
            closed=error.closed,
            finished=error.finished,
            hosting=context.id == error.host,
        ),
        status_of(error),
    )


def _wants_page(request: Request) -> bool:
    wants = "text/html" in request.headers.get("accept", "")
    return wants and not request.url.path.startswith("/api/")


async def _error_response(request: Request, status: int, message: str) -> Response:
    """Return the reason as JSON for API calls and as a page otherwise."""
    if not _wants_page(request):
        return JSONResponse({"detail": message}, status)
    try:
        context = await run_in_threadpool(identified_context, request)
        context.use_language()  # the thread had a context of its own
    except SQLAlchemyError:  # without a user, the page is the same for all
        context = anonymous_context(request)
    return context.page("error.html", ErrorPage(message=message, code=status), status)
