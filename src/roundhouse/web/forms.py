"""Forms of pages: what was said in them, as the arguments that are declared for it."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from fastapi import Form
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.datastructures import FormData

Text = Annotated[str, Form()]
Number = Annotated[int, Form()]
MaybeNumber = Annotated[int | None, Form()]

Arguments = TypeVar("Arguments", bound=BaseModel)


def arguments(kind: type[Arguments], given: dict[str, Any]) -> Arguments:
    """Arguments of this kind; what is wrong with them is told as for any bad request."""
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        raise RequestValidationError(
            [{**fault, "loc": ("body", *fault["loc"])} for fault in error.errors()]
        ) from None


def read(kind: type[Arguments], form: FormData) -> Arguments:
    """The fields of a form; one that was left empty was not filled in."""
    said = {name: form.get(name) for name in kind.model_fields}
    return arguments(kind, {name: value for name, value in said.items() if value not in (None, "")})
