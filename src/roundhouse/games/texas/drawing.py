"""The board of Texas & Pacific as a picture."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import Any

from roundhouse.core.svg import SEAT_COLOURS, SEAT_LETTERS, Svg, number
from roundhouse.core.view import Drawing, View
from roundhouse.games.texas.actions import DECISION_IDS, RAILROAD_IDS

DRAWINGS = (Drawing("board"),)

MAP = 1000  # width of the map's part of the canvas; the railroads' banners stand right of it
SIDE = 312  # width of the banners
INCOME = 76  # height of the income track below the map
FOOT = 78  # height of the seats' strip below that
LETTERS = dict(zip(RAILROAD_IDS, "GKMST", strict=True))
INKS = {"ghh": "#ffffff", "katy": "#ffffff", "mp": "#1c1a17", "sp": "#1c1a17", "tp": "#ffffff"}
TINTS = {"ranch": ("#7ba342", 0.3), "west": ("#6b6b6b", 0.45)}
LINES = {
    "river": "stroke:#6f9db0;stroke-width:3;stroke-opacity:.55",
    "coast": "stroke:#4c8299;stroke-width:3;stroke-opacity:.8",
    "border": "stroke:#a8825a;stroke-width:1.5;stroke-dasharray:6 5;stroke-opacity:.7",
}


def draw(view: View, data: dict[str, Any], drawing: str) -> str:
    facts, height = view["facts"], data["board"]["canvas"][1]
    width, total = MAP + SIDE, height + INCOME + FOOT
    left = len(facts["ranches_left"])
    svg = Svg(
        width,
        total,
        data["board"]["title"],
        f"Round {facts['round']}; {left} ranch markers left; "
        f"track in {len(facts['track'])} hexes. {data['board']['provenance']}",
    )
    svg.add("rect", width=width, height=total, class_="paper")
    _water(svg, data, height)
    for row in data["hex"]:
        _ground(svg, row, data, facts)
    _scenery(svg, data, height)
    for row in data["hex"]:  # after all of the ground: a name may run over its hex's edge
        _contents(svg, row, data, facts)
    _rounds(svg, data, facts)
    _decisions(svg, facts)
    step = (height - 8) / len(RAILROAD_IDS)
    for n, name in enumerate(RAILROAD_IDS):
        _banner(svg, view, data, name, 6 + n * step, step - 8)
    _income(svg, data, facts, height, width)
    _seats(svg, view, data, height + INCOME, width)
    return str(svg)


def _colour(data: dict[str, Any], railroad: str) -> str:
    colour: str = data["railroads"][railroad.upper()]["rgb"]
    return colour


def _cube(svg: Svg, data: dict[str, Any], railroad: str, x: float, y: float, size: float) -> None:
    """A track cube, centred, with the railroad's letter."""
    svg.add(
        "rect",
        x=x - size / 2,
        y=y - size / 2,
        width=size,
        height=size,
        rx=size / 7,
        fill=_colour(data, railroad),
        stroke="#1c1a17",
        stroke_width=1,
    )
    svg.add(
        "text",
        LETTERS[railroad],
        x=x,
        y=y + 0.5,
        class_="num",
        style=f"font-size:{number(size * 0.74)}px;fill:{INKS[railroad]}",
    )


def _outline(x: float, y: float, radius: float) -> str:
    corners = [(x + radius * cos(k * pi / 3), y + radius * sin(k * pi / 3)) for k in range(6)]
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)


def _clip(height: int) -> str:
    return f"clip-path:path('M0 0H{MAP}V{height}H0Z');pointer-events:none"


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
                    "small middle",
                    style="letter-spacing:3px;font-style:italic;opacity:.7",
                )


def _ground(svg: Svg, row: dict[str, Any], data: dict[str, Any], facts: dict[str, Any]) -> None:
    name, kind, x, y = row["id"], row["kind"], row["x"], row["y"]
    radius = data["grid"]["hex_radius"]
    with svg.ref(f"hex:{name}", _title(row, data, facts)):
        outline = _outline(x, y, radius)
        svg.add(
            "polygon",
            points=outline,
            class_="land",
            stroke="var(--map-faint,#c4b28a)",
            stroke_width=1.5,
        )
        if kind in TINTS:
            tint, opacity = TINTS[kind]
            svg.add("polygon", points=outline, fill=tint, fill_opacity=opacity)
        if kind == "start":
            _rim(svg, row, data, radius)


def _contents(svg: Svg, row: dict[str, Any], data: dict[str, Any], facts: dict[str, Any]) -> None:
    name, kind, x, y = row["id"], row["kind"], row["x"], row["y"]
    with svg.ref(f"hex:{name}", _title(row, data, facts)):
        svg.text(x, y - 25.5, name, "middle", style="font-size:8.5px;opacity:.7")
        if kind == "ranch":
            _ranch(svg, x, y - 11, name in facts["ranches_left"])
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
            _cube(svg, data, railroad, x + (n - (len(here) - 1) / 2) * (size + 1.2), y + 7, size)


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
                points=_outline(row["x"], row["y"], radius - 2.5),
                fill="none",
                stroke=table["rgb"],
                stroke_width=4,
            )
            svg.add(
                "polygon",
                points=_outline(row["x"], row["y"], radius - 5.5),
                class_="inkline",
                stroke_width=0.8,
            )


def _ranch(svg: Svg, x: float, y: float, marker: bool) -> None:
    if marker:
        svg.add(
            "polygon", points=_outline(x, y, 11.5), fill="#7a4a21", stroke="#1c1a17", stroke_width=1
        )
        svg.text(x, y + 0.5, "R", "num", style="font-size:13px;fill:#ffffff")
    else:
        svg.add(
            "polygon",
            points=_outline(x, y, 10.5),
            class_="inkline",
            stroke_width=1,
            stroke_dasharray="3 3",
            opacity=0.6,
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


def _rounds(svg: Svg, data: dict[str, Any], facts: dict[str, Any]) -> None:
    svg.text(14, 32, data["board"]["title"], "big")
    svg.text(180, 32, "reconstructed map", "small", style="font-style:italic;opacity:.75")
    labels = [str(n) for n in data["tracks"]["round"]] + ["End"]
    svg.text(14, 62, "Round", "name")
    _boxes(svg, 56, 44, labels, facts["round"] - 1, [25.0] * (len(labels) - 1) + [34.0])


def _decisions(svg: Svg, facts: dict[str, Any]) -> None:
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


def _banner(svg: Svg, view: View, data: dict[str, Any], name: str, top: float, high: float) -> None:
    """A railroad's treasury, income, certificates and track."""
    facts, table = view["facts"], data["railroads"][name.upper()]
    here, x = facts["railroads"][name], MAP + 8
    auction = facts["auction"]
    busy = facts["running"] == name or bool(auction and auction["railroad"] == name)
    said = (
        f"{table['label']}: income {here['income']}, treasury ${here['treasury']}, "
        f"{here['sold']} of {here['shares']} certificates sold, "
        f"{here['track_left']} track left"
    )
    with svg.ref(f"railroad:{name}", said):
        svg.add(
            "rect",
            x=x,
            y=top,
            width=SIDE - 16,
            height=high,
            rx=8,
            class_="node",
            style=f"stroke:{table['rgb']};stroke-width:{5 if busy else 2.5}",
        )
        _cube(svg, data, name, x + 24, top + 24, 28)
        svg.text(x + 48, top + 22, table["label"], "name", style="font-size:17px;font-weight:bold")
        svg.text(x + 48, top + 37, table["name"], "small")
        status = {"gone": "gone West", "may go": "may go West"}.get(here["west"], "")
        if not here["open"]:
            status = "not open yet"
        if status:
            svg.text(
                x + SIDE - 28,
                top + 20,
                status,
                "small",
                text_anchor="end",
                style="font-weight:bold",
            )
        figures = (
            ("income", str(here["income"])),
            ("treasury", f"${here['treasury']}"),
            ("pays each", f"${here['dividend']}"),
            ("track left", str(here["track_left"])),
        )
        for n, (label, figure) in enumerate(figures):
            column = x + 40 + n * 72
            svg.text(column, top + 70, figure, "middle", style="font-size:19px;font-weight:bold")
            svg.text(column, top + 84, label, "small middle")
        _certificates(svg, view, name, x + 14, top + 96)
        if auction and auction["railroad"] == name:
            bid = (
                f"best bid ${auction['price']} by {SEAT_LETTERS[auction['best']]}"
                if auction["best"] is not None
                else f"bids from ${auction['floor']}"
            )
            svg.text(x + 14, top + high - 8, f"Auction: {bid}", "name", style="font-weight:bold")


def _certificates(svg: Svg, view: View, name: str, x: float, y: float) -> None:
    """Sold ones carry their owner's cube, the others are blank paper."""
    facts = view["facts"]
    owners = [seat for seat, held in enumerate(facts["owned"][name]) for _ in range(held)]
    for n in range(facts["railroads"][name]["shares"]):
        svg.add(
            "rect",
            x=x + n * 44,
            y=y,
            width=40,
            height=26,
            rx=2,
            fill="none",
            class_="inkline",
            stroke_width=1.2,
            stroke_dasharray=None if n < len(owners) else "4 3",
        )
        if n < len(owners):
            svg.seat_cube(x + n * 44 + 20, y + 13, 18, owners[n])


def _income(
    svg: Svg, data: dict[str, Any], facts: dict[str, Any], top: float, width: float
) -> None:
    """The income track; past its end a railroad stays in the last box with its number."""
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
            _cube(
                svg,
                data,
                railroad,
                70 + n * wide + wide / 4 + column * wide / 2 - 0.7,
                top + 27 + line * 16,
                15,
            )


def _seats(svg: Svg, view: View, data: dict[str, Any], top: float, width: float) -> None:
    """Cash, certificates and ranches of each seat."""
    facts = view["facts"]
    share = width / view["seats"]
    for seat in range(view["seats"]):
        left = seat * share
        with svg.ref(f"seat:{seat}", f"seat {SEAT_LETTERS[seat]}: ${facts['cash'][seat]}"):
            svg.add(
                "rect",
                x=left + 5,
                y=top + 4,
                width=share - 10,
                height=FOOT - 10,
                rx=6,
                class_="land",
                stroke=SEAT_COLOURS[seat],
                stroke_width=4 if seat == view["turn"] else 1.5,
            )
            svg.seat_cube(left + 24, top + 24, 22, seat)
            svg.text(left + 42, top + 31, f"${facts['cash'][seat]}", "big")
            _ranch(svg, left + share - 48, top + 24, True)
            svg.text(
                left + share - 33,
                top + 30,
                str(facts["ranches"][seat]),
                "name",
                style="font-size:17px;font-weight:bold",
            )
            x = left + 23
            for railroad in RAILROAD_IDS:
                held = facts["owned"][railroad][seat]
                if held:
                    _cube(svg, data, railroad, x, top + 55, 18)
                    svg.text(x + 12, top + 60, f"×{held}", "name")
                    x += 40
