"""The page that describes the API."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from roundhouse.web.show.markup import markdown
from roundhouse.web.visit import Looking

router = APIRouter(include_in_schema=False)


@router.get("/docs")
def docs(visit: Looking) -> HTMLResponse:
    """The OpenAPI description as a page, without anybody else's scripts."""
    schema: dict[str, Any] = visit.request.app.openapi()
    calls = [
        {"method": method.upper(), "path": path, **call}
        for path, methods in schema["paths"].items()
        for method, call in methods.items()
    ]
    return visit.page(
        "docs.html",
        schema=schema,
        calls=calls,
        shape=_shape,
        about=markdown(schema["info"]["description"]),
    )


def _shape(schema: dict[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " or ".join(_shape(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_shape(schema.get('items', {}))}"
    if "const" in schema:
        return repr(schema["const"])
    return str(schema.get("type", "anything"))
