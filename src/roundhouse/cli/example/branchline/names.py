"""Names for the texts of the view and the log."""

from __future__ import annotations

from roundhouse.core.text import count

from .state import State


def station_id(state: State, station: int) -> str:
    return str(state.game.board_file.data["station"][station]["id"])


def station_name(state: State, station: int) -> str:
    return str(state.game.board_file.data["station"][station]["name"])


def rails(n: int) -> str:
    """Return `1 rail`, `3 rails`."""
    return count(n, "rail")


def points(n: int) -> str:
    return count(n, "point")
