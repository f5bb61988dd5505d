"""Pieces shared by the drawings: tracks, locomotives, company signs and cards.

Every piece is outlined in the map's ink, so that black pieces show on dark backgrounds and white
ones on light backgrounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from roundhouse.core.svg import Svg, format_number, words
from roundhouse.games.union.names import KINDS, Data, card_label

INK = "var(--map-ink,#3b3024)"
SLEEPER = "var(--map-line,#8a7350)"
DARK = "#1c1a17"
LETTER_WIDTH = 1.4  # font size of a sign per width of a letter
SMALL = 90  # height below which a card has one line of text
# Bed and center line of each kind of track. They differ by line; the tint only helps.
BEDS = {"none": "#dcc48f", "dashed": "#b4d19c", "black": "#d3d0ca", "white": "#3d5c8c"}
CENTRES = {"dashed": (DARK, "8 6"), "black": ("#000000", None), "white": ("#ffffff", None)}

Pair = tuple[float, float]


def ink_on(tint: str) -> str:
    """Return black or white, whichever has more contrast on a color."""
    return "#000000" if luminance(tint) > 0.179 else "#ffffff"


def luminance(tint: str) -> float:
    """Return the relative luminance of a color, 0 to 1."""
    parts = [int(tint[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def track(svg: Svg, path: str, kind: str, wide: float = 8.0) -> None:
    """Draw track: sleepers, bed, and the line of its kind."""
    svg.path(
        path,
        fill="none",
        stroke=SLEEPER,
        stroke_width=wide * 1.7,
        stroke_dasharray=f"{format_number(wide * 0.3)} {format_number(wide * 0.75)}",
    )
    svg.path(path, fill="none", stroke=SLEEPER, stroke_width=wide + 2.4)
    svg.path(path, fill="none", stroke=BEDS[kind], stroke_width=wide)
    if kind in CENTRES:
        colour, dashes = CENTRES[kind]
        svg.path(
            path, fill="none", stroke=colour, stroke_width=wide * 0.42, stroke_dasharray=dashes
        )


def sign(svg: Svg, row: Data, letter: str, corner: Pair, size: Pair) -> None:
    """Draw a company's sign: its color and letter, from the top left corner."""
    (x, y), (width, height) = corner, size
    svg.rect(x, y, width, height, rx=3, fill=row["hex"], stroke=INK, stroke_width=1.6)
    font = min(height * 0.78, LETTER_WIDTH * width / len(letter))
    svg.text(
        x + width / 2,
        y + height / 2 + 0.5,
        letter,
        "num",
        style=f"font-size:{format_number(font)}px;fill:{ink_on(row['hex'])}",
    )


def locomotive(svg: Svg, company: Data, letter: str, slot: tuple[float, float, float]) -> None:
    """Draw a locomotive along its track, with an upright letter."""
    x, y, angle = slot
    with svg.group(transform=f"translate({x:.1f} {y:.1f})"):
        svg.rect(
            -12,
            -9.5,
            24,
            19,
            rx=3,
            fill=company["hex"],
            stroke=INK,
            stroke_width=1.6,
            transform=f"rotate({angle:.1f})",
        )
        svg.text(0, 0.5, letter, "num", style=f"font-size:15px;fill:{ink_on(company['hex'])}")


def share_card(svg: Svg, row: Data, letter: str, corner: Pair, pays: str, size: Pair) -> None:
    """Draw a share: sign, name (shortened on a small card) and current payments."""
    (x, y), (width, height) = corner, size
    svg.rect(x, y, width, height, rx=6, class_="node")
    sign(svg, row, letter, (x + 5, y + 5), (width - 10, 22))
    lines, font = list(_break_lines(row["name"].split(), 11)), 12
    if height < SMALL:
        font = 11
        lines = list(_break_lines(row["name"].replace(" &", "").split(), int((width - 6) / 5.6)))[
            :1
        ]
    for n, line in enumerate(lines):
        words(svg, x + width / 2, y + 40 + 13 * n, line, font, anchor="middle")
    words(svg, x + 7, y + height - 7, pays, 12, bold=True)


def _break_lines(parts: list[str], letters: int) -> Iterator[str]:
    """Break a name into lines of at most `letters`; words are not split."""
    line = ""
    for part in parts:
        if line and len(line) + 1 + len(part) > letters:
            yield line
            line = part
        else:
            line = f"{line} {part}".strip()
    yield line


def track_card(svg: Svg, card: str, x: float, y: float, size: tuple[float, float]) -> None:
    """Draw a track card with its kind of track; a wild card shows all four."""
    width, height = size
    svg.rect(x, y, width, height, rx=6, class_="node")
    words(svg, x + width / 2, y + 15, card_label(card), 11, anchor="middle", bold=True)
    kinds = list(KINDS) if card == "wild" else [card]
    step = min(11.4, (height - 20) / len(kinds))  # keeps clear of the title on a small card
    for n, kind in enumerate(kinds):
        at = y + 8 + height / 2 + step * (n - (len(kinds) - 1) / 2)
        wide = 8 if len(kinds) == 1 else min(5, step * 0.6)
        track(
            svg,
            f"M{format_number(x + 6)} {format_number(at)} H{format_number(x + width - 6)}",
            kind,
            wide,
        )


def small_track_card(svg: Svg, card: str, corner: Pair, size: Pair, count: int) -> None:
    """Draw a track card as its lines and a count; a wild card shows all four lines."""
    (x, y), (width, height) = corner, size
    svg.rect(x, y, width, height, rx=4, class_="node")
    kinds = list(KINDS) if card == "wild" else [card]
    step = (height - 4) / len(kinds)
    for n, kind in enumerate(kinds):
        at = format_number(y + 2 + step * (n + 0.5))
        path = f"M{format_number(x + 3)} {at} H{format_number(x + width - 13)}"
        track(svg, path, kind, 8 if len(kinds) == 1 else step * 0.5)
    words(svg, x + width - 6, y + height / 2 + 4, f"{count}", 12, anchor="middle", bold=True)


def copies(svg: Svg, x: float, y: float, count: int) -> None:
    """Draw the count of a pile on a disc."""
    if count > 1:
        svg.circle(x, y, 11 if count < 10 else 14, fill=INK)
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
