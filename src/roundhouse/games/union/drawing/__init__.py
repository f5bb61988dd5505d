"""Drawings of Union Pacific: the map, the companies with the cards, and the hand."""

from __future__ import annotations

from typing import Any

from roundhouse.core.translation import mark
from roundhouse.core.view import Drawing, View
from roundhouse.games.union.drawing.hand import draw_hand, draw_narrow_hand
from roundhouse.games.union.drawing.map import draw_map
from roundhouse.games.union.drawing.table import draw_table

DRAWINGS = (
    Drawing("board", mark("Map")),
    Drawing("table", mark("Companies and cards")),
    Drawing("hand", mark("Your hand"), mine=True),
    Drawing("hand_narrow", mark("Your hand"), mine=True, narrow=True),
)


def draw(view: View, data: dict[str, Any], drawing: str) -> str:
    """Draw one of the drawings of a view."""
    if drawing == "hand_narrow":
        return draw_narrow_hand(view, data)
    if drawing == "hand":
        return draw_hand(view, data)
    return draw_table(view, data) if drawing == "table" else draw_map(view, data)
