"""Pieces that the drawings share: tracks, locomotives, company signs, cards.

Whatever lies on the table has an outline in the map's ink: a black locomotive is seen on dark
paper, a white one on light paper.
"""

from __future__ import annotations

from collections.abc import Iterator

from roundhouse.core.svg import Svg, number
from roundhouse.games.union.names import CARD_TITLES, KINDS, Data

INK = "var(--map-ink,#3b3024)"
SLEEPER = "var(--map-line,#8a7350)"
DARK = "#1c1a17"
SMALL = 90  # a card that is less high has room for one line
# The bed of each kind of track, and its centre line. The line tells them apart, the tint helps.
BEDS = {"none": "#dcc48f", "dashed": "#b4d19c", "black": "#d3d0ca", "white": "#3d5c8c"}
CENTRES = {"dashed": (DARK, "8 6"), "black": ("#000000", None), "white": ("#ffffff", None)}


def ink_on(tint: str) -> str:
    """Black or white, whichever reads better on a colour."""
    return "#000000" if luminance(tint) > 0.179 else "#ffffff"


def luminance(tint: str) -> float:
    """How bright a colour is, from 0 to 1."""
    parts = [int(tint[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def words(svg: Svg, x: float, y: float, text: str, size: float, **more: object) -> None:
    """Plain text of a size; `anchor`, `bold` and `fill` as one would think."""
    style = f"font-size:{number(size)}px"
    if more.pop("bold", False):
        style += ";font-weight:bold"
    if "fill" in more:
        style += f";fill:{more.pop('fill')}"
    svg.add("text", text, x=x, y=y, text_anchor=more.pop("anchor", None), style=style, **more)


def track(svg: Svg, path: str, kind: str, wide: float = 8.0) -> None:
    """Sleepers, the bed, and the line that tells its kind."""
    svg.add(
        "path",
        d=path,
        fill="none",
        stroke=SLEEPER,
        stroke_width=wide * 1.7,
        stroke_dasharray=f"{number(wide * 0.3)} {number(wide * 0.75)}",
    )
    svg.add("path", d=path, fill="none", stroke=SLEEPER, stroke_width=wide + 2.4)
    svg.add("path", d=path, fill="none", stroke=BEDS[kind], stroke_width=wide)
    if kind in CENTRES:
        colour, dashes = CENTRES[kind]
        svg.add(
            "path",
            d=path,
            fill="none",
            stroke=colour,
            stroke_width=wide * 0.42,
            stroke_dasharray=dashes,
        )


def sign(svg: Svg, row: Data, letter: str, x: float, y: float, width: float, height: float) -> None:
    """A company's colour with its letter, from its top left corner."""
    svg.add(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=3,
        fill=row["hex"],
        stroke=INK,
        stroke_width=1.6,
    )
    svg.text(
        x + width / 2,
        y + height / 2 + 0.5,
        letter,
        "num",
        style=f"font-size:{number(height * 0.78)}px;fill:{ink_on(row['hex'])}",
    )


def locomotive(svg: Svg, company: Data, letter: str, slot: tuple[float, float, float]) -> None:
    """A company's locomotive along its track, its letter upright."""
    x, y, angle = slot
    with svg.group(transform=f"translate({x:.1f} {y:.1f})"):
        svg.add(
            "rect",
            x=-12,
            y=-9.5,
            width=24,
            height=19,
            rx=3,
            fill=company["hex"],
            stroke=INK,
            stroke_width=1.6,
            transform=f"rotate({angle:.1f})",
        )
        svg.text(0, 0.5, letter, "num", style=f"font-size:15px;fill:{ink_on(company['hex'])}")


def share_card(
    svg: Svg, row: Data, letter: str, x: float, y: float, pays: str, size: tuple[float, float]
) -> None:
    """A share: the company's sign, its name (its first words on a small card), what it pays now."""
    width, height = size
    svg.add("rect", x=x, y=y, width=width, height=height, rx=6, class_="node")
    sign(svg, row, letter, x + 5, y + 5, width - 10, 22)
    lines, font = list(_lines(row["name"].split(), 11)), 12
    if height < SMALL:
        font = 11
        lines = list(_lines(row["name"].replace(" &", "").split(), int((width - 6) / 5.6)))[:1]
    for n, line in enumerate(lines):
        words(svg, x + width / 2, y + 40 + 13 * n, line, font, anchor="middle")
    words(svg, x + 7, y + height - 7, pays, 12, bold=True)


def _lines(parts: list[str], letters: int) -> Iterator[str]:
    """A name in lines of so many letters, or a word that is longer."""
    line = ""
    for part in parts:
        if line and len(line) + 1 + len(part) > letters:
            yield line
            line = part
        else:
            line = f"{line} {part}".strip()
    yield line


def track_card(svg: Svg, card: str, x: float, y: float, size: tuple[float, float]) -> None:
    """A track card: its kind of track, all four for a wild one."""
    width, height = size
    svg.add("rect", x=x, y=y, width=width, height=height, rx=6, class_="node")
    words(svg, x + width / 2, y + 15, CARD_TITLES[card], 11, anchor="middle", bold=True)
    kinds = list(KINDS) if card == "wild" else [card]
    step = min(11.4, (height - 20) / len(kinds))  # below the title, on a small card too
    for n, kind in enumerate(kinds):
        at = y + 8 + height / 2 + step * (n - (len(kinds) - 1) / 2)
        wide = 8 if len(kinds) == 1 else min(5, step * 0.6)
        track(svg, f"M{number(x + 6)} {number(at)} H{number(x + width - 6)}", kind, wide)


def copies(svg: Svg, x: float, y: float, count: int) -> None:
    """How many lie on one another, on a disc."""
    if count > 1:
        svg.add("circle", cx=x, cy=y, r=11 if count < 10 else 14, fill=INK)
        words(
            svg,
            x,
            y + 4.5,
            f"×{count}",
            12,
            anchor="middle",
            bold=True,
            fill="var(--map-node,#fbf6e9)",
        )
