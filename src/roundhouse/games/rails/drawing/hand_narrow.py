"""The viewer's own board for narrow screens: workers, houses, cargo, buildings, train."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg, words
from roundhouse.core.view import NARROW, View
from roundhouse.games.rails.drawing.symbols import LETTERS, hat, house, item, telegraph, worker
from roundhouse.games.rails.names import RESOURCE_NAMES

WIDTH, HEIGHT = NARROW
HOUSES_AT, CARGO_AT, RIGHT_AT = 62, 172, 274
CARGO_W = 96
CARRIAGE = 31  # width of a carriage and its gap
Mine = dict[str, Any]


def draw_narrow_hand(view: View, data: dict[str, Any]) -> str:
    seat = view["seat"]
    if seat is None:
        return str(Svg(WIDTH, HEIGHT, "Your board", "You are watching. All boards are public."))
    svg = Svg(WIDTH, HEIGHT, "Your board", "Workers, houses, cargo, buildings and train")
    mine = view["facts"]["boards"][seat]
    _draw_people(svg, mine, seat)
    for n, name in enumerate(RESOURCE_NAMES):
        _draw_houses(svg, mine, seat, name, 15 + n * 27)
    _draw_cargo(svg, mine)
    _draw_built(svg, data, mine, seat)
    for carriage in range(3):
        _draw_carriage(svg, data, mine, carriage, RIGHT_AT + carriage * (CARRIAGE + 2))
    return str(svg)


def _draw_people(svg: Svg, mine: Mine, seat: int) -> None:
    """Draw workers in reserve, and hats."""
    words(svg, 2, 13, f"workers {mine['reserve']}", 11.5, bold=True)
    for n in range(mine["reserve"]):
        worker(svg, 12 + n * min(20, 34 / max(mine["reserve"] - 1, 1)), 35, seat, 0.78)
    words(svg, 2, 67, f"hats {mine['hats']}", 11.5, bold=True)
    for n in range(mine["hats"]):
        hat(svg, 15 + n * min(26, 30 / max(mine["hats"] - 1, 1)), 84)


def _draw_houses(svg: Svg, mine: Mine, seat: int, name: str, y: float) -> None:
    """Draw the row of a resource; each empty space adds 1 when collecting."""
    text = f"{name} row: {mine['houses'][name]} houses left, collects {mine['output'][name]}"
    with svg.ref(f"row:{name}", text):
        svg.add("rect", x=HOUSES_AT, y=y - 13, width=104, height=26, fill="transparent")
        item(svg, HOUSES_AT + 11, y, name, 21)
        for space in range(3):
            x = HOUSES_AT + 33 + space * 20
            svg.add("rect", x=x - 9.5, y=y - 11, width=19, height=22, rx=3, class_="node")
            if space >= 3 - mine["houses"][name]:
                house(svg, x, y - 0.5, seat, 17)
            else:
                svg.text(x, y, f"+{space + 1}", "num", style="font-size:11px")
        words(svg, HOUSES_AT + 86, y + 4.5, f"={mine['output'][name]}", 13, bold=True)


def _draw_cargo(svg: Svg, mine: Mine) -> None:
    """Draw the cargo slots in rows, smaller while the cargo is over its limit."""
    held = sum(mine["cargo"].values())
    words(svg, CARGO_AT, 13, f"cargo {held} of {mine['limit']}", 11.5, bold=True)
    slots = max(mine["limit"], held)
    columns = max(4, -(-slots // 4))
    step = CARGO_W / columns

    def slot(n: int) -> tuple[float, float]:
        return CARGO_AT + (n % columns + 0.5) * step, 31 + (n // columns) * 25

    half = min(step, 25) / 2 - 0.6
    for n in range(slots):
        x, y = slot(n)
        svg.add(
            "rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=4, class_="node"
        )
    n = 0
    for name, count in mine["cargo"].items():
        if not count:
            continue
        kind = "resource" if name in RESOURCE_NAMES else "tile"
        with svg.ref(f"{kind}:{name}", f"{count} × {name} in your cargo"):
            for place in range(n, n + count):
                item(svg, *slot(place), name, max(18, min(21, step - 2)))
        n += count


def _draw_built(svg: Svg, data: dict[str, Any], mine: Mine, seat: int) -> None:
    """Draw the number of buildings on the map, and the VP of the next telegraph."""
    house(svg, RIGHT_AT + 9, 14, seat, 18)
    words(svg, RIGHT_AT + 21, 19, str(mine["stations"]), 14, bold=True)
    telegraph(svg, RIGHT_AT + 44, 14, seat, 18)
    words(svg, RIGHT_AT + 56, 19, str(mine["telegraphs"]), 14, bold=True)
    points = data["player"]["telegraphs"]["vp"][mine["telegraphs"] :]
    if points:
        words(svg, WIDTH - 1, 18, f"+{points[0]} VP", 11, anchor="end")


def _draw_carriage(svg: Svg, data: dict[str, Any], mine: Mine, carriage: int, x: float) -> None:
    """Draw a carriage: two windows, and its upgrade below them."""
    there = carriage < mine["carriages"]
    svg.add(
        "rect",
        x=x,
        y=29,
        width=CARRIAGE,
        height=81,
        rx=5,
        class_="node" if there else "faint",
        stroke_dasharray=None if there else "5 5",
    )
    if not there:
        words(svg, x + CARRIAGE / 2, 74, str(carriage + 1), 13, anchor="middle")
        return
    for window in range(2):
        who = mine["windows"][carriage * 2 + window]
        points = data["carriage"][carriage]["window_vp"][window]
        with svg.group():
            svg.add("title", who or "empty window")
            style = "stroke-width:2.5" if who else "stroke-dasharray:4 3"
            y = 45 + 27 * window
            svg.add("circle", cx=x + CARRIAGE / 2, cy=y, r=12, class_="node", style=style)
            if who or points:
                text = LETTERS[who] if who else f"{points}"
                svg.text(x + CARRIAGE / 2, y, text, "num", style="font-size:12px")
    upgrade = mine["upgrades"][carriage]
    if upgrade:
        resource, level = upgrade.split("-")
        words(svg, x + 4, 104, level, 11, bold=True)
        if resource == "any":
            words(svg, x + 11, 104, "any", 11)
        else:
            item(svg, x + 20, 99, resource, 19)
