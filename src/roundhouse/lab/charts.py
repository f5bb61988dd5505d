"""SVG charts for files and reports: bars with intervals, histograms and lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundhouse.core.formats import format_percent
from roundhouse.core.svg import INK, Svg, seat_line
from roundhouse.core.text import SEAT_LETTERS
from roundhouse.core.translation import translate as _

WIDTH = 720.0
LABEL = 190.0  # width of the labels
ROW = 26.0
TOP = 44.0
PAPER = "#fbf6e9"
FAINT = "#c4b28a"
BAR = "#0072b2"


@dataclass(frozen=True)
class Bar:
    """A bar with an interval and, as `mark`, a value to compare with."""

    label: str
    share: float
    interval: tuple[float, float]
    mark: float | None = None
    note: str = ""


def _start_chart(width: float, height: float, title: str, text: str = "") -> Svg:
    svg = Svg(width, height, title, text)
    svg.rect(0, 0, width, height, fill=PAPER)
    svg.text(12, 24, title, "name", style="font-size:16px;font-weight:bold")
    return svg


def bars(title: str, rows: Sequence[Bar], axis_end: float = 0.0) -> str:
    """Return a bar chart of shares, with intervals and a tick at the fair share."""
    axis_end = axis_end or max([0.05, *(max(row.interval[1], row.mark or 0.0) for row in rows)])
    height = TOP + ROW * len(rows) + 30
    svg = _start_chart(WIDTH, height, title, "; ".join(f"{r.label}: {r.share:.1%}" for r in rows))
    span = WIDTH - LABEL - 90

    def x(value: float) -> float:
        return LABEL + span * value / axis_end

    for n, row in enumerate(rows):
        y = TOP + ROW * n
        low, high = row.interval
        svg.text(LABEL - 8, y + 15, row.label[:30], "small", text_anchor="end")
        svg.rect(LABEL, y + 3, max(0.5, x(row.share) - LABEL), ROW - 8, fill=BAR, fill_opacity=0.75)
        svg.path(f"M{x(low):.1f} {y + 12:.1f}H{x(high):.1f}", stroke=INK, stroke_width=1.5)
        if row.mark is not None:
            svg.path(
                f"M{x(row.mark):.1f} {y:.1f}v{ROW - 2:.0f}", stroke="#d55e00", stroke_width=2.5
            )
        svg.text(x(max(high, row.share)) + 6, y + 16, row.note or f"{row.share:.1%}", "small")
    svg.text(LABEL, height - 9, "line: 95% interval; vertical tick: fair share", "small")
    return str(svg)


def histogram(title: str, values: Sequence[int], columns: int = 24) -> str:
    """Return a histogram of integers."""
    low, high = min(values), max(values)
    width = max(1, -(-(high - low + 1) // columns))
    counts = [0] * (1 + (high - low) // width)
    for value in values:
        counts[(value - low) // width] += 1
    plot_height = 170.0
    svg = _start_chart(WIDTH, plot_height + 80, title, f"from {low} to {high}")
    step = (WIDTH - 60) / len(counts)
    for n, count in enumerate(counts):
        height = plot_height * count / max(counts)
        svg.rect(
            30 + n * step,
            TOP + plot_height - height,
            max(1.0, step - 2),
            height,
            fill=BAR,
            fill_opacity=0.75,
        )
    svg.text(30, TOP + plot_height + 20, str(low), "small")
    svg.text(WIDTH - 30, TOP + plot_height + 20, str(high), "small", text_anchor="end")
    return str(svg)


def chances_chart(
    title: str,
    chances: Sequence[Sequence[float]],
    plies: Sequence[int],
    turning: Sequence[int] = (),
    names: Sequence[str] = (),
) -> str:
    """Return a chart of each seat's chance of winning by ply, with turning points."""
    plot_height = 260.0
    svg = _start_chart(WIDTH, plot_height + 90, title, _("chance of winning of each seat by ply"))
    last = max(plies[-1], 1) if plies else 1

    def x(ply: float) -> float:
        return 40 + (WIDTH - 70) * ply / last

    def y(chance: float) -> float:
        return TOP + plot_height * (1 - chance)

    for mark in (0, 0.25, 0.5, 0.75, 1):
        svg.path(f"M40 {y(mark):.1f}H{WIDTH - 30}", stroke=FAINT, stroke_width=1)
        svg.text(34, y(mark) + 4, format_percent(mark), "small", text_anchor="end")
    for ply in turning:
        svg.path(
            f"M{x(ply):.1f} {TOP}v{plot_height}",
            stroke="#d55e00",
            stroke_width=1.5,
            stroke_dasharray="4 3",
        )
    for seat in range(len(chances[0]) if chances else 0):
        points = " ".join(
            f"{x(ply):.1f},{y(row[seat]):.1f}" for ply, row in zip(plies, chances, strict=True)
        )
        key_x, key_y = 40 + seat * 112, plot_height + TOP + 20
        seat_line(svg, seat, (f"M{points}", f"M{key_x} {key_y}h20"), 2.5)
        name = names[seat] if seat < len(names) else _("Seat {n}", n=seat)
        svg.text(key_x + 25, key_y + 4, f"{SEAT_LETTERS[seat]} {name}"[:14], "small")
    return str(svg)
