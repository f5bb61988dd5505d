"""The map: cities, links with the cubes on them, and what is going on in its empty corner."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.core.view import View
from roundhouse.games.southern.drawing.pieces import DARK, draw_cube


def draw_map(svg: Svg, view: View, data: dict[str, Any]) -> None:
    table = data["board"]
    railroads = {row["id"]: row for row in data["railroad"]}
    cities = {city["id"]: city for city in data["city"]}
    homes = {row["home"]: row for row in data["railroad"]}
    svg.add("rect", width=table["width"], height=table["height"], class_="paper")
    _backdrop(svg, data)
    for link in data["link"]:
        _link(svg, link, cities, view["facts"], railroads, table["box_size"])
    for city in data["city"]:
        _city(svg, city, homes.get(city["id"]), view["facts"], railroads, data)
    _corner(svg, view, railroads, table["height"])


def _backdrop(svg: Svg, data: dict[str, Any]) -> None:
    for line in data.get("backdrop", []):
        points = line["points"]
        path = "M" + " L".join(f"{x} {y}" for x, y in points)
        if line["kind"] == "coast":  # the sea fills the corner between the ends of the coast
            corner = f" L{points[0][0]} {points[-1][1]} Z"
            svg.add("path", d=path + corner, class_="water")
        style = {
            "border": "stroke-dasharray:8 5",
            "river": "stroke:var(--river,#8fb3b8);stroke-width:2.5",
            "coast": "stroke:var(--river,#8fb3b8);stroke-width:2",
        }.get(line["kind"])
        svg.add("path", d=path, class_="faint", style=style)
    for region in data.get("region", []):
        svg.text(
            region["x"],
            region["y"],
            region["name"],
            "middle",
            opacity=0.38,
            style=f"font-size:{region['size']}px;letter-spacing:2px",
        )
    svg.text(20, 30, data["board"]["title"], "big")
    if str(data["board"].get("provenance", "")).startswith("reconstruction"):
        svg.text(20, 48, "a reconstruction, not the published board", "small")


def _link(
    svg: Svg,
    link: dict[str, Any],
    cities: dict[str, Any],
    facts: dict[str, Any],
    railroads: dict[str, Any],
    size: float,
) -> None:
    a, b = cities[link["a"]], cities[link["b"]]
    x, y = link["box_x"], link["box_y"]
    owner = railroads.get(facts["links"].get(link["id"], ""))
    # By way of the box: it lies on the line up to rounding.
    path = f"M{a['x']} {a['y']} L{x} {y} L{b['x']} {b['y']}"
    label = f"{a['name']} to {b['name']}: " + (owner["name"] if owner else "not built")
    with svg.ref(f"link:{link['id']}", label):
        svg.add("path", d=path, class_="hit", fill="none", stroke="transparent", stroke_width=18)
        if owner is None:
            svg.add("path", d=path, class_="line", style="stroke-width:2.5")
            svg.add("rect", x=x - size / 2, y=y - size / 2, width=size, height=size, class_="node")
        else:
            svg.add("path", d=path, fill="none", stroke=DARK, stroke_width=7)
            svg.add("path", d=path, fill="none", stroke=owner["colour"], stroke_width=4)
            draw_cube(svg, x, y, owner)
        if facts["link"] == link["id"]:
            svg.add(
                "circle", cx=x, cy=y, r=19, class_="inkline", stroke_width=3, stroke_dasharray="5 3"
            )


def _city(
    svg: Svg,
    city: dict[str, Any],
    home: dict[str, Any] | None,
    facts: dict[str, Any],
    railroads: dict[str, Any],
    data: dict[str, Any],
) -> None:
    """A city: slices of the railroads in it, and what it pays each of them."""
    x, y = city["x"], city["y"]
    there = [railroads[name] for name in facts["cities"][city["id"]]]
    pays = data["board"]["city_income"]
    label = city["name"]
    if home:
        label += f", home of {home['short']}"
    if there:
        pay = pays[min(len(there), len(pays)) - 1]
        label += f": {', '.join(row['short'] for row in there)}, ${pay} each"
    radius = data["board"]["home_radius" if home else "city_radius"]
    with svg.ref(f"city:{city['id']}", label):
        if home is None:
            svg.add("circle", cx=x, cy=y, r=radius, class_="node")
        if there and (home is None or len(there) > 1):
            _slices(svg, x, y, radius + 3, there)
        if home:
            svg.add(
                "circle", cx=x, cy=y, r=radius, fill=home["colour"], stroke=DARK, stroke_width=2
            )
            size = 11.5 - len(home["short"]) * 0.75
            # The letters sit a little higher so that what the city pays fits below them.
            svg.text(x, y - 3, home["short"], "num", style=f"font-size:{size}px;fill:{home['ink']}")
            svg.text(x, y + 6.5, f"${pay}", "num", style=f"font-size:8px;fill:{home['ink']}")
        elif there:
            svg.add("circle", cx=x, cy=y, r=radius - 1, class_="node")
            svg.text(x, y + 0.5, str(pay), "num", style="font-size:11px")
        svg.text(
            city["label_x"],
            city["label_y"],
            city["name"],
            "name",
            text_anchor=city["label_anchor"],
            style="font-weight:bold",
            paint_order="stroke",
            stroke="var(--map,#efe4c8)",
            stroke_width=3,
        )


def _slices(svg: Svg, x: float, y: float, r: float, there: list[dict[str, Any]]) -> None:
    """A disc cut into one slice for each railroad."""
    if len(there) == 1:
        svg.add("circle", cx=x, cy=y, r=r, fill=there[0]["colour"], stroke=DARK)
        return
    for n, railroad in enumerate(there):
        start, end = (2 * pi * k / len(there) - pi / 2 for k in (n, n + 1))
        svg.add(
            "path",
            fill=railroad["colour"],
            stroke=DARK,
            stroke_width=1,
            d=f"M{x} {y} L{x + r * cos(start):.2f} {y + r * sin(start):.2f} "
            f"A{r} {r} 0 0 1 {x + r * cos(end):.2f} {y + r * sin(end):.2f} Z",
        )


def _corner(svg: Svg, view: View, railroads: dict[str, Any], bottom: int) -> None:
    """In the empty corner of the map: the round, and the share that is being sold."""
    facts, top = view["facts"], bottom - 150
    lap = f"Round {facts['round']}" if facts["round"] else "Initial auctions"
    svg.text(20, top + 20, lap, "big")
    if facts["end"]:
        svg.text(20, top + 44, f"the game has ended: {facts['end']}", "name")
    auction = facts["auction"]
    if auction is None:
        return
    svg.add(
        "rect",
        x=20,
        y=top + 34,
        width=290,
        height=104,
        rx=6,
        class_="land",
        stroke=DARK,
        stroke_width=1.5,
    )
    draw_cube(svg, 52, top + 58, railroads[facts["railroad"]], 1.6)
    svg.text(80, top + 63, "share for sale", "name")
    svg.text(34, top + 92, "best bid", "name")
    if auction["best"] is None:
        svg.text(96, top + 92, "none yet", "name")
    else:
        svg.text(96, top + 94, f"${auction['price']}", "big")
        svg.seat_cube(166, top + 87, 18, auction["best"])
    svg.text(34, top + 122, "still in", "name")
    for n, seat in enumerate(auction["bidders"]):
        svg.seat_cube(105 + 24 * n, top + 117, 18, seat)
