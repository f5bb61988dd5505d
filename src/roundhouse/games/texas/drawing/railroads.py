"""The railroads of Texas & Pacific: money, income, owners and the auction."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.view import View
from roundhouse.games.texas.actions import RAILROAD_IDS
from roundhouse.games.texas.drawing.pieces import draw_cube
from roundhouse.games.texas.drawing.tracks import draw_income
from roundhouse.games.texas.names import write_money

WIDTH, HEIGHT = 1000, 640
HEAD = 70  # height of the text above the railroads
ROW = 88
# The figures of a row, with their places at a desk and on a phone; a phone lacks the last one.
FIGURES = ((mark("income"), 310, 160), (mark("pays each"), 400, 216), (mark("treasury"), 490, 274))
TRACK_LEFT = (mark("track left"), 580)
PHONE_WIDTH = "--phone-width:427px"
CERTIFICATES, PHONE_CERTIFICATES = 644, 306
PHONE_SCALE = 0.44  # of the certificates
PHONE_LABEL_DROP = 12  # a phone shows nothing below the label
MAX_WIDE = 5  # more certificates than this are narrower, to fit on a phone


def draw_railroads(view: View, data: dict[str, Any]) -> str:
    """Draw the sheet of the railroads."""
    descriptions = [_describe_railroad(view, data, name) for name in RAILROAD_IDS]
    title = _("{board}: railroads", board=data["board"]["title"])
    svg = Svg(WIDTH, HEIGHT, title, ". ".join(descriptions))
    svg.add("rect", width=WIDTH, height=HEIGHT, class_="paper")
    _draw_header(svg, view, data)
    for n, name in enumerate(RAILROAD_IDS):
        _draw_railroad(svg, view, data, name, HEAD + n * ROW)
    draw_income(svg, data, view["facts"], HEAD + 5 * ROW + 30)
    return str(svg)


def _describe_railroad(view: View, data: dict[str, Any], name: str) -> str:
    here, table = view["facts"]["railroads"][name], data["railroads"][name.upper()]
    return _(
        "{railroad}: income {income}, treasury {treasury}, {sold} of {all} certificates sold, "
        "{number} track left",
        railroad=table["label"],
        income=here["income"],
        treasury=write_money(here["treasury"]),
        sold=here["sold"],
        all=here["shares"],
        number=here["track_left"],
    )


def _draw_header(svg: Svg, view: View, data: dict[str, Any]) -> None:
    """Draw the current auction, or else the round."""
    facts = view["facts"]
    auction = facts["auction"]
    if auction is None:
        last = len(data["tracks"]["round"])
        svg.text(16, 42, _("Railroads"), style="font-size:24px;font-weight:bold")
        is_over = bool(facts["end"])  # the round after the last one has begun then
        numbers = {"number": facts["round"] - is_over, "all": last}
        round_text = _("round {number} of {all}", **numbers)
        if is_over:
            round_text = _("ended after round {number} of {all}", **numbers)
        svg.text(984, 42, round_text, text_anchor="end", style="font-size:16px")
        return
    name = auction["railroad"]
    here = facts["railroads"][name]
    svg.rect(8, 6, 984, HEAD - 12, rx=8, class_="land phone-width", style=PHONE_WIDTH)
    draw_cube(svg, data, name, (36, HEAD / 2), 32)
    label = data["railroads"][name.upper()]["label"]
    sold = _(
        "{railroad}: certificate {number} of {all}",
        railroad=label,
        number=here["sold"] + 1,
        all=here["shares"],
    )
    svg.text(62, HEAD / 2 - 3, _("For sale"), style="font-size:14px")
    svg.text(62, HEAD / 2 + 17, sold, style="font-size:18px;font-weight:bold")
    x = 400
    if auction["best"] is None:
        bid = _("No bids; min. {price}", price=write_money(auction["floor"]))
    else:
        bid = _("High bid {price}", price=write_money(auction["price"]))
    with svg.moved_on_phone(258 - x, -11):
        svg.text(x, HEAD / 2 + 6, bid, style="font-size:18px;font-weight:bold")
        if auction["best"] is not None:
            svg.seat_disc(x + 140, HEAD / 2, 24, auction["best"])
    with svg.moved_on_phone(258 - 680, 13):
        svg.text(680, HEAD / 2 + 5, _("bidding"), style="font-size:14px")
        for n, seat in enumerate(auction["in"]):
            svg.seat_disc(748 + n * 26, HEAD / 2, 22, seat)


def _draw_railroad(svg: Svg, view: View, data: dict[str, Any], name: str, top: float) -> None:
    facts, table = view["facts"], data["railroads"][name.upper()]
    here, auction = facts["railroads"][name], facts["auction"]
    busy = facts["running"] == name or bool(auction and auction["railroad"] == name)
    with svg.ref(f"railroad:{name}", _describe_railroad(view, data, name)):
        svg.rect(8, top + 3, 984, ROW - 6, rx=8, class_="card phone-width", style=PHONE_WIDTH)
        draw_cube(svg, data, name, (42, top + ROW / 2), 42)
        with svg.moved_on_phone(0, PHONE_LABEL_DROP):
            svg.text(74, top + 34, table["label"], style="font-size:22px;font-weight:bold")
        with svg.desk_only():
            svg.text(74, top + 54, table["name"], style="font-size:13px")
            status = _write_status(here, table)
            svg.text(74, top + 73, status, style="font-size:13px;font-style:italic")
            _draw_figure(svg, *TRACK_LEFT, str(here["track_left"]), top)
        figures = (
            str(here["income"]),
            write_money(here["dividend"]) if here["sold"] else "–",
            write_money(here["treasury"]),
        )
        for (label, x, phone_x), figure in zip(FIGURES, figures, strict=True):
            with svg.moved_on_phone(phone_x - x):
                _draw_figure(svg, label, x, figure, top)
        dx, dy = PHONE_CERTIFICATES - CERTIFICATES * PHONE_SCALE, (top + 44) * (1 - PHONE_SCALE)
        with svg.moved_on_phone(dx, dy, PHONE_SCALE):
            _draw_certificates(svg, view, name, CERTIFICATES, top + 13)
    if busy:
        svg.row_frame(top, ROW, PHONE_WIDTH)


def _draw_figure(svg: Svg, label: str, x: float, figure: str, top: float) -> None:
    svg.text(x, top + 44, figure, "middle", style="font-size:24px;font-weight:bold")
    svg.text(x, top + 66, _(label), "middle", style="font-size:13px")


def _write_status(here: dict[str, Any], table: dict[str, Any]) -> str:
    if not here["open"]:
        return _("not open yet")
    if here["west"]:
        return _("has gone West") if here["west"] == "gone" else _("may go West")
    return _("from {city}", city=table["start_city"])


def _draw_certificates(svg: Svg, view: View, name: str, x: float, y: float) -> None:
    """Draw certificates: sold ones with their owner's cube, the others blank."""
    facts = view["facts"]
    owners = [seat for seat, number in enumerate(facts["owned"][name]) for _ in range(number)]
    shares = facts["railroads"][name]["shares"]
    step, width = (57, 50) if shares <= MAX_WIDE else (47, 44)
    for n in range(shares):
        middle = x + n * step + width / 2
        svg.rect(
            x + n * step,
            y,
            width,
            62,
            rx=4,
            class_="slot",
            stroke_dasharray=None if n < len(owners) else "5 4",
        )
        if n < len(owners):
            svg.seat_disc(middle, y + 31, width - 1, owners[n])  # its letter is legible on a phone
        else:
            with svg.desk_only():
                svg.text(middle, y + 35, _("unsold"), "middle", style="font-size:12px")
