"""Lines over plies, as an SVG in which every ply is a link: scores, chances of winning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from markupsafe import Markup

from roundhouse.core.svg import SEAT_COLOURS, SEAT_LETTERS, Svg

# Small in its own units, so that the letters can be read in a narrow column too.
WIDE, TALL = 520.0, 250.0
LEFT, RIGHT, TOP, BELOW = 46.0, 26.0, 14.0, 34.0
INK, FAINT, TURN = "#3b3024", "#c4b28a", "#b34a00"
LETTERS = "font-size:15px;fill:#3b3024"
COLUMNS = 120  # links at most: more would be narrower than a finger
DASHES = (None, "8 3", "3 3", "10 3 3 3", "5 2", "14 4")  # of each seat's line


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
    low, high = min(0, *values), max(1e-9, *values)
    last = max(plies[-1], 1) if plies else 1
    under = TOP + TALL
    height = under + BELOW + 24 * -(-len(names) // 2)

    def x(ply: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * ply / last

    def y(value: float) -> float:
        return TOP + TALL * (high - value) / (high - low)

    svg = Svg(WIDE, height, title)
    for step in range(5):
        value = low + (high - low) * step / 4
        svg.add("path", d=f"M{LEFT} {y(value):.1f}H{WIDE - RIGHT}", stroke=FAINT)
        svg.text(LEFT - 6, y(value) + 5, said(value), style=LETTERS, text_anchor="end")
    for ply in turning:
        svg.add(
            "path",
            d=f"M{x(ply):.1f} {TOP}v{TALL}",
            stroke=TURN,
            stroke_dasharray="4 3",
            fill="none",
        )
    for mark in (0, last // 2, last):
        svg.text(x(mark), under + 19, f"ply {mark}", style=LETTERS, text_anchor="middle")
    for seat in range(len(names)):
        points = " ".join(
            f"{x(ply):.1f},{y(row[seat]):.1f}" for ply, row in zip(plies, rows, strict=True)
        )
        kx, ky = LEFT + 230 * (seat % 2), under + BELOW + 10 + 24 * (seat // 2)
        for width, colour in ((5, INK), (3, SEAT_COLOURS[seat])):
            for shape in (f"M{points}", f"M{kx} {ky}h26"):
                svg.add(
                    "path",
                    d=shape,
                    fill="none",
                    stroke=colour,
                    stroke_width=width,
                    stroke_dasharray=DASHES[seat],
                    data_seat=seat,
                )
        svg.text(kx + 34, ky + 5, f"{SEAT_LETTERS[seat]} {names[seat]}"[:22], style=LETTERS)
    drawn = str(svg).removesuffix("</svg>").replace(' role="img"', ' role="group"', 1)
    return Markup(drawn + _links(plies, x, link) + "</svg>")


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
