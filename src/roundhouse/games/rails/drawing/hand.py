"""The viewer's own board: a wide drawing, and one for a phone."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg, words
from roundhouse.core.translation import translate as _
from roundhouse.core.view import NARROW, View
from roundhouse.games.rails.drawing import holdings
from roundhouse.games.rails.drawing.symbols import hat, house, item, telegraph, worker
from roundhouse.games.rails.names import RESOURCE_NAMES, letters, plain_amount

HOUSES_AT, HOUSE_STEP = 42, 31
CARGO_AT, CARGO_W = 170, 90
BUILT_AT, TRAIN_AT = 263, 296
CARRIAGE = 23  # width of a carriage
Mine = dict[str, Any]


def draw_hand(view: View, data: dict[str, Any]) -> str:
    """Draw the board with the items that can be chosen on it."""
    svg, seat = _start(view, holdings.WIDTH, holdings.HEIGHT), view["seat"]
    if seat is not None:
        mine = view["facts"]["boards"][seat]
        holdings.draw_holdings(svg, data, mine, seat, chosen=True)
    return str(svg)


def draw_narrow_hand(view: View, data: dict[str, Any]) -> str:
    svg, seat = _start(view, *NARROW), view["seat"]
    if seat is None:
        return str(svg)
    mine = view["facts"]["boards"][seat]
    _draw_people(svg, mine, seat)
    for n, name in enumerate(RESOURCE_NAMES):
        _draw_houses(svg, mine, seat, name, HOUSES_AT + n * HOUSE_STEP)
    _draw_cargo(svg, mine)
    _draw_built(svg, mine, seat)
    for carriage in range(3):
        _draw_carriage(svg, data, mine, carriage, TRAIN_AT + carriage * (CARRIAGE + 3))
    return str(svg)


def _start(view: View, width: float, height: float) -> Svg:
    if view["seat"] is None:
        text = _("You are watching. All boards are public.")
        return Svg(width, height, _("Your board"), text)
    text = _("Workers, houses, cargo, buildings and train")
    return Svg(width, height, _("Your board"), text)


def _draw_people(svg: Svg, mine: Mine, seat: int) -> None:
    """Draw the number of workers in reserve, and of hats."""
    with svg.group():
        title = _(
            "{workers} workers in reserve, {hats} hats", workers=mine["reserve"], hats=mine["hats"]
        )
        svg.add("title", title)
        worker(svg, 11, 18, seat, 0.75)
        words(svg, 22, 21, f"{mine['reserve']}", 13, bold=True)
        hat(svg, 13, 39)
        words(svg, 28, 44, f"{mine['hats']}", 13, bold=True)


def _draw_houses(svg: Svg, mine: Mine, seat: int, name: str, x: float) -> None:
    """Draw a resource, what collecting it brings, and the houses left in its row."""
    left, output = mine["houses"][name], mine["output"][name]
    with svg.ref(f"row:{name}", holdings.write_row(name, left, output)):
        svg.rect(x, 1, HOUSE_STEP - 2, 50, rx=4, class_="land")
        item(svg, x + 9, 14, name, 19)
        words(svg, x + 19, 18.5, f"{output}", 12, bold=True)
        house(svg, x + 10, 38, seat, 17)
        words(svg, x + 19, 43, f"{left}", 12)


def _draw_cargo(svg: Svg, mine: Mine) -> None:
    """Draw the cargo slots in two rows, smaller when there are many."""
    slots = max(mine["limit"], sum(mine["cargo"].values()))
    columns = max(4, -(-slots // 2))
    step = CARGO_W / columns

    def slot(n: int) -> tuple[float, float]:
        return CARGO_AT + (n % columns + 0.5) * step, 14 + (n // columns) * 25

    half = min(step, 24) / 2 - 0.5
    for n in range(slots):
        x, y = slot(n)
        svg.rect(x - half, y - half, 2 * half, 2 * half, rx=4, class_="node")
    n = 0
    for name, count in mine["cargo"].items():
        if not count:
            continue
        kind = "resource" if name in RESOURCE_NAMES else "tile"
        with svg.ref(f"{kind}:{name}", holdings.write_cargo(count, name)):
            for place in range(n, n + count):
                item(svg, *slot(place), name, min(20, max(18, step - 2)))
        n += count


def _draw_built(svg: Svg, mine: Mine, seat: int) -> None:
    """Draw the number of buildings on the map."""
    for y, draw, key in ((14, house, "stations"), (39, telegraph, "telegraphs")):
        draw(svg, BUILT_AT + 9, y, seat, 17)
        words(svg, BUILT_AT + 20, y + 4.5, f"{mine[key]}", 12, bold=True)


def _draw_carriage(svg: Svg, data: dict[str, Any], mine: Mine, carriage: int, x: float) -> None:
    """Draw a carriage: two windows, and its upgrade below them."""
    there = carriage < mine["carriages"]
    dashes = None if there else "5 5"
    svg.rect(x, 1, CARRIAGE, 50, rx=5, class_="node" if there else "faint", stroke_dasharray=dashes)
    if not there:
        return
    middle = x + CARRIAGE / 2
    for window in range(2):
        who = mine["windows"][carriage * 2 + window]
        points = data["carriage"][carriage]["window_vp"][window]
        y = 11 + 17.5 * window
        with svg.group():
            svg.add("title", _(who) if who else _("empty window"))
            edge = "stroke-width:2.2" if who else "stroke-dasharray:4 3"
            svg.circle(middle, y, 8.5, class_="node", style=edge)
            if who or points:
                text = letters(who) if who else f"{points}"
                svg.text(middle, y, text, "num", style="font-size:10.5px")
    if mine["upgrades"][carriage]:
        resource, level = mine["upgrades"][carriage].split("-")
        with svg.group():
            if resource == "any":
                title = _("Upgrade: {number} any", number=level)
            else:
                text = plain_amount(int(level), resource)
                title = _("Upgrade: {resources}", resources=text)
            svg.add("title", title)
            words(svg, middle, 48, level + letters(resource), 10.5, anchor="middle", bold=True)
