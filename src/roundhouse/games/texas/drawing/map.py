"""The sheet of the map: water, hexes, what is in them, and the scenery around."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from roundhouse.core.svg import RIM, Svg
from roundhouse.core.view import View
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import (
    draw_cube,
    draw_ranch_marker,
    hex_outline,
    railroad_colour,
)
from roundhouse.games.texas.drawing.tracks import SIDE, draw_side
from roundhouse.games.texas.places import place_names

MAP = 1000  # width of the land; the tracks stand right of it
TINTS = {"ranch": ("#7ba342", 0.3), "west": ("#8a8a8a", 0.4)}
LINES = {
    "river": "stroke:#6f9db0;stroke-width:3;stroke-opacity:.55",
    "coast": "stroke:#4c8299;stroke-width:3;stroke-opacity:.8",
    "border": "stroke:#a8825a;stroke-width:1.5;stroke-dasharray:6 5;stroke-opacity:.7",
}
GAP = 1.5  # half the gap between two hexes
LABEL = 14.5  # the smallest type on this sheet
HALO = "paint-order:stroke;stroke-width:3px;stroke:var(--land,#e6d8b5)"


def draw_map(view: View, data: dict[str, Any]) -> str:
    facts, height = view["facts"], data["board"]["canvas"][1]
    svg = Svg(
        MAP + SIDE,
        height,
        data["board"]["title"],
        f"Round {facts['round']}; {len(facts['ranches_left'])} ranch markers left; "
        f"track in {len(facts['track'])} hexes. {data['board']['provenance']}",
    )
    names = place_names(data)
    svg.add("rect", width=MAP + SIDE, height=height, class_="paper")
    _water(svg, data, height)
    for row in data["hex"]:
        _ground(svg, row, data, facts, names)
    _scenery(svg, data, height)
    svg.add("rect", x=MAP, width=SIDE, height=height, class_="paper")
    for railroad in RAILROAD_IDS:
        _rails(svg, data, facts, railroad)
    for row in data["hex"]:  # after all of the ground: a name may run over its hex's edge
        _contents(svg, row, data, facts)
    draw_side(svg, data, facts, MAP + 8)
    return str(svg)


def _water(svg: Svg, data: dict[str, Any], height: int) -> None:
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


def _scenery(svg: Svg, data: dict[str, Any], height: int) -> None:
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
                    "middle",
                    style=f"font-size:{LABEL}px;letter-spacing:3px;font-style:italic",
                )


def _clip(height: int) -> str:
    return f"clip-path:path('M0 0H{MAP}V{height}H0Z');pointer-events:none"


def _ground(
    svg: Svg,
    row: dict[str, Any],
    data: dict[str, Any],
    facts: dict[str, Any],
    names: dict[str, str],
) -> None:
    """What one clicks, with a gap to its neighbours in which a glow can be seen. All that lies in
    the hex is told by its name, so that a new cube is a change of it."""
    radius = data["grid"]["hex_radius"]
    edge = hex_outline(row["x"], row["y"], radius - GAP)
    with svg.ref(f"hex:{row['id']}", _title(row, data, facts, names)):
        svg.add("polygon", points=edge, class_="land", stroke="var(--map-faint,#c4b28a)")
    with svg.group(style="pointer-events:none"):
        if row["kind"] in TINTS:
            tint, opacity = TINTS[row["kind"]]
            svg.add("polygon", points=edge, fill=tint, fill_opacity=opacity)
        if row["kind"] == "start":
            _rim(svg, row, data, radius - GAP)


def _contents(svg: Svg, row: dict[str, Any], data: dict[str, Any], facts: dict[str, Any]) -> None:
    name, kind, x, y = row["id"], row["kind"], row["x"], row["y"]
    here = facts["track"].get(name, [])
    with svg.group(data_hex=name, style="pointer-events:none"):
        if kind == "ranch":
            draw_ranch_marker(svg, x, y - (19 if here else 2), 14, name in facts["ranches_left"])
        elif row.get("name"):
            _city(svg, row, lines := _lines(row["name"]))
            y -= 3 * (len(lines) - 1)
        elif kind == "west":
            svg.text(x, y - 16, "◂ West", "middle", style=f"font-size:{LABEL}px;{HALO}")
        for railroad, at in _cubes(here, x):
            draw_cube(svg, data, railroad, at, y + 1, _size(len(here)), LABEL)


def _lines(name: str) -> list[str]:
    """A name in one line if it fits between the discs of the hexes below, else in two."""
    head, _, tail = name.rpartition(" ")
    return [head, tail] if len(name) > 10 and head else [name]


def _city(svg: Svg, row: dict[str, Any], lines: list[str]) -> None:
    """Its value in a disc above the cubes, its name below them."""
    x, y = row["x"], row["y"] - 21
    heavy = "stroke-width:3" if row["value"] > 1 else None
    svg.add("circle", cx=x, cy=y - len(lines) + 1, r=10.5, class_="node", style=heavy)
    svg.text(x, y - len(lines) + 1.5, str(row["value"]), "num", style=f"font-size:{LABEL}px")
    for n, line in enumerate(lines):
        base = row["y"] + (26 if len(lines) == 1 else 18.5) + 12.5 * n
        svg.text(x, base, line, "middle", style=f"font-size:{LABEL}px;font-weight:600;{HALO}")


def _size(railroads: int) -> float:
    """Of the cubes in a hex: five still fit side by side."""
    return 19 if railroads < 4 else 18 if railroads == 4 else 15.6


def _cubes(here: list[str], x: float) -> Iterator[tuple[str, float]]:
    step = _size(len(here)) + 1
    for n, railroad in enumerate(here):
        yield railroad, x + (n - (len(here) - 1) / 2) * step


def _rails(svg: Svg, data: dict[str, Any], facts: dict[str, Any], railroad: str) -> None:
    """A railroad's line: each of its hexes tied to the one by which it is nearest to the start."""
    rows = {row["id"]: row for row in data["hex"]}
    built = [name for name, here in facts["track"].items() if railroad in here]
    start = data["railroads"][railroad.upper()]["start_hex"]
    done = [start] if start in built else []
    near = 2 * data["grid"]["hex_radius"]
    path = ""
    for name in done:
        x1, y1 = _spot(rows[name], facts, railroad)
        for other in built:
            a, b = rows[name], rows[other]
            if other not in done and hypot(a["x"] - b["x"], a["y"] - b["y"]) < near:
                done.append(other)
                x2, y2 = _spot(b, facts, railroad)
                path += f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    if path:
        with svg.group(style="pointer-events:none"):
            svg.rails(path, railroad_colour(data, railroad), 3)


def _spot(row: dict[str, Any], facts: dict[str, Any], railroad: str) -> tuple[float, float]:
    """Where a railroad's cube lies in a hex."""
    cubes = dict(_cubes(facts["track"][row["id"]], row["x"]))
    return cubes[railroad], row["y"] + 1


def _title(
    row: dict[str, Any], data: dict[str, Any], facts: dict[str, Any], names: dict[str, str]
) -> str:
    said = names[row["id"]]
    if row["kind"] == "plain":
        said = f"open country, {said}"
    if row.get("name"):
        said += f", value {row['value']}"
    if row["kind"] == "west":
        said += ", a gateway to the West"
    if row["kind"] == "ranch":
        left = row["id"] in facts["ranches_left"]
        said += ", income 1, " + ("still to be claimed" if left else "claimed")
    here = facts["track"].get(row["id"], [])
    track = ", ".join(data["railroads"][r.upper()]["label"] for r in here)
    said += f"; track of {track}" if track else ""
    return said[0].upper() + said[1:]


def _rim(svg: Svg, row: dict[str, Any], data: dict[str, Any], radius: float) -> None:
    """A start city wears its railroad's colour and, for those who see none, a double rim."""
    for railroad in RAILROAD_IDS:
        table = data["railroads"][railroad.upper()]
        if table["start_hex"] == row["id"]:
            for inner, style in (
                (1.5, f"fill:none;stroke-width:6;stroke:{RIM}"),
                (2, f"fill:none;stroke-width:3.5;stroke:{table['rgb']}"),
            ):
                outline = hex_outline(row["x"], row["y"], radius - inner)
                svg.add("polygon", points=outline, style=style)
