"""The board of Northern Pacific as a picture."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, degrees, hypot, sin
from typing import Any

from roundhouse.core.svg import SEAT_COLOURS, SEAT_LETTERS, Svg
from roundhouse.core.view import View

CITY = 38  # the side of a city's box
FOOT = 84  # height of the tally below the map
# Cab, boiler, chimney, cow-catcher; it runs to the right.
LOCOMOTIVE = "M-17 4 V-14 H-4 V-7 H6 V-14 H11 V-7 H13 Q16 -7 16 -3 V0 L20 4 Z"
WHEELS = (-11, 0, 10)


def draw_board(view: View, data: dict[str, Any]) -> str:
    canvas, facts = data["canvas"], view["facts"]
    width, height = canvas["width"], canvas["height"]
    route = facts["route"]
    names = {city["id"]: city["name"] for city in data["city"]}
    svg = Svg(
        width,
        height + FOOT,
        "Northern Pacific",
        f"Track laid: {', '.join(names[city] for city in route)}",
    )
    svg.add("rect", width=width, height=height + FOOT, class_="paper")
    svg.marker("northern-arrow", "M0 1 L10 5 L0 9 Z", "fill:var(--map-line,#8a7350)")
    places = {city["id"]: (float(city["x"]), float(city["y"])) for city in data["city"]}
    laid = set(pairwise(route))
    bow = data["links"].get("pair_bow", 15)
    for start, end in data["links"]["one_way"]:
        _link(svg, places, start, end, 0, (start, end) in laid)
    for start, end in data["links"]["two_way"]:
        _link(svg, places, start, end, bow, (start, end) in laid)
        _link(svg, places, end, start, bow, (end, start) in laid)
    for city in data["city"]:
        _city(svg, city, view, data["route"])
    _tally(svg, view, width, height)
    return str(svg)


def _link(
    svg: Svg, places: dict[str, tuple[float, float]], start: str, end: str, bow: float, laid: bool
) -> None:
    """A directed link; one of a two-way pair bends to the right of travel."""
    (x1, y1), (x2, y2) = places[start], places[end]
    length = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    gap = CITY * 0.62
    x1, y1, x2, y2 = x1 + ux * gap, y1 + uy * gap, x2 - ux * gap, y2 - uy * gap
    cx, cy = (x1 + x2) / 2 - uy * bow * 2, (y1 + y2) / 2 + ux * bow * 2
    path = f"M{x1:.1f} {y1:.1f} Q{cx:.1f} {cy:.1f} {x2:.1f} {y2:.1f}"
    label = f"link from {start} to {end}" + (", track laid" if laid else "")
    with svg.ref(f"link:{start}-{end}", label):
        svg.add("path", d=path, class_="hit", fill="none", stroke="transparent", stroke_width=16)
        svg.add(
            "path",
            d=path,
            class_="line",
            marker_end="url(#northern-arrow)",
            style="stroke-width:7" if laid else None,
        )
        if laid:
            svg.add(
                "path",
                d=path,
                fill="none",
                stroke="var(--map,#efe4c8)",
                stroke_width=3,
                stroke_dasharray="3 7",
            )
            angle = atan2(y2 - y1, x2 - x1)
            _locomotive(svg, (x1 + 2 * cx + x2) / 4, (y1 + 2 * cy + y2) / 4, angle)


def _locomotive(svg: Svg, x: float, y: float, angle: float) -> None:
    # Locomotives stay upright: one that runs west is mirrored, not turned over.
    turn = f"rotate({degrees(angle):.0f})"
    if cos(angle) < 0:
        turn = f"rotate({degrees(atan2(-sin(angle), -cos(angle))):.0f}) scale(-1 1)"
    with svg.group(transform=f"translate({x:.1f} {y:.1f}) {turn}", class_="loco"):
        svg.add("path", d=LOCOMOTIVE, class_="ink", stroke="var(--map,#efe4c8)", stroke_width=1.5)
        for wheel in WHEELS:
            svg.add("circle", cx=wheel, cy=5, r=4, class_="node")


def _city(svg: Svg, city: dict[str, Any], view: View, route: dict[str, Any]) -> None:
    facts, name = view["facts"], city["id"]
    x, y, half = city["x"], city["y"], CITY / 2
    cubes = facts["cubes"][name]
    held = [("large", seat) for seat, n in enumerate(cubes["large"]) for _ in range(n)]
    held += [("small", seat) for seat, n in enumerate(cubes["small"]) for _ in range(n)]
    said = ", ".join(f"{size} cube of seat {SEAT_LETTERS[seat]}" for size, seat in held)
    reached = name in facts["route"]
    label = city["name"] + (", reached" if reached else "") + (f": {said}" if said else "")
    end = name in (route["start"], route["end"])
    with svg.ref(f"city:{name}", label):
        svg.add(
            "rect",
            x=x - half,
            y=y - half,
            width=CITY,
            height=CITY,
            rx=20 if end else 6,
            class_="node",
            style="stroke-width:4" if reached else None,
        )
        if reached and not held:
            mark = "★" if name == facts["railhead"] else "✓"
            svg.text(x, y, mark, "num", style="font-size:18px")
        for n, (size, seat) in enumerate(held):
            svg.seat_cube(
                x - 9 + 18 * (n % 2), y - 9 + 18 * (n // 2), 17 if size == "large" else 12, seat
            )
        lx, ly = _clear_of_box(city)
        lines = city.get("label_lines", [city["name"]])
        for n, line in enumerate(lines):
            svg.text(lx, ly + 4 + 13 * n - 6.5 * (len(lines) - 1), line, "name middle")


def _clear_of_box(city: dict[str, Any]) -> tuple[float, float]:
    """Where the name goes: the file's place, moved off by what our box is larger than its."""
    lx, ly = city["label"]
    dx, dy = lx - city["x"], ly - city["y"]
    if abs(dy) >= abs(dx) * 0.6:
        return lx, ly + (7 if dy > 0 else -7)
    return lx + (10 if dx > 0 else -10), ly


def _tally(svg: Svg, view: View, width: int, top: int) -> None:
    """Hands and score of each seat, in a strip below the map."""
    facts = view["facts"]
    share = width / view["seats"]
    for seat in range(view["seats"]):
        left = seat * share
        with svg.ref(f"seat:{seat}", f"seat {SEAT_LETTERS[seat]}"):
            svg.add(
                "rect",
                x=left + 4,
                y=top + 4,
                width=share - 8,
                height=FOOT - 8,
                rx=6,
                class_="land",
                stroke=SEAT_COLOURS[seat],
                stroke_width=4 if seat == view["turn"] else 1.5,
            )
            svg.seat_cube(left + 22, top + 24, 20, seat)
            wins = f"  won {facts['wins'][seat]}" if facts["variant"] == "scoreless" else ""
            svg.text(
                left + 40,
                top + 29,
                f"good {facts['good'][seat]}  bad {facts['bad'][seat]}{wins}",
                "name",
            )
            x = left + 20
            for size, held in ((17, facts["large"][seat]), (12, facts["small"][seat])):
                for _ in range(min(held, 8)):
                    svg.seat_cube(x, top + 58, size, seat)
                    x += size + 2
                if held > 8:
                    svg.text(x - 4, top + 62, f"+{held - 8}", "small")
                    x += 18
    svg.text(12, top - 14, f"Round {facts['round']} ({facts['variant']})", "big")
