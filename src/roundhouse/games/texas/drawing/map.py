"""The map: water, hexes, what is in them, and the scenery around."""

from __future__ import annotations

from math import hypot
from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import draw_cube, draw_ranch_marker, hex_outline

MAP = 1000  # width of the map's part of the canvas; the railroads' banners stand right of it
TINTS = {"ranch": ("#7ba342", 0.3), "west": ("#6b6b6b", 0.45)}
LINES = {
    "river": "stroke:#6f9db0;stroke-width:3;stroke-opacity:.55",
    "coast": "stroke:#4c8299;stroke-width:3;stroke-opacity:.8",
    "border": "stroke:#a8825a;stroke-width:1.5;stroke-dasharray:6 5;stroke-opacity:.7",
}


def draw_water(svg: Svg, data: dict[str, Any], height: int) -> None:
    """The sea lies right of and below each coast."""
    with svg.group(style=_clip(height)):
        for line in data.get("decor_line", []):
            if line["style"] == "coast":
                shore = " ".join(f"{x},{y}" for x, y in line["points"])
                (x1, _), (_, y2) = line["points"][0], line["points"][-1]
                svg.add(
                    "polygon",
                    points=f"{shore} {MAP},{y2} {MAP},{height} {x1},{height}",
                    class_="water",
                )


def draw_scenery(svg: Svg, data: dict[str, Any], height: int) -> None:
    """Coasts, rivers, borders and names around the map; decoration only."""
    with svg.group(style=_clip(height)):
        for line in data.get("decor_line", []):
            points = " ".join(f"{x},{y}" for x, y in line["points"])
            svg.add("polyline", points=points, fill="none", style=LINES[line["style"]])
        for label in data.get("decor_label", []):
            x, y = label["x"], label["y"]
            on_land = any(
                hypot(row["x"] - x, row["y"] - y) < 2 * data["grid"]["hex_radius"]
                for row in data["hex"]
            )
            if not on_land:  # there it would lie under the track cubes
                svg.text(
                    x,
                    y + 14,
                    label["text"],
                    "small middle",
                    style="letter-spacing:3px;font-style:italic;opacity:.7",
                )


def _clip(height: int) -> str:
    return f"clip-path:path('M0 0H{MAP}V{height}H0Z');pointer-events:none"


def draw_ground(svg: Svg, row: dict[str, Any], data: dict[str, Any], facts: dict[str, Any]) -> None:
    name, kind, x, y = row["id"], row["kind"], row["x"], row["y"]
    radius = data["grid"]["hex_radius"]
    with svg.ref(f"hex:{name}", _title(row, data, facts)):
        edge = hex_outline(x, y, radius)
        svg.add(
            "polygon",
            points=edge,
            class_="land",
            stroke="var(--map-faint,#c4b28a)",
            stroke_width=1.5,
        )
        if kind in TINTS:
            tint, opacity = TINTS[kind]
            svg.add("polygon", points=edge, fill=tint, fill_opacity=opacity)
        if kind == "start":
            _rim(svg, row, data, radius)


def draw_contents(
    svg: Svg, row: dict[str, Any], data: dict[str, Any], facts: dict[str, Any]
) -> None:
    name, kind, x, y = row["id"], row["kind"], row["x"], row["y"]
    with svg.ref(f"hex:{name}", _title(row, data, facts)):
        svg.text(x, y - 25.5, name, "middle", style="font-size:8.5px;opacity:.7")
        if kind == "ranch":
            draw_ranch_marker(svg, x, y - 11, name in facts["ranches_left"])
        elif row.get("name"):
            svg.add(
                "circle",
                cx=x,
                cy=y - 12.5,
                r=9.5,
                class_="node",
                style="stroke-width:2.5" if row["value"] > 1 else None,
            )
            svg.text(x, y - 12, str(row["value"]), "num", style="font-size:13px")
            _name(svg, x, y, row["name"])
        elif kind == "west":
            svg.text(x, y - 9, "◂ WEST", "small middle")
        here = facts["track"].get(name, [])
        size = 17 if len(here) < 4 else 12.2 + (5 - len(here)) * 2
        for n, railroad in enumerate(here):
            draw_cube(
                svg, data, railroad, x + (n - (len(here) - 1) / 2) * (size + 1.2), y + 7, size
            )


def _title(row: dict[str, Any], data: dict[str, Any], facts: dict[str, Any]) -> str:
    here = facts["track"].get(row["id"], [])
    what = {
        "plain": "open country",
        "ranch": f"ranch country, {row.get('note', '')}, income 1",
        "west": "the West",
    }.get(row["kind"], "")
    if row.get("name"):
        what = f"{row['name']}, value {row['value']}" + (", the West" if what else "")
    if row["kind"] == "ranch":
        left = row["id"] in facts["ranches_left"]
        what += ", marker still there" if left else ", marker taken"
    said = ", ".join(data["railroads"][r.upper()]["label"] for r in here)
    return f"{row['id']}: {what}" + (f"; track: {said}" if said else "")


def _rim(svg: Svg, row: dict[str, Any], data: dict[str, Any], radius: float) -> None:
    """A start city wears its railroad's colour and, for those who see none, a double rim."""
    for railroad in RAILROAD_IDS:
        table = data["railroads"][railroad.upper()]
        if table["start_hex"] == row["id"]:
            svg.add(
                "polygon",
                points=hex_outline(row["x"], row["y"], radius - 2.5),
                fill="none",
                stroke=table["rgb"],
                stroke_width=4,
            )
            svg.add(
                "polygon",
                points=hex_outline(row["x"], row["y"], radius - 5.5),
                class_="inkline",
                stroke_width=0.8,
            )


def _name(svg: Svg, x: float, y: float, name: str) -> None:
    """Below the cubes: one line if it fits between the hex's edges, else two."""
    head, _, tail = name.rpartition(" ")
    lines = [head, tail] if len(name) > 11 and head else [name]
    for n, line in enumerate(lines):
        svg.text(
            x,
            y + (26 if len(lines) == 1 else 23.5) + 9 * n,
            line,
            "middle",
            style="font-size:9.5px;font-weight:600;paint-order:stroke;stroke-width:2.5px;"
            "stroke:var(--land,#e6d8b5)",
        )
