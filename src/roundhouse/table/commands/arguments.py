"""Arguments of commands: the fields of a form, and the body of an API call."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Protocol, TypeVar, get_args, get_origin, get_type_hints

from roundhouse.table.errors import InvalidArguments


@dataclass(frozen=True)
class MaxLength:
    """The most characters of a string, or items of a list."""

    count: int


@dataclass(frozen=True)
class Between:
    """An integer that is at least `low` and less than `below`."""

    low: int
    below: int


@dataclass(frozen=True)
class Description:
    """What an argument means, for the documentation."""

    words: str


class Arguments(Protocol):
    """A dataclass of arguments."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


A = TypeVar("A", bound=Arguments)
_INTEGER = re.compile(r"[+-]?[0-9]{1,20}")


def parse_arguments(kind: type[A], mapping: Mapping[str, Any]) -> A:
    """Return the arguments from the fields of a form or a JSON object.

    Raises InvalidArguments with the field and the reason. Unknown fields are ignored.
    """
    values = {}
    for declared, hint in declared_arguments(kind):
        name = declared.name
        if name in mapping:
            values[name] = _parse(name, hint, mapping[name])
        elif is_required(declared):
            raise InvalidArguments(name, "Field required")
    return kind(**values)


@cache
def declared_arguments(kind: type[Arguments]) -> tuple[tuple[Field[Any], Any], ...]:
    """Return each field with its type and limits."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((field, hints[field.name]) for field in fields(kind))


def is_required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _parse(name: str, hint: Any, value: Any) -> Any:
    limits: list[Any] = []
    if get_origin(hint) is Annotated:
        hint, *limits = get_args(hint)
    if get_origin(hint) is UnionType:
        if value is None:
            return None
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    result = _of_type(name, hint, value)
    for limit in limits:
        _check(name, limit, result)
    return result


def _of_type(name: str, hint: Any, value: Any) -> Any:
    if hint is int:
        if isinstance(value, str) and _INTEGER.fullmatch(value.strip()):
            return int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise InvalidArguments(name, "Input should be a valid integer")
        return value
    if hint is str:
        if not isinstance(value, str):
            raise InvalidArguments(name, "Input should be a valid string")
        return value
    if not isinstance(value, list):
        raise InvalidArguments(name, "Input should be a valid list")
    (item,) = get_args(hint)
    return [_parse(f"{name} {n}", item, each) for n, each in enumerate(value)]


def _check(name: str, limit: Any, value: Any) -> None:
    if isinstance(limit, MaxLength) and len(value) > limit.count:
        unit = "characters" if isinstance(value, str) else "items"
        raise InvalidArguments(name, f"Input should have at most {limit.count} {unit}")
    if isinstance(limit, Between) and not limit.low <= value < limit.below:
        bounds = f"at least {limit.low} and less than {limit.below}"
        raise InvalidArguments(name, f"Input should be {bounds}")


MAX_MOVES = 50  # in one request
Move = Annotated[str, MaxLength(400)]
Level = Annotated[str, MaxLength(60), Description("Name of the bot; empty: the default level")]


@dataclass(kw_only=True)
class NoArguments:
    """A command without arguments."""


@dataclass(kw_only=True)
class MoveArguments:
    ply: Annotated[int, Description("Ply of the position you decided on")]
    move: Move = ""
    moves: Annotated[
        list[Move], MaxLength(MAX_MOVES), Description("Several moves in a row, instead of `move`")
    ] = field(default_factory=list)
    seat: Annotated[int | None, Description("Your seat, if you have several")] = None


@dataclass(kw_only=True)
class UndoArguments:
    ply: Annotated[
        int | None, Description("Undo back to this ply; default: before your last decision")
    ] = None


@dataclass(kw_only=True)
class SeatArguments:
    seat: Annotated[int, Description("Number of the seat")]


@dataclass(kw_only=True)
class BotSeatArguments(SeatArguments):
    level: Level = ""


@dataclass(kw_only=True)
class DaysOffArguments(SeatArguments):
    days: Annotated[int, Description("Number of days")]


@dataclass(kw_only=True)
class OrderArguments(SeatArguments):
    kind: Annotated[str, MaxLength(40), Description("As offered")]
    about: Annotated[str, MaxLength(80), Description("As offered")] = ""
    amount: Annotated[int | None, Description("Amount, if the order takes one")] = None


@dataclass(kw_only=True)
class BotSpeedArguments:
    bot_delay: Annotated[
        str, MaxLength(20), Description("As for a new table; empty: the default")
    ] = ""


@dataclass(kw_only=True)
class CancelOrderArguments(SeatArguments):
    number: Annotated[
        int | None, Description("Number of the order, from 0; default: all orders")
    ] = None


@dataclass(kw_only=True)
class JoinArguments:
    invite: Annotated[str, MaxLength(60), Description("The secret at the end of an share link")] = (
        ""
    )
    name: Annotated[str, MaxLength(200)] = ""


@dataclass(kw_only=True)
class HintArguments:
    ply: Annotated[int, Description("Ply of the position you decided on")]


@dataclass(kw_only=True)
class ForkArguments:
    ply: Annotated[int, Description("Ply to continue from")]
    seat: Annotated[int, Description("Your seat; bots take the others")]
    level: Level = ""
