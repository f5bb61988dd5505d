"""Loading of a game: import its files, and check each part of its definition."""

from __future__ import annotations

import inspect
from dataclasses import MISSING, Field, fields
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn, TypeVar, get_origin, get_type_hints

from roundhouse.core.constants import MAX_SEATS
from roundhouse.core.definition import GameDefinition
from roundhouse.core.errors import InvalidGameDefinition
from roundhouse.core.ladder import Ladder
from roundhouse.core.layout import Struct
from roundhouse.core.lesson import FILE as LESSON
from roundhouse.core.lesson import Lesson, parse_lesson
from roundhouse.core.observation import MAX_OBSERVATION_SIZE, size
from roundhouse.core.search_params import SearchParams
from roundhouse.core.translation import add_catalogues
from roundhouse.core.view import Drawing

T = TypeVar("T")

PARTS = [part for part in fields(GameDefinition) if part.metadata]
_TYPES = get_type_hints(GameDefinition)


def load_definition(package: str) -> GameDefinition:
    """Import a game and check every part.

    Args:
        package: The import path of the game's package.

    Returns:
        The definition of the game.

    Raises:
        InvalidGameDefinition: A part is missing or malformed.
        BadLesson: `lesson.toml` is malformed.
    """
    definition = GameDefinition(
        package,
        **{part.name: _import_part(package, part) for part in PARTS},
        lesson=read_lesson(package),
        ladder=_import_optional(package, "LADDER", Ladder) or Ladder(),
        guided=_import_optional(package, "GUIDED", SearchParams),
    )
    _check_values(definition)
    add_catalogues(Path(str(files(package))))
    return definition


def import_game_module(package: str, file: str) -> ModuleType:
    """Import a game's module by its file name; a package of that name also works.

    Args:
        package: The import path of the game's package.
        file: The name of the file, such as `rules.py`.

    Returns:
        The module.

    Raises:
        InvalidGameDefinition: The package or the file does not exist.
    """
    module = f"{package}.{file.removesuffix('.py')}"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name == module:
            raise InvalidGameDefinition(package, file, "the file is missing") from None
        if error.name is not None and f"{package}.".startswith(f"{error.name}."):
            raise InvalidGameDefinition(
                package, file, f"there is no package {error.name!r}"
            ) from None
        raise  # the file exists, but a module that it imports does not


def part_name(part: Field[Any]) -> str:
    """Return the name of a part in its file."""
    return part.metadata["name"] or part.name


def is_function(part: Field[Any]) -> bool:
    """Return whether a part is a function."""
    return getattr(_TYPES[part.name], "_is_protocol", False)


def expected_signature(part: Field[Any]) -> str:
    """Return the signature that a function must have, as a game's file declares it."""
    signature = inspect.signature(_TYPES[part.name].__call__)
    parameters = [f"{p.name}: {p.annotation}" for p in [*signature.parameters.values()][1:]]
    decorator = "@rule " if part.metadata["rule"] else ""
    return (
        f"{decorator}def {part_name(part)}({', '.join(parameters)}) -> "
        f"{signature.return_annotation}"
    )


def _import_part(package: str, part: Field[Any]) -> Any:
    """Import a part and check its kind."""
    file, name = part.metadata["file"], part_name(part)

    def fail(reason: str) -> NoReturn:
        raise InvalidGameDefinition(package, file, f"`{name}` {reason}")

    expected = f": {expected_signature(part)}" if is_function(part) else ""
    try:
        value = getattr(import_game_module(package, file), name)
    except AttributeError:
        if part.default is not MISSING:
            return part.default
        fail(f"is missing{expected}")
    kind = _TYPES[part.name]
    if is_function(part):
        if not callable(value):
            fail(f"must be a function{expected}")
        if part.metadata["rule"] and not hasattr(value, "__rule__"):
            fail(f"must be marked with @rule{expected}")
        actual = [*inspect.signature(value).parameters]
        if actual != [*inspect.signature(kind.__call__).parameters][1:]:
            fail(f"has the parameters ({', '.join(actual)}); expected{expected}")
    elif get_origin(kind) is type:
        if not (isinstance(value, type) and issubclass(value, Struct)):
            fail("must be a Struct (core/layout.py)")
    elif not isinstance(value, get_origin(kind) or kind):
        fail(f"must be a {(get_origin(kind) or kind).__name__}")
    return value


def _import_optional(package: str, name: str, kind: type[T]) -> T | None:
    """Return an optional value of `advice.py`, or None."""
    value: object = getattr(import_game_module(package, "advice.py"), name, None)
    if value is not None and not isinstance(value, kind):
        where = f"core/{kind.__module__.rpartition('.')[2]}.py"
        raise InvalidGameDefinition(
            package, "advice.py", f"`{name}` must be a {kind.__name__} ({where})"
        )
    return value


def read_lesson(package: str) -> Lesson | None:
    """Return a game's lesson without loading the game, or None; raise BadLesson."""
    file = files(package) / LESSON
    if not file.is_file():
        return None
    game = package.rpartition(".")[2]
    lesson = parse_lesson(file.read_text(encoding="utf-8"), f"{game}/{LESSON}")
    if lesson.game != game:
        raise InvalidGameDefinition(
            package, LESSON, f"`game` is {lesson.game!r}; it must be {game!r}"
        )
    return lesson


def _check_values(definition: GameDefinition) -> None:
    def check(is_valid: bool, file: str, reason: str) -> None:
        if not is_valid:
            raise InvalidGameDefinition(definition.package, file, reason)

    state_fields, meta, drawings = (
        definition.StateLayout.fields,
        definition.meta,
        definition.drawings,
    )
    for name in ("turn", "seats", "rules"):
        check(
            name in state_fields and not state_fields[name].shape,
            "state.py",
            f"`StateLayout` needs a number `{name}`",
        )
    check(
        bool(drawings) and all(isinstance(d, Drawing) for d in drawings),
        "drawing.py",
        "`DRAWINGS` must be a tuple of Drawing",
    )
    mine = [drawing.narrow for drawing in drawings if drawing.mine]
    check(
        not drawings[0].mine and mine in ([False], [False, True]),
        "drawing.py",
        "one of `DRAWINGS`, not the first, must be `mine`; a second one may be, `narrow` too",
    )
    numbers = size(definition.observation)
    check(
        1 <= numbers <= MAX_OBSERVATION_SIZE,
        "observe.py",
        f"`OBSERVATION` has {numbers} numbers; it must have 1 to {MAX_OBSERVATION_SIZE}",
    )
    check(
        meta.id == definition.package.rpartition(".")[2],
        "meta.py",
        f"`id` is {meta.id!r}; it must be the folder's name",
    )
    check(
        bool(meta.seats) and max(meta.seats) <= MAX_SEATS,
        "meta.py",
        f"`seats` must be numbers up to {MAX_SEATS}, the limit of the search and the drawings",
    )
