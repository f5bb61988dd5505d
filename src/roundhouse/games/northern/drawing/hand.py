"""A player's cubes and tally: a wide drawing, and one sized for a phone."""

from __future__ import annotations

from roundhouse.core.svg import Svg
from roundhouse.core.view import NARROW, View

HEIGHT = 80
MAX_CUBES = 14  # drawn one by one in the wide drawing; the rest are a number
FIGURES = 3 * 88  # width of the figures beside the cubes
CUBES = 300  # width of a narrow line of cubes, before its label
NO_CUBES = "no cubes in hand"


def draw_hand(view: View) -> str:
    """Draw the hand of the viewing seat; a spectator has none."""
    seat = view["seat"]
    if seat is None:
        return str(Svg(200, HEIGHT, "Your hand"))
    large, small = _held(view, seat)
    cubes = 48 * min(large, MAX_CUBES) + 34 * min(small, MAX_CUBES)
    width = 40 + max(cubes, 110) + 60 + FIGURES
    svg = Svg(width, HEIGHT, "Your hand")
    x = 14.0
    for size, step, held, word in ((40, 48, large, "large"), (28, 34, small, "small")):
        if not held:
            continue
        with svg.group():
            svg.add("title", _describe_cubes(held, word))
            for n in range(min(held, MAX_CUBES)):
                svg.seat_cube(x + size / 2 + n * step, 30, size, seat)
            svg.text(x, 70, f"{held} {word}", style="font-size:14px")
        x += step * min(held, MAX_CUBES) + 20
    if not large + small:
        svg.text(14, 42, NO_CUBES, style="font-size:14px;font-style:italic")
    for n, (label, figure) in enumerate(_figures(view, seat)):
        middle = width - FIGURES + 44 + 88 * n
        svg.text(middle, 40, str(figure), "middle", style="font-size:26px;font-weight:bold")
        svg.text(middle, 66, label, "middle", style="font-size:14px")
    return str(svg)


def draw_narrow_hand(view: View) -> str:
    svg = Svg(*NARROW, "Your hand")
    seat = view["seat"]
    if seat is None:
        return str(svg)
    large, small = _held(view, seat)
    lines = [line for line in (("large", 32, large), ("small", 23, small)) if line[2]]
    for n, (word, size, held) in enumerate(lines):
        y = 24 + 38 * n if len(lines) > 1 else 40
        step = min(size + 6.0, (CUBES - size) / max(held - 1, 1))  # many cubes overlap
        with svg.group():
            svg.add("title", _describe_cubes(held, word))
            for cube in range(held):
                svg.seat_cube(12 + size / 2 + cube * step, y, size, seat)
            end = 12 + (held - 1) * step + size
            svg.text(end + 8, y + 5, f"{held} {word}", style="font-size:13px")
    if not lines:
        svg.text(12, 46, NO_CUBES, style="font-size:14px;font-style:italic")
    for n, (label, figure) in enumerate(_figures(view, seat)):
        x = 26 + 122 * n
        svg.text(x, 104, f"{figure}", text_anchor="end", style="font-size:16px;font-weight:bold")
        svg.text(x + 6, 104, label, style="font-size:12.5px")
    return str(svg)


def _held(view: View, seat: int) -> tuple[int, int]:
    """Return the large and the small cubes in hand."""
    facts = view["facts"]
    return facts["large"][seat], facts["small"][seat]


def _figures(view: View, seat: int) -> tuple[tuple[str, int], ...]:
    facts = view["facts"]
    out = sum(each[size][seat] for each in facts["cubes"].values() for size in ("large", "small"))
    return (
        ("on the map", out),
        ("points so far", facts["good"][seat]),
        ("lost", facts["bad"][seat]),
    )


def _describe_cubes(held: int, word: str) -> str:
    return f"{held} {word} cube{'s' * (held != 1)}"
