"""A player's cubes and tally, sized for a phone."""

from __future__ import annotations

from roundhouse.core.svg import Svg
from roundhouse.core.view import NARROW, View

WIDTH, HEIGHT = NARROW
CUBES = 190  # width for the cubes, before the figures
SIZES = {"large": 32, "small": 23}
FIGURES_AT, FIGURE_STEP = 234, 57


def draw_narrow_hand(view: View) -> str:
    """Draw the hand of the viewing seat; a spectator has none."""
    svg = Svg(WIDTH, HEIGHT, "Your hand")
    seat = view["seat"]
    if seat is None:
        return str(svg)
    facts = view["facts"]
    _draw_cubes(svg, {size: facts[size][seat] for size in SIZES}, seat)
    is_over = view["phase"] == "over"  # the cubes on the map are lost then
    out = (
        0
        if is_over
        else sum(each[size][seat] for each in facts["cubes"].values() for size in SIZES)
    )
    figures = (
        ("on the map", out),
        ("total" if is_over else "before", facts["good"][seat]),
        ("lost", facts["bad"][seat]),
    )
    for n, (label, figure) in enumerate(figures):
        x = FIGURES_AT + FIGURE_STEP * n
        svg.text(x, 22, f"{figure}", "middle", style="font-size:18px;font-weight:bold")
        svg.text(x, 40, label, "middle", style="font-size:11.5px")
    return str(svg)


def _draw_cubes(svg: Svg, sizes: dict[str, int], seat: int) -> None:
    """Draw the cubes in hand in one row; they overlap when there are many."""
    cubes = [size for size, count in sizes.items() for _ in range(count)]
    if not cubes:
        svg.text(10, 31, "no cubes in hand", style="font-size:14px;font-style:italic")
        return
    widths = sum(SIZES[size] + 5.0 for size in cubes)
    ratio = min(1.0, CUBES / widths)
    at = 8.0
    with svg.group():
        svg.add("title", ", ".join(f"{count} {size}" for size, count in sizes.items()))
        for size in cubes:
            svg.seat_cube(at + SIZES[size] / 2, HEIGHT / 2, SIZES[size], seat)
            at += (SIZES[size] + 5) * ratio
