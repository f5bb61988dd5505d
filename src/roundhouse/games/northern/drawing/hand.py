"""A player's cubes and tally, as a wide drawing."""

from __future__ import annotations

from roundhouse.core.svg import Svg
from roundhouse.core.view import View

HEIGHT = 80
MAX_CUBES = 14  # drawn one by one; the rest are a number
FIGURES = 3 * 88  # width of the figures beside the cubes


def draw_hand(view: View) -> str:
    """Draw the hand of the viewing seat; a spectator has none."""
    seat = view["seat"]
    if seat is None:
        return str(Svg(200, HEIGHT, "Your hand"))
    facts = view["facts"]
    large, small = facts["large"][seat], facts["small"][seat]
    cubes = 48 * min(large, MAX_CUBES) + 34 * min(small, MAX_CUBES)
    width = 40 + max(cubes, 110) + 60 + FIGURES
    svg = Svg(width, HEIGHT, "Your hand")
    x = 14.0
    for size, step, number, word in ((40, 48, large, "large"), (28, 34, small, "small")):
        if not number:
            continue
        with svg.group():
            svg.add("title", f"{number} {word} cube{'s' * (number != 1)}")
            for n in range(min(number, MAX_CUBES)):
                svg.seat_cube(x + size / 2 + n * step, 30, size, seat)
            svg.text(x, 70, f"{number} {word}", style="font-size:14px")
        x += step * min(number, MAX_CUBES) + 20
    if not large + small:
        svg.text(14, 42, "no cubes in hand", style="font-size:14px;font-style:italic")
    is_over = view["phase"] == "over"  # the cubes on the map are lost then
    out = (
        0
        if is_over
        else sum(
            each[size][seat] for each in facts["cubes"].values() for size in ("large", "small")
        )
    )
    figures = {
        "on the map": out,
        "total" if is_over else "rounds before": facts["good"][seat],
        "lost": facts["bad"][seat],
    }
    _draw_figures(svg, width - FIGURES, figures)
    return str(svg)


def _draw_figures(svg: Svg, x: float, figures: dict[str, int]) -> None:
    for n, (label, figure) in enumerate(figures.items()):
        svg.text(
            x + 44 + 88 * n, 40, str(figure), "middle", style="font-size:26px;font-weight:bold"
        )
        svg.text(x + 44 + 88 * n, 66, label, "middle", style="font-size:14px")
