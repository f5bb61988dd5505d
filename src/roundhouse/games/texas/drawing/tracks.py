"""The round, Decision and income tracks, and how close the game is to its end."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import RIM, Svg
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.games.texas.actions import DECISION_IDS, RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import draw_cube
from roundhouse.games.texas.names import decision_name

SIDE = 250  # width of the tracks beside the map
FONT = 14.5
WOOD = "#c99a5b"
DECISION_TEXTS = (mark("auction a certificate"), mark("claim a ranch"), mark("build"))


def draw_side(svg: Svg, data: dict[str, Any], facts: dict[str, Any], x: float) -> None:
    """Draw the tracks beside the map."""
    svg.text(x, 38, data["board"]["title"], style="font-size:26px;font-weight:bold")
    svg.text(x, 60, _("on a reconstructed map"), style=f"font-size:{FONT}px;font-style:italic")
    last = len(data["tracks"]["round"])
    is_over = bool(facts["end"])  # the round after the last one has begun then
    numbers = {"number": facts["round"] - is_over, "all": last}
    round_text = _("Round {number} of {all}", **numbers)
    if is_over:
        round_text = _("Ended after round {number} of {all}", **numbers)
    _draw_heading(svg, x, 100, round_text)
    labels = [str(n) for n in data["tracks"]["round"]] + [pgettext("box of a track", "End")]
    _draw_boxes(svg, x, 110, labels, facts["round"] - 1, [24.0] * last + [40.0])
    _draw_heading(svg, x, 182, _("Decisions"))
    for n in range(len(DECISION_IDS)):
        _draw_decision(svg, facts, n, x, 194 + n * 84)
    _draw_heading(svg, x, 478, _("The game ends"))
    _draw_endings(svg, data, facts, x, 504)


def _draw_heading(svg: Svg, x: float, y: float, text: str) -> None:
    svg.text(x, y, text, style="font-size:18px;font-weight:bold")


def _draw_decision(svg: Svg, facts: dict[str, Any], decision: int, x: float, top: float) -> None:
    word, name = DECISION_IDS[decision], decision_name(decision)
    track = facts["decisions"][word]
    start, end = pgettext("box of a track", "Start"), pgettext("box of a track", "End")
    boxes = [start] + [""] * (track["end"] - 1) + [end]
    left = track["end"] - track["step"]
    description = _("{decision}: used up this round", decision=name)
    if left:
        description = _("{decision}: {left} left this round", decision=name, left=left)
    with svg.ref(f"decision:{word}", description):
        svg.rect(x - 4, top, SIDE - 12, 76, rx=8, class_="land")
        short = _("{decision}: {left} left", decision=name, left=left)  # no more fits
        svg.text(x + 4, top + 21, short, style="font-size:16px;font-weight:bold")
        svg.text(
            x + SIDE - 24,
            top + 21,
            _(DECISION_TEXTS[decision]),
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
        (_("railroads out of track"), f"{no_track} / {events['end_railroads_out_of_track']}"),
        (_("railroads sold out"), f"{sold_out} / {events['end_railroads_out_of_stock']}"),
        (_("ranches left (end at {limit})", limit=events["end_ranch_markers_left"]), str(ranches)),
        (_("last round"), str(len(data["tracks"]["round"]))),
    ]
    claimed = sum(facts["ranches"])
    if claimed < events["tp_opens_after_ranch"]:
        lines.append(
            (_("ranches until T&P opens"), f"{claimed} / {events['tp_opens_after_ranch']}")
        )
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
    svg.text(14, top - 8, _("Income track"), style="font-size:14px;font-weight:bold")
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
