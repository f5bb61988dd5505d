"""Parse the forms of pages into declared arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from fastapi import Form
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import FormData

from roundhouse.table.commands.arguments import Arguments, parse_arguments
from roundhouse.table.errors import InvalidArguments

Text = Annotated[str, Form()]
Number = Annotated[int, Form()]
MaybeNumber = Annotated[int | None, Form()]

A = TypeVar("A", bound=Arguments)


def arguments(kind: type[A], fields: Mapping[str, Any]) -> A:
    """Return the arguments of a command; report an invalid one as FastAPI does."""
    try:
        return parse_arguments(kind, fields)
    except InvalidArguments as error:
        where = ("body", error.field)
        raise RequestValidationError([{"loc": where, "msg": error.reason}]) from None


def read(kind: type[A], form: FormData, lists: Mapping[str, Any] | None = None) -> A:
    """Return a form's arguments without empty fields; `lists` replaces some."""
    filled = {name: value for name, value in form.items() if value not in (None, "")}
    return arguments(kind, {**filled, **(lists or {})})
