"""The board of Texas & Pacific as a picture."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.core.view import Drawing, View
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.drawing.banners import SIDE, draw_banner
from roundhouse.games.texas.drawing.hand import draw_hand
from roundhouse.games.texas.drawing.map import (
    MAP,
    draw_contents,
    draw_ground,
    draw_scenery,
    draw_water,
)
from roundhouse.games.texas.drawing.seats import FOOT, draw_seats
from roundhouse.games.texas.drawing.tracks import INCOME, draw_decisions, draw_income, draw_rounds

DRAWINGS = (Drawing("board"), Drawing("hand", "What you hold", mine=True))


def draw(view: View, data: dict[str, Any], drawing: str) -> str:
    if drawing == "hand":
        return draw_hand(view)
    facts, height = view["facts"], data["board"]["canvas"][1]
    width, total = MAP + SIDE, height + INCOME + FOOT
    left = len(facts["ranches_left"])
    svg = Svg(
        width,
        total,
        data["board"]["title"],
        f"Round {facts['round']}; {left} ranch markers left; "
        f"track in {len(facts['track'])} hexes. {data['board']['provenance']}",
    )
    svg.add("rect", width=width, height=total, class_="paper")
    draw_water(svg, data, height)
    for row in data["hex"]:
        draw_ground(svg, row, data, facts)
    draw_scenery(svg, data, height)
    for row in data["hex"]:  # after all of the ground: a name may run over its hex's edge
        draw_contents(svg, row, data, facts)
    draw_rounds(svg, data, facts)
    draw_decisions(svg, facts)
    step = (height - 8) / len(RAILROAD_IDS)
    for n, name in enumerate(RAILROAD_IDS):
        draw_banner(svg, view, data, name, 6 + n * step, step - 8)
    draw_income(svg, data, facts, height, width)
    draw_seats(svg, view, data, height + INCOME, width)
    return str(svg)
