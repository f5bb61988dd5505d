"""The strip below the board: what each seat has."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import SEAT_COLOURS, SEAT_LETTERS, Svg
from roundhouse.core.view import View
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import draw_cube, draw_ranch_marker

FOOT = 78  # height of the seats' strip below the income track


def draw_seats(svg: Svg, view: View, data: dict[str, Any], top: float, width: float) -> None:
    """Cash, certificates and ranches of each seat."""
    facts = view["facts"]
    share = width / view["seats"]
    for seat in range(view["seats"]):
        left = seat * share
        with svg.ref(f"seat:{seat}", f"seat {SEAT_LETTERS[seat]}: ${facts['cash'][seat]}"):
            svg.add(
                "rect",
                x=left + 5,
                y=top + 4,
                width=share - 10,
                height=FOOT - 10,
                rx=6,
                class_="land",
                stroke=SEAT_COLOURS[seat],
                stroke_width=4 if seat == view["turn"] else 1.5,
            )
            svg.seat_cube(left + 24, top + 24, 22, seat)
            svg.text(left + 42, top + 31, f"${facts['cash'][seat]}", "big")
            draw_ranch_marker(svg, left + share - 48, top + 24, True)
            svg.text(
                left + share - 33,
                top + 30,
                str(facts["ranches"][seat]),
                "name",
                style="font-size:17px;font-weight:bold",
            )
            x = left + 23
            for railroad in RAILROAD_IDS:
                held = facts["owned"][railroad][seat]
                if held:
                    draw_cube(svg, data, railroad, x, top + 55, 18)
                    svg.text(x + 12, top + 60, f"×{held}", "name")
                    x += 40
