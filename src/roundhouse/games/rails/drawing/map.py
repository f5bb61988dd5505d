"""The map: terrain, track, cities, starts and engines.

Each terrain has a pattern (hills humps, rivers waves, mountains a peak) and each tile a letter, so
that the map does not depend on colours.
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg, words
from roundhouse.core.text import SEAT_LETTERS
from roundhouse.core.translation import cache_by_language, mark
from roundhouse.core.translation import translate as _
from roundhouse.core.view import View
from roundhouse.games.rails.drawing.symbols import INK, NODE, RIM, engine, house, telegraph
from roundhouse.games.rails.names import letters

CELL = 62
EDGE, RIM_EDGE = 26, 8  # edges with and without column letters or row numbers
TEXT = 14.7  # minimum text size: on the page a unit is three quarters of a pixel
# Terrain is a tint over the background, so that it follows the light or dark theme.
GROUND = {"P": "#d2b850", "H": "#8a5a2b", "W": "#2b7bb9", "M": "#55525a"}
TINT = 0.36
TERRAIN = {"P": mark("plains"), "H": mark("hills"), "W": mark("river"), "M": mark("mountain")}
TILE = {"P": "rail", "H": "tunnel", "W": "bridge"}
TRACK = {"P": mark("rail laid"), "H": mark("tunnel laid"), "W": mark("bridge laid")}
PATTERNS = {
    "H": "M8 40 Q18 18 28 40 M28 40 Q38 22 48 40",
    "W": "M8 20 q7 -6 14 0 t14 0 t12 0 M8 38 q7 -6 14 0 t14 0 t12 0",
}
PATTERN_INK = {"H": "#a06a35", "W": "#4a93c4"}
SHIFT = "translate(3 3)"  # the patterns are drawn for cells of 56 units
PEAK = "M8 46 L28 10 L48 46 Z"
SNOW = "M28 10 L20.500 23.500 L26 21 L29 26 L35.500 23.500 Z"


def draw_map(view: View, data: dict[str, Any]) -> str:
    grid = data["map"]["terrain"]["grid"]
    width = len(grid[0]) * CELL + EDGE + RIM_EDGE
    height = len(grid) * CELL + EDGE + RIM_EDGE
    svg = Svg(
        width,
        height,
        _("Map of Pacific Rails Inc."),
        _("R, B and T mark rails, bridges and tunnels"),
    )
    svg.add("rect", width=width, height=height, class_="paper")
    for x in range(len(grid[0])):
        words(svg, EDGE + (x + 0.5) * CELL, 18, chr(ord("a") + x), TEXT, anchor="middle")
    for y in range(len(grid)):
        words(svg, EDGE / 2, EDGE + (y + 0.5) * CELL + 5, str(y + 1), TEXT, anchor="middle")
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


@cache_by_language
def _describe_cell(name: str, letter: str, laid: bool) -> str:
    text = _("{cell}, {terrain}", cell=name, terrain=_(TERRAIN[letter]))
    return f"{text}, {_(TRACK[letter])}" if laid else text


class _Map:
    def __init__(self, svg: Svg, view: View, data: dict[str, Any], grid: list[str]) -> None:
        self.width = len(grid[0]) * CELL + EDGE + RIM_EDGE
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
        with svg.ref(
            f"cell:{name}",
            _describe_cell(name, letter, laid),
            transform=f"translate({left:g} {top:g})",
        ):
            svg.add(
                "rect",
                width=CELL,
                height=CELL,
                fill=GROUND[letter],
                fill_opacity=TINT,
                stroke="var(--map-faint,#b7a57c)",
                stroke_width=1,
            )
            if letter == "M":
                svg.path(PEAK, transform=SHIFT, fill="#6d6a6d", stroke=RIM, stroke_width=1)
                svg.path(SNOW, transform=SHIFT, fill="#ffffff")
            elif letter in PATTERNS and not laid:
                svg.path(
                    PATTERNS[letter],
                    transform=SHIFT,
                    fill="none",
                    stroke_width=2.4,
                    stroke=PATTERN_INK[letter],
                )
            if laid:
                self._tile(x, y, letter, name in self.fresh)

    def _tile(self, x: int, y: int, letter: str, fresh: bool) -> None:
        """Draw track towards each connected neighbour, and the tile's letter."""
        svg, half = self.svg, CELL / 2
        ways = [
            (dx, dy)
            for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1))
            if _name(x + dx, y + dy) in self.net
        ]
        path = "".join(f"M{half:g} {half:g} l{dx * half:g} {dy * half:g} " for dx, dy in ways)
        for stroke, wide, dash in ((RIM, 11, None), (NODE, 7, None), (RIM, 19, "3 5")):
            svg.path(
                path or f"M{half - 12:g} {half:g} h24",
                fill="none",
                stroke=stroke,
                stroke_width=wide,
                stroke_dasharray=dash,
            )
        svg.circle(
            half,
            half,
            12,
            fill="#f0e442" if fresh else "#ffffff",
            stroke=RIM,
            stroke_width=3 if fresh else 1.5,
        )
        svg.add(
            "text",
            letters(TILE[letter]),
            x=half,
            y=half + 0.5,
            class_="num",
            style=f"font-size:{TEXT}px;fill:{INK}",
        )

    def city(self, row: dict[str, Any]) -> None:
        svg, facts, name = self.svg, self.facts, row["id"]
        x, y = self.corner(*row["at"])
        station, wire = facts["stations"].get(name), facts["telegraphs"].get(name)
        label = f"{row['name']} ({_name(*row['at'])})"
        if station is not None:
            label += f", {_('station of seat {letter}', letter=SEAT_LETTERS[station])}"
        if wire is not None:
            label += f", {_('telegraph of seat {letter}', letter=SEAT_LETTERS[wire])}"
        built = station is not None or wire is not None
        with svg.ref(f"city:{name}", label):
            svg.rect(
                x + 1,
                y + 1,
                CELL - 2,
                CELL - 2,
                rx=10,
                class_="node",
                style="stroke-width:3.5" if built else "stroke-dasharray:5 3",
            )
            crowded = built and bool(self.here.get(name))
            up = y + (14 if crowded else 24)
            if station is not None:
                house(svg, x + 17, up, station, 24)
            if wire is not None:
                telegraph(svg, x + CELL - 17, up + 1, wire, 24)
            if not built and not self.here.get(name):
                svg.circle(x + CELL / 2, y + 22, 8, class_="ink")
            self._engines(name, x, y + (39 if crowded else 26))
            self._label(row["name"], x + CELL / 2, y + CELL + 4)

    def start(self, row: dict[str, Any]) -> None:
        svg, name = self.svg, row["id"]
        x, y = self.corner(*row["at"])
        label = _("start {name} ({cell})", name=row["name"], cell=_name(*row["at"]))
        with svg.ref(f"start:{name}", label):
            svg.rect(x + 1, y + 1, CELL - 2, CELL - 2, class_="node", style="stroke-width:3")
            svg.rect(x + 3, y + 3, CELL - 6, 17, class_="ink")
            svg.add(
                "text",
                _("MILE 1"),
                x=x + CELL / 2,
                y=y + 12,
                class_="num",
                style=f"font-size:{TEXT}px;fill:{NODE}",
            )
            self._engines(name, x, y + 35)
            self._label(row["name"], x + CELL / 2, y + CELL + 4)

    def _engines(self, place: str, x: float, y: float) -> None:
        seats = self.here.get(place, [])
        for n, seat in enumerate(seats):
            at = x + CELL / 2 + (n - (len(seats) - 1) / 2) * min(29, 45 / max(len(seats) - 1, 1))
            engine(self.svg, at, y, seat, 1.28)

    def _label(self, name: str, x: float, y: float) -> None:
        """Draw a name plate.

        It may overlap the edges of nearby cells, but not their track.
        """
        half = len(name) * TEXT * 0.27 + 4
        middle = min(max(x, half + 2), self.width - half - 2)
        plate: dict[str, Any] = {
            "x": middle - half,
            "y": y - 16,
            "width": 2 * half,
            "height": 17,
            "rx": 3,
        }
        self.svg.add("rect", class_="node", style="stroke-width:1", **plate)
        words(self.svg, middle, y - 3, name, TEXT, anchor="middle")

    def route(self) -> None:
        """Frame the cells of the route being laid, and mark its end."""
        for y in range(len(self.grid)):
            for x in range(len(self.grid[0])):
                name = _name(x, y)
                if name in self.walked:
                    left, top = self.corner(x, y)
                    head = name == self.facts["head"]
                    self.svg.rect(
                        left + 2.5,
                        top + 2.5,
                        CELL - 5,
                        CELL - 5,
                        rx=6,
                        fill="none",
                        stroke="var(--lit,#c8431b)",
                        pointer_events="none",
                        stroke_width=5 if head else 2.5,
                        stroke_dasharray=None if head else "6 4",
                    )
