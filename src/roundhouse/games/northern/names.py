"""Names of cities and variants in Northern Pacific."""

from __future__ import annotations

from roundhouse.core.translation import mark
from roundhouse.games.northern.state import State

VARIANTS = (mark("standard"), mark("single"), mark("scoreless"))


def city_name(state: State, city: int) -> str:
    """Return the name of a city as players read it."""
    name: str = state.game.board_file.data["city"][city]["name"]
    return name


def city_id(state: State, city: int) -> str:
    """Return the id of a city as moves write it."""
    name: str = state.game.board_file.data["city"][city]["id"]
    return name


def city_ref(state: State, city: int) -> str:
    """Return the reference that links a choice to a city in the drawing."""
    return f"city:{city_id(state, city)}"


def link_ref(state: State, start: int, end: int) -> str:
    """Return the reference that links a choice to a link in the drawing."""
    return f"link:{city_id(state, start)}-{city_id(state, end)}"
