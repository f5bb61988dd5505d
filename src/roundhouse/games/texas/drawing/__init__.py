"""Drawings of Texas & Pacific: the map, the railroads and a player's holdings."""

from __future__ import annotations

from typing import Any

from roundhouse.core.translation import mark
from roundhouse.core.view import Drawing, View
from roundhouse.games.texas.drawing.hand import draw_hand, draw_narrow_hand
from roundhouse.games.texas.drawing.map import draw_map
from roundhouse.games.texas.drawing.railroads import draw_railroads

DRAWINGS = (
    Drawing("map", mark("Map")),
    Drawing("railroads", mark("Railroads")),
    Drawing("hand", mark("Your holdings"), mine=True),
    Drawing("hand_narrow", mark("Your holdings"), mine=True, narrow=True),
)


def draw(view: View, data: dict[str, Any], drawing: str) -> str:
    """Draw one of the sheets."""
    parts = {
        "map": draw_map,
        "railroads": draw_railroads,
        "hand": draw_hand,
        "hand_narrow": draw_narrow_hand,
    }
    return parts[drawing](view, data)
