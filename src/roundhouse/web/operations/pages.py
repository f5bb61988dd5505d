"""The API documentation, the about page and health checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse
from markupsafe import Markup

import roundhouse
from roundhouse.core.meta import Meta
from roundhouse.play import registry
from roundhouse.web.http.plain_routes import REFUSED
from roundhouse.web.http.request_context import PageContext, RequestContext, services_of
from roundhouse.web.http.threads import in_thread, run_long_page
from roundhouse.web.learning.rulebook import inline_markdown, markdown

router = APIRouter(include_in_schema=False)


@dataclass
class DocsPage:
    """The OpenAPI description."""

    schema: dict[str, Any]
    calls: list[dict[str, Any]]
    shape: Callable[[dict[str, Any]], str]
    about: Markup
    errors: dict[str, Any]
    inline: Callable[[str], Markup]


@router.get("/docs")
async def docs(context: PageContext) -> HTMLResponse:
    """Render the OpenAPI description without third-party scripts."""
    return await run_long_page(context.client_key, _docs, context)


def _docs(context: RequestContext) -> HTMLResponse:
    schema: dict[str, Any] = context.request.app.openapi()
    calls = [
        {"method": method.upper(), "path": path, **call}
        for path, methods in schema["paths"].items()
        for method, call in methods.items()
    ]
    return context.page(
        "api_docs.html",
        DocsPage(
            schema=schema,
            calls=calls,
            shape=_shape,
            about=markdown(schema["info"]["description"]),
            errors={str(code): answer for code, answer in REFUSED.items()},
            inline=inline_markdown,
        ),
    )


def _shape(schema: dict[str, Any]) -> str:
    """Describe a schema in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " or ".join(_shape(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_shape(schema.get('items', {}))}"
    if "const" in schema:
        return repr(schema["const"])
    return str(schema.get("type", "anything"))


@dataclass
class AboutPage:
    """The games of this server."""

    games: list[Meta]


@router.get("/about")
def about(context: PageContext) -> HTMLResponse:
    return context.page("about.html", AboutPage(games=registry.games()))


@router.get("/health")
async def health() -> JSONResponse:
    """Return the version, without using the database or a thread."""
    return JSONResponse({"version": roundhouse.__version__})


@router.get("/health/database")
async def database(request: Request) -> JSONResponse:
    """Return the version; 503 unless the database answers and has its schema."""
    saved = services_of(request).storage.database
    current = await in_thread(saved.has_current_schema)
    return JSONResponse({"version": roundhouse.__version__}, 200 if current else 503)
