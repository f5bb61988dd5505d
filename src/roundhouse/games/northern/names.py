"""What things are called in Northern Pacific."""

from __future__ import annotations

from roundhouse.games.northern.state import Position

VARIANTS = ("standard", "single", "scoreless")


def city_name(position: Position, city: int) -> str:
    """A city as people call it."""
    name: str = position.game.board_file.data["city"][city]["name"]
    return name


def city_id(position: Position, city: int) -> str:
    """A city as moves call it."""
    name: str = position.game.board_file.data["city"][city]["id"]
    return name


def city_ref(position: Position, city: int) -> str:
    """What ties a choice to the city's box in the drawing."""
    return f"city:{city_id(position, city)}"


def link_ref(position: Position, start: int, end: int) -> str:
    """What ties a choice to a link in the drawing."""
    return f"link:{city_id(position, start)}-{city_id(position, end)}"
