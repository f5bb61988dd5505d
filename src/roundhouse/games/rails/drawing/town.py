"""The town: districts, action spaces and workers; Congress; the goals."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import SEAT_LETTERS, Svg
from roundhouse.core.view import View
from roundhouse.games.rails.drawing.symbols import box, house, item, worker
from roundhouse.games.rails.names import SPECIALS

WIDTH, HEIGHT = 1180, 640
DISTRICT_W, DISTRICT_H = 172, 132
GAP = 64
LEFT, TOP = 24, 52
RIGHT = LEFT + 3 * DISTRICT_W + 2 * GAP + 36  # where the panels begin
SENATOR_W, SENATOR_H = 196, 82


def draw_town(view: View, data: dict[str, Any]) -> str:
    svg = Svg(
        WIDTH,
        HEIGHT,
        "Town of Pacific Rails Inc.",
        "Nine districts with an action space between each two neighbours",
    )
    svg.add("rect", width=WIDTH, height=HEIGHT, class_="paper")
    svg.text(LEFT, 34, f"Town - round {view['facts']['round']}", "big")
    recipes = {row["id"]: row["converts"] for row in data["specialist"]}
    for row in data["district"]:
        _district(svg, view, row, recipes)
    places = {row["id"]: _corner(row["at"]) for row in data["district"]}
    for name in data["action_spaces"]["ids"]:
        _space(svg, view, name, places)
    _congress(svg, view, data)
    _goals(svg, view)
    return str(svg)


def _corner(at: list[int]) -> tuple[float, float]:
    return LEFT + at[0] * (DISTRICT_W + GAP), TOP + at[1] * (DISTRICT_H + GAP)


def _district(
    svg: Svg, view: View, row: dict[str, Any], recipes: dict[str, dict[str, str]]
) -> None:
    x, y = _corner(row["at"])
    facts, name = view["facts"], row["id"]
    middle = x + DISTRICT_W / 2
    on_top = facts["above"][name]
    label = row["name"]
    if on_top is not None:
        label += f", worker of seat {SEAT_LETTERS[on_top]} on it"
    with svg.ref(f"district:{name}", label):
        box(
            svg,
            x,
            y,
            DISTRICT_W,
            DISTRICT_H,
            stroke_width=2.5,
            rx=4 if row["kind"] == "resource" else 18,
        )
        svg.text(
            middle, y + 22, _title(row), "name middle", style="font-size:15px;font-weight:bold"
        )
        if row["kind"] == "resource":
            _resource(svg, view, row, x, y)
        elif row["kind"] == "train":
            recipe = recipes[row["foreman"]]
            item(svg, middle - 34, y + 62, recipe["from"], 30)
            svg.text(middle, y + 68, "→", "big middle")
            if recipe["to"] == "congress":
                svg.text(middle + 44, y + 67, "Congress", "name middle")
            else:
                item(svg, middle + 34, y + 62, recipe["to"], 30)
            svg.text(middle, y + 102, "foreman, then the whole train", "small middle")
        else:
            svg.text(middle, y + 60, "hire specialists", "name middle")
            svg.text(middle, y + 80, "or lay track", "name middle")
        if on_top is not None:
            worker(svg, x + DISTRICT_W - 20, y + DISTRICT_H - 22, on_top)


def _title(row: dict[str, Any]) -> str:
    if row["kind"] == "resource":
        return f"Collect {row['resource']}"
    return "Yard" if row["kind"] == "yard" else f"Train: {row['foreman']}"


def _resource(svg: Svg, view: View, row: dict[str, Any], x: float, y: float) -> None:
    special = row["special"]
    item(svg, x + 26, y + 52, row["resource"], 30)
    svg.text(x + 48, y + 48, f"1 {special['pay']}:", "small")
    svg.text(x + 48, y + 62, SPECIALS[special["effect"]], "small", style="font-size:10.5px")
    if special["vp"]:
        svg.text(x + 150, y + 48, f"{special['vp']} VP", "small middle")
    owners = [seat for seat, n in enumerate(view["facts"]["sites"][row["id"]]) for _ in range(n)]
    for n in range(row["building_sites"]):
        sx = x + 16 + n * 40
        svg.add("rect", x=sx, y=y + 86, width=32, height=32, class_="node", stroke_dasharray="4 3")
        if n < len(owners):
            house(svg, sx + 16, y + 102, owners[n], 26)


def _space(svg: Svg, view: View, name: str, places: dict[str, tuple[float, float]]) -> None:
    (x1, y1), (x2, y2) = (places[end] for end in name.split("|"))
    x, y = (x1 + x2 + DISTRICT_W) / 2, (y1 + y2 + DISTRICT_H) / 2
    owner = view["facts"]["spaces"][name]
    who = "empty" if owner is None else f"worker of seat {SEAT_LETTERS[owner]}"
    with svg.ref(f"space:{name}", f"action space {name.replace('|', ' and ')}: {who}"):
        svg.add("circle", cx=x, cy=y, r=26, class_="node")
        if owner is not None:
            worker(svg, x, y + 2, owner)


def _congress(svg: Svg, view: View, data: dict[str, Any]) -> None:
    lobbied = view["facts"]["lobbied"]
    svg.text(RIGHT, 34, "Congress", "big")
    if view["facts"]["budget"]:
        svg.text(RIGHT + 110, 34, f"budget left: {view['facts']['budget']}", "name")
    for n, row in enumerate(data["congress"]):
        x = RIGHT + (n % 2) * (SENATOR_W + 10)
        y = TOP + (n // 2) * (SENATOR_H + 8)
        down = lobbied[n]
        with svg.ref(f"senator:{n + 1}", f"senator {n + 1}, {'down' if down else 'up'}"):
            box(svg, x, y, SENATOR_W, SENATOR_H)
            svg.add("line", x1=x + 34, x2=x + 34, y1=y + 8, y2=y + SENATOR_H - 8, class_="faint")
            cy = y + SENATOR_H - 20 if down else y + 20
            svg.add("circle", cx=x + 17, cy=cy, r=11, class_="ink")
            svg.add(
                "text",
                str(n + 1),
                x=x + 17,
                y=cy + 0.5,
                class_="num",
                style="font-size:12px;fill:#ffffff",
            )
            svg.text(
                x + 42,
                y + 20,
                "down" if down else f"up - {row['cost']} coin" + ("s" if row["cost"] > 1 else ""),
                "name",
                style="font-weight:bold",
            )
            _reward(svg, x + 44, y + 54, row["reward"])


def _reward(svg: Svg, x: float, y: float, reward: dict[str, Any]) -> None:
    if "choose" in reward:
        svg.text(x, y - 10, "house on a site", "small")
        svg.text(x, y + 5, f"or upgrade; {reward['vp']} VP", "small")
    elif "each" in reward:
        svg.text(x, y - 10, "station on the map", "small")
        svg.text(x, y + 5, "and/or telegraph", "small")
    elif "any_of" in reward:
        svg.text(x - 2, y + 4, f"{reward['times']} of", "small")
        for n, name in enumerate(reward["any_of"]):
            item(svg, x + 44 + n * 28, y, name)
    else:
        drawn = [name for name, n in reward.items() for _ in range(n)]
        for n, name in enumerate(drawn):
            item(svg, x + 10 + n * 28, y, name)


def _goals(svg: Svg, view: View) -> None:
    top = TOP + 4 * (SENATOR_H + 8) + 34
    svg.text(RIGHT, top - 8, "Goals", "big")
    for n, goal in enumerate(view["facts"]["goals"]):
        y = top + n * 42
        box(svg, RIGHT, y, 2 * SENATOR_W + 10, 36)
        svg.text(RIGHT + 10, y + 23, goal["name"], "name")
        counts = " · ".join(
            f"{SEAT_LETTERS[seat]} {count}" for seat, count in enumerate(goal["counts"])
        )
        svg.text(RIGHT + 250, y + 23, counts, "name")
        if goal["leader"] is not None:
            svg.seat_cube(RIGHT + 2 * SENATOR_W - 10, y + 18, 22, goal["leader"])
