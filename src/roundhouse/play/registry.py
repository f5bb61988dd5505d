"""Rooms, found by folder: a room is a folder of `games` with a `meta.py`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from roundhouse.core.board import Sheet
from roundhouse.core.errors import BadBoard, UnknownGame
from roundhouse.core.game import Game, Room
from roundhouse.core.meta import Meta

PACKAGE = "roundhouse.games"
FURNITURE = ("boards", "actions", "state", "rules", "view", "drawing", "advice", "laws")


@cache
def _ids() -> tuple[str, ...]:
    found = [room.name for room in files(PACKAGE).iterdir() if (room / "meta.py").is_file()]
    return tuple(sorted(found))


@cache
def meta(game: str) -> Meta:
    """What is printed on a game's box."""
    if game not in _ids():
        raise UnknownGame(f"there is no game {game!r}; there are: {', '.join(_ids())}")
    box: Meta = import_module(f"{PACKAGE}.{game}.meta").META
    return box


def games() -> list[Meta]:
    """Every game there is, without loading any."""
    return sorted((meta(game) for game in _ids()), key=lambda box: (box.shelf, box.id))


@cache
def room(game: str) -> Room:
    """A game's room with all its furniture."""
    box = meta(game)
    return Room(box, *(import_module(f"{PACKAGE}.{game}.{name}") for name in FURNITURE))


def text(game: str, name: str) -> str:
    """A text file of the room: `RULES.md`, `board.toml`."""
    meta(game)
    return (files(PACKAGE) / game / name).read_text(encoding="utf-8")


def read_board(path: str | Path) -> Sheet:
    """A board file from disk, not yet checked."""
    try:
        return Sheet.parse(Path(path).read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise BadBoard(str(path), "the file", f"cannot be read: {error}") from None


def load(
    game: str, board: str | Path | Sheet | None = None, *, speed: str | None = None, **options: Any
) -> Game:
    """A game on its own board, or on the board file at `board`.

    `speed` is "compiled" or "interpreted"; by default the process's (ROUNDHOUSE_JIT).
    """
    return open_game(game, board, options, speed)


def open_game(
    game: str, board: str | Path | Sheet | None, options: Mapping[str, Any],
    speed: str | None = None,
) -> Game:
    """As `load`, with options that come from a file or a form and may have any name."""
    if board is None:
        sheet = Sheet.parse(text(game, "board.toml"), f"{game}/board.toml")
    else:
        sheet = board if isinstance(board, Sheet) else read_board(board)
    return Game(room(game), sheet, options, speed)
