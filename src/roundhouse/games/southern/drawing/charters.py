"""Below the map: the income display, the treasury boards of the railroads, and the seats."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import SEAT_COLOURS, SEAT_LETTERS, Svg
from roundhouse.core.view import View
from roundhouse.games.southern.drawing.pieces import CUBE, DARK, draw_cube

DISPLAY = 116  # height of the income display
CHARTERS = 118
SEATS = 50
HEIGHT = DISPLAY + CHARTERS + SEATS
GOLD = "#e2b93b"


def draw_charters(svg: Svg, view: View, data: dict[str, Any]) -> None:
    table = data["board"]
    width, top = table["width"], table["height"]
    railroads = {row["id"]: row for row in data["railroad"]}
    names = {city["id"]: city["name"] for city in data["city"]}
    svg.add("rect", y=top, width=width, height=HEIGHT, class_="paper")
    _display(svg, view["facts"], railroads, table, top)
    each = width / len(railroads)
    for n, row in enumerate(data["railroad"]):
        left = n * width / len(railroads)
        _charter(svg, view["facts"], row, names[row["home"]], left, top + DISPLAY, each)
    _seats(svg, view, width, top + DISPLAY + CHARTERS)


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
        draw_cube(
            svg,
            8 + (income + 0.5) * step,
            top + 42 + 12.4 * row,
            railroad,
            min(step, CUBE[0]) / CUBE[0] * 0.85,
        )


def _charter(
    svg: Svg,
    facts: dict[str, Any],
    railroad: dict[str, Any],
    home: str,
    left: float,
    top: float,
    width: float,
) -> None:
    """A railroad's treasury board: money, income, cubes, and who holds its shares."""
    name = railroad["id"]
    with svg.ref(f"railroad:{name}", _charter_label(facts, railroad)):
        svg.add(
            "rect",
            x=left + 4,
            y=top + 3,
            width=width - 8,
            height=CHARTERS - 6,
            rx=6,
            class_="land",
            stroke=DARK,
            stroke_width=4 if facts["railroad"] == name else 1,
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
        money = (f"${facts[title][name]}" for title in ("treasury", "income"))
        for n, number in enumerate((*money, str(facts["cubes"][name]))):
            x = left + width * (2 * n + 1) / 6
            svg.text(x, top + 48, number, "big middle")
            svg.text(x, top + 62, ("treasury", "income", "cubes")[n], "small middle")
        _shares(svg, facts, railroad, left + width / 2, top + 88)


def _charter_label(facts: dict[str, Any], railroad: dict[str, Any]) -> str:
    name = railroad["id"]
    president = facts["president"][name]
    label = (
        f"{railroad['name']}: treasury ${facts['treasury'][name]}, income "
        f"${facts['income'][name]}, {facts['cubes'][name]} cubes left, "
        f"{sum(facts['shares'][name])} of {railroad['shares']} shares sold"
    )
    return label if president is None else f"{label}, president seat {SEAT_LETTERS[president]}"


def _shares(
    svg: Svg, facts: dict[str, Any], railroad: dict[str, Any], middle: float, y: float
) -> None:
    """The certificates of a railroad in a row, the president's first, unsold ones last."""
    president = facts["president"][railroad["id"]]
    shares = facts["shares"][railroad["id"]]
    held = [seat for seat, count in enumerate(shares) for _ in range(count)]
    held.sort(key=lambda seat: (seat != president, seat))
    for n in range(railroad["shares"]):
        _share(svg, middle + (n - 2) * 34, y, held[n : n + 1], n == 0 and president is not None)


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
