"""Lines over plies, as an SVG in which every ply is a link: scores, chances of winning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from markupsafe import Markup

from roundhouse.core.svg import SEAT_LETTERS, Svg
from roundhouse.lab.charts import seat_line

# Small in its own units, so that the letters can be read in a narrow column too.
WIDE, TALL = 520.0, 250.0
LEFT, RIGHT, TOP, BELOW = 46.0, 26.0, 14.0, 34.0
UNDER = TOP + TALL
FAINT, TURN = "#c4b28a", "#b34a00"
LETTERS = "font-size:15px;fill:#3b3024"
COLUMNS = 120  # links at most: more would be narrower than a finger


@dataclass(frozen=True)
class _Scale:
    """Where plies and values lie on the chart."""

    last: int
    low: float
    high: float

    def x(self, ply: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * ply / self.last

    def y(self, value: float) -> float:
        return TOP + TALL * (self.high - value) / (self.high - self.low)


def line_chart(
    title: str,
    plies: Sequence[int],
    rows: Sequence[Sequence[float]],
    names: Sequence[str],
    link: Callable[[int], str],
    *,
    said: Callable[[float], str] = "{:g}".format,
    turning: Sequence[int] = (),
) -> Markup:
    """`rows` has a number for each seat at each of `plies`; `link` is where a ply can be seen."""
    values = [value for row in rows for value in row] or [0]
    low, high = min(0, *values), max(0, *values)
    scale = _Scale(max(plies[-1], 1) if plies else 1, low, high if high > low else low + 1)
    svg = Svg(WIDE, UNDER + BELOW + 24 * -(-len(names) // 2), title)
    _axes(svg, scale, said, turning)
    for seat, name in enumerate(names):
        points = " ".join(
            f"{scale.x(ply):.1f},{scale.y(row[seat]):.1f}"
            for ply, row in zip(plies, rows, strict=True)
        )
        _line(svg, seat, name, points)
    drawn = str(svg).removesuffix("</svg>").replace(' role="img"', ' role="group"', 1)
    return Markup(drawn + _links(plies, scale.x, link) + "</svg>")


def _axes(svg: Svg, scale: _Scale, said: Callable[[float], str], turning: Sequence[int]) -> None:
    """Values at the left, plies below, turning points as broken lines."""
    for value in _round_values(scale.low, scale.high):
        svg.add("path", d=f"M{LEFT} {scale.y(value):.1f}H{WIDE - RIGHT}", stroke=FAINT)
        svg.text(LEFT - 6, scale.y(value) + 5, said(value), style=LETTERS, text_anchor="end")
    for ply in turning:
        d = f"M{scale.x(ply):.1f} {TOP}v{TALL}"
        svg.add("path", d=d, stroke=TURN, stroke_dasharray="4 3", fill="none")
    for mark, side in ((0, "start"), (scale.last // 2, "middle"), (scale.last, "end")):
        svg.text(scale.x(mark), UNDER + 19, f"ply {mark}", style=LETTERS, text_anchor=side)


def _round_values(low: float, high: float) -> list[float]:
    """Three to seven round numbers between the two, for lines across."""
    size = 10.0 ** floor(log10((high - low) / 3))
    step = next(size * n for n in (1, 2, 5, 10) if (high - low) / (size * n) <= 6)
    return [n * step for n in range(ceil(low / step), floor(high / step) + 1)]


def _line(svg: Svg, seat: int, name: str, points: str) -> None:
    """A seat's line, and the same line beside its name below."""
    kx, ky = LEFT + 230 * (seat % 2), UNDER + BELOW + 10 + 24 * (seat // 2)
    seat_line(svg, seat, (f"M{points}", f"M{kx} {ky}h26"), 3)
    svg.text(kx + 34, ky + 5, f"{SEAT_LETTERS[seat]} {name}"[:22], style=LETTERS)


def _links(plies: Sequence[int], x: Callable[[float], float], link: Callable[[int], str]) -> str:
    """A column to click for each ply that is drawn. The log has the same links for keyboards."""
    every = max(1, -(-len(plies) // COLUMNS))
    chosen = list(plies[::every])
    width = max(2.0, (WIDE - LEFT - RIGHT) / max(1, len(chosen)))
    return "".join(
        f'<a href="{escape(link(ply))}" data-ply="{ply}" tabindex="-1" aria-label="ply {ply}">'
        f"<title>ply {ply}</title>"
        f'<rect x="{x(ply) - width / 2:.1f}" y="{TOP}" width="{width:.1f}" height="{TALL}" '
        'fill="#fff" fill-opacity="0"/></a>'
        for ply in chosen
    )
