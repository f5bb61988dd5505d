"""The board of Southern Pacific as a picture: the map, the income display, charters and seats."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from roundhouse.core.svg import SEAT_COLOURS, SEAT_LETTERS, Svg
from roundhouse.core.view import Drawing, View

DRAWINGS = (Drawing("board"),)

DISPLAY = 116  # height of the income display
CHARTERS = 118
SEATS = 50
CUBE = (24, 14)  # a railroad's cube on a link, wide enough for its letters
DARK = "#1c1a17"
GOLD = "#e2b93b"


def draw(view: View, data: dict[str, Any], drawing: str) -> str:
    table = data["board"]
    width, height = table["width"], table["height"]
    railroads = {row["id"]: row for row in data["railroad"]}
    built = view["facts"]["links"]
    said = [
        f"{row['short']} has {sum(o == r for o in built.values())} links"
        for r, row in railroads.items()
    ]
    svg = Svg(width, height + DISPLAY + CHARTERS + SEATS, "Southern Pacific", ", ".join(said))
    svg.add("rect", width=width, height=height, class_="paper")
    _backdrop(svg, data)
    cities = {city["id"]: city for city in data["city"]}
    for link in data["link"]:
        _link(svg, link, cities, view["facts"], railroads, table["box_size"])
    homes = {row["home"]: row for row in data["railroad"]}
    for city in data["city"]:
        _city(svg, city, homes.get(city["id"]), view["facts"], railroads, data)
    _corner(svg, view, railroads, height)
    svg.add("rect", y=height, width=width, height=DISPLAY + CHARTERS + SEATS, class_="paper")
    _display(svg, view["facts"], railroads, table, height)
    for n, railroad in enumerate(data["railroad"]):
        _charter(
            svg,
            view,
            railroad,
            cities[railroad["home"]]["name"],
            n * width / len(railroads),
            height + DISPLAY,
            width / len(railroads),
        )
    _seats(svg, view, width, height + DISPLAY + CHARTERS)
    return str(svg)


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


def _cube(svg: Svg, x: float, y: float, railroad: dict[str, Any], scale: float = 1) -> None:
    """A railroad's cube, centred, with its letters."""
    width, height = CUBE[0] * scale, CUBE[1] * scale
    svg.add(
        "rect",
        x=x - width / 2,
        y=y - height / 2,
        width=width,
        height=height,
        rx=2.5 * scale,
        fill=railroad["colour"],
        stroke=DARK,
        stroke_width=1,
    )
    size = (8 if len(railroad["short"]) > 3 else 9.5) * scale
    svg.text(
        x, y + 0.5, railroad["short"], "num", style=f"font-size:{size:.1f}px;fill:{railroad['ink']}"
    )


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
            _cube(svg, x, y, owner)
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
    _cube(svg, 52, top + 58, railroads[facts["railroad"]], 1.6)
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


def _display(
    svg: Svg, facts: dict[str, Any], railroads: dict[str, Any], table: dict[str, Any], top: int
) -> None:
    """The income display: a box for each dollar, a cube of each railroad in its box."""
    boxes = table["max_income"] + 1
    step = (table["width"] - 16) / boxes
    svg.text(8, top + 14, "Income", "small", style="font-weight:bold")
    for n in range(boxes):
        svg.add(
            "rect",
            x=8 + n * step,
            y=top + 19,
            width=step,
            height=DISPLAY - 24,
            class_="land",
            stroke="var(--map-faint,#c4b28a)",
            stroke_width=1,
        )
        svg.text(
            8 + (n + 0.5) * step,
            top + 30,
            str(n),
            "small middle",
            style="font-weight:bold" if n % 5 == 0 else None,
        )
    stacked: dict[int, int] = {}
    for name, railroad in railroads.items():
        income = facts["income"][name]
        row = stacked[income] = stacked.get(income, -1) + 1
        _cube(
            svg,
            8 + (income + 0.5) * step,
            top + 42 + 12.4 * row,
            railroad,
            min(step, CUBE[0]) / CUBE[0] * 0.85,
        )


def _charter(
    svg: Svg, view: View, railroad: dict[str, Any], home: str, left: float, top: float, width: float
) -> None:
    """A railroad's treasury board: money, income, cubes, and who holds its shares."""
    facts, name = view["facts"], railroad["id"]
    shares, president = facts["shares"][name], facts["president"][name]
    busy = facts["railroad"] == name
    label = (
        f"{railroad['name']}: treasury ${facts['treasury'][name]}, income "
        f"${facts['income'][name]}, {facts['cubes'][name]} cubes left, "
        f"{sum(shares)} of {railroad['shares']} shares sold"
    )
    if president is not None:
        label += f", president seat {SEAT_LETTERS[president]}"
    with svg.ref(f"railroad:{name}", label):
        svg.add(
            "rect",
            x=left + 4,
            y=top + 3,
            width=width - 8,
            height=CHARTERS - 6,
            rx=6,
            class_="land",
            stroke=DARK,
            stroke_width=4 if busy else 1,
        )
        svg.add(
            "rect",
            x=left + 4,
            y=top + 3,
            width=width - 8,
            height=22,
            rx=6,
            fill=railroad["colour"],
            stroke=DARK,
            stroke_width=1,
        )
        ink = f"fill:{railroad['ink']}"
        svg.text(left + 12, top + 19, railroad["short"], "name", style=f"{ink};font-weight:bold")
        svg.text(left + width - 12, top + 18, home, "small", text_anchor="end", style=ink)
        for n, (title, number) in enumerate(
            (
                ("treasury", f"${facts['treasury'][name]}"),
                ("income", f"${facts['income'][name]}"),
                ("cubes", str(facts["cubes"][name])),
            )
        ):
            x = left + width * (2 * n + 1) / 6
            svg.text(x, top + 48, number, "big middle")
            svg.text(x, top + 62, title, "small middle")
        held = [seat for seat, count in enumerate(shares) for _ in range(count)]
        held.sort(key=lambda seat: (seat != president, seat))
        for n in range(railroad["shares"]):
            _share(
                svg,
                left + width / 2 + (n - 2) * 34,
                top + 88,
                held[n : n + 1],
                n == 0 and president is not None,
            )


def _share(svg: Svg, x: float, y: float, holder: list[int], president: bool) -> None:
    """A certificate: its holder's cube on it, a star on the president's; empty while unsold."""
    svg.add(
        "rect",
        x=x - 14,
        y=y - 16,
        width=28,
        height=34,
        rx=3,
        class_="node",
        style="stroke-width:1" if holder else "stroke-width:1;stroke-dasharray:3 2;opacity:.6",
    )
    for seat in holder:
        svg.seat_cube(x, y + 5 if president else y + 1, 18, seat)
    if president:
        svg.text(x, y - 10, "★", "num", style="font-size:11px")


def _seats(svg: Svg, view: View, width: int, top: int) -> None:
    facts = view["facts"]
    share = width / view["seats"]
    for seat in range(view["seats"]):
        left = seat * share
        card = facts["card"] == seat
        label = f"seat {SEAT_LETTERS[seat]}: ${facts['cash'][seat]}"
        with svg.ref(f"seat:{seat}", label + (", Bull Market card" if card else "")):
            svg.add(
                "rect",
                x=left + 4,
                y=top + 3,
                width=share - 8,
                height=SEATS - 8,
                rx=6,
                class_="land",
                stroke=SEAT_COLOURS[seat],
                stroke_width=4 if seat == view["turn"] else 1.5,
            )
            svg.seat_cube(left + 24, top + 24, 22, seat)
            svg.text(left + 44, top + 31, f"${facts['cash'][seat]}", "big")
            if card:
                svg.add(
                    "rect",
                    x=left + share - 108,
                    y=top + 10,
                    width=94,
                    height=28,
                    rx=4,
                    fill=GOLD,
                    stroke=DARK,
                    stroke_width=1.5,
                )
                svg.text(
                    left + share - 61,
                    top + 24.5,
                    "Bull Market",
                    "num",
                    style=f"font-size:14px;fill:{DARK}",
                )
