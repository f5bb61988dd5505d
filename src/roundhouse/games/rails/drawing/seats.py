"""The boards of all seats."""

from __future__ import annotations

from typing import Any

from roundhouse.core.seat_colours import SEAT_COLOURS
from roundhouse.core.svg import Svg, words
from roundhouse.core.text import SEAT_LETTERS
from roundhouse.core.view import View
from roundhouse.games.rails.drawing.holdings import HEIGHT, WIDTH, draw_holdings
from roundhouse.games.rails.drawing.symbols import box

MARGIN = 84  # for the seat's marker and points


def draw_seats(view: View, data: dict[str, Any]) -> str:
    row = HEIGHT + 16
    width, height = WIDTH + MARGIN, view["seats"] * row + 8
    svg = Svg(width, height, "Boards and trains", "One board per player")
    svg.add("rect", width=width, height=height, class_="paper")
    for seat in range(view["seats"]):
        mine, top = view["facts"]["boards"][seat], 8 + seat * row
        text = f"board of seat {SEAT_LETTERS[seat]}, {mine['score']} points"
        with svg.ref(f"seat:{seat}", text):
            thick = 6 if seat == view["turn"] else 2
            frame = {"stroke": SEAT_COLOURS[seat], "stroke_width": thick}
            box(svg, 6, top, width - 12, HEIGHT + 8, **frame)
            svg.seat_cube(42, top + 32, 36, seat)
            words(svg, 42, top + 80, str(mine["score"]), 26, anchor="middle", bold=True)
            words(svg, 42, top + 102, "VP", 15, anchor="middle")
            with svg.group(transform=f"translate({MARGIN - 4} {top + 4})"):
                draw_holdings(svg, data, mine, seat)
    return str(svg)
