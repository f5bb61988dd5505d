"""The companies in rows: what each pays, and who holds how many of its shares."""

from __future__ import annotations

from roundhouse.core.contract import OVER
from roundhouse.core.svg import SEAT_COLOURS, SEAT_LETTERS, Svg
from roundhouse.core.view import View
from roundhouse.games.union.drawing.pieces import chip, track
from roundhouse.games.union.names import UP_ROW, Data, silent_count

COMPANIES_WIDTH = 830
ROW, HEAD = 30, 40
SEATS_AT = 448  # where the columns of seats begin
COLUMN = 52
SILENT_AT = SEATS_AT + COLUMN * 2.5  # the silent owner of a game of two has the third column
TOTALS = ("money", "shares in hand + Union Pacific", "track cards in hand")


def companies_height(data: Data) -> float:
    return HEAD + ROW * (len(_rows(data)) + len(TOTALS))


def _rows(data: Data) -> list[Data]:
    return [*data["company"], UP_ROW]


def draw_companies(svg: Svg, view: View, data: Data) -> None:
    """A row for each company and for Union Pacific; below, what the seats have in all."""
    _headings(svg, view)
    for n, row in enumerate(_rows(data)):
        _company(svg, view, row, HEAD + ROW * n)
    _totals(svg, view, HEAD + ROW * len(_rows(data)))


def _headings(svg: Svg, view: View) -> None:
    for left, said in ((16, "company"), (300, "board + left"), (386, "pays")):
        svg.text(left, 26, said, "small")
    for seat in range(view["seats"]):
        x = SEATS_AT + COLUMN * (seat + 0.5)
        with svg.ref(f"seat:{seat}", f"seat {SEAT_LETTERS[seat]}"):
            svg.add("rect", x=x - COLUMN / 2, y=4, width=COLUMN, height=32, fill="transparent")
            if seat == view["facts"]["active"] and view["turn"] != OVER:
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
    if view["facts"]["silent"] is not None:
        svg.text(SILENT_AT, 26, "silent", "small middle")
    svg.text(SEATS_AT + COLUMN * 6 + 36, 26, "unknown", "small middle")


def _company(svg: Svg, view: View, row: Data, top: float) -> None:
    up = row["id"] == "up"
    known = view["facts"]["up"] if up else view["facts"]["companies"][row["id"]]
    with svg.ref(f"company:{row['id']}", f"{row['name']}; first: {_first(view, row, known)}"):
        svg.add(
            "rect", x=8, y=top + 1, width=COMPANIES_WIDTH - 8, height=ROW - 3, rx=5, class_="land"
        )
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
            _holding(svg, known, seat, held, 0 if up else known["certain"][seat], top)
        if view["facts"]["silent"] is not None:
            _silent_holding(svg, view, row, known, top)
        if not up:
            svg.text(SEATS_AT + COLUMN * 6 + 36, top + 19, str(known["unknown"]), "name middle")


def _first(view: View, row: Data, known: Data) -> str:
    """Who is first, for those who hear the table."""
    leaders = [f"seat {SEAT_LETTERS[n]}" for n in known["leaders"]]
    if _silent_is_first(view, row, known):
        leaders.append("the silent owner")
    return ", ".join(leaders) or "nobody"


def _silent_is_first(view: View, row: Data, known: Data) -> bool:
    """Whether nobody has more than the silent owner is known to have."""
    silent = view["facts"]["silent"]
    held: int = 0 if silent is None else silent["shares"].get(row["id"], 0)
    return held > 0 and held >= max(known["front"])


def _silent_holding(svg: Svg, view: View, row: Data, known: Data, top: float) -> None:
    held = silent_count(view["facts"]["silent"], row["id"]).replace(" or more", "+")
    if _silent_is_first(view, row, known):
        _frame(svg, SILENT_AT - 12, top, 24)
    svg.text(SILENT_AT, top + 19, held, "name middle")


def _frame(svg: Svg, x: float, top: float, width: float) -> None:
    """Around the shares of the first."""
    svg.add(
        "rect", x=x, y=top + 4, width=width, height=20, rx=4, class_="node", style="stroke-width:2"
    )


def _holding(svg: Svg, known: Data, seat: int, held: int, sure: int, top: float) -> None:
    """Shares in front of a seat; the leader's are framed, with the lead if it is alone."""
    x = SEATS_AT + COLUMN * (seat + 0.5)
    if seat in known["leaders"]:
        _frame(svg, x - 23, top, 22)
    if held:
        svg.text(x - 12, top + 14.5, str(held), "num", style="font-size:14px")
    side = f"+{known['lead']}" if known["leaders"] == [seat] and known["lead"] else ""
    side_y = top + (13 if sure else 18)
    if side:
        svg.text(x + 2, side_y, side, "small")
    if sure:
        svg.text(x + 2, top + 25 if side else side_y + 5, f"({sure})", "small")


def _totals(svg: Svg, view: View, top: float) -> None:
    known = view["facts"]
    in_hand = [f"{n} + {m}" for n, m in zip(known["hand_shares"], known["hand_up"], strict=True)]
    for n, values in enumerate((known["money"], in_hand, known["track_cards"])):
        y = top + ROW * n + 19
        svg.text(76, y, TOTALS[n], "name")
        for seat, value in enumerate(values):
            svg.text(
                SEATS_AT + COLUMN * (seat + 0.5),
                y,
                str(value),
                "name middle",
                style="font-weight:bold" if n == 0 else None,
            )
    if known["silent"] is not None and known["silent"]["gets"] is not None:
        svg.text(SILENT_AT, top + 19, f"+{known['silent']['gets']}", "name middle")


def _kinds(svg: Svg, kinds: list[str], x: float, y: float) -> None:
    for n, kind in enumerate(kinds):
        at = y - 5 * (len(kinds) - 1) + 10 * n
        track(svg, f"M{x - 26} {at} H{x + 20}", kind)
