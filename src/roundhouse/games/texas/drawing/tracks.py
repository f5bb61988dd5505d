"""The tracks on the board: rounds, Decisions and income."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.games.texas.actions import DECISION_IDS, RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import draw_cube

INCOME = 76  # height of the income track below the map


def draw_rounds(svg: Svg, data: dict[str, Any], facts: dict[str, Any]) -> None:
    svg.text(14, 32, data["board"]["title"], "big")
    svg.text(180, 32, "reconstructed map", "small", style="font-style:italic;opacity:.75")
    labels = [str(n) for n in data["tracks"]["round"]] + ["End"]
    svg.text(14, 62, "Round", "name")
    _boxes(svg, 56, 44, labels, facts["round"] - 1, [25.0] * (len(labels) - 1) + [34.0])


def draw_decisions(svg: Svg, facts: dict[str, Any]) -> None:
    svg.text(14, 672, "Decisions", "name", style="font-weight:bold")
    for n, name in enumerate(DECISION_IDS):
        track, top = facts["decisions"][name], 682 + n * 35
        boxes = ["Start"] + [""] * (track["end"] - 1) + ["End"]
        left = track["end"] - track["step"]
        with svg.ref(f"decision:{name}", f"{name} Decision, {left} left this round"):
            svg.add("rect", x=8, y=top - 3, width=352, height=32, class_="paper", opacity=0.85)
            svg.text(14, top + 18, name.capitalize(), "name")
            wide = min(46.0, 224 / max(1, len(boxes) - 2))
            _boxes(svg, 56, top, boxes, track["step"], [38.0] + [wide] * (len(boxes) - 2) + [38.0])


def _boxes(svg: Svg, x: float, y: float, labels: list[str], at: int, widths: list[float]) -> None:
    """A row of boxes with a wooden cube on one of them."""
    for n, label in enumerate(labels):
        wide = widths[n]
        svg.add("rect", x=x, y=y, width=wide - 2, height=26, rx=3, class_="node")
        if n == at:
            svg.add(
                "rect",
                x=x + wide / 2 - 11,
                y=y + 3,
                width=20,
                height=20,
                rx=3,
                fill="#b98a4e",
                stroke="#3b2a14",
                stroke_width=1.5,
            )
        svg.text(
            x + wide / 2 - 1,
            y + 13.5,
            label,
            "num",
            style="font-size:11px" + (";fill:#1c1a17" if n == at else ""),
        )
        x += wide


def draw_income(
    svg: Svg, data: dict[str, Any], facts: dict[str, Any], top: float, width: float
) -> None:
    """The income track; it grows with the highest income."""
    last = max(
        data["tracks"]["income_max"], *(here["income"] for here in facts["railroads"].values())
    )
    wide = (width - 80) / (last + 1)
    svg.text(10, top + 30, "Income", "name", style="font-weight:bold")
    for n in range(last + 1):
        x = 70 + n * wide
        svg.add(
            "rect",
            x=x,
            y=top + 4,
            width=wide - 1.5,
            height=INCOME - 10,
            rx=3,
            class_="node",
            style="stroke-width:1",
        )
        svg.text(x + wide / 2 - 1, top + 16, str(n), "small middle")
    for n in range(last + 1):
        there = [
            r
            for r in RAILROAD_IDS
            if facts["railroads"][r]["open"] and facts["railroads"][r]["income"] == n
        ]
        for k, railroad in enumerate(there):
            column, line = (k % 2, k // 2) if len(there) > 1 else (0.5, 1)
            draw_cube(
                svg,
                data,
                railroad,
                70 + n * wide + wide / 4 + column * wide / 2 - 0.7,
                top + 27 + line * 16,
                15,
            )
