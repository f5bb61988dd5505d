"""The map of Northern Pacific: cities with the cubes in them, links, and the track."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, hypot, sin
from typing import Any

from roundhouse.core.svg import SEAT_LETTERS, Svg
from roundhouse.core.view import View

WIDTH, HEIGHT = 1000, 640
TOP = 44  # height of the line above the map
MARGIN = 48  # between the edge and the outermost cities
CITY = 46.0  # the side of a city's box: two cubes by two
LARGE, SMALL = 23.0, 17.0  # cubes
LABEL = 13  # the smallest type on this sheet
EDGE = 42  # half of the longest name, and a little
HALO = "paint-order:stroke;stroke:var(--map,#efe4c8);stroke-width:3.5px"
# Cab, boiler, chimney, cow-catcher; it runs to the right.
LOCOMOTIVE = "M-17 4 V-14 H-4 V-7 H6 V-14 H11 V-7 H13 Q16 -7 16 -3 V0 L20 4 Z"
WHEELS = (-11, 0, 10)
ROUNDS = {"standard": "Round {} of {}", "single": "The only round", "scoreless": "Round {}"}


@dataclass
class _Map:
    """What every part of the map needs."""

    svg: Svg
    facts: dict[str, Any]
    data: dict[str, Any]
    places: dict[str, tuple[float, float]]
    names: dict[str, str]


def draw_board(view: View, data: dict[str, Any]) -> str:
    facts = view["facts"]
    names = {city["id"]: city["name"] for city in data["city"]}
    said = f"Track laid: {', '.join(names[city] for city in facts['route'])}"
    svg = Svg(WIDTH, HEIGHT, "Northern Pacific", said)
    m = _Map(svg, facts, data, _places(data), names)
    svg.add("rect", width=WIDTH, height=HEIGHT, class_="paper")
    svg.marker("northern-arrow", "M0 1 L10 5 L0 9 Z", "fill:var(--map-line,#8a7350)", 11)
    laid = set(pairwise(facts["route"]))
    bow = data["links"].get("pair_bow", 15)
    for start, end in data["links"]["one_way"]:
        _link(m, start, end, 0, (start, end) in laid)
    for start, end in data["links"]["two_way"]:
        _link(m, start, end, bow, (start, end) in laid)
        _link(m, end, start, bow, (end, start) in laid)
    for city in data["city"]:
        _city(m, city)
    for city in data["city"]:
        _name(m, city)
    _head(m)
    return str(svg)


def _places(data: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """The cities of the board file, spread over the sheet."""
    xs, ys = ([city[axis] for city in data["city"]] for axis in "xy")
    wide = (WIDTH - 2 * MARGIN) / (max(xs) - min(xs))
    high = (HEIGHT - TOP - 2 * MARGIN) / (max(ys) - min(ys))
    return {
        c["id"]: (MARGIN + (c["x"] - min(xs)) * wide, TOP + MARGIN + (c["y"] - min(ys)) * high)
        for c in data["city"]
    }


def _link(m: _Map, start: str, end: str, bow: float, laid: bool) -> None:
    """A directed link; one of a two-way pair bends to the right of travel."""
    (x1, y1), (x2, y2) = m.places[start], m.places[end]
    length = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    gap = CITY * 0.62
    x1, y1, x2, y2 = x1 + ux * gap, y1 + uy * gap, x2 - ux * gap, y2 - uy * gap
    cx, cy = (x1 + x2) / 2 - uy * bow * 2, (y1 + y2) / 2 + ux * bow * 2
    path = f"M{x1:.1f} {y1:.1f} Q{cx:.1f} {cy:.1f} {x2:.1f} {y2:.1f}"
    label = f"From {m.names[start]} to {m.names[end]}" + (", track laid" if laid else "")
    with m.svg.ref(f"link:{start}-{end}", label):
        m.svg.add("path", d=path, class_="hit", fill="none", stroke="transparent", stroke_width=16)
        if not laid:
            m.svg.add("path", d=path, class_="line", marker_end="url(#northern-arrow)")
            return
        m.svg.rails(path, "var(--map,#efe4c8)", 5)
        angle = atan2(y2 - y1, x2 - x1)
        _locomotive(m.svg, (x1 + 2 * cx + x2) / 4, (y1 + 2 * cy + y2) / 4, angle)


def _locomotive(svg: Svg, x: float, y: float, angle: float) -> None:
    # Locomotives stay upright: one that runs west is mirrored, not turned over.
    turn = f"rotate({degrees(angle):.0f})"
    if cos(angle) < 0:
        turn = f"rotate({degrees(atan2(-sin(angle), -cos(angle))):.0f}) scale(-1 1)"
    with svg.group(transform=f"translate({x:.1f} {y:.1f}) {turn}", class_="loco"):
        svg.add("path", d=LOCOMOTIVE, class_="ink", stroke="var(--map,#efe4c8)", stroke_width=1.5)
        for wheel in WHEELS:
            svg.add("circle", cx=wheel, cy=5, r=4, class_="node")


def _city(m: _Map, city: dict[str, Any]) -> None:
    name, half = city["id"], CITY / 2
    x, y = m.places[name]
    cubes = m.facts["cubes"][name]
    held = [("large", seat) for seat, n in enumerate(cubes["large"]) for _ in range(n)]
    held += [("small", seat) for seat, n in enumerate(cubes["small"]) for _ in range(n)]
    said = ", ".join(f"{size} cube of {SEAT_LETTERS[seat]}" for size, seat in held)
    reached = name in m.facts["route"]
    end = name in (m.data["route"]["start"], m.data["route"]["end"])
    label = city["name"] + (", reached" if reached else "") + (f": {said}" if said else "")
    with m.svg.ref(f"city:{name}", label):
        m.svg.add(
            "rect",
            x=x - half,
            y=y - half,
            width=CITY,
            height=CITY,
            rx=half if end else 7,
            class_="node",
            style="stroke-width:4" if reached else None,
        )
        for n, (size, seat) in enumerate(held):
            cx, cy = x - 11 + 22 * (n % 2), y - 11 + 22 * (n // 2)
            m.svg.seat_cube(cx, cy, LARGE - 2 if size == "large" else SMALL, seat)
    _mark(m, name, x, y, empty=not held)


def _mark(m: _Map, name: str, x: float, y: float, empty: bool) -> None:
    """What follows from where the track is. Outside of the city's ref: no piece of it changes."""
    mark = ""
    if name in m.facts["route"]:
        mark = "★" if name == m.facts["railhead"] else "✓"
    elif name in m.facts["cut_off"]:
        mark = "✕"
        half = CITY / 2 - 4
        m.svg.add(
            "rect",
            x=x - half,
            y=y - half,
            width=2 * half,
            height=2 * half,
            rx=4,
            class_="inkline",
            style="stroke-dasharray:3 4;pointer-events:none",
        )
    if mark and empty:
        m.svg.text(x, y, mark, "num", style="font-size:22px;pointer-events:none")


def _name(m: _Map, city: dict[str, Any]) -> None:
    """On the side where the board file has it, moved off our box, which is larger than its."""
    x, y = m.places[city["id"]]
    lines = city.get("label_lines", [city["name"]])
    wide = max(map(len, lines)) * LABEL * 0.28 + CITY / 2 + 6
    high = len(lines) * LABEL / 2 + CITY / 2 + 4
    lx, ly = city["label"][0] - city["x"], city["label"][1] - city["y"]
    lx = min(max(x + lx, EDGE), WIDTH - EDGE) - x
    if abs(lx) < wide and abs(ly) < high:
        if abs(ly) >= abs(lx) * 0.6:
            lx, ly = lx / 2, high if ly > 0 else -high
        else:
            lx = wide if lx > 0 else -wide
    for n, line in enumerate(lines):
        m.svg.text(
            min(max(x + lx, EDGE), WIDTH - EDGE),
            y + ly + 4.5 + LABEL * (n - (len(lines) - 1) / 2),
            line,
            "middle",
            style=f"font-size:{LABEL}px;font-weight:600;pointer-events:none;{HALO}",
        )


def _head(m: _Map) -> None:
    facts = m.facts
    lap = ROUNDS[facts["variant"]].format(facts["round"], m.data["score"]["rounds"])
    m.svg.text(16, 30, lap, style="font-size:20px;font-weight:bold")
    m.svg.add("rect", x=240, y=13, width=20, height=20, rx=4, class_="node")
    m.svg.text(266, 28, f"a city holds {facts['limit']} cubes", style="font-size:14px")
    m.svg.text(
        420, 28, "★ railhead   ✓ reached   ✕ can no longer be reached", style="font-size:14px"
    )
