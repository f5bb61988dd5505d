"""The town with its districts, action spaces and workers, and the goals."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg, words
from roundhouse.core.text import SEAT_LETTERS
from roundhouse.core.translation import translate as _
from roundhouse.core.view import View
from roundhouse.games.rails.drawing.symbols import box, fit, house, item, worker
from roundhouse.games.rails.names import RESOURCE_NAMES, SPECIALS, district_name, plain_amount

WIDTH, HEIGHT = 1000, 640
DISTRICT_W, DISTRICT_H = 200, 150
GAP_X, GAP_Y = 58, 62
LEFT, TOP = 8, 36
PHONE_TEXT = 20  # smallest font on a phone, which shows all nine districts at once
GOALS_AT = LEFT + 3 * DISTRICT_W + 2 * GAP_X + 22
GOALS_W = WIDTH - GOALS_AT - 12
TITLE_W = 176  # of a district's bold title; letters are wider than plain ones


def draw_town(view: View, data: dict[str, Any]) -> str:
    svg = Svg(
        WIDTH,
        HEIGHT,
        _("Town of Pacific Rails Inc."),
        _("Nine districts with an action space between neighbours"),
    )
    svg.add("rect", width=WIDTH, height=HEIGHT, class_="paper")
    title = _("Town, round {number}", number=view["facts"]["round"])
    words(svg, LEFT, 25, title, 20, bold=True)
    right = LEFT + 3 * DISTRICT_W + 2 * GAP_X
    rule = _("a worker uses one of the two districts next to it")
    with svg.desk_only():
        words(svg, right, 25, rule, 13, anchor="end")
    with svg.phone_only():
        words(svg, right, 25, rule, PHONE_TEXT, anchor="end")
    recipes = {row["id"]: row["converts"] for row in data["specialist"]}
    for row in data["district"]:
        _draw_district(svg, view, row, recipes)
    places = {row["id"]: _corner(row["at"]) for row in data["district"]}
    for name in data["action_spaces"]["ids"]:
        _draw_space(svg, view, name, places)
    _draw_goals(svg, view)
    return str(svg)


def _corner(at: list[int]) -> tuple[float, float]:
    return LEFT + at[0] * (DISTRICT_W + GAP_X), TOP + at[1] * (DISTRICT_H + GAP_Y)


def _draw_district(
    svg: Svg, view: View, row: dict[str, Any], recipes: dict[str, dict[str, str]]
) -> None:
    x, y = _corner(row["at"])
    on_top = view["facts"]["above"][row["id"]]
    label = _(row["name"])
    if on_top is not None:
        label += f", {_('worker of seat {letter} on it', letter=SEAT_LETTERS[on_top])}"
    named = row.get("resource") or row.get("foreman")
    with svg.ref(f"district:{row['id']}", label, data_names=_(named) if named else None):
        corner, middle, title = (
            4 if row["kind"] == "resource" else 20,
            x + DISTRICT_W / 2,
            _title(row),
        )
        box(svg, x, y, DISTRICT_W, DISTRICT_H, stroke_width=2.5, rx=corner)
        with svg.desk_only():
            words(svg, middle, y + 26, title, fit(title, TITLE_W, 17), anchor="middle", bold=True)
        with svg.phone_only():
            size = fit(title, TITLE_W, PHONE_TEXT)
            words(svg, middle, y + 28, title, size, anchor="middle", bold=True)
        if row["kind"] == "resource":
            _draw_resource(svg, view, row, x, y)
        elif row["kind"] == "train":
            _draw_train(svg, recipes[row["foreman"]], middle, y)
        else:
            lines = _("hire specialists\nor lay track").split("\n")
            with svg.desk_only():
                for n, line in enumerate(lines):
                    words(svg, middle, y + 70 + 24 * n, line, 15, anchor="middle")
            with svg.phone_only():
                for n, line in enumerate(lines):
                    words(svg, middle, y + 76 + 30 * n, line, PHONE_TEXT, anchor="middle")
        if on_top is not None:
            worker(svg, x + DISTRICT_W - 26, y + DISTRICT_H - 28, on_top, 1.45)


def _title(row: dict[str, Any]) -> str:
    if row["kind"] == "resource":
        return (_("Collect gunpowder"), _("Collect coin"), _("Collect iron"), _("Collect wood"))[
            RESOURCE_NAMES.index(row["resource"])
        ]
    if row["kind"] == "yard":
        return _("Yard")
    return _("Train: {foreman}", foreman=_(row["foreman"]))


def _draw_train(svg: Svg, recipe: dict[str, str], middle: float, y: float) -> None:
    is_lobby = recipe["to"] == "congress"
    left = middle - (22 if is_lobby else 0)  # a word is longer than a tile
    item(svg, left - 44, y + 68, recipe["from"], 36)
    words(svg, left, y + 76, "→", 24, anchor="middle")
    if is_lobby:
        with svg.desk_only():
            words(svg, left + 18, y + 73, _("Congress"), 15, bold=True)
        with svg.phone_only():
            words(svg, left + 18, y + 75, _("lobby"), PHONE_TEXT, bold=True)
    else:
        item(svg, middle + 44, y + 68, recipe["to"], 36)
    with svg.desk_only():
        for n, line in enumerate(_("foreman first,\nthen your whole train").split("\n")):
            words(svg, middle, y + 112 + 17 * n, line, 13, anchor="middle")


def _draw_resource(svg: Svg, view: View, row: dict[str, Any], x: float, y: float) -> None:
    special = row["special"]
    item(svg, x + 30, y + 62, row["resource"], 36)
    cost, points = plain_amount(1, special["pay"]), special["vp"]
    price = _("for {cost}:", cost=cost)
    if points:
        price = _("for {cost} ({points} VP):", cost=cost, points=points)
    with svg.desk_only():
        for n, line in enumerate((price, _(SPECIALS[special["effect"]]))):
            words(svg, x + 54, y + 58 + 18 * n, line, fit(line, DISTRICT_W - 54, 13))
    with svg.phone_only():
        words(svg, x + 60, y + 69, "1", PHONE_TEXT)
        item(svg, x + 94, y + 62, special["pay"], 36)
        words(svg, x + 118, y + 69, "↓", PHONE_TEXT)
    owners = [seat for seat, n in enumerate(view["facts"]["sites"][row["id"]]) for _ in range(n)]
    for n in range(row["building_sites"]):
        sx = x + 14 + n * 46
        svg.rect(sx, y + 96, 40, 40, class_="node", stroke_dasharray="4 3")
        if n < len(owners):
            house(svg, sx + 20, y + 116, owners[n], 33)


def _draw_space(svg: Svg, view: View, name: str, places: dict[str, tuple[float, float]]) -> None:
    (x1, y1), (x2, y2) = (places[end] for end in name.split("|"))
    x, y = (x1 + x2 + DISTRICT_W) / 2, (y1 + y2 + DISTRICT_H) / 2
    owner = view["facts"]["spaces"][name]
    one, two = map(district_name, name.split("|"))
    label = _("space between {one} and {two}: empty", one=one, two=two)
    if owner is not None:
        label = _(
            "space between {one} and {two}: worker of seat {letter}",
            one=one,
            two=two,
            letter=SEAT_LETTERS[owner],
        )
    with svg.ref(f"space:{name}", label):
        across = y1 == y2
        for side in (-1, 1):
            dx, dy = (side, 0) if across else (0, side)
            svg.path(
                f"M{x + 33 * dx:g} {y + 33 * dy:g} l{-8 * dx + 6 * dy:g} {-8 * dy + 6 * dx:g} "
                f"l{-12 * dy:g} {-12 * dx:g} Z",
                class_="ink",
            )
        svg.circle(x, y, 27, class_="node", style="stroke-width:2")
        if owner is not None:
            worker(svg, x, y + 2, owner, 1.45)


def _draw_goals(svg: Svg, view: View) -> None:
    words(svg, GOALS_AT, 25, _("Goals"), 20, bold=True)
    with svg.desk_only():
        words(svg, WIDTH - 12, 25, _("3 VP to the sole leader"), 12, anchor="end")
    for n, goal in enumerate(view["facts"]["goals"]):
        y = TOP + n * 148
        box(svg, GOALS_AT, y, GOALS_W, 136)
        middle = GOALS_AT + GOALS_W / 2
        for line, text in enumerate(_halves(_(goal["name"]))):
            with svg.desk_only():
                words(svg, middle, y + 26 + 19 * line, text, 15, anchor="middle", bold=True)
            with svg.phone_only():
                at = y + 24 + 21 * line
                size = fit(text, GOALS_W - 20, PHONE_TEXT)
                words(svg, middle, at, text, size, anchor="middle", bold=True)
        step = GOALS_W / view["seats"]
        for seat, number in enumerate(goal["counts"]):
            x = GOALS_AT + step * (seat + 0.5)
            if goal["leader"] == seat:
                frame: dict[str, Any] = {
                    "x": x - 21,
                    "y": y + 56,
                    "width": 42,
                    "height": 72,
                    "rx": 7,
                }
                svg.add("rect", class_="node", style="stroke-width:2.5", **frame)
            svg.seat_cube(x, y + 77, 28, seat)
            svg.text(x, y + 112, str(number), "num", style="font-size:20px")


def _halves(name: str) -> list[str]:
    """Split a goal's name into two lines."""
    parts = name.split()
    half = (len(parts) + 1) // 2
    return [" ".join(parts[:half]), " ".join(parts[half:])]
