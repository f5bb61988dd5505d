"""Drawings of Pacific Rails Inc.: town, map, Congress, supply, boards, and hand."""

from __future__ import annotations

from typing import Any

from roundhouse.core.translation import mark
from roundhouse.core.view import Drawing, View
from roundhouse.games.rails.drawing.hand import draw_hand, draw_narrow_hand
from roundhouse.games.rails.drawing.holdings import draw_seats
from roundhouse.games.rails.drawing.map import draw_map
from roundhouse.games.rails.drawing.market import draw_market
from roundhouse.games.rails.drawing.town import draw_town

DRAWINGS = (
    Drawing("town", mark("Town and goals")),
    Drawing("map", mark("Map")),
    Drawing("market", mark("Congress and supply")),
    Drawing("seats", mark("Boards and trains")),
    Drawing("hand", mark("Your board"), mine=True),
    Drawing("hand_narrow", mark("Your board"), mine=True, narrow=True),
)
_DRAW = {
    "town": draw_town,
    "map": draw_map,
    "market": draw_market,
    "seats": draw_seats,
    "hand": draw_hand,
    "hand_narrow": draw_narrow_hand,
}


def draw(view: View, data: dict[str, Any], drawing: str) -> str:
    return _DRAW[drawing](view, data)
