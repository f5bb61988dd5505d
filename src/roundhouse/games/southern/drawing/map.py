"""The sheet of the map: cities, links with track on them, and whose turn it is to build."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from roundhouse.core.svg import RIM, Svg
from roundhouse.core.view import View
from roundhouse.games.southern.drawing.pieces import HEIGHT, WIDTH, draw_cube
from roundhouse.games.southern.names import letters

LABEL = 11.5  # the smallest type on this sheet
CITY, HOME = 8.5, 10.0  # half of a city's disc, of a home's square
HALO = "paint-order:stroke;stroke:var(--map,#efe4c8);stroke-width:3px"
OFFSET = 0.95  # how far a name stands from its city, against the board file's canvas


@dataclass
class _Map:
    """What every part of the map needs."""

    svg: Svg
    facts: dict[str, Any]
    data: dict[str, Any]
    railroads: dict[str, dict[str, Any]]
    cities: dict[str, dict[str, Any]]
    letters: dict[str, str]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place of the board file's canvas on our sheet."""
        board = self.data["board"]
        return x * WIDTH / board["width"], y * HEIGHT / board["height"]


def draw_map(view: View, data: dict[str, Any]) -> str:
    railroads = {row["id"]: row for row in data["railroad"]}
    owners = list(view["facts"]["links"].values())
    said = ", ".join(
        f"{row['short']} has {owners.count(row['id'])} links" for row in data["railroad"]
    )
    svg = Svg(WIDTH, HEIGHT, data["board"]["title"], said)
    cities = {city["id"]: city for city in data["city"]}
    m = _Map(svg, view["facts"], data, railroads, cities, letters(data))
    svg.add("rect", width=WIDTH, height=HEIGHT, class_="paper")
    _backdrop(m)
    for link in data["link"]:
        _link(m, link)
    homes = {row["home"]: row for row in data["railroad"]}
    for city in data["city"]:
        _city(m, city, homes.get(city["id"]))
    for city in data["city"]:  # over everything: two cities may be close to each other
        _name(m, city, homes.get(city["id"]))
    _corner(m)
    return str(svg)


def _backdrop(m: _Map) -> None:
    for line in m.data.get("backdrop", []):
        points = [m.at(x, y) for x, y in line["points"]]
        path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        if line["kind"] == "coast":  # the sea fills the corner between the ends of the coast
            corner = f" L{points[0][0]:.1f} {points[-1][1]:.1f} Z"
            m.svg.add("path", d=path + corner, class_="water")
        style = {
            "border": "stroke-dasharray:8 5",
            "river": "stroke:var(--river,#8fb3b8);stroke-width:2.5;stroke-opacity:.6",
            "coast": "stroke:var(--river,#8fb3b8);stroke-width:2",
        }.get(line["kind"])
        m.svg.add("path", d=path, class_="faint", style=style)
    for region in m.data.get("region", []):
        x, y = m.at(region["x"], region["y"])
        size = max(LABEL, region["size"] * 0.7)
        style = f"font-size:{size:.1f}px;letter-spacing:2px;font-style:italic;fill-opacity:.75"
        m.svg.text(x, y, region["name"], "middle", style=style)
    m.svg.text(14, 26, m.data["board"]["title"], style="font-size:20px;font-weight:bold")
    if str(m.data["board"].get("provenance", "")).startswith("reconstruction"):
        m.svg.text(
            14, 43, "a reconstruction, not the published board", style=f"font-size:12px;{HALO}"
        )


def _link(m: _Map, link: dict[str, Any]) -> None:
    a, b = m.cities[link["a"]], m.cities[link["b"]]
    (ax, ay), (bx, by) = m.at(a["x"], a["y"]), m.at(b["x"], b["y"])
    x, y = m.at(link["box_x"], link["box_y"])
    owner = m.railroads.get(m.facts["links"].get(link["id"], ""))
    # By way of the box: it lies on the line up to rounding.
    path = f"M{ax:.1f} {ay:.1f} L{x:.1f} {y:.1f} L{bx:.1f} {by:.1f}"
    label = f"{a['name']} to {b['name']}: " + (owner["name"] if owner else "not built")
    svg = m.svg
    with svg.ref(f"link:{link['id']}", label):
        svg.add("path", d=path, class_="hit", fill="none", stroke="transparent", stroke_width=18)
        if owner is None:
            svg.add("path", d=path, class_="line", style="stroke-width:2;stroke-dasharray:7 3")
            svg.add("rect", x=x - 5, y=y - 5, width=10, height=10, class_="node")
        else:
            svg.rails(path, owner["colour"])
            draw_cube(svg, x, y, 16, owner, m.letters[owner["id"]], 12)
    if m.facts["link"] == link["id"]:  # outside of its ref: what is talked about has not changed
        svg.add(
            "circle",
            cx=x,
            cy=y,
            r=17,
            class_="inkline",
            style="stroke-width:3;stroke-dasharray:5 3;pointer-events:none",
        )


def _city(m: _Map, city: dict[str, Any], home: dict[str, Any] | None) -> None:
    """A city: a ring of the railroads in it, and what it pays each of them; homes are square."""
    svg, (x, y) = m.svg, m.at(city["x"], city["y"])
    there = [m.railroads[name] for name in m.facts["cities"][city["id"]]]
    pays = m.data["board"]["city_income"]
    pay = pays[min(len(there), len(pays)) - 1] if there else 0
    label = city["name"] + (f", home of {home['short']}" if home else "")
    if there:
        label += f": {', '.join(row['short'] for row in there)}, ${pay} each"
    with svg.ref(f"city:{city['id']}", label):
        if there and (home is None or len(there) > 1):
            _slices(svg, x, y, CITY + (9.5 if home else 4), there)
        if home:
            svg.add("circle", cx=x, cy=y, r=HOME + 3.5, class_="node")  # off the ring's colours
            svg.piece(x, y, 2 * HOME, 2 * HOME, home["colour"], home["ink"], f"${pay}", LABEL)
        else:
            svg.add("circle", cx=x, cy=y, r=CITY, class_="node")
            if there:
                svg.text(x, y + 0.5, str(pay), "num", style="font-size:12px")


def _name(m: _Map, city: dict[str, Any], home: dict[str, Any] | None) -> None:
    """A home wears its railroad's letter behind its name."""
    x, y = m.at(city["x"], city["y"])
    dx, dy = city["label_x"] - city["x"], city["label_y"] - city["y"]
    aside = {"start": 3, "end": -3}.get(city["label_anchor"], 0)  # off the ring of railroads
    m.svg.text(
        x + dx * OFFSET + aside,
        y + dy * OFFSET,
        city["name"] + (f" · {m.letters[home['id']]}" if home else ""),
        text_anchor=city["label_anchor"],
        style=f"font-size:{LABEL}px;font-weight:bold;pointer-events:none;{HALO}",
    )


def _slices(svg: Svg, x: float, y: float, r: float, there: list[dict[str, Any]]) -> None:
    """A disc cut into one slice for each railroad."""
    if len(there) == 1:
        svg.add("circle", cx=x, cy=y, r=r, fill=there[0]["colour"], stroke=RIM)
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


def _corner(m: _Map) -> None:
    """In the empty corner of the map: the round, and the railroad whose turn it is."""
    svg, facts, top = m.svg, m.facts, HEIGHT - 96
    lap = f"Round {facts['round']}" if facts["round"] else "Initial auctions"
    svg.text(14, top, lap, style="font-size:18px;font-weight:bold")
    if facts["end"]:
        svg.text(14, top + 22, f"the game has ended: {facts['end']}", style="font-size:14px")
    name = facts["railroad"]
    if name is None:
        return
    row = m.railroads[name]
    svg.add("rect", x=10, y=top + 12, width=226, height=76, rx=8, class_="node")
    draw_cube(svg, 38, top + 50, 36, row, m.letters[name], 24)
    svg.text(66, top + 38, row["short"], style="font-size:17px;font-weight:bold")
    doing = "share for sale" if facts["auction"] else "has its turn"
    svg.text(118, top + 38, doing, style="font-size:13px")
    money = f"treasury ${facts['treasury'][name]}, income ${facts['income'][name]}"
    svg.text(66, top + 57, money, style="font-size:13px")
    svg.text(
        66,
        top + 76,
        f"{facts['cubes'][name]} cubes left, {facts['built']} built now",
        style="font-size:13px",
    )
