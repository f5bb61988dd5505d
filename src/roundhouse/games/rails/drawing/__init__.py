"""The table of Pacific Rails Inc. as three pictures: the town, the map, the trains."""

from __future__ import annotations

from typing import Any

from roundhouse.core.view import Drawing, View
from roundhouse.games.rails.drawing.hand import draw_hand
from roundhouse.games.rails.drawing.map import draw_map
from roundhouse.games.rails.drawing.town import draw_town
from roundhouse.games.rails.drawing.train import draw_trains

DRAWINGS = (
    Drawing("town"),
    Drawing("map"),
    Drawing("train"),
    Drawing("hand", "What you hold", mine=True),
)


def draw(view: View, data: dict[str, Any], drawing: str) -> str:
    if drawing == "hand":
        return draw_hand(view)
    if drawing == "map":
        return draw_map(view, data)
    if drawing == "train":
        return draw_trains(view, data)
    return draw_town(view, data)
