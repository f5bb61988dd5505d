"""The viewing seat's money, track cards, and shares in hand and in front.

There is a wide drawing, and one for a phone.
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg, words
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.core.view import NARROW, View
from roundhouse.games.union.drawing.pieces import (
    INK,
    copies,
    share_card,
    sign,
    small_track_card,
    track_card,
)
from roundhouse.games.union.names import (
    CARD_TITLES,
    UP_ROW,
    Data,
    find_place,
    letters,
    pays_text,
    place_name,
)

HEIGHT, WIDEST = 104, 830  # available size in pixels
SHARE, TRACK = (72, 68), (52, 68)
TRACK_AT = 72
FRONT, COMPACT_FRONT = 104, 74  # width of a company in front, with a place and a short one
PILE = 4  # offset of the cards in a pile
# On a phone.
ROWS = (1, 27)  # tops of the two rows
HIGH = 24
NARROW_TRACK_AT, TRACK_W = 44, 33
MAX_TITLED = 6  # companies in front that leave room for a title
FRONT_W = 26  # width of a company in front


def draw_hand(view: View, data: Data) -> str:
    """Draw the hand, with the shares in front below; a spectator has none."""
    if view["seat"] is None:
        return str(Svg(WIDEST, HEIGHT, _("Your hand"), _("Hands are hidden from spectators")))
    width = _width(view, data)
    svg = Svg(width, HEIGHT, _("Your hand"), describe_hand(view, data))
    _draw_money(svg, view)
    left = _draw_track_cards(svg, view, TRACK_AT)
    _draw_shares(svg, view, data, left + 14, width - 8)
    _draw_in_front(svg, view, data, view["seat"])
    return str(svg)


def list_hand(view: View, data: Data) -> list[Data]:
    """List the companies with shares in hand."""
    return [row for row in (*data["company"], UP_ROW) if row["id"] in view["facts"]["hand"]]


def list_fronts(view: View, data: Data) -> list[tuple[Data, int]]:
    """List the companies in front of the seat with their shares."""
    known, seat = view["facts"], view["seat"]
    fronts = [(row, known["companies"][row["id"]]["front"][seat]) for row in data["company"]]
    return [(row, n) for row, n in (*fronts, (UP_ROW, known["up"]["front"][seat])) if n]


def _width(view: View, data: Data) -> float:
    tracks = _after_track(view, TRACK_AT) + 14
    cards = tracks + (SHARE[0] + 5) * len(list_hand(view, data)) + 8
    return min(max(cards, 104 + FRONT * len(list_fronts(view, data)) + 8, 520), WIDEST)


def _draw_money(svg: Svg, view: View) -> None:
    """Draw the money as a note."""
    mine = view["facts"]["money"][view["seat"]]
    svg.rect(4, 8, 60, 54, rx=5, class_="node")
    svg.rect(8, 12, 52, 46, rx=3, class_="faint")
    figure, _break, unit = _("${number}\nmillion", number=mine).partition("\n")
    svg.text(34, 31, figure, "num", style="font-size:19px")
    words(svg, 34, 52, unit, 11, anchor="middle")


def _after_track(view: View, left: float) -> float:
    cards: dict[str, int] = view["facts"]["track"]
    return left + sum(TRACK[0] + 5.0 + PILE * min(n - 1, 3) for n in cards.values())


def _draw_track_cards(svg: Svg, view: View, left: float) -> float:
    """Draw the track cards in piles; return the right edge."""
    x = left
    for card, count in view["facts"]["track"].items():
        with svg.ref(f"card:{card}", _describe_cards(card, count)):
            back = PILE * min(count - 1, 3)
            for at in range(min(count - 1, 3), 0, -1):
                svg.rect(
                    x + PILE * at, 3 + 2 * at, TRACK[0], TRACK[1] - 4 * at, rx=6, class_="node"
                )
            track_card(svg, card, x, 3, TRACK)
            copies(svg, x + TRACK[0] - 10, 61, count)
        x += TRACK[0] + 5 + back
    return x


def _describe_cards(card: str, count: int) -> str:
    return _("{number} × track card: {card}", number=count, card=_(CARD_TITLES[card]))


def _draw_shares(svg: Svg, view: View, data: Data, left: float, right: float) -> None:
    """Draw a card for each company in hand, narrower if there are many."""
    known, signs, rows = view["facts"], letters(data), list_hand(view, data)
    step = min(SHARE[0] + 5.0, (right - left) / max(len(rows), 1))
    size = (step - 5, SHARE[1])
    for n, row in enumerate(rows):
        x, count = left + step * n, known["hand"][row["id"]]
        pays = pays_text(known, row["id"]).replace(" ", "")
        label = _("{number} × share of {company} in your hand", number=count, company=row["name"])
        with svg.ref(f"hand:{row['id']}", label):
            share_card(svg, row, signs[row["id"]], (x, 3), pays, size)
            copies(svg, x + size[0] - 10, SHARE[1] - 8, count)
            if known["choice"] == row["id"]:
                svg.rect(x + 3, 30, size[0] - 6, 17, rx=4, fill=INK)
                words(
                    svg,
                    x + size[0] / 2,
                    42.5,
                    _("chosen"),
                    11,
                    anchor="middle",
                    bold=True,
                    fill="var(--map-node,#fbf6e9)",
                )
    if not rows:
        words(svg, left + 6, 42, _("No shares in hand"), 13)


def _draw_in_front(svg: Svg, view: View, data: Data, seat: int) -> None:
    """Draw the shares in front, with the seat's place in each company."""
    signs, lying = letters(data), list_fronts(view, data)
    words(svg, 4, 95, _("In front of you"), 12, bold=True)
    if not lying:
        words(svg, 104, 95, _("nothing yet: only shares in front earn dividends"), 12)
    step = min(FRONT, (WIDEST - 108) / max(len(lying), 1))
    for n, (row, number) in enumerate(lying):
        x = 104 + step * n
        sign(svg, row, signs[row["id"]], (x, 80), (24, 20))
        place = _write_place(*find_place(view["facts"], row["id"], seat), step < FRONT)
        words(svg, x + 28, 95, f"{number} · {place}" if step >= COMPACT_FRONT else f"{number}", 12)


def _write_place(place: int, is_tied: bool, is_short: bool) -> str:
    """Write `1st`, or for a tie `tied 1st` or `=1st`."""
    name = place_name(place)
    if not is_tied:
        return name
    return f"={name}" if is_short else pgettext("beside shares", "tied {place}", place=name)


def describe_hand(view: View, data: Data) -> str:
    """Describe the hand for screen readers."""
    names = {row["id"]: row["name"] for row in (*data["company"], UP_ROW)}
    hand = ", ".join(f"{n} {names[c]}" for c, n in view["facts"]["hand"].items()) or _("no shares")
    front = ", ".join(f"{n} {row['name']}" for row, n in list_fronts(view, data))
    return _("In hand: {hand}; in front: {front}", hand=hand, front=front or _("nothing"))


def draw_narrow_hand(view: View, data: Data) -> str:
    """Draw money, track cards and the shares in front; below them the shares in hand."""
    if view["seat"] is None:
        return str(Svg(*NARROW, _("Your hand"), _("Hands are hidden from spectators")))
    svg = Svg(*NARROW, _("Your hand"), describe_hand(view, data))
    mine = view["facts"]["money"][view["seat"]]
    money = pgettext("on a phone", "${number}M", number=mine)
    words(svg, 3, ROWS[0] + 17, money, 15 if len(money) < 5 else 12.5, bold=True)
    left = _draw_narrow_track_cards(svg, view)
    _draw_narrow_in_front(svg, view, data, left + 8)
    _draw_narrow_shares(svg, view, data)
    return str(svg)


def _draw_narrow_track_cards(svg: Svg, view: View) -> float:
    """Draw one card of each kind, with its count; return where they end."""
    x = float(NARROW_TRACK_AT)
    for card, count in view["facts"]["track"].items():
        with svg.ref(f"card:{card}", _describe_cards(card, count)):
            small_track_card(svg, card, (x, ROWS[0]), (TRACK_W, HIGH), count)
        x += TRACK_W + 3
    return x


def _draw_narrow_shares(svg: Svg, view: View, data: Data) -> None:
    """Draw a card for each company in hand: its sign and count."""
    known, signs, rows = view["facts"], letters(data), list_hand(view, data)
    words(svg, 3, ROWS[1] + 16, pgettext("on a phone", "hand"), 11, bold=True)
    if not rows:
        words(svg, NARROW_TRACK_AT, ROWS[1] + 16, _("no shares"), 11.5)
    step = min(48.0, (NARROW[0] - NARROW_TRACK_AT) / max(len(rows), 1))
    width = step - 3
    for n, row in enumerate(rows):
        x, count = NARROW_TRACK_AT + step * n, known["hand"][row["id"]]
        label = _(
            "{number} × share of {company} in your hand; pays {amounts}",
            number=count,
            company=row["name"],
            amounts=pays_text(known, row["id"]),
        )
        with svg.ref(f"hand:{row['id']}", label):
            box: dict[str, Any] = {"x": x, "y": ROWS[1], "width": width, "height": HIGH, "rx": 4}
            svg.add("rect", class_="node", **box)
            sign(svg, row, signs[row["id"]], (x + 2, ROWS[1] + 2), (width / 2, HIGH - 4))
            words(svg, x + width * 0.77, ROWS[1] + 16, f"{count}", 12, bold=True, anchor="middle")
            if known["choice"] == row["id"]:
                svg.add("rect", fill="none", stroke=INK, stroke_width=4, **box)


def _draw_narrow_in_front(svg: Svg, view: View, data: Data, left: float) -> None:
    """Draw the shares in front, narrower when there are many."""
    signs, lying = letters(data), list_fronts(view, data)
    if len(lying) <= MAX_TITLED:
        title = pgettext("on a phone", "played") if lying else _("nothing played yet")
        words(svg, left, ROWS[0] + 16, title, 11, bold=True)
        left += 42
    step = min(FRONT_W + 8.0, (NARROW[0] - left) / max(len(lying), 1))
    for n, (row, number) in enumerate(lying):
        place, is_tied = find_place(view["facts"], row["id"], view["seat"] or 0)
        title = _(
            "{number} × {company} in front of you: {place}",
            number=number,
            company=row["name"],
            place=place_name(place, is_tied=is_tied),
        )
        x = left + step * n
        with svg.group():
            svg.add("title", title)
            sign(svg, row, signs[row["id"]], (x, ROWS[0] + 2), (step * 0.55, HIGH - 4))
            words(svg, x + step * 0.6, ROWS[0] + 16, f"{number}", 11.5)
