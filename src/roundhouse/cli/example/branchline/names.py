"""What things are called when people read them: used by the view and the log alike."""

from __future__ import annotations

from roundhouse.core.text import count

from .state import Position


def station_id(position: Position, station: int) -> str:
    return str(position.game.board_file.data["station"][station]["id"])


def station_name(position: Position, station: int) -> str:
    return str(position.game.board_file.data["station"][station]["name"])


def rails(n: int) -> str:
    """`1 rail`, `3 rails`."""
    return count(n, "rail")


def points(n: int) -> str:
    return count(n, "point")
