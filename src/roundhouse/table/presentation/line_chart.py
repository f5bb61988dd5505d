"""Line charts over plies as SVG, with a link per ply: scores, winning chances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from markupsafe import Markup

from roundhouse.core.svg import Svg, seat_line
from roundhouse.core.text import SEAT_LETTERS
from roundhouse.core.translation import translate as _

# Small in its own units, so that the text stays legible in a narrow column.
WIDE, TALL = 520.0, 250.0
RIGHT, TOP, BELOW = 26.0, 18.0, 34.0
CHARACTER = 9.0  # width of a character of a label
UNDER = TOP + TALL
FAINT, TURN = "var(--map-faint,#c4b28a)", "var(--glow,#b34a00)"
TEXT_STYLE = "font-size:15px;fill:var(--map-ink,#3b3024)"
MAX_COLUMNS = 120  # links; more would be narrower than a finger


@dataclass(frozen=True)
class SeatSeries:
    """A value per seat at each of some plies."""

    names: Sequence[str]
    plies: Sequence[int]
    rows: Sequence[Sequence[float]]


@dataclass(frozen=True)
class _Scale:
    """The position of plies and values on the chart."""

    last: int
    low: float
    high: float
    left: float  # the width of the labels

    def x(self, ply: float) -> float:
        return self.left + (WIDE - self.left - RIGHT) * ply / self.last

    def y(self, value: float) -> float:
        return TOP + TALL * (self.high - value) / (self.high - self.low)


def line_chart(
    title: str,
    series: SeatSeries,
    link: Callable[[int], str],
    *,
    format_value: Callable[[float], str] = "{:g}".format,
    turning: Sequence[int] = (),
) -> Markup:
    """Return a chart of one line per seat; `link` returns the page of a ply."""
    names, plies, rows = series.names, series.plies, series.rows
    values = [value for row in rows for value in row] or [0]
    low, high = min(0, *values), max(0, *values)
    high = high if high > low else low + 1
    labels = [format_value(value) for value in _round_values(low, high)]
    left = 14 + CHARACTER * max(map(len, labels))
    scale = _Scale(max(plies[-1], 1) if plies else 1, low, high, left)
    texts = [_write_row(names, row, format_value) for row in rows]
    summary = ""
    if texts:
        ends = {"first": texts[0], "last": texts[-1]}
        summary = _("It begins with {first} and ends with {last}.", **ends)
    svg = Svg(WIDE, UNDER + BELOW + 24 * -(-len(names) // 2), title, summary)
    _axes(svg, scale, format_value, turning)
    for seat, name in enumerate(names):
        points = " ".join(
            f"{scale.x(ply):.1f},{scale.y(row[seat]):.1f}"
            for ply, row in zip(plies, rows, strict=True)
        )
        _line(svg, scale.left, seat, name, points)
    drawing = str(svg).removesuffix("</svg>").replace(' role="img"', ' role="group"', 1)
    return Markup(drawing + _links(plies, scale, link, texts) + "</svg>")


def _write_row(
    names: Sequence[str], row: Sequence[float], format_value: Callable[[float], str]
) -> str:
    """Write the values of a ply: the text of a column."""
    return ", ".join(
        f"{name} {format_value(value)}" for name, value in zip(names, row, strict=True)
    )


def _axes(
    svg: Svg, scale: _Scale, format_value: Callable[[float], str], turning: Sequence[int]
) -> None:
    """Draw values on the left, moves below, and turning points as dashed lines."""
    for value in _round_values(scale.low, scale.high):
        svg.path(f"M{scale.left} {scale.y(value):.1f}H{WIDE - RIGHT}", stroke=FAINT)
        x, y = scale.left - 6, scale.y(value) + 5
        svg.text(x, y, format_value(value), style=TEXT_STYLE, text_anchor="end")
    for ply in turning:
        d = f"M{scale.x(ply):.1f} {TOP}v{TALL}"
        svg.path(d, stroke=TURN, stroke_dasharray="4 3", fill="none")
    for mark, side in ((0, "start"), (scale.last // 2, "middle"), (scale.last, "end")):
        svg.text(
            scale.x(mark), UNDER + 19, _("move {n}", n=mark), style=TEXT_STYLE, text_anchor=side
        )


def _round_values(low: float, high: float) -> list[float]:
    """Return three to seven round numbers between the two, for grid lines."""
    size = 10.0 ** floor(log10((high - low) / 3))
    step = next(size * n for n in (1, 2, 5, 10) if (high - low) / (size * n) <= 6)
    return [n * step for n in range(ceil(low / step), floor(high / step) + 1)]


def _line(svg: Svg, left: float, seat: int, name: str, points: str) -> None:
    """Draw a seat's line, and a sample of it beside the name."""
    kx, ky = left + 230 * (seat % 2), UNDER + BELOW + 10 + 24 * (seat // 2)
    seat_line(svg, seat, (f"M{points}", f"M{kx} {ky}h26"), 3)
    svg.text(kx + 34, ky + 5, f"{SEAT_LETTERS[seat]} {name}"[:22], style=TEXT_STYLE)


def _links(
    plies: Sequence[int], scale: _Scale, link: Callable[[int], str], texts: Sequence[str]
) -> str:
    """Return a clickable column per ply; the log has the same links for keyboards."""
    every = max(1, -(-len(plies) // MAX_COLUMNS))
    titles = (_("move {n}: {text}", n=n, text=text) for n, text in zip(plies, texts, strict=True))
    chosen = list(zip(plies, map(escape, titles), strict=True))[::every]
    width = max(2.0, (WIDE - scale.left - RIGHT) / max(1, len(chosen)))
    return "".join(
        f'<a href="{escape(link(ply))}" data-ply="{ply}" tabindex="-1" '
        f'aria-label="{text}"><title>{text}</title>'
        f'<rect x="{scale.x(ply) - width / 2:.1f}" y="{TOP}" width="{width:.1f}" height="{TALL}" '
        'fill="#fff" fill-opacity="0"/></a>'
        for ply, text in chosen
    )
