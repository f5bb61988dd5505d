"""Pydantic models of commands' arguments, for FastAPI and its documentation."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel, Field, create_model

from roundhouse.table.commands.arguments import (
    Arguments,
    Between,
    Description,
    MaxLength,
    declared_arguments,
    is_required,
)

_models: dict[type[Arguments], type[BaseModel]] = {}


def model_of(kind: type[Arguments]) -> type[BaseModel]:
    """Return the model with the same fields, limits and descriptions; one per kind."""
    if kind not in _models:
        _models[kind] = _new_model(kind)
    return _models[kind]


def _new_model(kind: type[Arguments]) -> type[BaseModel]:
    members: dict[str, Any] = {}
    for field, hint in declared_arguments(kind):
        plain, options = _plain_type(hint)
        if not is_required(field):
            factory = field.default_factory
            options["default"] = field.default if factory is MISSING else factory()
        members[field.name] = (plain, Field(**options))
    is_generated = (kind.__doc__ or "").startswith(f"{kind.__name__}(")
    return create_model(kind.__name__, __doc__=None if is_generated else kind.__doc__, **members)


def _plain_type(hint: Any) -> tuple[Any, dict[str, Any]]:
    """Return a type that Pydantic knows, and the options of its field."""
    if get_origin(hint) is not Annotated:
        return hint, {}
    plain, *limits = get_args(hint)
    if get_origin(plain) is list:
        item, options = _plain_type(*get_args(plain))
        plain = list[Annotated[item, Field(**options)]]  # type: ignore[valid-type]
    options = {}
    for limit in limits:
        match limit:
            case MaxLength(count):
                options["max_length"] = count
            case Between(low, below):
                options |= {"ge": low, "lt": below}
            case Description(words):
                options["description"] = words
    return plain, options
