"""The map: terrain, track, cities, starts and engines.

Terrain is told apart by its pattern (hills have humps, rivers waves, mountains a peak) and a tile
by its letter, so that the map reads without colours.
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import SEAT_LETTERS, Svg
from roundhouse.core.view import View
from roundhouse.games.rails.drawing.symbols import INK, engine, house, telegraph

CELL = 62
EDGE = 26
GROUND = {
    "P": "#efe2b6",
    "H": "#d3b184",
    "W": "#b5d3e4",
    "M": "#a8a5a8",
    "C": "#fbf6e9",
    "S": "#fbf6e9",
}
TERRAIN = {"P": "plains", "H": "hills", "W": "river", "M": "mountain", "C": "city", "S": "start"}
TILE = {"P": ("R", "rail"), "H": ("T", "tunnel"), "W": ("B", "bridge")}
PATTERNS = {
    "H": "M8 38 Q18 18 28 38 M26 38 Q36 22 46 38",
    "W": "M8 20 q7 -6 14 0 t14 0 t12 0 M8 34 q7 -6 14 0 t14 0 t12 0",
}
SHIFT = "translate(3 3)"  # the patterns below are drawn for 56
PEAK = "M8 46 L28 10 L48 46 Z"
SNOW = "M28 10 L20.500 23.500 L26 21 L29 26 L35.500 23.500 Z"


def draw_map(view: View, data: dict[str, Any]) -> str:
    grid = data["map"]["terrain"]["grid"]
    width, height = len(grid[0]) * CELL + 2 * EDGE, len(grid) * CELL + 2 * EDGE
    svg = Svg(
        width,
        height,
        "Map of Pacific Rails Inc.",
        "R, B and T are rails, bridges and tunnels that have been laid",
    )
    svg.add("rect", width=width, height=height, class_="paper")
    for x in range(len(grid[0])):
        for y in (EDGE - 9, height - EDGE + 17):
            svg.text(EDGE + (x + 0.5) * CELL, y, chr(ord("a") + x), "name middle")
    for y in range(len(grid)):
        for side in (EDGE / 2, width - EDGE / 2):
            svg.text(side, EDGE + (y + 0.5) * CELL + 4, str(y + 1), "name middle")
    drawing = _Map(svg, view, data, grid)
    for y, row in enumerate(grid):
        for x, letter in enumerate(row):
            if letter not in "CS":
                drawing.cell(x, y, letter)
    for city in data["city"]:
        drawing.city(city)
    for start in data["start"]:
        drawing.start(start)
    drawing.route()
    return str(svg)


def _name(x: int, y: int) -> str:
    return f"{chr(ord('a') + x)}{y + 1}"


class _Map:
    def __init__(self, svg: Svg, view: View, data: dict[str, Any], grid: list[str]) -> None:
        self.svg, self.facts, self.grid = svg, view["facts"], grid
        self.track, self.fresh = set(self.facts["track"]), set(self.facts["fresh"])
        self.walked = set(self.facts["walked"])
        self.net = self.track | {_name(*row["at"]) for row in (*data["city"], *data["start"])}
        self.here: dict[str, list[int]] = {}
        for seat, places in enumerate(self.facts["engines"]):
            for place in places:
                self.here.setdefault(place, []).append(seat)

    def corner(self, x: int, y: int) -> tuple[float, float]:
        return EDGE + x * CELL, EDGE + y * CELL

    def cell(self, x: int, y: int, letter: str) -> None:
        svg, name = self.svg, _name(x, y)
        left, top = self.corner(x, y)
        laid = name in self.track
        label = f"{name}, {TERRAIN[letter]}" + (f", {TILE[letter][1]} laid" if laid else "")
        with svg.ref(f"cell:{name}", label, transform=f"translate({left:g} {top:g})"):
            svg.add(
                "rect",
                width=CELL,
                height=CELL,
                fill=GROUND[letter],
                stroke="var(--map-faint,#b7a57c)",
                stroke_width=0.8,
            )
            if letter == "M":
                svg.add("path", d=PEAK, transform=SHIFT, fill="#6d6a6d", stroke=INK, stroke_width=1)
                svg.add("path", d=SNOW, transform=SHIFT, fill="#ffffff")
            elif letter in PATTERNS:
                svg.add(
                    "path",
                    d=PATTERNS[letter],
                    transform=SHIFT,
                    fill="none",
                    stroke_width=2,
                    stroke="#8a6239" if letter == "H" else "#5b90b3",
                    opacity=0.35 if laid else 1,
                )
            if laid:
                self._tile(x, y, letter, name in self.fresh)

    def _tile(self, x: int, y: int, letter: str, fresh: bool) -> None:
        """Track towards every neighbour that carries a line, and the tile's letter."""
        svg, half = self.svg, CELL / 2
        ways = [
            (dx, dy)
            for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1))
            if _name(x + dx, y + dy) in self.net
        ]
        for stroke, wide, dash in ((INK, 13, "3 5"), ("#ffffff", 7, None), (INK, 2, None)):
            path = "".join(f"M{half:g} {half:g} l{dx * half:g} {dy * half:g} " for dx, dy in ways)
            svg.add(
                "path",
                d=path or f"M{half - 8:g} {half:g} h16",
                fill="none",
                stroke=stroke,
                stroke_width=wide,
                stroke_dasharray=dash,
            )
        svg.add(
            "circle",
            cx=half,
            cy=half,
            r=10,
            fill="#ffffff" if not fresh else "#f0e442",
            stroke=INK,
            stroke_width=3 if fresh else 1.5,
        )
        svg.add(
            "text",
            TILE[letter][0],
            x=half,
            y=half + 0.5,
            class_="num",
            style=f"font-size:12px;fill:{INK}",
        )

    def city(self, row: dict[str, Any]) -> None:
        svg, facts, name = self.svg, self.facts, row["id"]
        x, y = self.corner(*row["at"])
        station, wire = facts["stations"].get(name), facts["telegraphs"].get(name)
        label = f"{row['name']} ({_name(*row['at'])})"
        if station is not None:
            label += f", station of seat {SEAT_LETTERS[station]}"
        if wire is not None:
            label += f", telegraph of seat {SEAT_LETTERS[wire]}"
        built = station is not None or wire is not None
        with svg.ref(f"city:{name}", label):
            svg.add(
                "rect",
                x=x + 1,
                y=y + 1,
                width=CELL - 2,
                height=CELL - 2,
                rx=10,
                class_="node",
                style="stroke-width:3.5" if built else "stroke-dasharray:5 3",
            )
            if station is not None:
                house(svg, x + 16, y + 15, station, 20)
            if wire is not None:
                telegraph(svg, x + CELL - 17, y + 15, wire, 20)
            if not built and not self.here.get(name):
                svg.add("circle", cx=x + CELL / 2, cy=y + 18, r=6, class_="ink")
            self._engines(name, x, y + 38)
            self._label(row["name"], x + CELL / 2, y + CELL - 5)

    def start(self, row: dict[str, Any]) -> None:
        svg, name = self.svg, row["id"]
        x, y = self.corner(*row["at"])
        with svg.ref(f"start:{name}", f"start {row['name']} ({_name(*row['at'])})"):
            svg.add(
                "rect",
                x=x + 1,
                y=y + 1,
                width=CELL - 2,
                height=CELL - 2,
                class_="node",
                style="stroke-width:3",
            )
            svg.add("rect", x=x + 6, y=y + 5, width=CELL - 12, height=13, class_="ink")
            svg.add(
                "text",
                "MILE 1",
                x=x + CELL / 2,
                y=y + 12,
                class_="num",
                style="font-size:9.5px;fill:#ffffff",
            )
            self._engines(name, x, y + 34)
            self._label(row["name"], x + CELL / 2, y + CELL - 5)

    def _engines(self, place: str, x: float, y: float) -> None:
        seats = self.here.get(place, [])
        for n, seat in enumerate(seats):
            at = x + CELL / 2 + (n - (len(seats) - 1) / 2) * min(24, 40 / max(len(seats) - 1, 1))
            engine(self.svg, at, y, seat, 0.8 if len(seats) > 1 else 0.95)

    def _label(self, name: str, x: float, y: float) -> None:
        """Long names are set narrower so that they stay inside their cell."""
        size = min(9.5, 92 / len(name))
        self.svg.add("text", name, x=x, y=y, class_="middle", style=f"font-size:{size:.1f}px")

    def route(self) -> None:
        """The route being laid: its cells are framed, its head marked."""
        for y in range(len(self.grid)):
            for x in range(len(self.grid[0])):
                name = _name(x, y)
                if name in self.walked:
                    left, top = self.corner(x, y)
                    head = name == self.facts["head"]
                    self.svg.add(
                        "rect",
                        x=left + 2.5,
                        y=top + 2.5,
                        width=CELL - 5,
                        height=CELL - 5,
                        rx=6,
                        fill="none",
                        stroke="#d55e00",
                        pointer_events="none",
                        stroke_width=5 if head else 2.5,
                        stroke_dasharray=None if head else "6 4",
                    )
