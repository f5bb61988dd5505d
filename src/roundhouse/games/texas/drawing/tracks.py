"""The round, Decision and income tracks, and how close the game is to its end."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import RIM, Svg
from roundhouse.games.texas.actions import DECISION_IDS, RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import draw_cube

SIDE = 250  # width of the tracks beside the map
FONT = 14.5
WOOD = "#c99a5b"
DECISION_TEXTS = {"stock": "auction a certificate", "ranch": "claim a ranch", "track": "build"}


def draw_side(svg: Svg, data: dict[str, Any], facts: dict[str, Any], x: float) -> None:
    """Draw the tracks beside the map."""
    svg.text(x, 38, data["board"]["title"], style="font-size:26px;font-weight:bold")
    svg.text(x, 60, "on a reconstructed map", style=f"font-size:{FONT}px;font-style:italic")
    last = len(data["tracks"]["round"])
    is_over = bool(facts["end"])  # the round after the last one has begun then
    label = "Ended after round" if is_over else "Round"
    _draw_heading(svg, x, 100, f"{label} {facts['round'] - is_over} of {last}")
    labels = [str(n) for n in data["tracks"]["round"]] + ["End"]
    _draw_boxes(svg, x, 110, labels, facts["round"] - 1, [24.0] * last + [40.0])
    _draw_heading(svg, x, 182, "Decisions")
    for n, name in enumerate(DECISION_IDS):
        _draw_decision(svg, facts, name, x, 194 + n * 84)
    _draw_heading(svg, x, 478, "The game ends")
    _draw_endings(svg, data, facts, x, 504)


def _draw_heading(svg: Svg, x: float, y: float, text: str) -> None:
    svg.text(x, y, text, style="font-size:18px;font-weight:bold")


def _draw_decision(svg: Svg, facts: dict[str, Any], name: str, x: float, top: float) -> None:
    track = facts["decisions"][name]
    boxes = ["Start"] + [""] * (track["end"] - 1) + ["End"]
    left = track["end"] - track["step"]
    description = f"{name.capitalize()}: {left} left" if left else f"{name.capitalize()}: used up"
    with svg.ref(f"decision:{name}", f"{description} this round"):
        svg.rect(x - 4, top, SIDE - 12, 76, rx=8, class_="land")
        short = f"{name.capitalize()}: {left} left"  # a longer text does not fit
        svg.text(x + 4, top + 21, short, style="font-size:16px;font-weight:bold")
        svg.text(
            x + SIDE - 24,
            top + 21,
            DECISION_TEXTS[name],
            text_anchor="end",
            style=f"font-size:{FONT}px",
        )
        inner = (SIDE - 26 - 46 - 40) / max(1, len(boxes) - 2)
        widths = [46.0] + [inner] * (len(boxes) - 2) + [40.0]
        _draw_boxes(svg, x + 4, top + 32, boxes, track["step"], widths)


def _draw_endings(
    svg: Svg, data: dict[str, Any], facts: dict[str, Any], x: float, y: float
) -> None:
    """Show how close each of the four endings is, and the opening of T&P."""
    events, railroads = data["events"], facts["railroads"].values()
    no_track = sum(here["track_left"] == 0 for here in railroads)
    sold_out = sum(here["sold"] == here["shares"] for here in railroads)
    ranches = len(facts["ranches_left"])
    lines = [
        ("railroads out of track", f"{no_track} / {events['end_railroads_out_of_track']}"),
        ("railroads sold out", f"{sold_out} / {events['end_railroads_out_of_stock']}"),
        (f"ranches left (end at {events['end_ranch_markers_left']})", str(ranches)),
        ("last round", str(len(data["tracks"]["round"]))),
    ]
    claimed = sum(facts["ranches"])
    if claimed < events["tp_opens_after_ranch"]:
        lines.append(("ranches until T&P opens", f"{claimed} / {events['tp_opens_after_ranch']}"))
    for n, (label, value) in enumerate(lines):
        svg.text(x, y + 24 * n, label, style=f"font-size:{FONT}px")
        svg.text(
            x + SIDE - 24,
            y + 24 * n,
            value,
            text_anchor="end",
            style="font-size:16px;font-weight:bold",
        )


def _draw_boxes(
    svg: Svg, x: float, y: float, labels: list[str], at: int, widths: list[float]
) -> None:
    """Draw a row of boxes with a wooden cube on one of them."""
    for n, label in enumerate(labels):
        wide = widths[n]
        svg.rect(x, y, wide - 2, 32, rx=3, class_="node")
        ink = ""
        if n == at:
            ink = ";fill:#1c1a17"
            svg.rect(x + 2.5, y + 3.5, wide - 7, 25, rx=4, fill=WOOD, stroke=RIM, stroke_width=1.5)
        svg.text(x + wide / 2 - 1, y + 16.5, label, "num", style=f"font-size:{FONT}px{ink}")
        x += wide


def draw_income(svg: Svg, data: dict[str, Any], facts: dict[str, Any], top: float) -> None:
    """Draw the income track, 1000 wide; it grows with the highest income."""
    last = max(
        data["tracks"]["income_max"], *(here["income"] for here in facts["railroads"].values())
    )
    wide = 976 / (last + 1)
    svg.text(14, top - 8, "Income track", style="font-size:14px;font-weight:bold")
    stacked: dict[int, int] = {}
    for n in range(last + 1):
        x = 12 + n * wide
        style = "stroke-width:1"
        svg.rect(x, top, wide - 1, 92, rx=3, class_="card", style=style)
        if wide > 20 or n % 5 == 0:
            svg.text(x + wide / 2 - 0.5, top + 13, str(n), "middle", style="font-size:12px")
    for railroad in RAILROAD_IDS:
        here = facts["railroads"][railroad]
        if here["open"]:
            at = here["income"]
            row = stacked[at] = stacked.get(at, -1) + 1
            place = 11.5 + (at + 0.5) * wide, top + 24 + 15 * row
            draw_cube(svg, data, railroad, place, 14.5, 12)
