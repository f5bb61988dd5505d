"""The companies in rows: payments and shareholders."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from roundhouse.core.constants import OVER
from roundhouse.core.svg import Svg, format_number, words
from roundhouse.core.text import SEAT_LETTERS
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import View
from roundhouse.games.union.drawing.pieces import INK, sign, track
from roundhouse.games.union.names import UP_ROW, Data, letters, silent_count, standing_of

ROW, HEAD, FOOT = 32, 38, 26
SEATS_AT, UNKNOWN_AT = 444, 944  # left edge of the seat columns; center of the last column
PAYS_AT = 400
SEATS_WIDE = 450  # width of all seat columns
PHONE_SEATS_AT, PHONE_COLUMN = 112, 54  # on a phone: left edge and width of a seat's column
PHONE_PAYS_AT = 82
PHONE_WIDTH = "--phone-width:424px"
# On a phone the rows move together, so that the display below them is in view.
PHONE_LIFT, PHONE_SQUEEZE = 4, 7
# What the totals are, at a desk and on a phone.
TOTALS = (
    (mark("money ($M)"), mark("money ($M)")),
    (mark("in hand: shares + Union Pacific"), mark("shares + UP")),
    (mark("in hand: track cards"), mark("track cards")),
)


def companies_height(data: Data) -> float:
    return HEAD + ROW * len(_rows(data)) + FOOT * len(TOTALS) + 8


def _column(view: View) -> float:
    """Return the width of a seat's column; the silent owner has one too."""
    return min(120.0, SEATS_WIDE / max(view["seats"], 3))


def _middle(view: View, seat: int) -> float:
    return SEATS_AT + _column(view) * (seat + 0.5)


def _at_seat(svg: Svg, view: View, seat: int) -> AbstractContextManager[None]:
    """Move what is drawn in a seat's column into its column on a phone."""
    return svg.moved_on_phone(PHONE_SEATS_AT + PHONE_COLUMN * (seat + 0.5) - _middle(view, seat))


def _rows(data: Data) -> list[Data]:
    return [*data["company"], UP_ROW]


def draw_companies(svg: Svg, view: View, data: Data, width: float, below: float) -> None:
    """Draw a row for each company and Union Pacific, and the totals below.

    On a phone the totals come after what is drawn below, which is `below` high.
    """
    with svg.moved_on_phone(0, -PHONE_LIFT):
        _draw_headings(svg, view)
    signs, rows = letters(data), _rows(data)
    for n, row in enumerate(rows):
        with svg.moved_on_phone(0, -PHONE_LIFT - PHONE_SQUEEZE * n):
            _draw_company(svg, view, row, signs[row["id"]], HEAD + ROW * n, width)
    with svg.moved_on_phone(0, FOOT * len(TOTALS) + below - phone_shift(data)):
        _draw_totals(svg, view, HEAD + ROW * len(rows))


def phone_shift(data: Data) -> float:
    """Return how far up a phone moves what is below the totals."""
    return PHONE_LIFT + PHONE_SQUEEZE * len(_rows(data)) + FOOT * len(TOTALS) + 16


def _draw_headings(svg: Svg, view: View) -> None:
    with svg.desk_only():
        for at, text in (
            (130, pgettext("column", "company")),
            (258, pgettext("column", "track")),
            (324, pgettext("column", "built + left")),
        ):
            words(svg, at, 24, text, 12, anchor="middle")
        words(svg, UNKNOWN_AT, 24, pgettext("column", "unseen"), 12, anchor="middle")
    with svg.moved_on_phone(PHONE_PAYS_AT - PAYS_AT):
        words(svg, PAYS_AT, 24, pgettext("column", "pays"), 12, anchor="middle")
    for seat in range(view["seats"]):
        x, half = _middle(view, seat), _column(view) / 2
        label = _("seat {letter}", letter=SEAT_LETTERS[seat])
        with _at_seat(svg, view, seat), svg.ref(f"seat:{seat}", label):
            svg.rect(x - half, 2, 2 * half, 34, fill="transparent")
            svg.seat_disc(x, 19, 24, seat)
            if seat == view["facts"]["active"] and view["turn"] != OVER:
                svg.path(f"M{x - 24} 13 l9 6 l-9 6 Z", fill=INK)
    if view["facts"]["silent"] is not None:
        with _at_seat(svg, view, 2):
            title = pgettext("column", "silent owner")
            words(svg, _middle(view, 2), 24, title, 12, anchor="middle")


def _draw_company(svg: Svg, view: View, row: Data, letter: str, top: float, width: float) -> None:
    up, known = row["id"] == "up", standing_of(view["facts"], row["id"])
    leaders = _list_leaders(view, row, known)
    label = _("{company}; leader: {leaders}", company=row["name"], leaders=leaders)
    with svg.ref(f"company:{row['id']}", label):
        box: dict[str, Any] = {
            "x": 8,
            "y": top + 1,
            "width": width - 16,
            "height": ROW - 3,
            "rx": 5,
        }
        phone = f"{PHONE_WIDTH};--phone-y:{format_number(top + 3.5)}px;--phone-height:24px"
        svg.add("rect", class_="land phone-width phone-height", style=phone, **box)
        sign(svg, row, letter, (14, top + 5), (34, 21))
        with svg.desk_only():
            words(svg, 56, top + 21, row["name"], 14, bold=True)
        if up:
            _draw_union(svg, known, top)
        else:
            with svg.desk_only():
                _draw_kinds(svg, row["types"], 258, top + ROW / 2)
                built = f"{known['on_board']} + {known['left']}"
                words(svg, 324, top + 21, built, 14, anchor="middle")
                words(svg, UNKNOWN_AT, top + 21, str(known["unknown"]), 14, anchor="middle")
            pays = f"{known['first']} / {known['second']}"
            with svg.moved_on_phone(PHONE_PAYS_AT - PAYS_AT):
                words(svg, PAYS_AT, top + 21, pays, 15, anchor="middle", bold=True)
        for seat in range(view["seats"]):
            sure = 0 if up else known["certain"][seat]
            with _at_seat(svg, view, seat):
                _draw_holding(svg, known, seat, _middle(view, seat), sure, top)
        if view["facts"]["silent"] is not None:
            with _at_seat(svg, view, 2):
                _draw_silent_holding(svg, view, row, known, top)


def _draw_union(svg: Svg, known: Data, top: float) -> None:
    """Draw what Union Pacific pays by place, instead of track and locomotives."""
    pays = _("pays nothing yet")
    if any(known["places"]):
        pays = _("pays {amounts}", amounts=" / ".join(map(str, known["places"])))
    left = ngettext("{n} left", "{n} left", known["left"])
    with svg.desk_only():
        words(svg, 218, top + 21, pays, 14, bold=True)
        words(svg, UNKNOWN_AT, top + 21, left, 14, anchor="middle")


def _list_leaders(view: View, row: Data, known: Data) -> str:
    """List the leaders, for screen readers."""
    leaders = [_("seat {letter}", letter=SEAT_LETTERS[n]) for n in known["leaders"]]
    if _silent_leads(view, row, known):
        leaders.append(_("the silent owner"))
    return ", ".join(leaders) or pgettext("leader", "none")


def _silent_leads(view: View, row: Data, known: Data) -> bool:
    """Return whether no player has more than the silent owner is known to have."""
    silent = view["facts"]["silent"]
    shares: int = 0 if silent is None else silent["shares"].get(row["id"], 0)
    return shares > 0 and shares >= max(known["front"])


def _draw_silent_holding(svg: Svg, view: View, row: Data, known: Data, top: float) -> None:
    x = _middle(view, 2)
    shares = silent_count(view["facts"]["silent"], row["id"], is_short=True)
    if _silent_leads(view, row, known):
        _draw_frame(svg, x - 16, top, 32)
    words(svg, x, top + 21, shares, 15, anchor="middle", bold=True)


def _draw_frame(svg: Svg, x: float, top: float, width: float) -> None:
    """Frame the leader's shares."""
    svg.rect(x, top + 4, width, 23, rx=4, class_="node", style="stroke-width:2")


def _draw_holding(svg: Svg, known: Data, seat: int, x: float, sure: int, top: float) -> None:
    """Draw a seat's shares in front, with a frame and the lead for a leader."""
    shares = known["front"][seat]
    if seat in known["leaders"]:
        _draw_frame(svg, x - 14, top, 28)
    if shares:
        words(svg, x, top + 21, str(shares), 15, anchor="middle", bold=True)
    if known["leaders"] == [seat] and known["lead"]:
        words(svg, x - 16, top + 13, f"+{known['lead']}", 12, anchor="end")
    if sure:  # lower than the lead of the next column, which is as close on a phone
        words(svg, x + 16, top + 25, f"({sure})", 12)


def _draw_totals(svg: Svg, view: View, top: float) -> None:
    known = view["facts"]
    in_hand = [f"{n} + {m}" for n, m in zip(known["hand_shares"], known["hand_up"], strict=True)]
    for n, values in enumerate((known["money"], in_hand, known["track_cards"])):
        y = top + FOOT * n + 19
        long, short = TOTALS[n]
        with svg.desk_only():
            words(svg, 424, y, _(long), 13, anchor="end")
        with svg.phone_only():
            words(svg, 14, y, _(short), 13)
        for seat, value in enumerate(values):
            with _at_seat(svg, view, seat):
                words(svg, _middle(view, seat), y, str(value), 14, anchor="middle", bold=n == 0)
    if known["silent"] is not None and known["silent"]["gets"] is not None:
        with _at_seat(svg, view, 2):
            gets = f"+{known['silent']['gets']}"
            words(svg, _middle(view, 2), top + 19, gets, 14, anchor="middle")


def _draw_kinds(svg: Svg, kinds: list[str], x: float, y: float) -> None:
    for n, kind in enumerate(kinds):
        at = y - 6.5 * (len(kinds) - 1) + 13 * n
        track(svg, f"M{x - 26} {at} H{x + 26}", kind, 6)
