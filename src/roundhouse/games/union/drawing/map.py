"""The map: cities, track, and the locomotives on it.

Nothing here depends on what may be chosen: a drawing changes when a piece does, and only then.
"""

from __future__ import annotations

from roundhouse.core.svg import Svg
from roundhouse.core.view import View
from roundhouse.games.union.drawing.pieces import INK, locomotive, track, words
from roundhouse.games.union.names import KINDS, Data, city_name, letters

STAGE = (1000, 640)  # what a sheet in focus is given, in pixels
LEAST = 11.4  # a text's size there


def draw_map(view: View, data: Data) -> str:
    table = data["board"]
    width, height = table["width"], table["height"]
    built = sum(len(trains) for trains in view["facts"]["trains"].values())
    svg = Svg(width, height, "Union Pacific", f"{built} locomotives on {table['spaces']} spaces")
    svg.add("rect", width=width, height=height, class_="water")
    _outline(svg, data.get("outline", {}))
    places = {city["id"]: (city["x"], city["y"]) for city in data["city"]}
    companies = {company["id"]: company for company in data["company"]}
    size = LEAST * max(width / STAGE[0], height / STAGE[1])
    signs = letters(data)
    for section in data["section"]:
        there = view["facts"]["trains"][section["id"]]
        with svg.ref(f"section:{section['id']}", _spoken(section, there, companies, data)):
            _track(svg, section, _path(section, places))
            _spaces(svg, section, there, companies, signs, table["space_width"])
    for city in data["city"]:
        _city(svg, city, companies, table, size)
    _legend(svg, height, size)
    return str(svg)


def _outline(svg: Svg, outline: Data) -> None:
    for name, points in outline.items():
        path = "M" + " L".join(f"{x} {y}" for x, y in points)
        if name == "land":
            svg.add("path", d=path + " Z", class_="land")
        elif name.startswith("lake"):
            svg.add("path", d=path + " Z", class_="water")
        else:
            svg.add("path", d=path, class_="faint", stroke_dasharray="8 6")


def _track(svg: Svg, section: Data, path: str) -> None:
    svg.add("path", d=path, class_="hit", fill="none", stroke="transparent", stroke_width=22)
    track(svg, path, section["type"])


def _spaces(
    svg: Svg, section: Data, there: list[str], companies: Data, signs: dict[str, str], width: float
) -> None:
    """What stands on the spaces of a section."""
    for name, slot in zip(_standing(section, there), section["slots"], strict=True):
        if name:
            locomotive(svg, companies[name], signs[name], slot)
        else:
            _space(svg, slot, section.get("slot_width") or width)


def _path(section: Data, places: dict[str, tuple[int, int]]) -> str:
    (x1, y1), (x2, y2) = places[section["a"]], places[section["b"]]
    if "bend" in section:
        return f"M{x1} {y1} Q{section['bend'][0]} {section['bend'][1]} {x2} {y2}"
    return f"M{x1} {y1} L{x2} {y2}"


def _spoken(section: Data, there: list[str], companies: Data, data: Data) -> str:
    """A section for those who hear the board."""
    spaces = section["spaces"]
    said = ", ".join(companies[name]["name"] for name in there) or "nobody"
    return (
        f"{city_name(data, section['a'])} to {city_name(data, section['b'])}, "
        f"{KINDS[section['type']]}, {spaces - len(there)} of {spaces} spaces free; there: {said}"
    )


def _space(svg: Svg, slot: tuple[float, float, float], width: float) -> None:
    """A space that is free."""
    x, y, angle = slot
    svg.add(
        "rect",
        x=-width / 2,
        y=-8,
        width=width,
        height=16,
        rx=3,
        transform=f"translate({x} {y}) rotate({angle})",
        class_="node space",
        style="stroke-width:1.8",
    )


def _standing(section: Data, there: list[str]) -> list[str]:
    """Whose locomotive stands on each space: start locomotives on their own, others in order."""
    held = [""] * section["spaces"]
    for slot, name in zip(section.get("start_slot", []), section["start"], strict=True):
        held[slot] = name
    rest = [name for name in there if name not in section["start"]]
    for n in range(len(held)):
        if not held[n] and rest:
            held[n] = rest.pop(0)
    return held


def _city(svg: Svg, city: Data, companies: Data, table: Data, size: float) -> None:
    x, y = city["x"], city["y"]
    owner = companies.get(city.get("station_of", ""))
    label = city["name"] + (f", main station of {owner['name']}" if owner else "")
    with svg.ref(f"city:{city['id']}", label):
        if owner:
            half = table["station_radius"] + 2
            svg.add(
                "rect",
                x=x - half,
                y=y - half,
                width=2 * half,
                height=2 * half,
                rx=2,
                fill=owner["hex"],
                stroke=INK,
                stroke_width=2.5,
            )
            svg.add("circle", cx=x, cy=y, r=5, class_="node")
        else:
            svg.add(
                "circle", cx=x, cy=y, r=table["city_radius"], class_="node", style="stroke-width:2"
            )
        lx, ly = city["label"]
        words(
            svg,
            lx,
            ly + 5,
            city["name"],
            size,
            anchor="middle",
            bold=True,
            paint_order="stroke",
            stroke="var(--land,#e6d8b5)",
            stroke_width=4,
            stroke_linejoin="round",
        )


def _legend(svg: Svg, height: int, size: float) -> None:
    left, top = 14, height - 122
    svg.add("rect", x=left, y=top, width=206, height=110, rx=8, class_="node")
    for n, (kind, said) in enumerate(KINDS.items()):
        y = top + 20 + 24 * n
        track(svg, f"M{left + 14} {y} H{left + 84}", kind)
        words(svg, left + 98, y + 5, said, size)
