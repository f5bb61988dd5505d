"""A seat's board: workers and hats, houses, cargo, buildings, train."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from roundhouse.core.seat_colours import SEAT_COLOURS
from roundhouse.core.svg import Svg, words
from roundhouse.core.text import SEAT_LETTERS, quantity
from roundhouse.core.translation import translate as _
from roundhouse.core.view import View
from roundhouse.games.rails.drawing.symbols import (
    RIM,
    box,
    hat,
    house,
    item,
    telegraph,
    token,
    worker,
)
from roundhouse.games.rails.names import RESOURCE_NAMES, letters

WIDTH, HEIGHT = 830, 104  # pixels; the space beside a seat's name
HOUSES_AT, CARGO_AT, BUILT_AT, TRAIN_AT = 96, 246, 428, 514
CARGO_W = 172
CARRIAGE_W = 102
Mine = dict[str, Any]


def draw_holdings(
    svg: Svg, data: dict[str, Any], mine: Mine, seat: int, *, chosen: bool = False
) -> None:
    """Draw a seat's board; `chosen` makes cargo and house rows selectable."""
    _draw_people(svg, mine, seat)
    _draw_houses(svg, mine, seat, chosen)
    _draw_cargo(svg, mine, chosen)
    _draw_built(svg, data, mine, seat)
    for carriage in range(3):
        _draw_carriage(svg, data, mine, carriage, TRAIN_AT + carriage * (CARRIAGE_W + 3))


@contextmanager
def _pointed(svg: Svg, ref: str, label: str, chosen: bool) -> Iterator[None]:
    if chosen:
        with svg.ref(ref, label):
            yield
    else:
        yield


def write_row(name: str, left: int, output: int) -> str:
    """Write a row of houses in words."""
    return _(
        "{resource} row: {left} houses left, collects {output}",
        resource=_(name),
        left=left,
        output=output,
    )


def write_cargo(number: int, name: str) -> str:
    return _("{number} × {item} in your cargo", number=number, item=_(name))


def _draw_people(svg: Svg, mine: Mine, seat: int) -> None:
    """Draw workers in reserve, and hats."""
    words(svg, 6, 14, _("workers: {number}", number=mine["reserve"]), 12, bold=True)
    for n in range(mine["reserve"]):
        worker(svg, 18 + n * min(24, 60 / max(mine["reserve"] - 1, 1)), 40, seat, 0.82)
    words(svg, 6, 76, _("hats: {number}", number=mine["hats"]), 12, bold=True)
    for n in range(mine["hats"]):
        hat(svg, 20 + n * 28, 92)


def _draw_houses(svg: Svg, mine: Mine, seat: int, chosen: bool) -> None:
    """Draw a row per resource; each empty space adds 1 when collecting."""
    for n, name in enumerate(RESOURCE_NAMES):
        y = 13 + n * 26
        text = write_row(name, mine["houses"][name], mine["output"][name])
        with _pointed(svg, f"row:{name}", text, chosen):
            svg.rect(HOUSES_AT, y - 13, 142, 26, fill="transparent")
            item(svg, HOUSES_AT + 12, y, name, 23)
            for space in range(3):
                x = HOUSES_AT + 42 + space * 26
                svg.rect(x - 11.5, y - 12, 23, 24, rx=3, class_="node")
                # houses are taken from the left
                if space >= 3 - mine["houses"][name]:
                    house(svg, x, y - 0.5, seat, 19)
                else:
                    svg.text(x, y, f"+{space + 1}", "num", style="font-size:12px")
            words(svg, HOUSES_AT + 112, y + 5, f"= {mine['output'][name]}", 14, bold=True)


def _draw_cargo(svg: Svg, mine: Mine, chosen: bool) -> None:
    """Draw the cargo slots, filled by kind."""
    items = sum(mine["cargo"].values())
    text = _("cargo: {load} of {limit}", load=items, limit=mine["limit"])
    words(svg, CARGO_AT, 14, text, 12, bold=True)
    slots = max(mine["limit"], items)
    step = min(30.0, CARGO_W / -(-slots // 3))  # three rows; narrower while over the limit
    for n in range(slots):
        x, y = _slot(n, step)
        half = step / 2 - 1
        box = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half}
        svg.add("rect", rx=4, class_="node", **box)
    n = 0
    for name, count in mine["cargo"].items():
        if not count:
            continue
        kind = "resource" if name in RESOURCE_NAMES else "tile"
        with _pointed(svg, f"{kind}:{name}", write_cargo(count, name), chosen):
            for place in range(n, n + count):
                item(svg, *_slot(place, step), name, min(25, step - 2))
        n += count


def _slot(n: int, step: float) -> tuple[float, float]:
    columns = int(CARGO_W / step + 0.01)
    return CARGO_AT + (n % columns + 0.5) * step, 32 + (n // columns) * 28.5


def _draw_built(svg: Svg, data: dict[str, Any], mine: Mine, seat: int) -> None:
    """Draw the number of buildings on the map, and the VP of the next telegraph."""
    words(svg, BUILT_AT, 14, _("on the map"), 12, bold=True)
    house(svg, BUILT_AT + 12, 34, seat, 22)
    words(svg, BUILT_AT + 32, 40, str(mine["stations"]), 17, bold=True)
    telegraph(svg, BUILT_AT + 12, 62, seat, 22)
    words(svg, BUILT_AT + 32, 68, str(mine["telegraphs"]), 17, bold=True)
    points = data["player"]["telegraphs"]["vp"][mine["telegraphs"] :]
    words(svg, BUILT_AT, 88, _("next telegraph"), 11)
    text = quantity(points[0], "VP") if points else _("none left")
    words(svg, BUILT_AT, 101, text, 12, bold=True)


def _draw_carriage(svg: Svg, data: dict[str, Any], mine: Mine, carriage: int, x: float) -> None:
    there = carriage < mine["carriages"]
    svg.rect(
        x,
        3,
        CARRIAGE_W,
        86,
        rx=8,
        class_="node" if there else "faint",
        stroke_dasharray=None if there else "5 5",
    )
    words(svg, x + 8, 21, f"{carriage + 1}", 15, bold=True)
    if not there:
        text = _("comes with\nstation {number}", number=carriage + 1)
        for n, line in enumerate(text.split("\n")):
            words(svg, x + CARRIAGE_W / 2, 46 + 16 * n, line, 12, anchor="middle")
        return
    for wheel in (22, CARRIAGE_W - 22):
        svg.circle(x + wheel, 93, 8, fill=RIM)
    upgrade = mine["upgrades"][carriage]
    if upgrade:
        token(svg, x + CARRIAGE_W - 28, 20, upgrade)
    else:
        words(svg, x + CARRIAGE_W - 8, 20, _("no upgrade"), 11, anchor="end")
    for window in range(2):
        who = mine["windows"][carriage * 2 + window]
        points = data["carriage"][carriage]["window_vp"][window]
        _draw_window(svg, x + 28 + window * 46, 60, who, points)


def _draw_window(svg: Svg, x: float, y: float, who: str | None, points: int) -> None:
    """Draw a window: its specialist, or the VP for filling it."""
    style = "stroke-width:3" if who else "stroke-dasharray:4 3"
    with svg.group():
        svg.add("title", _(who) if who else _("empty window"))
        svg.circle(x, y, 21, class_="node", style=style)
        if who:
            svg.text(x, y, letters(who), "num", style="font-size:19px")
        elif points:
            words(svg, x, y + 5, quantity(points, "VP"), 13, anchor="middle")


MARGIN = 84  # for the seat's marker and points


def draw_seats(view: View, data: dict[str, Any]) -> str:
    row = HEIGHT + 16
    width, height = WIDTH + MARGIN, view["seats"] * row + 8
    svg = Svg(width, height, _("Boards and trains"), _("One board per player"))
    svg.add("rect", width=width, height=height, class_="paper")
    for seat in range(view["seats"]):
        mine, top = view["facts"]["boards"][seat], 8 + seat * row
        seat_letter, score = SEAT_LETTERS[seat], mine["score"]
        text = _("board of seat {letter}, {points} points", letter=seat_letter, points=score)
        with svg.ref(f"seat:{seat}", text):
            thick = 6 if seat == view["turn"] else 2
            frame = {"stroke": SEAT_COLOURS[seat], "stroke_width": thick}
            box(svg, 6, top, width - 12, HEIGHT + 8, **frame)
            svg.seat_cube(42, top + 32, 36, seat)
            words(svg, 42, top + 80, str(mine["score"]), 26, anchor="middle", bold=True)
            words(svg, 42, top + 102, _("VP"), 15, anchor="middle")
            with svg.group(transform=f"translate({MARGIN - 4} {top + 4})"):
                draw_holdings(svg, data, mine, seat)
    return str(svg)
