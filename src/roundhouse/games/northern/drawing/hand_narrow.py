"""A player's cubes and tally, sized for a phone."""

from __future__ import annotations

from roundhouse.core.svg import Svg
from roundhouse.core.view import NARROW, View

WIDTH, HEIGHT = NARROW
FIGURE = "font-size:16px;font-weight:bold"
CUBES = 300  # width for the cubes of a line, before its label


def draw_narrow_hand(view: View) -> str:
    """Draw the hand of the viewing seat; a spectator has none."""
    svg = Svg(WIDTH, HEIGHT, "Your hand")
    seat = view["seat"]
    if seat is None:
        return str(svg)
    facts = view["facts"]
    held = [("large", 32, facts["large"][seat]), ("small", 23, facts["small"][seat])]
    lines = [line for line in held if line[2]]
    for n, (word, size, count) in enumerate(lines):
        _draw_cubes(svg, 24 + 38 * n if len(lines) > 1 else 40, (word, size, count), seat)
    if not lines:
        svg.text(12, 46, "no cubes in hand", style="font-size:14px;font-style:italic")
    out = sum(each[size][seat] for each in facts["cubes"].values() for size in ("large", "small"))
    figures = (
        ("on the map", out),
        ("points so far", facts["good"][seat]),
        ("lost", facts["bad"][seat]),
    )
    for n, (label, figure) in enumerate(figures):
        svg.text(26 + 122 * n, 104, f"{figure}", text_anchor="end", style=FIGURE)
        svg.text(32 + 122 * n, 104, label, style="font-size:12.5px")
    return str(svg)


def _draw_cubes(svg: Svg, y: float, line: tuple[str, int, int], seat: int) -> None:
    """Draw the cubes of one size; they overlap when there are many."""
    word, size, count = line
    step = min(size + 6.0, (CUBES - size) / max(count - 1, 1))
    with svg.group():
        svg.add("title", f"{count} {word} cube{'s' * (count != 1)}")
        for n in range(count):
            svg.seat_cube(12 + size / 2 + n * step, y, size, seat)
        end = 12 + (count - 1) * step + size
        svg.text(end + 8, y + 5, f"{count} {word}", style="font-size:13px")
