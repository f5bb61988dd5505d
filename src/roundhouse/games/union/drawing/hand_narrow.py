"""The viewing seat's cards and shares, sized for a phone."""

from __future__ import annotations

from typing import Any

from roundhouse.core.svg import Svg, words
from roundhouse.core.view import NARROW, View
from roundhouse.games.union.drawing.hand import describe_hand, list_fronts, list_hand
from roundhouse.games.union.drawing.pieces import INK, sign, small_track_card
from roundhouse.games.union.names import CARD_TITLES, Data, letters, pays_text, place_text

WIDTH, HEIGHT = NARROW
ROWS = (1, 27)  # tops of the two rows
HIGH = 24
TRACK_AT, TRACK_W = 44, 33
MAX_TITLED = 6  # companies in front that leave room for a title
FRONT_W = 26  # width of a company in front


def draw_narrow_hand(view: View, data: Data) -> str:
    """Draw money, track cards and the shares in front; below them the shares in hand."""
    if view["seat"] is None:
        return str(Svg(WIDTH, HEIGHT, "Your hand", "Hands are hidden from spectators"))
    svg = Svg(WIDTH, HEIGHT, "Your hand", describe_hand(view, data))
    money = f"${view['facts']['money'][view['seat']]}M"
    words(svg, 3, ROWS[0] + 17, money, 15 if len(money) < 5 else 12.5, bold=True)
    left = _draw_track_cards(svg, view)
    _draw_in_front(svg, view, data, left + 8)
    _draw_shares(svg, view, data)
    return str(svg)


def _draw_track_cards(svg: Svg, view: View) -> float:
    """Draw one card of each kind, with its count; return where they end."""
    x = float(TRACK_AT)
    for card, count in view["facts"]["track"].items():
        with svg.ref(f"card:{card}", f"{count} × track card: {CARD_TITLES[card]}"):
            small_track_card(svg, card, (x, ROWS[0]), (TRACK_W, HIGH), count)
        x += TRACK_W + 3
    return x


def _draw_shares(svg: Svg, view: View, data: Data) -> None:
    """Draw a card for each company in hand: its sign and count."""
    known, signs, rows = view["facts"], letters(data), list_hand(view, data)
    words(svg, 3, ROWS[1] + 16, "hand", 11, bold=True)
    if not rows:
        words(svg, TRACK_AT, ROWS[1] + 16, "no shares", 11.5)
    step = min(48.0, (WIDTH - TRACK_AT) / max(len(rows), 1))
    width = step - 3
    for n, row in enumerate(rows):
        x, count = TRACK_AT + step * n, known["hand"][row["id"]]
        pays = f"pays {pays_text(known, row['id'])}"
        label = f"{count} × share of {row['name']} in your hand; {pays}"
        with svg.ref(f"hand:{row['id']}", label):
            box: dict[str, Any] = {"x": x, "y": ROWS[1], "width": width, "height": HIGH, "rx": 4}
            svg.add("rect", class_="node", **box)
            sign(svg, row, signs[row["id"]], (x + 2, ROWS[1] + 2), (width / 2, HIGH - 4))
            words(svg, x + width * 0.77, ROWS[1] + 16, f"{count}", 12, bold=True, anchor="middle")
            if known["choice"] == row["id"]:
                svg.add("rect", fill="none", stroke=INK, stroke_width=4, **box)


def _draw_in_front(svg: Svg, view: View, data: Data, left: float) -> None:
    """Draw the shares in front, narrower when there are many."""
    signs, lying = letters(data), list_fronts(view, data)
    if len(lying) <= MAX_TITLED:
        words(svg, left, ROWS[0] + 16, "played" if lying else "nothing played yet", 11, bold=True)
        left += 42
    step = min(FRONT_W + 8.0, (WIDTH - left) / max(len(lying), 1))
    for n, (row, number) in enumerate(lying):
        place = place_text(view["facts"], row["id"], view["seat"] or 0)
        x = left + step * n
        with svg.group():
            svg.add("title", f"{number} × {row['name']} in front of you: {place}")
            sign(svg, row, signs[row["id"]], (x, ROWS[0] + 2), (step * 0.55, HIGH - 4))
            words(svg, x + step * 0.6, ROWS[0] + 16, f"{number}", 11.5)
