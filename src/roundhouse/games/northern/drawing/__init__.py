"""Northern Pacific as pictures: the board, and the seat's own cubes."""

from __future__ import annotations

from typing import Any

from roundhouse.core.view import Drawing, View
from roundhouse.games.northern.drawing.board import draw_board
from roundhouse.games.northern.drawing.hand import draw_hand
from roundhouse.games.northern.drawing.hand_narrow import draw_narrow_hand

DRAWINGS = (
    Drawing("board", "Map"),
    Drawing("hand", "What you hold", mine=True),
    Drawing("hand_narrow", "What you hold", mine=True, narrow=True),
)


def draw(view: View, data: dict[str, Any], drawing: str) -> str:
    if drawing == "hand_narrow":
        return draw_narrow_hand(view)
    return draw_hand(view) if drawing == "hand" else draw_board(view, data)
