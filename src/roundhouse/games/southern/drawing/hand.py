"""A player's cash, shares and Bull Market card, drawn wide and for a phone."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import RIM, Svg
from roundhouse.core.translation import translate as _
from roundhouse.core.view import NARROW, View
from roundhouse.games.southern.drawing.railroads import DARK, GOLD
from roundhouse.games.southern.names import dollars

HEIGHT = 80
CASH, CARD, BULL = 92, 104, 92  # widths
# On a phone: widths of the cash before the shares, and of the Bull Market card after them; the
# height of a share. Six shares fit side by side.
NARROW_CASH, NARROW_BULL, NARROW_CARD = 50, 60, 46


def draw_hand(view: View, data: dict[str, Any]) -> str:
    """Draw the holdings of the viewing seat; a spectator has none."""
    seat = view["seat"]
    if seat is None:
        return str(Svg(CASH, HEIGHT, _("Your holdings")))
    facts, railroads = view["facts"], _list_railroads(view, data, seat)
    width = CASH + CARD * max(len(railroads), 1) + (BULL if facts["card"] == seat else 0)
    svg = Svg(width, HEIGHT, _("Your holdings"))
    svg.text(12, 44, dollars(facts["cash"][seat]), style="font-size:26px;font-weight:bold")
    svg.text(12, 66, _("cash"), style="font-size:14px")
    for n, row in enumerate(railroads):
        x, shares, income = (
            CASH + n * CARD,
            _write_shares(facts, row, seat),
            facts["income"][row["id"]],
        )
        shares = _write_shares(facts, row, seat)
        title = f"★ {row['short']}" if _presides(facts, row, seat) else row["short"]
        earns = _("earns {money}", money=dollars(income))
        with svg.ref(f"railroad:{row['id']}", _describe(facts, row, seat)):
            svg.pile(x, (86, 68), 24, 3, facts["shares"][row["id"]][seat], row["colour"])
            svg.text(x + 43, 15.5, title, "num", style=f"font-size:15px;fill:{row['ink']}")
            svg.text(x + 43, 47, shares, "middle", style="font-size:18px;font-weight:bold")
            svg.text(x + 43, 65, earns, "middle", style="font-size:14px")
    if not railroads:
        svg.text(CASH, 36, _("No shares yet:"), style="font-size:14px;font-style:italic")
        svg.text(CASH, 54, _("no income"), style="font-size:14px;font-style:italic")
    if facts["card"] == seat:
        x = width - BULL
        svg.rect(x, 3, 80, 68, rx=6, fill=GOLD, stroke=RIM, stroke_width=1.5)
        for n, line in enumerate(_("Bull\nMarket\ncard").split("\n")):
            style = f"font-size:{16 if n < 2 else 14}px;fill:{DARK}"
            svg.text(x + 40, 18 + 19 * n, line, "num", style=style)
    return str(svg)


def draw_narrow_hand(view: View, data: dict[str, Any]) -> str:
    """Draw the holdings of the viewing seat on a phone; a spectator has none."""
    svg = Svg(*NARROW, _("Your holdings"))
    seat = view["seat"]
    if seat is None:
        return str(svg)
    facts, railroads = view["facts"], _list_railroads(view, data, seat)
    has_bull = facts["card"] == seat
    width = NARROW[0] - NARROW_CASH - 4 - NARROW_BULL * has_bull
    step = min(62.0, width / max(len(railroads), 1))
    for n, row in enumerate(railroads):
        x, middle = NARROW_CASH + n * step, NARROW_CASH + n * step + (step - 6) / 2
        title = f"★{row['short']}" if _presides(facts, row, seat) else row["short"]
        shares, income = _write_shares(facts, row, seat), facts["income"][row["id"]]
        count = facts["shares"][row["id"]][seat]
        with svg.ref(f"railroad:{row['id']}", _describe(facts, row, seat)):
            svg.pile(x, (step - 6, NARROW_CARD), 17, 1, count, row["colour"])
            svg.text(middle, 12, title, "num", style=f"font-size:11.5px;fill:{row['ink']}")
            svg.text(middle, 32, shares, "middle", style="font-size:12.5px;font-weight:bold")
            svg.text(middle, 45, dollars(income), "middle", style="font-size:11.5px")
    if not railroads:
        style = "font-size:14px;font-style:italic"
        svg.text(NARROW_CASH + 8, 31, _("no shares yet: no income"), style=style)
    svg.text(6, 25, dollars(facts["cash"][seat]), style="font-size:19px;font-weight:bold")
    svg.text(6, 42, _("cash"), style="font-size:11.5px")
    if has_bull:
        x, style = NARROW[0] - NARROW_BULL, f"font-size:12px;fill:{DARK}"
        svg.rect(x, 4, NARROW_BULL - 4, 44, rx=6, fill=GOLD, stroke=RIM, stroke_width=1.5)
        for n, line in enumerate(_("Bull\nMarket").split("\n")):
            svg.text(x + NARROW_BULL / 2 - 2, 19 + 15 * n, line, "num", style=style)
    return str(svg)


def _list_railroads(view: View, data: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    """List the railroads of which the seat has shares."""
    return [row for row in data["railroad"] if view["facts"]["shares"][row["id"]][seat]]


def _write_shares(facts: dict[str, Any], row: dict[str, Any], seat: int) -> str:
    shares = facts["shares"][row["id"]]
    return _("{number} of {all}", number=shares[seat], all=sum(shares))


def _presides(facts: dict[str, Any], row: dict[str, Any], seat: int) -> bool:
    return bool(facts["president"][row["id"]] == seat)


def _describe(facts: dict[str, Any], row: dict[str, Any], seat: int) -> str:
    shares = facts["shares"][row["id"]]
    values = {
        "railroad": row["name"],
        "number": shares[seat],
        "all": sum(shares),
        "income": dollars(facts["income"][row["id"]]),
    }
    if _presides(facts, row, seat):
        return _(
            "{railroad}: {number} of {all} sold shares, income {income}, you are president",
            **values,
        )
    return _("{railroad}: {number} of {all} sold shares, income {income}", **values)
