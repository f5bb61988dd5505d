"""The map of Northern Pacific: cities with their cubes, links and track."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, hypot, sin
from typing import Any

from roundhouse.core.board import BoardFile
from roundhouse.core.svg import Svg
from roundhouse.core.text import SEAT_LETTERS
from roundhouse.core.translation import cache_by_language
from roundhouse.core.translation import translate as _
from roundhouse.core.view import View
from roundhouse.games.northern.drawing.backdrop import draw_backdrop

BUILT_IN = "northern"  # the id of the board that has a backdrop
WIDTH, HEIGHT = 1000, 640
TOP = 44  # height of the text above the map
MARGIN = 48  # distance from the edge to the outermost cities
CITY = 46.0  # side of a city's box: two cubes by two
LARGE, SMALL = 23.0, 17.0  # cubes
LABEL = 13  # smallest font size on this sheet
EDGE = 42  # half the width of the longest name, plus a gap
HALO = "paint-order:stroke;stroke:var(--map,#efe4c8);stroke-width:3.5px"
# A locomotive heading right: cab, boiler, chimney, cowcatcher.
LOCOMOTIVE = "M-17 4 V-14 H-4 V-7 H6 V-14 H11 V-7 H13 Q16 -7 16 -3 V0 L20 4 Z"
WHEELS = (-11, 0, 10)


@dataclass
class _Map:
    """Shared arguments of the functions that draw parts of the map."""

    svg: Svg
    facts: dict[str, Any]
    data: dict[str, Any]
    places: dict[str, tuple[float, float]]
    names: dict[str, str]


def draw_board(view: View, data: dict[str, Any]) -> str:
    """Draw the map."""
    facts = view["facts"]
    names = {city["id"]: city["name"] for city in data["city"]}
    cities = ", ".join(names[city] for city in facts["route"])
    description = _("Track laid: {cities}", cities=cities)
    svg = Svg(WIDTH, HEIGHT, "Northern Pacific", description)
    m = _Map(svg, facts, data, _build_places(data), names)
    svg.add("rect", width=WIDTH, height=HEIGHT, class_="paper")
    if BoardFile("", data).game == BUILT_IN:
        draw_backdrop(svg, WIDTH, HEIGHT)
    svg.marker("northern-arrow", "M0 1 L10 5 L0 9 Z", "fill:var(--map-line,#8a7350)", 11)
    route_links = set(pairwise(facts["route"]))
    bow = data["links"].get("pair_bow", 15)
    for start, end in data["links"]["one_way"]:
        _draw_link(m, start, end, 0, (start, end) in route_links)
    for start, end in data["links"]["two_way"]:
        _draw_link(m, start, end, bow, (start, end) in route_links)
        _draw_link(m, end, start, bow, (end, start) in route_links)
    for city in data["city"]:
        _draw_city(m, city)
    for city in data["city"]:
        _draw_name(m, city)
    _draw_header(m)
    return str(svg)


def _build_places(data: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """Spread the cities of the board file over the sheet."""
    xs, ys = ([city[axis] for city in data["city"]] for axis in "xy")
    wide = (WIDTH - 2 * MARGIN) / (max(xs) - min(xs))
    high = (HEIGHT - TOP - 2 * MARGIN) / (max(ys) - min(ys))
    return {
        c["id"]: (MARGIN + (c["x"] - min(xs)) * wide, TOP + MARGIN + (c["y"] - min(ys)) * high)
        for c in data["city"]
    }


@cache_by_language
def _describe_link(start: str, end: str, has_track: bool) -> str:
    if has_track:
        return _("From {start} to {end}, track laid", start=start, end=end)
    return _("From {start} to {end}", start=start, end=end)


def _draw_link(m: _Map, start: str, end: str, bow: float, has_track: bool) -> None:
    """Draw a directed link; each of a two-way pair bends to the right of travel."""
    (x1, y1), (x2, y2) = m.places[start], m.places[end]
    length = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    gap = CITY * 0.62
    x1, y1, x2, y2 = x1 + ux * gap, y1 + uy * gap, x2 - ux * gap, y2 - uy * gap
    cx, cy = (x1 + x2) / 2 - uy * bow * 2, (y1 + y2) / 2 + ux * bow * 2
    path = f"M{x1:.1f} {y1:.1f} Q{cx:.1f} {cy:.1f} {x2:.1f} {y2:.1f}"
    names = m.names[start], m.names[end]
    label = _describe_link(*names, has_track)
    with m.svg.ref(f"link:{start}-{end}", label, data_names="|".join(names)):
        m.svg.path(path, class_="hit", fill="none", stroke="transparent", stroke_width=16)
        if not has_track:
            m.svg.path(path, class_="line", marker_end="url(#northern-arrow)")
            return
        m.svg.rails(path, "var(--map,#efe4c8)", 5)
        angle = atan2(y2 - y1, x2 - x1)
        _draw_locomotive(m.svg, (x1 + 2 * cx + x2) / 4, (y1 + 2 * cy + y2) / 4, angle)


def _draw_locomotive(svg: Svg, x: float, y: float, angle: float) -> None:
    # Locomotives stay upright: a westbound one is mirrored, not rotated.
    turn = f"rotate({degrees(angle):.0f})"
    if cos(angle) < 0:
        turn = f"rotate({degrees(atan2(-sin(angle), -cos(angle))):.0f}) scale(-1 1)"
    with svg.group(transform=f"translate({x:.1f} {y:.1f}) {turn}", class_="loco"):
        svg.path(LOCOMOTIVE, class_="ink", stroke="var(--map,#efe4c8)", stroke_width=1.5)
        for wheel in WHEELS:
            svg.circle(wheel, 5, 4, class_="node")


def _draw_city(m: _Map, city: dict[str, Any]) -> None:
    name, half = city["id"], CITY / 2
    x, y = m.places[name]
    cubes = m.facts["cubes"][name]
    cubes_here = [("large", seat) for seat, n in enumerate(cubes["large"]) for _ in range(n)]
    cubes_here += [("small", seat) for seat, n in enumerate(cubes["small"]) for _ in range(n)]
    description = ", ".join(
        _("large cube of {letter}", letter=SEAT_LETTERS[seat])
        if size == "large"
        else _("small cube of {letter}", letter=SEAT_LETTERS[seat])
        for size, seat in cubes_here
    )
    reached = name in m.facts["route"]
    end = name in (m.data["route"]["start"], m.data["route"]["end"])
    label = _("{city}, reached", city=city["name"]) if reached else city["name"]
    if description:
        label += f": {description}"
    with m.svg.ref(f"city:{name}", label):
        m.svg.rect(
            x - half,
            y - half,
            CITY,
            CITY,
            rx=half if end else 7,
            class_="node",
            style="stroke-width:4" if reached else None,
        )
        for n, (size, seat) in enumerate(cubes_here):
            cx, cy = x - 11 + 22 * (n % 2), y - 11 + 22 * (n // 2)
            m.svg.seat_cube(cx, cy, LARGE - 2 if size == "large" else SMALL, seat)
    _draw_mark(m, name, x, y, empty=not cubes_here)


def _draw_mark(m: _Map, name: str, x: float, y: float, empty: bool) -> None:
    """Mark a city by the state of the track, outside the city's own ref."""
    mark = ""
    if name == m.facts["railhead"]:  # where a phone opens the map
        box: dict[str, Any] = {"x": x - CITY / 2, "y": y - CITY / 2, "width": CITY, "height": CITY}
        m.svg.add("rect", fill="none", pointer_events="none", data_anchor="", **box)
    if name in m.facts["route"]:
        mark = "★" if name == m.facts["railhead"] else "✓"
    elif name in m.facts["cut_off"]:
        mark = "✕"
        half = CITY / 2 - 4
        m.svg.rect(
            x - half,
            y - half,
            2 * half,
            2 * half,
            rx=4,
            class_="inkline",
            style="stroke-dasharray:3 4;pointer-events:none",
        )
    if mark and empty:
        m.svg.text(x, y, mark, "num", style="font-size:22px;pointer-events:none")


def _draw_name(m: _Map, city: dict[str, Any]) -> None:
    """Write a city's name on the side the board file says, clear of its box."""
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


def _draw_header(m: _Map) -> None:
    facts = m.facts
    numbers = {"number": facts["round"], "all": m.data["score"]["rounds"]}
    round_label = {
        "standard": _("Round {number} of {all}", **numbers),
        "single": _("The only round"),
        "scoreless": _("Round {number}", **numbers),
    }[facts["variant"]]
    m.svg.text(16, 30, round_label, style="font-size:20px;font-weight:bold")
    m.svg.rect(240, 13, 20, 20, rx=4, class_="node")
    m.svg.text(
        266, 28, _("Max. {number} cubes per city", number=facts["limit"]), style="font-size:14px"
    )
    legend = _("★ railhead   ✓ reached   ✕ out of reach")
    m.svg.text(420, 28, legend, style="font-size:14px")
