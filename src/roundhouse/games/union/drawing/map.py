"""The map of Union Pacific: cities, track and locomotives.

The drawing depends on the pieces only, not on the choices, so that changes mark moved pieces.
"""

from __future__ import annotations

from roundhouse.core.svg import Svg, words
from roundhouse.core.translation import cache_by_language
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import View
from roundhouse.games.union.drawing.pieces import INK, locomotive, track
from roundhouse.games.union.names import KINDS, Data, city_name, letters

STAGE = (1000, 640)  # size of the main drawing on a page, in pixels
MIN_FONT = 11.4  # at that size


def draw_map(view: View, data: Data) -> str:
    """Draw the map."""
    table = data["board"]
    width, height = table["width"], table["height"]
    built = sum(len(trains) for trains in view["facts"]["trains"].values())
    description = ngettext(
        "{n} locomotives on {spaces} spaces",
        "{n} locomotives on {spaces} spaces",
        built,
        spaces=table["spaces"],
    )
    svg = Svg(width, height, "Union Pacific", description)
    svg.add("rect", width=width, height=height, class_="water")
    _draw_outline(svg, data.get("outline", {}))
    places = {city["id"]: (city["x"], city["y"]) for city in data["city"]}
    companies = {company["id"]: company for company in data["company"]}
    size = MIN_FONT * max(width / STAGE[0], height / STAGE[1])
    signs = letters(data)
    for section in data["section"]:
        there = view["facts"]["trains"][section["id"]]
        names = "|".join(city_name(data, section[end]) for end in ("a", "b"))
        description = _describe_section(section, there, companies, data)
        with svg.ref(f"section:{section['id']}", description, data_names=names):
            _draw_track(svg, section, _path(section, places))
            _draw_spaces(svg, section, there, companies, signs, table["space_width"])
    for city in data["city"]:
        _draw_city(svg, city, companies, table, size)
    _draw_legend(svg, height, size)
    return str(svg)


def _draw_outline(svg: Svg, outline: Data) -> None:
    for name, points in outline.items():
        path = "M" + " L".join(f"{x} {y}" for x, y in points)
        if name == "land":
            svg.path(path + " Z", class_="land")
        elif name.startswith("lake"):
            svg.path(path + " Z", class_="water")
        else:
            svg.path(path, class_="faint", stroke_dasharray="8 6")


def _draw_track(svg: Svg, section: Data, path: str) -> None:
    svg.path(path, class_="hit", fill="none", stroke="transparent", stroke_width=22)
    track(svg, path, section["type"])


def _draw_spaces(
    svg: Svg, section: Data, there: list[str], companies: Data, signs: dict[str, str], width: float
) -> None:
    """Draw the spaces of a section with their locomotives."""
    for name, slot in zip(_assign_spaces(section, there), section["slots"], strict=True):
        if name:
            locomotive(svg, companies[name], signs[name], slot)
        else:
            _draw_space(svg, slot, section.get("slot_width") or width)


def _path(section: Data, places: dict[str, tuple[int, int]]) -> str:
    (x1, y1), (x2, y2) = places[section["a"]], places[section["b"]]
    if "bend" in section:
        return f"M{x1} {y1} Q{section['bend'][0]} {section['bend'][1]} {x2} {y2}"
    return f"M{x1} {y1} L{x2} {y2}"


def _describe_section(section: Data, there: list[str], companies: Data, data: Data) -> str:
    """Describe a section for screen readers."""
    ends = city_name(data, section["a"]), city_name(data, section["b"])
    owners = ", ".join(companies[name]["name"] for name in there)
    free = section["spaces"] - len(there)
    return _write_section(*ends, section["type"], free, section["spaces"], owners)


@cache_by_language
def _write_section(start: str, end: str, kind: str, free: int, spaces: int, owners: str) -> str:
    return _(
        "{start} to {end}, {kind}, {free} of {spaces} spaces free; locomotives: {companies}",
        start=start,
        end=end,
        kind=_(KINDS[kind]),
        free=free,
        spaces=spaces,
        companies=owners or pgettext("companies", "none"),
    )


def _draw_space(svg: Svg, slot: tuple[float, float, float], width: float) -> None:
    """Draw a free space."""
    x, y, angle = slot
    svg.rect(
        -width / 2,
        -8,
        width,
        16,
        rx=3,
        transform=f"translate({x} {y}) rotate({angle})",
        class_="node space",
        style="stroke-width:1.8",
    )


def _assign_spaces(section: Data, there: list[str]) -> list[str]:
    """Return the company on each space; start locomotives have their own spaces."""
    spaces = [""] * section["spaces"]
    for slot, name in zip(section.get("start_slot", []), section["start"], strict=True):
        spaces[slot] = name
    rest = [name for name in there if name not in section["start"]]
    for n in range(len(spaces)):
        if not spaces[n] and rest:
            spaces[n] = rest.pop(0)
    return spaces


def _draw_city(svg: Svg, city: Data, companies: Data, table: Data, size: float) -> None:
    x, y = city["x"], city["y"]
    owner = companies.get(city.get("station_of", ""))
    label = city["name"]
    if owner:
        label = _("{city}, main station of {company}", city=label, company=owner["name"])
    with svg.ref(f"city:{city['id']}", label):
        if owner:
            half = table["station_radius"] + 2
            svg.rect(
                x - half,
                y - half,
                2 * half,
                2 * half,
                rx=2,
                fill=owner["hex"],
                stroke=INK,
                stroke_width=2.5,
            )
            svg.circle(x, y, 5, class_="node")
        else:
            svg.circle(x, y, table["city_radius"], class_="node", style="stroke-width:2")
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


def _draw_legend(svg: Svg, height: int, size: float) -> None:
    left, top = 14, height - 122
    svg.rect(left, top, 206, 110, rx=8, class_="node")
    for n, (kind, text) in enumerate(KINDS.items()):
        y = top + 20 + 24 * n
        track(svg, f"M{left + 14} {y} H{left + 84}", kind)
        words(svg, left + 98, y + 5, _(text), size)
