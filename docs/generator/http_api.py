"""The page of the HTTP API, from the OpenAPI description of the application."""

from __future__ import annotations

import re
from typing import Any

from docs.generator.markdown import code, head, sentence, table
from fastapi.routing import APIRoute

from roundhouse.web.routes import API, openapi

INTRO = """
Every server describes its own API: `/docs` for readers, `/api/openapi.json` (OpenAPI) for tools.
[Play over HTTP](../how-to/develop/play-over-http.md) is an introduction with an example.

- Send the token from `POST /api/people` as `Authorization: Bearer <token>` with every call.
- An error has a 4xx or 5xx status and a sentence in `detail`.
  After a 4xx nothing has changed; after a 503 the outcome may be unknown, so fetch the table again.
- Optional fields are marked with `?`.
"""


def page() -> str:
    """Return the page: calls by section, then the objects that they return."""
    document = openapi()
    text = head("HTTP API", INTRO)
    for section, routers in API.items():
        routes = [route for router in routers for route in router.routes]
        paths = {route.path for route in routes if isinstance(route, APIRoute)}
        text += f"\n## {section}\n"
        for path, operations in document["paths"].items():
            if path in paths:
                for method, operation in operations.items():
                    text += _call(method, path, operation, document)
    text += "\n## Objects\n"
    for name, schema in sorted(document["components"]["schemas"].items()):
        if "properties" in schema and not name.startswith(("HTTPValidation", "Validation")):
            text += f"\n### {name}\n\n{_summary(schema)}" + _properties(schema)
    return text


def _call(method: str, path: str, operation: dict[str, Any], document: dict[str, Any]) -> str:
    text = f"\n### {method.upper()} {path}\n\n{sentence(operation.get('description', ''))}\n"
    rows = [
        (code(p["name"]) + _mark(p.get("required", False)), p["in"], _type(p["schema"]), _about(p))
        for p in operation.get("parameters", [])
        if p["in"] != "header"
    ]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body:
        schema = _resolve(body["schema"], document)
        required = schema.get("required", [])
        rows += [
            (code(name) + _mark(name in required), "body", _type(field), _about(field))
            for name, field in schema.get("properties", {}).items()
        ]
    if rows:
        text += "\n" + table(["name", "in", "type", "meaning"], rows)
    for status, answer in operation["responses"].items():
        content = answer.get("content", {}).get("application/json", {}).get("schema")
        if status.startswith("2") and content:
            text += f"\nReturns {status}: {_type(content)}.\n"
    return text


def _mark(required: bool) -> str:
    return "" if required else " ?"


def _resolve(schema: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """Follow a reference, also one that is combined with null."""
    options = schema.get("anyOf", [schema])
    for option in options:
        if "$ref" in option:
            name = option["$ref"].rpartition("/")[2]
            resolved: dict[str, Any] = document["components"]["schemas"][name]
            return resolved
    return schema


def _summary(schema: dict[str, Any]) -> str:
    about = sentence(schema.get("description", "").partition("\n\n")[0])
    return f"{about}\n\n" if about else ""


def _properties(schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    rows = [
        (code(name) + _mark(name in required), _type(field), _about(field))
        for name, field in schema["properties"].items()
    ]
    return table(["field", "type", "meaning"], rows)


def _about(field: dict[str, Any]) -> str:
    return sentence(field.get("description", ""))


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{re.sub(r'[^a-z0-9_-]', '', name.lower())})"
    if "anyOf" in schema:
        options = [_type(option) for option in schema["anyOf"]]
        return " or ".join(dict.fromkeys(options))
    kind = schema.get("type")
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_type(schema['additionalProperties'])}"
    if kind == "string" and "maxLength" in schema:
        return f"string, up to {schema['maxLength']:,} characters"
    return str(kind or "any")
