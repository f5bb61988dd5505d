"""Northern Pacific as pictures: the board, and the seat's own cubes."""

from __future__ import annotations

from typing import Any

from roundhouse.core.view import Drawing, View
from roundhouse.games.northern.drawing.board import draw_board
from roundhouse.games.northern.drawing.hand import draw_hand

DRAWINGS = (Drawing("board", "Map"), Drawing("hand", "What you hold", mine=True))


def draw(view: View, data: dict[str, Any], drawing: str) -> str:
    return draw_hand(view) if drawing == "hand" else draw_board(view, data)
