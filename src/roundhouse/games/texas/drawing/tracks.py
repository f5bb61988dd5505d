"""The tracks beside the map: rounds, Decisions and what ends the game; and the income track."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import RIM, Svg
from roundhouse.games.texas.actions import DECISION_IDS, RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import draw_cube

SIDE = 250  # width of the tracks beside the map
FONT = 14.5
WOOD = "#c99a5b"
DECISION_DEEDS = {"stock": "auction a certificate", "ranch": "claim a ranch", "track": "build"}


def draw_side(svg: Svg, data: dict[str, Any], facts: dict[str, Any], x: float) -> None:
    svg.text(x, 38, data["board"]["title"], style="font-size:26px;font-weight:bold")
    svg.text(x, 60, "on a reconstructed map", style=f"font-size:{FONT}px;font-style:italic")
    last = len(data["tracks"]["round"])
    _head(svg, x, 100, f"Round {min(facts['round'], last)} of {last}")
    labels = [str(n) for n in data["tracks"]["round"]] + ["End"]
    _boxes(svg, x, 110, labels, facts["round"] - 1, [24.0] * last + [40.0])
    _head(svg, x, 182, "Decisions")
    for n, name in enumerate(DECISION_IDS):
        _decision(svg, facts, name, x, 194 + n * 84)
    _head(svg, x, 478, "The game ends")
    _endings(svg, data, facts, x, 504)


def _head(svg: Svg, x: float, y: float, text: str) -> None:
    svg.text(x, y, text, style="font-size:18px;font-weight:bold")


def _decision(svg: Svg, facts: dict[str, Any], name: str, x: float, top: float) -> None:
    track = facts["decisions"][name]
    boxes = ["Start"] + [""] * (track["end"] - 1) + ["End"]
    left = track["end"] - track["step"]
    said = f"{name.capitalize()}: {left} left" if left else f"{name.capitalize()}: used up"
    with svg.ref(f"decision:{name}", f"{said} this round"):
        svg.add("rect", x=x - 4, y=top, width=SIDE - 12, height=76, rx=8, class_="land")
        short = f"{name.capitalize()}: {left} left"  # beside it there is no room for more
        svg.text(x + 4, top + 21, short, style="font-size:16px;font-weight:bold")
        svg.text(
            x + SIDE - 24,
            top + 21,
            DECISION_DEEDS[name],
            text_anchor="end",
            style=f"font-size:{FONT}px",
        )
        inner = (SIDE - 26 - 46 - 40) / max(1, len(boxes) - 2)
        widths = [46.0] + [inner] * (len(boxes) - 2) + [40.0]
        _boxes(svg, x + 4, top + 32, boxes, track["step"], widths)


def _endings(svg: Svg, data: dict[str, Any], facts: dict[str, Any], x: float, y: float) -> None:
    """How near each of the four ends is, and the opening of T&P."""
    events, railroads = data["events"], facts["railroads"].values()
    no_track = sum(here["track_left"] == 0 for here in railroads)
    sold_out = sum(here["sold"] == here["shares"] for here in railroads)
    ranches = len(facts["ranches_left"])
    lines = [
        ("railroads without track", f"{no_track} / {events['end_railroads_out_of_track']}"),
        ("railroads sold out", f"{sold_out} / {events['end_railroads_out_of_stock']}"),
        (f"ranches left (at {events['end_ranch_markers_left']})", str(ranches)),
        ("after round", str(len(data["tracks"]["round"]))),
    ]
    claimed = sum(facts["ranches"])
    if claimed < events["tp_opens_after_ranch"]:
        lines.append(("T&P opens, ranches", f"{claimed} / {events['tp_opens_after_ranch']}"))
    for n, (label, value) in enumerate(lines):
        svg.text(x, y + 24 * n, label, style=f"font-size:{FONT}px")
        svg.text(
            x + SIDE - 24,
            y + 24 * n,
            value,
            text_anchor="end",
            style="font-size:16px;font-weight:bold",
        )


def _boxes(svg: Svg, x: float, y: float, labels: list[str], at: int, widths: list[float]) -> None:
    """A row of boxes with a wooden cube on one of them."""
    for n, label in enumerate(labels):
        wide = widths[n]
        svg.add("rect", x=x, y=y, width=wide - 2, height=32, rx=3, class_="node")
        ink = ""
        if n == at:
            ink = ";fill:#1c1a17"
            svg.add(
                "rect",
                x=x + 2.5,
                y=y + 3.5,
                width=wide - 7,
                height=25,
                rx=4,
                fill=WOOD,
                stroke=RIM,
                stroke_width=1.5,
            )
        svg.text(x + wide / 2 - 1, y + 16.5, label, "num", style=f"font-size:{FONT}px{ink}")
        x += wide


def draw_income(svg: Svg, data: dict[str, Any], facts: dict[str, Any], top: float) -> None:
    """The income track, on a sheet 1000 wide; it grows with the highest income."""
    last = max(
        data["tracks"]["income_max"], *(here["income"] for here in facts["railroads"].values())
    )
    wide = 976 / (last + 1)
    svg.text(14, top - 8, "Income track", style="font-size:14px;font-weight:bold")
    stacked: dict[int, int] = {}
    for n in range(last + 1):
        x = 12 + n * wide
        style = "stroke-width:1"
        svg.add("rect", x=x, y=top, width=wide - 1, height=92, rx=3, class_="card", style=style)
        if wide > 20 or n % 5 == 0:
            svg.text(x + wide / 2 - 0.5, top + 13, str(n), "middle", style="font-size:12px")
    for railroad in RAILROAD_IDS:
        here = facts["railroads"][railroad]
        if here["open"]:
            at = here["income"]
            row = stacked[at] = stacked.get(at, -1) + 1
            draw_cube(svg, data, railroad, 11.5 + (at + 0.5) * wide, top + 24 + 15 * row, 14.5, 12)
