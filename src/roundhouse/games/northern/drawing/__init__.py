"""Drawings of Northern Pacific: the board and a player's cubes."""

from __future__ import annotations

from typing import Any

from roundhouse.core.translation import mark
from roundhouse.core.view import Drawing, View
from roundhouse.games.northern.drawing.board import draw_board
from roundhouse.games.northern.drawing.hand import draw_hand, draw_narrow_hand

DRAWINGS = (
    Drawing("board", mark("Map")),
    Drawing("hand", mark("Your hand"), mine=True),
    Drawing("hand_narrow", mark("Your hand"), mine=True, narrow=True),
)


def draw(view: View, data: dict[str, Any], drawing: str) -> str:
    """Draw one of the sheets."""
    if drawing == "hand_narrow":
        return draw_narrow_hand(view)
    return draw_hand(view) if drawing == "hand" else draw_board(view, data)
