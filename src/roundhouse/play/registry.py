"""Rooms, found by folder and by entry point.

A room is a folder of `roundhouse/games` with a `meta.py`, or a package of anybody's that is named
by an entry point of the group `roundhouse.rooms` (id = package).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any

from roundhouse.core.board import BoardFile
from roundhouse.core.errors import BadBoard, BadRoom, UnknownGame
from roundhouse.core.game import Game
from roundhouse.core.meta import Meta
from roundhouse.core.room import Room, import_furniture

PACKAGE = "roundhouse.games"
GROUP = "roundhouse.rooms"


@cache
def _packages() -> dict[str, str]:
    """The package of each room, by id."""
    ours = [room.name for room in files(PACKAGE).iterdir() if (room / "meta.py").is_file()]
    found = {name: f"{PACKAGE}.{name}" for name in sorted(ours)}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        if point.name in found:
            raise BadRoom(
                point.value,
                "meta.py",
                f"there is another game {point.name!r} already ({found[point.name]})",
            )
        found[point.name] = point.value
    return found


def _package(game: str) -> str:
    if game not in _packages():
        raise UnknownGame(f"there is no game {game!r}; there are: {', '.join(_packages())}")
    return _packages()[game]


def packages() -> tuple[str, ...]:
    """Where the rooms live: ours and others'."""
    return tuple(_packages().values())


@cache
def meta(game: str) -> Meta:
    """What is printed on a game's box."""
    package = _package(game)
    box: object = getattr(import_furniture(package, "meta.py"), "META", None)
    if not isinstance(box, Meta):
        raise BadRoom(package, "meta.py", "`META` must be a Meta (core/meta.py)")
    return box


def games() -> list[Meta]:
    """Every game there is, without loading any."""
    return sorted((meta(game) for game in _packages()), key=lambda box: (box.order, box.id))


@cache
def room(game: str) -> Room:
    """A game's room with all its furniture."""
    return Room.load(_package(game))


def text(game: str, name: str) -> str:
    """A text file of the room: `RULES.md`, `board.toml`."""
    return (files(_package(game)) / name).read_text(encoding="utf-8")


def board_name(game: str, rules: int | None = None) -> str:
    """The file of the board that a game has of its own: `board.toml`, the newest.

    Records name the digest of their board. So a room whose board has changed with its rules keeps
    the board of before: `board.rules1.toml` is that of version 1 and of any version before it.
    """
    box = meta(game)
    for version in box.older:
        name = f"board.rules{version}.toml"
        if version >= box.check_rules(rules) and (files(_package(game)) / name).is_file():
            return name
    return "board.toml"


def own_board(game: str, rules: int | None = None) -> BoardFile:
    """The board that a game has of its own, as it is under this version of the rules."""
    name = board_name(game, rules)
    return BoardFile.parse(text(game, name), f"{game}/{name}")


def read_board(path: str | Path) -> BoardFile:
    """A board file from disk, not yet checked."""
    try:
        return BoardFile.parse(Path(path).read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise BadBoard(str(path), "the file", f"cannot be read: {error}") from None


def load(
    game: str,
    board: str | Path | BoardFile | None = None,
    *,
    speed: str | None = None,
    rules: int | None = None,
    **options: Any,
) -> Game:
    """A game on its own board, or on the board file at `board`.

    `speed` is "compiled" or "interpreted"; by default the process's (ROUNDHOUSE_JIT). `rules` is
    the version of the rules to play by; by default the newest.
    """
    return open_game(game, board, options, speed, rules)


def open_game(
    game: str,
    board: str | Path | BoardFile | None,
    options: Mapping[str, Any],
    speed: str | None = None,
    rules: int | None = None,
) -> Game:
    """As `load`, with options that come from a file or a form and may have any name."""
    if board is None:
        file = own_board(game, rules)
    else:
        file = board if isinstance(board, BoardFile) else read_board(board)
    return Game(room(game), file, options, speed, rules)
