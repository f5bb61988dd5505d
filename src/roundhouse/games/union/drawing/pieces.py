"""Pieces that the drawings share: tracks, locomotives, company chips, cards."""

from __future__ import annotations

from collections.abc import Iterator

from roundhouse.core.svg import Svg
from roundhouse.games.union.names import CARD_TITLES, KINDS, Data

# Bed and rails of each kind of track: told apart by the centre line, the tint only helps.
BEDS = {"none": "#d9c08a", "dashed": "#b9d3a4", "black": "#dda294", "white": "#5f7fae"}
CENTRES = {"dashed": ("#1c1a17", "7 5"), "black": ("#1c1a17", None), "white": ("#ffffff", None)}

CARD_WIDTH, CARD_HEIGHT = 74, 96


def ink_on(tint: str) -> str:
    """Black or white, whichever reads better on a colour."""
    red, green, blue = (int(tint[n : n + 2], 16) for n in (1, 3, 5))
    return "#1c1a17" if 0.3 * red + 0.59 * green + 0.11 * blue > 120 else "#ffffff"


def track(svg: Svg, path: str, kind: str) -> None:
    svg.add("path", d=path, fill="none", stroke="#3b3024", stroke_width=8.6)
    svg.add("path", d=path, fill="none", stroke=BEDS[kind], stroke_width=6.8)
    if kind in CENTRES:
        colour, dashes = CENTRES[kind]
        svg.add(
            "path", d=path, fill="none", stroke=colour, stroke_width=2.6, stroke_dasharray=dashes
        )


def locomotive(
    svg: Svg, company: Data, x: float, y: float, angle: float, width: float, height: float
) -> None:
    """A space with a company's locomotive on it, its letters upright."""
    upright = (angle + 90) % 180 - 90
    with svg.group(transform=f"translate({x:.1f} {y:.1f}) rotate({upright:.1f})"):
        svg.add(
            "rect",
            x=-width / 2,
            y=-height / 2,
            width=width,
            height=height,
            rx=2.5,
            fill=company["hex"],
            stroke="#1c1a17",
            stroke_width=1.4,
        )
        size = min(height * 0.72, width * 1.5 / max(len(company["abbr"]), 2.5))
        svg.text(
            0,
            0.5,
            company["abbr"],
            "num",
            style=f"font-size:{size:.1f}px;fill:{ink_on(company['hex'])}",
        )


def chip(svg: Svg, row: Data, x: float, y: float, width: float, height: float) -> None:
    """A company's colour with its letters."""
    svg.add(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=3,
        fill=row["hex"],
        stroke="#1c1a17",
        stroke_width=1.2,
    )
    svg.text(
        x + width / 2,
        y + height / 2 + 0.5,
        row["abbr"],
        "num",
        style=f"font-size:{height * 0.66:.1f}px;fill:{ink_on(row['hex'])}",
    )


def share_card(svg: Svg, row: Data, x: float, y: float) -> None:
    svg.add("rect", x=x, y=y, width=CARD_WIDTH, height=CARD_HEIGHT, rx=6, class_="node")
    chip(svg, row, x + 6, y + 8, CARD_WIDTH - 12, 22)
    words = row["name"].split()
    for n, line in enumerate(_lines(words)):
        svg.text(x + CARD_WIDTH / 2, y + 47 + 13 * n, line, "small middle")


def _lines(words: list[str]) -> Iterator[str]:
    """A name in lines that fit a card."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > 11:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line


def track_card(svg: Svg, card: str, x: float, y: float) -> None:
    svg.add("rect", x=x, y=y, width=CARD_WIDTH, height=CARD_HEIGHT, rx=6, class_="node")
    kinds = list(KINDS) if card == "wild" else [card]
    for n, kind in enumerate(kinds):
        at = y + CARD_HEIGHT / 2 + 6 - 8 * (len(kinds) - 1) + 16 * n
        track(svg, f"M{x + 10} {at} H{x + CARD_WIDTH - 10}", kind)
    svg.text(x + 8, y + 18, CARD_TITLES[card], "small")
