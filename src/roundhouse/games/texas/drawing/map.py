"""The map of Texas & Pacific: water, hexes, their contents and scenery."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from roundhouse.core.svg import RIM, Svg
from roundhouse.core.text import capitalize_first
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.view import View
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import (
    draw_cube,
    draw_ranch_marker,
    hex_outline,
    railroad_colour,
)
from roundhouse.games.texas.drawing.tracks import SIDE, draw_side
from roundhouse.games.texas.places import place_names, ranch_name

MAP = 1000  # width of the map; the tracks are to its right
TINTS = {"ranch": ("#7ba342", 0.3), "west": ("#8a8a8a", 0.4)}
LINES = {
    "river": "stroke:#6f9db0;stroke-width:3;stroke-opacity:.55",
    "coast": "stroke:#4c8299;stroke-width:3;stroke-opacity:.8",
    "border": "stroke:#a8825a;stroke-width:1.5;stroke-dasharray:6 5;stroke-opacity:.7",
}
GAP = 1.5  # half the gap between two hexes
LABEL = 14.5  # smallest font size on this sheet
HALO = "paint-order:stroke;stroke-width:3px;stroke:var(--land,#e6d8b5)"

# Texts of the built-in board. Those of other boards are shown as they are.
BOARD_TEXTS = (
    mark("reconstruction: rulebook facts + geography; not the published board"),
    mark("GULF OF MEXICO"),
    mark("MEXICO"),
    mark("NEW MEXICO"),
    mark("TEXAS"),
    mark("INDIAN TERRITORY"),
    mark("LOUISIANA"),
    mark("ARKANSAS"),
    mark("KANSAS"),
)


def draw_map(view: View, data: dict[str, Any]) -> str:
    """Draw the map."""
    facts, height = view["facts"], data["board"]["canvas"][1]
    svg = Svg(
        MAP + SIDE,
        height,
        data["board"]["title"],
        _(
            "Round {number}; {ranches} ranch markers left; track in {hexes} hexes. {provenance}",
            number=facts["round"],
            ranches=len(facts["ranches_left"]),
            hexes=len(facts["track"]),
            provenance=_(data["board"]["provenance"]),
        ),
    )
    names = place_names(data)
    svg.add("rect", width=MAP + SIDE, height=height, class_="paper")
    _draw_water(svg, data, height)
    for row in data["hex"]:
        _draw_ground(svg, row, data, facts, names)
    _draw_scenery(svg, data, height)
    svg.add("rect", x=MAP, width=SIDE, height=height, class_="paper")
    for railroad in RAILROAD_IDS:
        _draw_rails(svg, data, facts, railroad)
    for row in data["hex"]:  # above the ground: a name may be wider than its hex
        _draw_contents(svg, row, data, facts)
    draw_side(svg, data, facts, MAP + 8)
    return str(svg)


def _draw_water(svg: Svg, data: dict[str, Any], height: int) -> None:
    """Fill the sea to the right of and below each coast."""
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


def _draw_scenery(svg: Svg, data: dict[str, Any], height: int) -> None:
    """Draw coasts, rivers, borders and names around the map."""
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
            if not on_land:  # on land it would be under the track cubes
                svg.text(
                    x,
                    y + 14,
                    _(label["text"]),
                    "middle",
                    style=f"font-size:{LABEL}px;letter-spacing:3px;font-style:italic",
                )


def _clip(height: int) -> str:
    return f"clip-path:path('M0 0H{MAP}V{height}H0Z');pointer-events:none"


def _draw_ground(
    svg: Svg,
    row: dict[str, Any],
    data: dict[str, Any],
    facts: dict[str, Any],
    names: dict[str, str],
) -> None:
    """Draw the clickable hex. Its title names all contents, so a new cube changes it."""
    radius = data["grid"]["hex_radius"]
    edge = hex_outline(row["x"], row["y"], radius - GAP)
    with svg.ref(f"hex:{row['id']}", _write_title(row, data, facts, names)):
        svg.add("polygon", points=edge, class_="land", stroke="var(--map-faint,#c4b28a)")
    with svg.group(style="pointer-events:none"):
        if row["kind"] in TINTS:
            tint, opacity = TINTS[row["kind"]]
            svg.add("polygon", points=edge, fill=tint, fill_opacity=opacity)
        if row["kind"] == "start":
            _draw_rim(svg, row, data, radius - GAP)


def _draw_contents(
    svg: Svg, row: dict[str, Any], data: dict[str, Any], facts: dict[str, Any]
) -> None:
    """Draw a city, ranch or gateway and the track cubes in a hex."""
    name, kind, x, y = row["id"], row["kind"], row["x"], row["y"]
    here = facts["track"].get(name, [])
    with svg.group(data_hex=name, style="pointer-events:none"):
        if kind == "ranch":
            draw_ranch_marker(svg, x, y - (19 if here else 12), 14, name in facts["ranches_left"])
            _draw_name(svg, row, _split_name(ranch_name(row)))
        elif row.get("name"):
            _draw_city(svg, row, lines := _split_name(row["name"]))
            y -= 3 * (len(lines) - 1)
        elif kind == "west":
            svg.text(x, y - 16, _("◂ West"), "middle", style=f"font-size:{LABEL}px;{HALO}")
        for railroad, at in _place_cubes(here, x):
            draw_cube(svg, data, railroad, (at, y + 1), _cube_size(len(here)), LABEL)


def _split_name(name: str) -> list[str]:
    """Split a name into two lines if it does not fit between the discs below."""
    head, _, tail = name.replace("-", "- ").rpartition(" ")
    return [head, tail] if len(name) > 10 and head else [name]


def _draw_city(svg: Svg, row: dict[str, Any], lines: list[str]) -> None:
    """Draw a city's value above the cubes and its name below them."""
    x, y = row["x"], row["y"] - 21
    heavy = "stroke-width:3" if row["value"] > 1 else None
    svg.circle(x, y - len(lines) + 1, 10.5, class_="node", style=heavy)
    svg.text(x, y - len(lines) + 1.5, str(row["value"]), "num", style=f"font-size:{LABEL}px")
    _draw_name(svg, row, lines)


def _draw_name(svg: Svg, row: dict[str, Any], lines: list[str]) -> None:
    """Draw a name below the cubes of a hex."""
    for n, line in enumerate(lines):
        base = row["y"] + (26 if len(lines) == 1 else 18.5) + 12.5 * n
        svg.text(
            row["x"], base, line, "middle", style=f"font-size:{LABEL}px;font-weight:600;{HALO}"
        )


def _cube_size(railroads: int) -> float:
    """Return the size of the cubes in a hex: five must fit side by side."""
    return 19 if railroads < 4 else 18 if railroads == 4 else 15.6


def _place_cubes(here: list[str], x: float) -> Iterator[tuple[str, float]]:
    step = _cube_size(len(here)) + 1
    for n, railroad in enumerate(here):
        yield railroad, x + (n - (len(here) - 1) / 2) * step


def _draw_rails(svg: Svg, data: dict[str, Any], facts: dict[str, Any], railroad: str) -> None:
    """Draw a railroad's track: each hex is linked to the one nearest to the start."""
    rows = {row["id"]: row for row in data["hex"]}
    built = [name for name, here in facts["track"].items() if railroad in here]
    start = data["railroads"][railroad.upper()]["start_hex"]
    linked = [start] if start in built else []
    near = 2 * data["grid"]["hex_radius"]
    path = ""
    for name in linked:
        x1, y1 = _find_cube(rows[name], facts, railroad)
        for other in built:
            a, b = rows[name], rows[other]
            if other not in linked and hypot(a["x"] - b["x"], a["y"] - b["y"]) < near:
                linked.append(other)
                x2, y2 = _find_cube(b, facts, railroad)
                path += f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    if path:
        with svg.group(style="pointer-events:none"):
            svg.rails(path, railroad_colour(data, railroad), 3)


def _find_cube(row: dict[str, Any], facts: dict[str, Any], railroad: str) -> tuple[float, float]:
    """Return where a railroad's cube is in a hex."""
    cubes = dict(_place_cubes(facts["track"][row["id"]], row["x"]))
    return cubes[railroad], row["y"] + 1


def _write_title(
    row: dict[str, Any], data: dict[str, Any], facts: dict[str, Any], names: dict[str, str]
) -> str:
    parts = [names[row["id"]]]
    if row["kind"] == "plain":
        parts.insert(0, _("open land"))
    if row.get("name"):
        parts.append(_("value {number}", number=row["value"]))
    if row["kind"] == "west":
        parts.append(_("gateway to the West"))
    if row["kind"] == "ranch":
        parts.append(_("income {number}", number=1))
        left = row["id"] in facts["ranches_left"]
        parts.append(_("unclaimed") if left else _("claimed"))
    title = capitalize_first(", ".join(parts))
    here = facts["track"].get(row["id"], [])
    track = ", ".join(data["railroads"][r.upper()]["label"] for r in here)
    return f"{title}; {_('track: {railroads}', railroads=track)}" if track else title


def _draw_rim(svg: Svg, row: dict[str, Any], data: dict[str, Any], radius: float) -> None:
    """Draw a start city's rim, doubled for colour-blind players."""
    for railroad in RAILROAD_IDS:
        table = data["railroads"][railroad.upper()]
        if table["start_hex"] == row["id"]:
            for inner, style in (
                (1.5, f"fill:none;stroke-width:6;stroke:{RIM}"),
                (2, f"fill:none;stroke-width:3.5;stroke:{table['rgb']}"),
            ):
                outline = hex_outline(row["x"], row["y"], radius - inner)
                svg.add("polygon", points=outline, style=style)
