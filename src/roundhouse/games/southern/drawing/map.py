"""The map of Southern Pacific: cities, links, track, and the operating railroad."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from roundhouse.core.svg import RIM, Svg
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import View
from roundhouse.games.southern.drawing.railroads import HEIGHT, WIDTH, draw_cube
from roundhouse.games.southern.names import dollars, name_ending, railroad_letters

LABEL = 11.5  # smallest font size
CITY, HOME = 8.5, 10.0  # radius of a city, half the side of a home city
HALO = "paint-order:stroke;stroke:var(--map,#efe4c8);stroke-width:3px"
# Names of regions in the board file.
REGIONS = (
    mark("TEXAS"),
    mark("OKLAHOMA"),
    mark("NEW MEXICO"),
    mark("ARKANSAS"),
    mark("LOUISIANA"),
    mark("MEXICO"),
    mark("GULF OF MEXICO"),
)
OFFSET = 0.95  # scale of the distance between a city and its name


@dataclass
class _Map:
    """What every part of the drawing needs."""

    svg: Svg
    facts: dict[str, Any]
    data: dict[str, Any]
    railroads: dict[str, dict[str, Any]]
    cities: dict[str, dict[str, Any]]
    railroad_letters: dict[str, str]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point of the board file to the drawing."""
        board = self.data["board"]
        return x * WIDTH / board["width"], y * HEIGHT / board["height"]


def draw_map(view: View, data: dict[str, Any]) -> str:
    railroads = {row["id"]: row for row in data["railroad"]}
    owners = list(view["facts"]["links"].values())
    description = ", ".join(
        _write_links(row["short"], owners.count(row["id"])) for row in data["railroad"]
    )
    svg = Svg(WIDTH, HEIGHT, data["board"]["title"], description)
    cities = {city["id"]: city for city in data["city"]}
    m = _Map(svg, view["facts"], data, railroads, cities, railroad_letters(data))
    svg.add("rect", width=WIDTH, height=HEIGHT, class_="paper")
    _draw_backdrop(m)
    for link in data["link"]:
        _draw_link(m, link)
    homes = {row["home"]: row for row in data["railroad"]}
    for city in data["city"]:
        _draw_city(m, city, homes.get(city["id"]))
    for city in data["city"]:  # last, so that no city covers a name
        _draw_name(m, city, homes.get(city["id"]))
    _draw_corner(m)
    return str(svg)


def _write_links(railroad: str, number: int) -> str:
    return ngettext(
        "{railroad} has {n} links", "{railroad} has {n} links", number, railroad=railroad
    )


def _draw_backdrop(m: _Map) -> None:
    for line in m.data.get("backdrop", []):
        points = [m.at(x, y) for x, y in line["points"]]
        path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        if line["kind"] == "coast":  # the sea fills the corner of the map
            corner = f" L{points[0][0]:.1f} {points[-1][1]:.1f} Z"
            m.svg.path(path + corner, class_="water")
        style = {
            "border": "stroke-dasharray:8 5",
            "river": "stroke:var(--river,#8fb3b8);stroke-width:2.5;stroke-opacity:.6",
            "coast": "stroke:var(--river,#8fb3b8);stroke-width:2",
        }.get(line["kind"])
        m.svg.path(path, class_="faint", style=style)
    for region in m.data.get("region", []):
        x, y = m.at(region["x"], region["y"])
        size = max(LABEL, region["size"] * 0.7)
        style = f"font-size:{size:.1f}px;letter-spacing:2px;font-style:italic;fill-opacity:.75"
        m.svg.text(x, y, _(region["name"]), "middle", style=style)
    m.svg.text(14, 26, m.data["board"]["title"], style="font-size:20px;font-weight:bold")
    if str(m.data["board"].get("provenance", "")).startswith("reconstruction"):
        origin = _("reconstruction, not the published board")
        m.svg.text(14, 43, origin, style=f"font-size:12px;{HALO}")


def _draw_link(m: _Map, link: dict[str, Any]) -> None:
    a, b = m.cities[link["a"]], m.cities[link["b"]]
    (ax, ay), (bx, by) = m.at(a["x"], a["y"]), m.at(b["x"], b["y"])
    x, y = m.at(link["box_x"], link["box_y"])
    owner = m.railroads.get(m.facts["links"].get(link["id"], ""))
    # Through the box, which is on the line only up to rounding.
    path = f"M{ax:.1f} {ay:.1f} L{x:.1f} {y:.1f} L{bx:.1f} {by:.1f}"
    ends = {"start": a["name"], "end": b["name"]}
    label = (
        _("{start} to {end}: {railroad}", railroad=owner["name"], **ends)
        if owner
        else _("{start} to {end}: not built", **ends)
    )
    svg = m.svg
    with svg.ref(f"link:{link['id']}", label, data_names="|".join(ends.values())):
        svg.path(path, class_="hit", fill="none", stroke="transparent", stroke_width=18)
        if owner is None:
            svg.path(path, class_="line", style="stroke-width:2;stroke-dasharray:7 3")
            svg.rect(x - 5, y - 5, 10, 10, class_="node")
        else:
            svg.rails(path, owner["colour"])
            draw_cube(svg, (x, y), 16, owner, m.railroad_letters[owner["id"]], 12)
    if m.facts["link"] == link["id"]:  # outside its ref: the link itself has not changed
        svg.circle(
            x,
            y,
            17,
            class_="inkline",
            style="stroke-width:3;stroke-dasharray:5 3;pointer-events:none",
        )


def _draw_city(m: _Map, city: dict[str, Any], home: dict[str, Any] | None) -> None:
    """Draw a city, its railroads and what it pays each; home cities are square."""
    svg, (x, y) = m.svg, m.at(city["x"], city["y"])
    there = [m.railroads[name] for name in m.facts["cities"][city["id"]]]
    pays = m.data["board"]["city_income"]
    pay = pays[min(len(there), len(pays)) - 1] if there else 0
    label = city["name"]
    if home:
        label = _("{city}, home city of {railroad}", city=label, railroad=home["short"])
    if there:
        railroads = ", ".join(row["short"] for row in there)
        label = _(
            "{city}: {railroads}, {money} each", city=label, railroads=railroads, money=dollars(pay)
        )
    with svg.ref(f"city:{city['id']}", label):
        if there and (home is None or len(there) > 1):
            _draw_slices(svg, x, y, CITY + (9.5 if home else 4), there)
        if home:
            svg.circle(x, y, HOME + 3.5, class_="node")  # separates it from the ring
            svg.piece((x, y), 2 * HOME, home["colour"], home["ink"], f"${pay}", LABEL)
        else:
            svg.circle(x, y, CITY, class_="node")
            if there:
                svg.text(x, y + 0.5, str(pay), "num", style="font-size:12px")


def _draw_name(m: _Map, city: dict[str, Any], home: dict[str, Any] | None) -> None:
    """Draw a city's name, with its railroad's letter for a home city."""
    x, y = m.at(city["x"], city["y"])
    dx, dy = city["label_x"] - city["x"], city["label_y"] - city["y"]
    aside = {"start": 3, "end": -3}.get(city["label_anchor"], 0)  # clear of the ring
    m.svg.text(
        x + dx * OFFSET + aside,
        y + dy * OFFSET,
        city["name"] + (f" · {m.railroad_letters[home['id']]}" if home else ""),
        text_anchor=city["label_anchor"],
        style=f"font-size:{LABEL}px;font-weight:bold;pointer-events:none;{HALO}",
    )


def _draw_slices(svg: Svg, x: float, y: float, r: float, there: list[dict[str, Any]]) -> None:
    """Draw a disc with one slice per railroad."""
    if len(there) == 1:
        svg.circle(x, y, r, fill=there[0]["colour"], stroke=RIM)
        return
    for n, railroad in enumerate(there):
        start, end = (2 * pi * k / len(there) - pi / 2 for k in (n, n + 1))
        svg.add(
            "path",
            fill=railroad["colour"],
            stroke=RIM,
            stroke_width=1,
            d=f"M{x:.1f} {y:.1f} L{x + r * cos(start):.2f} {y + r * sin(start):.2f} "
            f"A{r} {r} 0 0 1 {x + r * cos(end):.2f} {y + r * sin(end):.2f} Z",
        )


def _draw_corner(m: _Map) -> None:
    """Draw the round and the operating railroad in the empty corner of the map."""
    svg, facts, top = m.svg, m.facts, HEIGHT - 96
    title = _("Initial auctions")
    if facts["round"]:
        title = _("Round {number}", number=facts["round"])
    svg.text(14, top, title, style="font-size:18px;font-weight:bold")
    if facts["end"]:
        ending = _("Ended by {reason}", reason=name_ending(facts["end"]))
        svg.text(14, top + 22, ending, style="font-size:14px")
    name = facts["railroad"]
    if name is None:
        return
    row = m.railroads[name]
    svg.rect(10, top + 12, 226, 76, rx=8, class_="node")
    draw_cube(svg, (38, top + 50), 36, row, m.railroad_letters[name], 24)
    svg.text(66, top + 38, row["short"], style="font-size:17px;font-weight:bold")
    doing = _("share for sale") if facts["auction"] else _("operating")
    svg.text(118, top + 38, doing, style="font-size:13px")
    money = _(
        "treasury {treasury}, income {income}",
        treasury=dollars(facts["treasury"][name]),
        income=dollars(facts["income"][name]),
    )
    svg.text(66, top + 57, money, style="font-size:13px")
    cubes = ngettext("{n} cubes left", "{n} cubes left", facts["cubes"][name])
    built = _("{number} built", number=facts["built"])
    svg.text(66, top + 76, f"{cubes}, {built}", style="font-size:13px")
