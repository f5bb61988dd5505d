"""The API documentation page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from roundhouse.web.http.json_route import REFUSED
from roundhouse.web.http.request_context import PageContext
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
def docs(context: PageContext) -> HTMLResponse:
    """Render the OpenAPI description without third-party scripts."""
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
