"""What a game is: everything a room gives the rest of the house, on one page.

A room is a package with the same files as every other. `Room.load` imports them, takes each piece
from the file that the page below names, and complains about a piece that is missing or misshapen
by its name and its file. Nothing outside `core` reaches into a room's modules.

The pieces marked `@rule` are compiled (`core/contract.py` says what each does); the others are
plain Python for people.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic

from roundhouse.core.board import BoardFile
from roundhouse.core.board_layout import BoardLayout
from roundhouse.core.codec import Codec
from roundhouse.core.contract import MOST_SEATS
from roundhouse.core.errors import BadRoom
from roundhouse.core.ladder import Ladder
from roundhouse.core.layout import Struct
from roundhouse.core.lesson import FILE as LESSON
from roundhouse.core.lesson import Lesson
from roundhouse.core.lesson import read as read_lesson
from roundhouse.core.meta import Meta
from roundhouse.core.observation import MOST, Feature, size
from roundhouse.core.orders import Order, OrderOffer, Step
from roundhouse.core.search_settings import SearchSettings
from roundhouse.core.view import Drawing, End, Event, ScorePart, View

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from roundhouse.core.game import Position

    B = TypeVar("B", bound=Struct, default=Any)
    S = TypeVar("S", bound=Struct, default=Any)
    W = TypeVar("W", bound=Struct, default=Any)
    T = TypeVar("T")
else:
    from typing import TypeVar

    B, S, W, T = TypeVar("B"), TypeVar("S"), TypeVar("W"), TypeVar("T")


def _piece(file: str, name: str = "", *, rule: bool = False) -> Any:
    """Where a piece is written, and under which name if that is not the field's."""
    return field(metadata={"file": file, "name": name, "rule": rule})


@dataclass(frozen=True)
class Room(Generic[B, S, W]):
    """A game, loaded. B, S and W are its own structs: board, state and scratch."""

    package: str
    # What is printed on the box: options, rules version, stage, whether seats have secrets.
    meta: Meta = _piece("meta.py", "META")
    # The structs. A state has `turn`, `seats` and `rules`; scratch is never part of a position.
    Board: type[B] = _piece("state.py")
    State: type[S] = _piece("state.py")
    Scratch: type[W] = _piece("state.py")
    # Board file -> tables, every fault named; board file -> words of the actions.
    build: Callable[[BoardFile], B] = _piece("boards.py")
    codec: Callable[[BoardFile], Codec] = _piece("actions.py")
    # What the tables of a board file mean to somebody who edits it.
    board_layout: BoardLayout = _piece("boards.py", "LAYOUT")
    # The rules.
    setup: Callable[[B, S, int, list[int]], None] = _piece("rules.py", rule=True)
    legal: Callable[[B, S, W, list[int]], int] = _piece("rules.py", rule=True)
    weight: Callable[[B, S, int], int] = _piece("rules.py", rule=True)
    apply: Callable[[B, S, W, int], None] = _piece("rules.py", rule=True)
    scores: Callable[[B, S, list[int]], None] = _piece("rules.py", rule=True)
    ranks: Callable[[B, S, W, list[int]], None] = _piece("rules.py", rule=True)
    redeal: Callable[[B, S, W, int, list[int]], None] = _piece("rules.py", rule=True)
    # Advice for bots.
    value: Callable[[B, S, W, list[int]], None] = _piece("advice.py", rule=True)
    hunch: Callable[[B, S, W], int] = _piece("advice.py", rule=True)
    prefer: Callable[[B, S, W, int, int], int] = _piece("advice.py", rule=True)
    search: SearchSettings = _piece("advice.py", "SEARCH")
    # What a network sees, and what each of its numbers is.
    observation: tuple[Feature, ...] = _piece("observe.py", "OBSERVATION")
    observe: Callable[[B, S, W, int, list[int]], None] = _piece("observe.py", rule=True)
    # What a seat may know (None: a spectator), as data.
    view: Callable[[Position[B, S, W], int | None], View] = _piece("view.py")
    # A move's line in the log, as a seat may read it: before, action, after, seat.
    sentence: Callable[[Position[B, S, W], int, Position[B, S, W], int | None], str] = _piece(
        "log.py"
    )
    # The move's own words with what the seat may not know struck out: before, action, seat.
    redact: Callable[[Position[B, S, W], int, int | None], str] = _piece("log.py")
    # How a finished game ended.
    end: Callable[[Position[B, S, W]], End] = _piece("log.py")
    # What a move set off that deserves a card: before, action, after, seat; most set off nothing.
    events: Callable[[Position[B, S, W], int, Position[B, S, W], int | None], tuple[Event, ...]] = (
        _piece("log.py")
    )
    # Where the points of a finished game came from; the parts add up to the scores.
    breakdown: Callable[[Position[B, S, W]], tuple[ScorePart, ...]] = _piece("log.py")
    # The drawings that make up the table, and view -> SVG: view, the board file's data, which.
    drawings: tuple[Drawing, ...] = _piece("drawing.py", "DRAWINGS")
    draw: Callable[[View, dict[str, Any], str], str] = _piece("drawing.py")
    # The laws that the step before -> words -> after breaks, each in a sentence.
    broken: Callable[[B, S | None, str, S], list[str]] = _piece("laws.py")
    # Standing orders: those a seat can give now, and what one says to a position.
    orders: Callable[[Position[B, S, W], int], list[OrderOffer]] = _piece("orders.py")
    carry_out: Callable[[Position[B, S, W], int, Order], Step] = _piece("orders.py")
    # The guided first game of `lesson.toml`, for people; a room may do without.
    lesson: Lesson | None = None
    # How far its levels of bots think (`LADDER` in advice.py); a room may do without.
    ladder: Ladder = Ladder()
    # `search` where a network guides it (`GUIDED` in advice.py); None: no other numbers than these.
    guided: SearchSettings | None = None

    def search_settings(self, guided: bool) -> SearchSettings:
        """What a search is tuned by, with a network to guide it or without."""
        return (self.guided or self.search) if guided else self.search

    @property
    def rules(self) -> dict[str, Callable[..., Any]]:
        """The compiled pieces by name: what the contract's placeholders stand for."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.metadata.get("rule")}

    @classmethod
    def load(cls, package: str) -> Room:
        """The room in this package, every piece looked at."""
        found: dict[str, Any] = {}
        for f in fields(cls):
            if f.metadata:
                found[f.name] = _take(package, f.metadata["file"], f.metadata["name"] or f.name)
        room = cls(
            package,
            **found,
            lesson=_lesson(package),
            ladder=_advice(package, "LADDER", Ladder) or Ladder(),
            guided=_advice(package, "GUIDED", SearchSettings),
        )
        _check(room)
        return room


# What the plain values must be. Callables are looked at by the number of their parameters.
_KINDS: dict[str, type] = {
    "meta": Meta,
    "search": SearchSettings,
    "drawings": tuple,
    "observation": tuple,
    "board_layout": BoardLayout,
}


def _take(package: str, file: str, name: str) -> Any:
    module = import_furniture(package, file)
    try:
        return getattr(module, name)
    except AttributeError:
        raise BadRoom(package, file, f"`{name}` is missing") from None


def _advice(package: str, name: str, kind: type[T]) -> T | None:
    """Numbers for bots that a room may give, and may do without."""
    found: object = getattr(import_furniture(package, "advice.py"), name, None)
    if found is not None and not isinstance(found, kind):
        where = f"core/{kind.__module__.rpartition('.')[2]}.py"
        raise BadRoom(package, "advice.py", f"`{name}` must be a {kind.__name__} ({where})")
    return found


def _lesson(package: str) -> Lesson | None:
    """The room's guided first game, its shape looked at; raises BadLesson."""
    file = files(package) / LESSON
    if not file.is_file():
        return None
    game = package.rpartition(".")[2]
    lesson = read_lesson(file.read_text(encoding="utf-8"), f"{game}/{LESSON}")
    if lesson.game != game:
        raise BadRoom(package, LESSON, f"`game` is {lesson.game!r}; it must be {game!r}")
    return lesson


def import_furniture(package: str, file: str) -> ModuleType:
    """The module a file of a room holds; a folder of that name will do."""
    module = f"{package}.{file.removesuffix('.py')}"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name == module:
            raise BadRoom(package, file, "the file is missing") from None
        if error.name is not None and f"{package}.".startswith(f"{error.name}."):
            raise BadRoom(package, file, f"there is no package {error.name!r}") from None
        raise  # the file is there; something that it imports is not


def _check(room: Room) -> None:
    for f in fields(room):
        if not f.metadata:
            continue
        piece, file, name = getattr(room, f.name), f.metadata["file"], f.metadata["name"] or f.name
        if f.name in _KINDS:
            kind = _KINDS[f.name]
            if not isinstance(piece, kind):
                raise BadRoom(room.package, file, f"`{name}` must be a {kind.__name__}")
        elif f.name in ("Board", "State", "Scratch"):
            if not (isinstance(piece, type) and issubclass(piece, Struct)):
                raise BadRoom(room.package, file, f"`{name}` must be a Struct (core/layout.py)")
        else:
            _check_function(room.package, file, name, piece, f.metadata["rule"], str(f.type))
    for name in ("turn", "seats", "rules"):
        if name not in room.State.fields or room.State.fields[name].shape:
            raise BadRoom(room.package, "state.py", f"`State` needs a number `{name}`")
    if not room.drawings or not all(isinstance(d, Drawing) for d in room.drawings):
        raise BadRoom(room.package, "drawing.py", "`DRAWINGS` must be a tuple of Drawing")
    mine = [drawing.narrow for drawing in room.drawings if drawing.mine]
    if room.drawings[0].mine or mine not in ([False], [False, True]):
        raise BadRoom(
            room.package,
            "drawing.py",
            "one of `DRAWINGS`, not the first, must be `mine`; a second one may be, `narrow` too",
        )
    if not 1 <= size(room.observation) <= MOST:
        raise BadRoom(
            room.package,
            "observe.py",
            f"`OBSERVATION` has {size(room.observation)} numbers; it must have 1 to {MOST}",
        )
    if room.meta.id != room.package.rpartition(".")[2]:
        raise BadRoom(
            room.package, "meta.py", f"`id` is {room.meta.id!r}; it must be the folder's name"
        )
    if not room.meta.seats or max(room.meta.seats) > MOST_SEATS:
        raise BadRoom(
            room.package,
            "meta.py",
            f"`seats` must be numbers up to {MOST_SEATS}: what "
            "the search and the drawings are made for",
        )


def _check_function(
    package: str, file: str, name: str, piece: object, rule: bool, declared: str
) -> None:
    if not callable(piece):
        raise BadRoom(package, file, f"`{name}` must be a function")
    if rule and not hasattr(piece, "__rule__"):
        raise BadRoom(package, file, f"`{name}` must be marked with @rule")
    wanted = _parameters(declared)
    given = list(inspect.signature(piece).parameters)
    if len(given) != wanted:
        raise BadRoom(
            package,
            file,
            f"`{name}` takes {len(given)} parameters "
            f"({', '.join(given)}); it must take {wanted}: core/room.py",
        )


def _parameters(declared: str) -> int:
    """How many parameters `Callable[[...], ...]` names; brackets inside belong to one of them."""
    depth, commas = 0, 0
    for letter in declared[declared.index("[[") + 2 :]:
        if letter == "]" and depth == 0:
            break
        depth += (letter == "[") - (letter == "]")
        commas += letter == "," and depth == 0
    return commas + 1
