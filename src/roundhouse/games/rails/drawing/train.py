"""The seats' boards with their trains, and the supply they draw from."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import SEAT_COLOURS, Svg
from roundhouse.core.view import View
from roundhouse.games.rails.drawing.symbols import (
    INK,
    LETTERS,
    box,
    engine,
    hat,
    house,
    item,
    worker,
)
from roundhouse.games.rails.names import ITEM_NAMES, RESOURCE_NAMES

WIDTH = 1180
SUPPLY_H = 176
SEAT_H = 178
CARRIAGE_W = 132


def draw_trains(view: View, data: dict[str, Any]) -> str:
    height = SUPPLY_H + view["seats"] * SEAT_H + 16
    svg = Svg(
        WIDTH, height, "Trains of Pacific Rails Inc.", "The supply, then a board for each seat"
    )
    svg.add("rect", width=WIDTH, height=height, class_="paper")
    _supply(svg, view, data)
    for seat in range(view["seats"]):
        _board(svg, view, data, seat, SUPPLY_H + 8 + seat * SEAT_H)
    return str(svg)


def _supply(svg: Svg, view: View, data: dict[str, Any]) -> None:
    facts = view["facts"]
    svg.text(14, 30, "Supply", "big")
    for n, name in enumerate(ITEM_NAMES):
        x = 34 + n * 62
        kind = "resource" if name in RESOURCE_NAMES else "tile"
        with svg.ref(f"{kind}:{name}", f"{name}: {facts['supply'][name]} in the supply"):
            svg.add("rect", x=x - 26, y=44, width=56, height=66, rx=5, class_="land")
            item(svg, x + 2, 66, name, 30)
            svg.text(x + 2, 102, str(facts["supply"][name]), "name middle")
    for n, row in enumerate(data["specialist"]):
        x = 452 + n * 97
        _specialist(svg, facts["specialists"][row["id"]], row, x)
    svg.text(846, 30, "Upgrades", "name")
    for n, name in enumerate(facts["tokens"]):
        x, y = 846 + (n % 4) * 82, 42 + (n // 4) * 44
        with svg.ref(f"upgrade:{name}", f"upgrade {name}: {facts['tokens'][name]} left"):
            svg.add("rect", x=x, y=y, width=78, height=38, rx=5, class_="land")
            _token(svg, x + 22, y + 19, name)
            svg.text(x + 60, y + 24, f"× {facts['tokens'][name]}", "name middle")
    svg.text(
        14,
        140,
        "G gunpowder, C coin, I iron, W wood; R rail, B bridge, T tunnel. "
        "A hire costs what its row says, by carriage 1, 2, 3.",
        "small",
    )
    svg.text(
        14, 158, "An upgrade of level n gives n resources when its carriage is reached.", "small"
    )


def _specialist(svg: Svg, left: int, row: dict[str, Any], x: float) -> None:
    with svg.ref(f"specialist:{row['id']}", f"{row['name']}: {left} left"):
        svg.add("rect", x=x, y=12, width=93, height=110, rx=5, class_="land")
        svg.text(x + 6, 28, row["name"], "name", style="font-weight:bold")
        svg.text(x + 88, 28, f"× {left}", "small", text_anchor="end")
        for n, cost in enumerate(row["cost"]):
            svg.text(x + 6, 49 + n * 25, str(n + 1), "small")
            drawn = [name for name, count in cost.items() for _ in range(count)]
            for i, name in enumerate(drawn):
                item(svg, x + 24 + i * 17, 45 + n * 25, name, 15)


def _token(svg: Svg, x: float, y: float, name: str) -> None:
    resource, level = name.split("-")
    svg.add("path", d=f"M{x - 17} {y - 14} h34 v20 l-17 9 l-17 -9 Z", class_="node")
    svg.add("text", level, x=x - 8, y=y - 2, class_="num", style="font-size:13px")
    if resource == "any":
        svg.add("text", "?", x=x + 7, y=y - 2, class_="num", style="font-size:15px")
    else:
        item(svg, x + 6, y - 3, resource, 15)


def _board(svg: Svg, view: View, data: dict[str, Any], seat: int, top: float) -> None:
    mine = view["facts"]["boards"][seat]
    with svg.ref(f"seat:{seat}", f"board of seat {seat}"):
        box(
            svg,
            8,
            top,
            WIDTH - 16,
            SEAT_H - 10,
            stroke=SEAT_COLOURS[seat],
            stroke_width=5 if seat == view["turn"] else 2,
        )
        svg.seat_cube(32, top + 26, 30, seat)
        svg.text(54, top + 33, f"{mine['score']} VP", "big")
        for n in range(mine["reserve"]):
            worker(svg, 28 + n * min(26, 110 / mine["reserve"]), top + 68, seat, 0.85)
        svg.text(16, top + 98, f"workers at home: {mine['reserve']}", "small")
        for n in range(mine["hats"]):
            hat(svg, 30 + n * 30, top + 118)
        svg.text(16, top + 142, f"hats: {mine['hats']}", "small")
        svg.text(
            16, top + 158, f"stations {mine['stations']}, telegraphs {mine['telegraphs']}", "small"
        )
        _pole(svg, data, mine, seat, top)
        _houses(svg, mine, seat, top)
        _cargo(svg, mine, top)
        engine(svg, 706, top + 74, seat, 3.2)
        for carriage in range(3):
            _carriage(svg, data, mine, carriage, 758 + carriage * (CARRIAGE_W + 4), top)


def _pole(svg: Svg, data: dict[str, Any], mine: dict[str, Any], seat: int, top: float) -> None:
    """The telegraphs, the lowest at the bottom; the VP below those that are gone are struck."""
    points = data["player"]["telegraphs"]["vp"]
    svg.text(180, top + 18, "telegraphs", "small middle")
    for n, vp in enumerate(points):
        y = top + 154 - n * 20
        left = n >= mine["telegraphs"]
        svg.add(
            "rect",
            x=168,
            y=y - 9,
            width=24,
            height=18,
            rx=3,
            stroke=INK,
            stroke_width=1,
            fill=SEAT_COLOURS[seat] if left else "none",
            opacity=0.85,
        )
        svg.add("rect", x=172, y=y - 7, width=16, height=14, rx=2, fill="var(--map-node,#fbf6e9)")
        svg.add(
            "text",
            str(vp),
            x=180,
            y=y + 0.5,
            class_="num",
            style="font-size:11px" + ("" if left else ";text-decoration:line-through"),
        )


def _houses(svg: Svg, mine: dict[str, Any], seat: int, top: float) -> None:
    svg.text(232, top + 18, "houses and what is collected", "small")
    for n, name in enumerate(RESOURCE_NAMES):
        y = top + 40 + n * 34
        item(svg, 244, y, name, 24)
        for space in range(3):
            x = 276 + space * 30
            svg.add("rect", x=x - 12, y=y - 13, width=25, height=26, rx=3, class_="node")
            # houses go from the left: what is empty is on the left
            if space >= 3 - mine["houses"][name]:
                house(svg, x, y, seat, 20)
            else:
                svg.add("text", f"+{space + 1}", x=x, y=y, class_="num", style="font-size:11px")
        svg.text(376, y + 5, f"= {mine['output'][name]}", "name")


def _cargo(svg: Svg, mine: dict[str, Any], top: float) -> None:
    drawn = [name for name, n in mine["cargo"].items() for _ in range(n)]
    svg.text(424, top + 18, f"cargo {len(drawn)} of {mine['limit']}", "small")
    for n in range(max(mine["limit"], len(drawn))):
        x, y = 440 + (n % 6) * 38, top + 48 + (n // 6) * 42
        svg.add("rect", x=x - 17, y=y - 17, width=34, height=34, rx=4, class_="node")
        if n < len(drawn):
            item(svg, x, y, drawn[n], 26)


def _carriage(
    svg: Svg, data: dict[str, Any], mine: dict[str, Any], carriage: int, x: float, top: float
) -> None:
    there = carriage < mine["carriages"]
    row = data["carriage"][carriage]
    svg.add(
        "rect",
        x=x,
        y=top + 22,
        width=CARRIAGE_W,
        height=106,
        rx=8,
        fill="var(--map-node,#fbf6e9)" if there else "none",
        stroke=INK,
        stroke_width=1.5,
        stroke_dasharray=None if there else "5 5",
        opacity=1 if there else 0.5,
    )
    svg.text(x + 8, top + 40, f"carriage {carriage + 1}", "small")
    if not there:
        svg.text(x + 8, top + 80, f"with station {carriage + 1}", "small")
        return
    for wheel in (24, CARRIAGE_W - 24):
        svg.add("circle", cx=x + wheel, cy=top + 134, r=9, class_="ink")
    upgrade = mine["upgrades"][carriage]
    if upgrade:
        _token(svg, x + CARRIAGE_W - 26, top + 46, upgrade)
    else:
        svg.add(
            "rect",
            x=x + CARRIAGE_W - 44,
            y=top + 30,
            width=36,
            height=28,
            class_="faint",
            stroke_dasharray="4 3",
        )
    for window in range(2):
        who, points = mine["windows"][carriage * 2 + window], row["window_vp"][window]
        _window(svg, x + 36 + window * 60, top + 92, who, points)


def _window(svg: Svg, x: float, y: float, who: str | None, points: int) -> None:
    """A specialist, or the points for the first to come."""
    style = "stroke-width:3" if who else "stroke-dasharray:4 3"
    svg.add("circle", cx=x, cy=y, r=23, class_="node", style=style)
    if who:
        svg.add("text", LETTERS[who], x=x, y=y, class_="num", style="font-size:19px")
    elif points:
        svg.text(x, y + 4, f"{points} VP", "small middle")
