"""The railroads: money, income and shares, the auction and the Income display."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.core.text import SEAT_LETTERS
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.core.view import View
from roundhouse.games.southern.names import dollars, railroad_letters

DARK = "#1c1a17"
GOLD = "#e2b93b"
WIDTH, HEIGHT = 1000, 640  # size of a railroad's sheet


def draw_cube(
    svg: Svg,
    place: tuple[float, float],
    size: float,
    railroad: dict[str, Any],
    letter: str,
    font: float,
) -> None:
    """Draw a railroad's cube, centred, with its letter."""
    svg.piece(place, size, railroad["colour"], railroad["ink"], letter, font)


HEAD = 62  # height of the text above the railroads
ROW = 71
# Places of the figures of a row at a desk and on a phone: income, income per share, treasury.
FIGURES = ((256, 152), (329, 205), (406, 262))
CUBES_LEFT = 560  # only at a desk
SHARES, SHARE_STEP = 668, 64
PHONE_SHARES, PHONE_STEP = 316, 25  # middle of the first share on a phone
PHONE_WIDTH = "--phone-width:426px"
MAX_LINE = 21  # letters in a line of a railroad's name


def draw_railroads(view: View, data: dict[str, Any]) -> str:
    description = ". ".join(_describe_railroad(view["facts"], row) for row in data["railroad"])
    svg = Svg(WIDTH, HEIGHT, _("{board}: railroads", board=data["board"]["title"]), description)
    svg.add("rect", width=WIDTH, height=HEIGHT, class_="paper")
    marks = railroad_letters(data)
    _draw_header(svg, view, data, marks)
    for n, row in enumerate(data["railroad"]):
        _draw_railroad(svg, view["facts"], data, row, marks[row["id"]], HEAD + n * ROW)
    _draw_income_display(svg, view["facts"], data, marks, HEAD + len(data["railroad"]) * ROW + 22)
    return str(svg)


def _describe_railroad(facts: dict[str, Any], row: dict[str, Any]) -> str:
    name = row["id"]
    president = facts["president"][name]
    description = _(
        "{railroad}: treasury {treasury}, income {income}, {cubes} cubes left, "
        "{number} of {all} shares sold",
        railroad=row["name"],
        treasury=dollars(facts["treasury"][name]),
        income=dollars(facts["income"][name]),
        cubes=facts["cubes"][name],
        number=sum(facts["shares"][name]),
        all=row["shares"],
    )
    if president is None:
        return description
    return f"{description}, {_('president {letter}', letter=SEAT_LETTERS[president])}"


def _draw_header(svg: Svg, view: View, data: dict[str, Any], marks: dict[str, str]) -> None:
    """Draw the current auction, or else the round and the Bull Market card."""
    facts, middle = view["facts"], HEAD / 2
    auction = facts["auction"]
    if auction is None:
        title = _("Initial auctions")
        if facts["round"]:
            title = _("Round {number}", number=facts["round"])
        svg.text(16, middle + 8, title, style="font-size:22px;font-weight:bold")
        if facts["card"] is not None:
            card = _("Bull Market card")
            svg.text(930, middle + 5, card, text_anchor="end", style="font-size:15px")
            svg.seat_disc(958, middle, 26, facts["card"])
        return
    row = next(row for row in data["railroad"] if row["id"] == facts["railroad"])
    svg.rect(8, 5, 984, HEAD - 10, rx=8, class_="land phone-width", style=PHONE_WIDTH)
    draw_cube(svg, (34, middle), 32, row, marks[row["id"]], 22)
    sold = _(
        "{railroad}: share {number} of {all}",
        railroad=row["short"],
        number=sum(facts["shares"][row["id"]]) + 1,
        all=row["shares"],
    )
    svg.text(60, middle - 4, _("For sale"), style="font-size:13px")
    svg.text(60, middle + 15, sold, style="font-size:18px;font-weight:bold")
    if auction["best"] is None:
        bid = _("No bids yet; min. {money}", money=dollars(0))
    else:
        bid = _("High bid {money}", money=dollars(auction["price"]))
    with svg.moved_on_phone(-6, -12):
        svg.text(232, middle + 6, bid, style="font-size:18px;font-weight:bold")
        if auction["best"] is not None:
            svg.seat_disc(374, middle, 24, auction["best"])
    with svg.moved_on_phone(232 - 500, 14):
        svg.text(500, middle + 5, _("bidding"), style="font-size:14px")
        for n, seat in enumerate(auction["bidders"]):
            svg.seat_disc(568 + n * 26, middle, 22, seat)


def _draw_railroad(
    svg: Svg,
    facts: dict[str, Any],
    data: dict[str, Any],
    row: dict[str, Any],
    letter: str,
    top: float,
) -> None:
    """Draw a railroad: money, income, cubes and shareholders."""
    name = row["id"]
    home = next(city["name"] for city in data["city"] if city["id"] == row["home"])
    is_active = facts["railroad"] == name
    with svg.ref(f"railroad:{name}", _describe_railroad(facts, row)):
        svg.rect(8, top + 3, 984, ROW - 6, rx=8, class_="card phone-width", style=PHONE_WIDTH)
        draw_cube(svg, (40, top + ROW / 2), 40, row, letter, 28)
        with svg.moved_on_phone(0, 18):
            svg.text(72, top + 25, row["short"], style="font-size:20px;font-weight:bold")
        with svg.desk_only():
            origin = pgettext("home city", "from {city}", city=home)
            svg.text(135, top + 25, origin, style="font-size:12px;font-style:italic")
            for n, line in enumerate(wrap(row["name"], MAX_LINE)):
                svg.text(72, top + 43 + 15 * n, line, style="font-size:12.5px")
            label = pgettext("column", "cubes left")
            _draw_figure(svg, label, CUBES_LEFT, str(facts["cubes"][name]), top)
        sold = sum(facts["shares"][name])
        income = facts["income"][name]
        figures = (
            (pgettext("column", "income"), dollars(income)),
            (pgettext("column", "per share"), dollars(income // sold) if sold else "–"),
            (pgettext("column", "treasury"), dollars(facts["treasury"][name])),
        )
        for (x, phone_x), (label, figure) in zip(FIGURES, figures, strict=True):
            with svg.moved_on_phone(phone_x - x):
                _draw_figure(svg, label, x, figure, top)
        _draw_shares(svg, facts, row, top + 9)
    if is_active:
        svg.row_frame(top, ROW, PHONE_WIDTH)


def _draw_figure(svg: Svg, label: str, x: float, figure: str, top: float) -> None:
    svg.text(x, top + 36, figure, "middle", style="font-size:22px;font-weight:bold")
    svg.text(x, top + 55, label, "middle", style="font-size:13px")


def _draw_shares(svg: Svg, facts: dict[str, Any], row: dict[str, Any], y: float) -> None:
    """Draw the shares: the president's first with a star, unsold ones last."""
    president = facts["president"][row["id"]]
    owners = [
        seat for seat, count in enumerate(facts["shares"][row["id"]]) for _share in range(count)
    ]
    owners.sort(key=lambda seat: (seat != president, seat))
    for n in range(row["shares"]):
        left, dashes = SHARES + n * SHARE_STEP, None if n < len(owners) else "5 4"
        box: dict[str, Any] = {"x": left, "y": y, "width": 58, "height": 53, "rx": 4}
        with svg.desk_only():
            svg.add("rect", class_="slot", stroke_dasharray=dashes, **box)
            if n >= len(owners):
                svg.text(
                    left + 29,
                    y + 31,
                    pgettext("column", "unsold"),
                    "middle",
                    style="font-size:12px",
                )
        first = n == 0 and president is not None
        x = left + (20 if first else 29)
        with svg.moved_on_phone(PHONE_SHARES + n * PHONE_STEP - x):
            if n < len(owners):
                svg.seat_disc(x, y + 26.5, 25, owners[n])
            else:
                with svg.phone_only():
                    box |= {"x": x - 11, "y": y + 15.5, "width": 22, "height": 22}
                    svg.add("rect", class_="slot", stroke_dasharray=dashes, **box)
        if first:
            with svg.moved_on_phone(PHONE_SHARES - 21 - left - 46):
                svg.text(left + 46, y + 27, "★", "num", style="font-size:18px")


def _draw_income_display(
    svg: Svg, facts: dict[str, Any], data: dict[str, Any], marks: dict[str, str], top: float
) -> None:
    """Draw the Income display with a cube for each railroad."""
    last = max(data["board"]["max_income"], *facts["income"].values())
    step = 980 / (last + 1)
    svg.text(14, top - 6, _("Income display ($ per round)"), style="font-size:13px")
    for n in range(last + 1):
        svg.rect(
            10 + n * step,
            top,
            step,
            HEIGHT - top - 4,
            class_="land",
            stroke="var(--map-faint,#c4b28a)",
            stroke_width=1,
        )
        if step >= 18 or n % 5 == 0:
            style = "font-size:12px" + (";font-weight:bold" if n % 5 == 0 else "")
            svg.text(10 + (n + 0.5) * step, top + 13, str(n), "middle", style=style)
    stacked: dict[int, int] = {}
    for row in data["railroad"]:
        income = facts["income"][row["id"]]
        line = stacked[income] = stacked.get(income, -1) + 1
        x, y = 10 + (income + 0.5) * step, top + 25.5 + 15.5 * line
        draw_cube(svg, (x, y), 15, row, marks[row["id"]], 12)
