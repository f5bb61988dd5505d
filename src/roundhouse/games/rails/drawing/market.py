"""Congress and the supply of resources, tiles, upgrades and specialists."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg, words
from roundhouse.core.text import count
from roundhouse.core.translation import translate as _
from roundhouse.core.view import View
from roundhouse.games.rails.drawing.symbols import NODE, box, fit, item, token
from roundhouse.games.rails.names import ITEM_NAMES, RESOURCE_NAMES, TOKEN_NAMES, token_name

WIDTH, HEIGHT = 1000, 640
SENATOR_W, SENATOR_H = 238, 98
SUPPLY_AT, PEOPLE_AT = 248, 404


def draw_market(view: View, data: dict[str, Any]) -> str:
    svg = Svg(
        WIDTH,
        HEIGHT,
        _("Congress and supply of Pacific Rails Inc."),
        _("Eight senators, and the supply of resources, tiles, upgrades and specialists"),
    )
    svg.add("rect", width=WIDTH, height=HEIGHT, class_="paper")
    _draw_congress(svg, view, data)
    _draw_supply(svg, view)
    _draw_upgrades(svg, view)
    words(svg, 14, PEOPLE_AT + 18, _("Specialists"), 17, bold=True)
    x = _end_of_title(14, _("Specialists"), 110)
    words(svg, x, PEOPLE_AT + 18, _("hiring cost by carriage"), 13)
    for n, row in enumerate(data["specialist"]):
        _draw_specialist(
            svg, view["facts"]["specialists"][row["id"]], row, 14 + n * (SENATOR_W + 6)
        )
    return str(svg)


def _end_of_title(x: float, title: str, width: int) -> float:
    """Return where text can begin after a title, at least a width away."""
    return x + max(width, 9 * len(title) + 10)


def _draw_congress(svg: Svg, view: View, data: dict[str, Any]) -> None:
    facts = view["facts"]
    words(svg, 14, 24, _("Congress"), 17, bold=True)
    text = _("Financiers spend coins here. A lobbied senator stays down until a reset.")
    if facts["budget"]:
        text = _("budget left: {budget}", budget=facts["budget"])
    words(svg, 112, 24, text, 13)
    for n, row in enumerate(data["congress"]):
        x = 14 + (n % 4) * (SENATOR_W + 6)
        y = 34 + (n // 4) * (SENATOR_H + 6)
        _draw_senator(svg, n + 1, row, facts["lobbied"][n], x, y)


def _draw_senator(
    svg: Svg, number: int, row: dict[str, Any], down: bool, x: float, y: float
) -> None:
    label = _("senator {number}, up", number=number)
    if down:
        label = _("senator {number}, down", number=number)
    with svg.ref(f"senator:{number}", label):
        box(svg, x, y, SENATOR_W, SENATOR_H)
        svg.add("line", x1=x + 44, x2=x + 44, y1=y + 8, y2=y + SENATOR_H - 8, class_="faint")
        cy = y + SENATOR_H - 26 if down else y + 26
        svg.circle(x + 22, cy, 15, class_="ink")
        svg.add(
            "text",
            str(number),
            x=x + 22,
            y=cy + 0.5,
            class_="num",
            style=f"font-size:16px;fill:{NODE}",
        )
        price = _("down") if down else _("costs {coins}", coins=count(row["cost"], "coin"))
        words(svg, x + 54, y + 28, price, 14, bold=True)
        _draw_reward(svg, x + 54, y + 66, row["reward"])


def _draw_reward(svg: Svg, x: float, y: float, reward: dict[str, Any]) -> None:
    if "choose" in reward:
        text = _("house on a site\nor upgrade, {points} VP", points=reward["vp"])
        for n, line in enumerate(text.split("\n")):
            words(svg, x, y - 6 + 18 * n, line, 14)
    elif "each" in reward:
        for n, line in enumerate(_("station on the map\nand/or telegraph").split("\n")):
            words(svg, x, y - 6 + 18 * n, line, 14)
    elif "any_of" in reward:
        words(svg, x, y + 5, _("any {number} of", number=reward["times"]), 14)
        for n, name in enumerate(reward["any_of"]):
            item(svg, x + 82 + n * 33, y, name, 28)
    else:
        drawn = [name for name, n in reward.items() for _ in range(n)]
        for n, name in enumerate(drawn):
            item(svg, x + 16 + n * 36, y, name, 28)


def _draw_supply(svg: Svg, view: View) -> None:
    facts = view["facts"]
    words(svg, 14, SUPPLY_AT + 18, _("Supply"), 17, bold=True)
    for n, name in enumerate(ITEM_NAMES):
        x = 14 + n * 70
        kind = "resource" if name in RESOURCE_NAMES else "tile"
        label = _("{item}: {left} in the supply", item=_(name), left=facts["supply"][name])
        with svg.ref(f"{kind}:{name}", label):
            svg.rect(x, SUPPLY_AT + 28, 64, 110, rx=5, class_="land")
            item(svg, x + 32, SUPPLY_AT + 56, name, 38)
            text = _(name)
            words(svg, x + 32, SUPPLY_AT + 98, text, fit(text, 66, 12), anchor="middle")
            left = str(facts["supply"][name])
            words(svg, x + 32, SUPPLY_AT + 122, left, 18, anchor="middle", bold=True)


def _draw_upgrades(svg: Svg, view: View) -> None:
    left = 524
    words(svg, left, SUPPLY_AT + 18, _("Upgrades"), 17, bold=True)
    x = _end_of_title(left, _("Upgrades"), 94)
    words(svg, x, SUPPLY_AT + 18, _("rows: carriage 1, 2, 3"), 13)
    for n, name in enumerate(TOKEN_NAMES):
        x, y = left + (n % 4) * 117, SUPPLY_AT + 28 + (n // 4) * 38
        tokens = view["facts"]["tokens"][name]
        label = _("upgrade: {resources}, {left} left", resources=token_name(n), left=tokens)
        with svg.ref(f"upgrade:{name}", label):
            svg.rect(x, y, 111, 34, rx=5, class_="land")
            token(svg, x + 30, y + 17, name)
            words(svg, x + 62, y + 22, f"× {tokens}", 14, bold=True)


def _draw_specialist(svg: Svg, left: int, row: dict[str, Any], x: float) -> None:
    top = PEOPLE_AT + 28
    name = _(row["name"])
    label = _("{specialist}: {left} left", specialist=name, left=left)
    with svg.ref(f"specialist:{row['id']}", label):
        svg.rect(x, top, SENATOR_W, 200, rx=6, class_="land")
        words(svg, x + 12, top + 26, name, 17, bold=True)
        words(svg, x + SENATOR_W - 12, top + 26, f"× {left}", 15, anchor="end", bold=True)
        item(svg, x + 30, top + 56, row["converts"]["from"], 30)
        words(svg, x + 64, top + 62, "→", 18, anchor="middle")
        if row["converts"]["to"] == "congress":
            words(svg, x + 84, top + 61, _("Congress"), 14)
        else:
            item(svg, x + 98, top + 56, row["converts"]["to"], 30)
        for n, cost in enumerate(row["cost"]):
            y = top + 100 + n * 36
            words(svg, x + 12, y + 5, _("carriage {number}", number=n + 1), 13)
            drawn = [name for name, number in cost.items() for _ in range(number)]
            for i, name in enumerate(drawn):
                item(svg, x + 98 + i * 34, y, name, 28)
