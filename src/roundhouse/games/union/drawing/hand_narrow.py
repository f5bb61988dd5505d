"""The viewing seat's cards and shares, sized for a phone."""

from __future__ import annotations

from roundhouse.core.svg import Svg, words
from roundhouse.core.view import NARROW, View
from roundhouse.games.union.drawing.hand import describe_hand, list_fronts, list_hand
from roundhouse.games.union.drawing.pieces import INK, copies, sign, track_card
from roundhouse.games.union.names import CARD_TITLES, Data, letters, pays_text, place_text

WIDTH, HEIGHT = NARROW
TRACK = (56, 38)
SHARES_AT, SHARE = 42, 46  # top and height of the shares in hand
FRONT_AT = 92


def draw_narrow_hand(view: View, data: Data) -> str:
    """Draw money and track cards, the shares in hand, then the shares in front."""
    if view["seat"] is None:
        return str(Svg(WIDTH, HEIGHT, "Your hand", "Hands are hidden from spectators"))
    svg = Svg(WIDTH, HEIGHT, "Your hand", describe_hand(view, data))
    mine = view["facts"]["money"][view["seat"]]
    words(svg, 26, 18, f"${mine}", 17, bold=True, anchor="middle")
    words(svg, 26, 33, "million", 11, anchor="middle")
    _draw_track_cards(svg, view)
    _draw_shares(svg, view, data)
    _draw_in_front(svg, view, data, view["seat"])
    return str(svg)


def _draw_track_cards(svg: Svg, view: View) -> None:
    """Draw one card of each kind, with its count."""
    held = view["facts"]["track"]
    step = min(TRACK[0] + 8.0, (WIDTH - 56) / max(len(held), 1))
    for n, (card, count) in enumerate(held.items()):
        x = 54 + step * n
        with svg.ref(f"card:{card}", f"{count} × track card: {CARD_TITLES[card]}"):
            track_card(svg, card, x, 1, TRACK)
            copies(svg, x + TRACK[0] - 6, 27, count)


def _draw_shares(svg: Svg, view: View, data: Data) -> None:
    """Draw a card for each company in hand: its sign, payments and count."""
    known, signs, rows = view["facts"], letters(data), list_hand(view, data)
    step = min(52.0, (WIDTH - 4) / max(len(rows), 1))
    width = step - 3
    for n, row in enumerate(rows):
        x, count = 3 + step * n, known["hand"][row["id"]]
        pays = pays_text(known, row["id"]).replace(" ", "")
        chosen = known["choice"] == row["id"]
        with svg.ref(f"hand:{row['id']}", f"{count} × share of {row['name']} in your hand"):
            svg.add("rect", x=x, y=SHARES_AT, width=width, height=SHARE, rx=4, class_="node")
            sign(svg, row, signs[row["id"]], (x + 2, SHARES_AT + 2), (width - 4, 18))
            words(svg, x + width / 2, SHARES_AT + 31, pays, 11, anchor="middle")
            words(svg, x + width / 2, SHARES_AT + 43, f"×{count}", 12, bold=True, anchor="middle")
            if chosen:
                svg.add(
                    "rect",
                    x=x,
                    y=SHARES_AT,
                    width=width,
                    height=SHARE,
                    rx=4,
                    fill="none",
                    stroke=INK,
                    stroke_width=4,
                )
    if not rows:
        words(svg, 8, SHARES_AT + 27, "No shares in hand", 13)


def _draw_in_front(svg: Svg, view: View, data: Data, seat: int) -> None:
    """Draw the shares in front, with the seat's place where it fits."""
    signs, lying = letters(data), list_fronts(view, data)
    words(svg, 4, FRONT_AT + 14, "in front", 11.5, bold=True)
    if not lying:
        words(svg, 58, FRONT_AT + 14, "nothing yet: only these earn dividends", 11.5)
    step = min(72.0, (WIDTH - 58) / max(len(lying), 1))
    for n, (row, held) in enumerate(lying):
        x = 56 + step * n
        sign(svg, row, signs[row["id"]], (x, FRONT_AT), (19, 17))
        place = place_text(view["facts"], row["id"], seat).replace("tied ", "=")
        words(svg, x + 21, FRONT_AT + 14, f"{held} · {place}" if step > 65 else f"{held}", 11.5)
