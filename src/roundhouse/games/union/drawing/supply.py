"""What lies beside the companies: share deck, display, Union Pacific, track deck."""

from __future__ import annotations

from roundhouse.core.svg import Svg
from roundhouse.core.view import View
from roundhouse.games.union.drawing.pieces import CARD_HEIGHT, CARD_WIDTH, share_card
from roundhouse.games.union.names import CARD_TITLES, Data, deck_text

KEY = (
    "Columns of seats: shares in front; framed: first, +n: its lead; (n): surely in hand",
    "unknown: shares that you cannot place",
)
SILENT_KEY = "silent: the third owner at the third dividend; n+: and what is in the deck"


def draw_supply(svg: Svg, view: View, data: Data, left: float) -> None:
    _deck(svg, view, left)
    _display(svg, view, data, left, 112)
    _union(svg, view, left, 262)


def _deck(svg: Svg, view: View, left: float) -> None:
    known = view["facts"]
    dividends = known["dividends"]
    with svg.ref("deck", "the share deck"):
        svg.add("rect", x=left, y=8, width=62, height=80, rx=6, class_="node")
        svg.add("rect", x=left + 5, y=13, width=52, height=70, rx=4, class_="land")
        svg.text(left + 31, 48, str(known["deck"]["shares"]), "num", style="font-size:20px")
        svg.text(left + 31, 68, "shares", "small middle")
    x = left + 76
    svg.text(x, 26, "Share deck", "name", style="font-weight:bold")
    svg.text(x, 46, deck_text(known["deck"]), "name")
    svg.text(x, 66, f"{dividends['paid']} of {dividends['last']} dividends paid", "name")
    if dividends["turned"]:
        waiting = f"{dividends['turned']} to be paid after this turn"
        svg.text(x, 86, waiting, "name", style="font-weight:bold")


def _display(svg: Svg, view: View, data: Data, left: float, top: float) -> None:
    x = left
    for row in data["company"]:
        count = view["facts"]["display"].get(row["id"], 0)
        if count:
            with svg.ref(f"display:{row['id']}", f"{count} of {row['name']} in the display"):
                for _ in range(count):
                    share_card(svg, row, x, top)
                    x += CARD_WIDTH + 8
    for n in range(sum(view["facts"]["display"].values()), 4):
        svg.add(
            "rect",
            x=left + n * (CARD_WIDTH + 8),
            y=top,
            width=CARD_WIDTH,
            height=CARD_HEIGHT,
            rx=6,
            class_="faint",
            stroke_dasharray="4 4",
        )
    svg.text(left, top + CARD_HEIGHT + 16, "Display", "small")


def _union(svg: Svg, view: View, left: float, top: float) -> None:
    """The Union Pacific table, this dividend's column first."""
    known = view["facts"]["up"]
    nth = min(view["facts"]["dividends"]["paid"] + 1, view["facts"]["dividends"]["last"])
    svg.text(
        left, top + 4, f"Union Pacific pays at dividend {nth}", "name", style="font-weight:bold"
    )
    for place, pays in enumerate(known["places"]):
        x = left + place * 66
        svg.add("rect", x=x, y=top + 14, width=60, height=38, rx=5, class_="land")
        svg.text(x + 30, top + 27, ("1st", "2nd", "3rd", "4th", "5th")[place], "small middle")
        svg.text(x + 30, top + 46, str(pays), "name middle", style="font-weight:bold")
    svg.text(left, top + 72, f"{known['left']} shares left in the stack", "name")
    deck = view["facts"]["track_deck"]
    discards = view["facts"]["discards"]
    thrown = ", ".join(f"{n} {CARD_TITLES[card]}" for card, n in discards.items()) or "none"
    svg.text(left, top + 100, f"Track deck: {deck} cards", "name", style="font-weight:bold")
    svg.text(left, top + 118, f"Discards: {thrown}", "name")
    key = KEY if view["facts"]["silent"] is None else (*KEY, SILENT_KEY)
    for n, said in enumerate(key):
        svg.text(left, top + 146 + 15 * n, said, "small")
