"""The table beside the map: companies, display, Union Pacific, and the viewer's own hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from roundhouse.core.svg import SEAT_COLOURS, SEAT_LETTERS, Svg
from roundhouse.core.view import View
from roundhouse.games.union.facts import deck_text
from roundhouse.games.union.pieces import KINDS, chip, track

WIDTH, ROW, HEAD = 1300, 30, 40
LEDGER = 830  # width of the ledger
SEATS_AT = 448  # where its columns of seats begin
COLUMN = 52
CARD_WIDTH, CARD_HEIGHT = 74, 96
RAISE = 14  # how far a card that may be played stands out

CARD_TITLES = {
    "none": "no line",
    "dashed": "dashed",
    "black": "black",
    "white": "white",
    "wild": "wild",
}
KEY = (
    "Columns of seats: shares in front; framed: first, +n: its lead; (n): surely in hand",
    "unknown: shares that you cannot place",
)
UP_ROW: dict[str, Any] = {
    "id": "up",
    "name": "Union Pacific",
    "abbr": "UP",
    "hex": "#c9b458",
    "types": [],
}


def draw_table(view: View, data: dict[str, Any]) -> str:
    rows = [*data["company"], UP_ROW]
    foot = HEAD + ROW * (len(rows) + 3)
    strip = _strip(view)
    height = foot + strip + 16
    svg = Svg(WIDTH, height, "Union Pacific: companies and cards", _spoken(view, data))
    svg.add("rect", width=WIDTH, height=height, class_="paper")
    _headings(svg, view)
    for n, row in enumerate(rows):
        _company(svg, view, row, HEAD + ROW * n)
    _totals(svg, view, HEAD + ROW * len(rows))
    _deck(svg, view, LEDGER + 30)
    _display(svg, view, data, LEDGER + 30, 112)
    _union(svg, view, LEDGER + 30, 262)
    svg.add("rect", x=8, y=foot + 8, width=WIDTH - 16, height=strip, rx=8, class_="land")
    if view["facts"]["hands"] is not None:
        _open_hands(svg, view, rows, foot)
    elif view["facts"]["hand"] is None:
        svg.text(24, foot + 34, "Hands are hidden", "name")
    else:
        _hand(svg, view, data, foot)
    return str(svg)


def _strip(view: View) -> float:
    """The height of the strip for hands."""
    if view["facts"]["hands"] is not None:
        return 40 + 24 * view["seats"]
    return 44 if view["facts"]["hand"] is None else CARD_HEIGHT + RAISE + 46


def _open_hands(svg: Svg, view: View, rows: list[dict[str, Any]], top: float) -> None:
    """At the end: what everybody has not played."""
    svg.text(24, top + 28, "Left in hand", "small")
    for seat, hand in enumerate(view["facts"]["hands"]):
        y = top + 46 + 24 * seat
        svg.seat_cube(36, y, 18, seat)
        x = 60.0
        for row in rows:
            if row["id"] in hand:
                chip(svg, row, x, y - 9, 50, 18)
                svg.text(x + 55, y + 5, f"×{hand[row['id']]}", "name")
                x += 92


def _spoken(view: View, data: dict[str, Any]) -> str:
    known = view["facts"]["companies"]
    return "; ".join(
        f"{row['name']} pays {known[row['id']]['first']} and {known[row['id']]['second']}"
        for row in data["company"]
    )


def _headings(svg: Svg, view: View) -> None:
    labels = {16: "company", 300: "board + left", 386: "pays"}
    for left, said in labels.items():
        svg.text(left, 26, said, "small")
    for seat in range(view["seats"]):
        x = SEATS_AT + COLUMN * (seat + 0.5)
        with svg.ref(f"seat:{seat}", f"seat {SEAT_LETTERS[seat]}"):
            svg.add("rect", x=x - COLUMN / 2, y=4, width=COLUMN, height=32, fill="transparent")
            if seat == view["facts"]["active"] and view["turn"] != -2:
                svg.add(
                    "rect",
                    x=x - 15,
                    y=5,
                    width=30,
                    height=30,
                    rx=6,
                    fill="none",
                    stroke=SEAT_COLOURS[seat],
                    stroke_width=3,
                )
            svg.seat_cube(x, 20, 22, seat)
    svg.text(SEATS_AT + COLUMN * 6 + 36, 26, "unknown", "small middle")


def _company(svg: Svg, view: View, row: dict[str, Any], top: float) -> None:
    up = row["id"] == "up"
    known = view["facts"]["up"] if up else view["facts"]["companies"][row["id"]]
    leaders = ", ".join(f"seat {SEAT_LETTERS[n]}" for n in known["leaders"]) or "nobody"
    with svg.ref(f"company:{row['id']}", f"{row['name']}; first: {leaders}"):
        svg.add("rect", x=8, y=top + 1, width=LEDGER - 8, height=ROW - 3, rx=5, class_="land")
        chip(svg, row, 16, top + 5, 50, 18)
        svg.text(76, top + 19, row["name"], "name")
        if up:
            pays = "nothing" if not any(known["places"]) else "-".join(map(str, known["places"]))
            svg.text(248, top + 19, f"{known['left']} left", "name")
            svg.text(300, top + 19, f"pays {pays}", "name")
        else:
            _kinds(svg, row["types"], 266, top + ROW / 2 - 1)
            svg.text(300, top + 19, f"{known['on_board']} + {known['left']}", "name")
            svg.text(
                386,
                top + 19,
                f"{known['first']} / {known['second']}",
                "name",
                style="font-weight:bold",
            )
        for seat, held in enumerate(known["front"]):
            sure = 0 if up else known["certain"][seat]
            _holding(svg, known, seat, held, sure, top)
        if not up:
            svg.text(SEATS_AT + COLUMN * 6 + 36, top + 19, str(known["unknown"]), "name middle")


def _holding(svg: Svg, known: dict[str, Any], seat: int, held: int, sure: int, top: float) -> None:
    """Shares in front of a seat; the leader's are framed, with the lead if it is alone."""
    x = SEATS_AT + COLUMN * (seat + 0.5)
    if seat in known["leaders"]:
        svg.add(
            "rect",
            x=x - 23,
            y=top + 4,
            width=22,
            height=20,
            rx=4,
            class_="node",
            style="stroke-width:2",
        )
    if held:
        svg.text(x - 12, top + 14.5, str(held), "num", style="font-size:14px")
    side = f"+{known['lead']}" if known["leaders"] == [seat] else ""
    side_y = top + (13 if sure else 18)
    if side:
        svg.text(x + 2, side_y, side, "small")
    if sure:
        svg.text(x + 2, top + 25 if side else side_y + 5, f"({sure})", "small")


def _totals(svg: Svg, view: View, top: float) -> None:
    known = view["facts"]
    lines = [
        ("money", known["money"]),
        (
            "shares in hand + Union Pacific",
            [f"{n} + {m}" for n, m in zip(known["hand_shares"], known["hand_up"], strict=True)],
        ),
        ("track cards in hand", known["track_cards"]),
    ]
    for n, (said, values) in enumerate(lines):
        y = top + ROW * n + 19
        svg.text(76, y, said, "name")
        for seat, value in enumerate(values):
            svg.text(
                SEATS_AT + COLUMN * (seat + 0.5),
                y,
                str(value),
                "name middle",
                style="font-weight:bold" if n == 0 else None,
            )


def _kinds(svg: Svg, kinds: list[str], x: float, y: float) -> None:
    for n, kind in enumerate(kinds):
        at = y - 5 * (len(kinds) - 1) + 10 * n
        track(svg, f"M{x - 26} {at} H{x + 20}", kind)


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
    paid = f"{dividends['paid']} of {dividends['last']} dividends paid"
    svg.text(x, 66, paid, "name")
    if dividends["turned"]:
        svg.text(
            x,
            86,
            f"{dividends['turned']} to be paid after this turn",
            "name",
            style="font-weight:bold",
        )


def _display(svg: Svg, view: View, data: dict[str, Any], left: float, top: float) -> None:
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


def share_card(svg: Svg, row: dict[str, Any], x: float, y: float) -> None:
    svg.add("rect", x=x, y=y, width=CARD_WIDTH, height=CARD_HEIGHT, rx=6, class_="node")
    chip(svg, row, x + 6, y + 8, CARD_WIDTH - 12, 22)
    words = row["name"].split()
    for n, line in enumerate(_lines(words)):
        svg.text(x + CARD_WIDTH / 2, y + 47 + 13 * n, line, "small middle")


def _lines(words: list[str]) -> Iterator[str]:
    """A name in lines that fit a card."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > 11:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line


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
    for n, said in enumerate(KEY):
        svg.text(left, top + 146 + 15 * n, said, "small")


def _hand(svg: Svg, view: View, data: dict[str, Any], top: float) -> None:
    known = view["facts"]
    svg.text(24, top + 28, "Your track cards", "small")
    cards = _objects(view, ("build", "discard", "replace"))
    shares = _objects(view, ("play", "show", "trade"))
    y = top + 38 + RAISE
    x = 24.0
    for card, count in known["track"].items():
        with svg.ref(f"card:{card}", f"{count} track cards, {CARD_TITLES[card]}"):
            for _ in range(count):
                track_card(svg, card, x, y - RAISE * (card in cards))
                x += 30
            x += CARD_WIDTH - 30 + 12
    x = max(x, 420) + 20
    svg.text(x, top + 28, "Your shares", "small")
    rows = [row for row in (*data["company"], UP_ROW) if row["id"] in known["hand"]]
    wanted = sum(CARD_WIDTH + 10 for _ in rows)
    extra = sum(known["hand"].values()) - len(rows)
    step = min(26.0, (WIDTH - 24 - x - wanted) / extra) if extra else 0.0
    for row in rows:
        count = known["hand"][row["id"]]
        with svg.ref(f"company:{row['id']}", f"{count} of {row['name']} in your hand"):
            for n in range(count):
                share_card(svg, row, x + step * n, y - RAISE * (row["id"] in shares))
            if count > 1:
                svg.text(
                    x + step * (count - 1) + CARD_WIDTH - 8,
                    y - RAISE * (row["id"] in shares) + CARD_HEIGHT - 8,
                    f"×{count}",
                    "name",
                    text_anchor="end",
                    style="font-weight:bold",
                )
        if known["choice"] == row["id"]:
            svg.text(x + CARD_WIDTH / 2, y + CARD_HEIGHT + 14, "chosen", "small middle")
        x += CARD_WIDTH + 10 + step * (count - 1)


def _objects(view: View, verbs: tuple[str, ...]) -> set[str]:
    """The last word of every move offered with one of these verbs: a card or a company."""
    moves = [choice["move"].split() for choice in view["choices"]]
    return {move[-1] for move in moves if move[0] in verbs}


def track_card(svg: Svg, card: str, x: float, y: float) -> None:
    svg.add("rect", x=x, y=y, width=CARD_WIDTH, height=CARD_HEIGHT, rx=6, class_="node")
    kinds = list(KINDS) if card == "wild" else [card]
    for n, kind in enumerate(kinds):
        at = y + CARD_HEIGHT / 2 + 6 - 8 * (len(kinds) - 1) + 16 * n
        track(svg, f"M{x + 10} {at} H{x + CARD_WIDTH - 10}", kind)
    svg.text(x + 8, y + 18, CARD_TITLES[card], "small")
