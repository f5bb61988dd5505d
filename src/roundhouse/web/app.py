"""The app, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

import roundhouse
from roundhouse.core.errors import RoundhouseError
from roundhouse.web import api
from roundhouse.web.errors import TooMany, status_of
from roundhouse.web.pages import (
    about,
    account,
    docs,
    game,
    home,
    invitation,
    new_table,
    replay,
    table,
    upload,
)
from roundhouse.web.security import Guard
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.show.templates import STATIC
from roundhouse.web.visit import visit

PAGES = (home, new_table, invitation, table, replay, upload, game, account, docs, about)


def create_app(settings: Settings | None = None) -> FastAPI:
    """A server's app; it opens its database at once and its workers when it starts."""
    services = Services.build(settings or Settings())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await services.open()
        yield
        await services.close()

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
    app.add_exception_handler(RoundhouseError, _refusal)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_middleware(Guard)
    return app


async def _refusal(request: Request, error: Exception) -> Response:
    refusal = cast(RoundhouseError, error)
    answer = await _say(request, status_of(refusal), str(refusal))
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
    return await _say(request, 422, f"{where}: {first['msg']}".strip(": "))


async def _say(request: Request, status: int, said: str) -> Response:
    """The reason, as JSON for programs and as a page for people."""
    said = said.encode("utf-8", "replace").decode()
    wants_page = "text/html" in request.headers.get("accept", "")
    if request.url.path.startswith("/api/") or not wants_page:
        return JSONResponse({"detail": said}, status)
    visitor = await run_in_threadpool(visit, request)
    return visitor.page("error.html", status, said=said, code=status)
