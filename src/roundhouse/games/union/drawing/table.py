"""The companies, with the display and the decks below."""

from __future__ import annotations

from roundhouse.core.svg import Svg, words
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.core.view import View
from roundhouse.games.union.drawing.companies import companies_height, draw_companies, phone_shift
from roundhouse.games.union.drawing.pieces import INK, share_card, sign, track
from roundhouse.games.union.names import (
    CARD_TITLES,
    UP_ROW,
    Data,
    deck_lines,
    join_parts,
    letters,
    pays_text,
    place_name,
)

SUPPLY_HEIGHT = 164
CARD = (78, 104)
# The display is on the left, where a phone shows it together with the company names.
DISPLAY, DECK, UNION, TRACK_DECK = 10, 350, 606, 872
DISPLAY_STEP = 84
KEY = mark("Boxed = leader (+ margin). (n) = known to be in hand.")
UNKNOWN_KEY = mark("Unseen = not yet revealed to you.")
SILENT_KEY = mark("Silent owner counts at the third dividend (n+ = plus the deck).")


def draw_supply(svg: Svg, view: View, data: Data, top: float) -> None:
    _draw_display(svg, view, data, DISPLAY, top)
    _draw_deck(svg, view, DECK, top)
    _draw_union(svg, view, UNION, top)
    _draw_track_deck(svg, view, TRACK_DECK, top)
    key = (KEY, UNKNOWN_KEY if view["facts"]["silent"] is None else SILENT_KEY)
    for n, line in enumerate(key):
        words(svg, DISPLAY, top + SUPPLY_HEIGHT - 18 + 14 * n, _(line), 12)


def _draw_deck(svg: Svg, view: View, left: float, top: float) -> None:
    known = view["facts"]
    dividends = known["dividends"]
    wide, high = CARD
    label = ngettext("Share deck, {n} shares", "Share deck, {n} shares", known["deck"]["shares"])
    with svg.ref("deck", label):
        svg.rect(left + 3, top + 17, wide, high, rx=6, class_="node")
        svg.rect(left, top + 14, wide, high, rx=6, class_="node")
        svg.rect(left + 6, top + 20, wide - 12, high - 12, class_="land")
        svg.text(left + 39, top + 58, str(known["deck"]["shares"]), "num", style="font-size:26px")
        title = pgettext("on the deck", "share deck")
        words(svg, left + 39, top + 90, title, 12, anchor="middle")
    for n, line in enumerate(deck_lines(known["deck"])):
        words(svg, left + 94, top + 32 + 17 * n, line, 13, bold=True)
    paid = _("{number} of {all}\ndividends paid", number=dividends["paid"], all=dividends["last"])
    for n, line in enumerate(paid.split("\n")):
        words(svg, left + 94, top + 74 + 17 * n, line, 13)
    if dividends["turned"]:
        svg.rect(left + 90, top + 98, 140, 22, rx=4, fill=INK)
        words(
            svg,
            left + 96,
            top + 113,
            _("{number} after this turn", number=dividends["turned"]),
            13,
            bold=True,
            fill="var(--map-node,#fbf6e9)",
        )


def _draw_display(svg: Svg, view: View, data: Data, left: float, top: float) -> None:
    known, signs, x = view["facts"], letters(data), left
    for row in data["company"]:
        count = known["display"].get(row["id"], 0)
        if count:
            text = _("{company} in the display", company=row["name"])
            if count > 1:
                text = _(
                    "{company} in the display, {number} shares", company=row["name"], number=count
                )
            with svg.ref(f"display:{row['id']}", text):
                for _copy in range(count):
                    pays = pays_text(known, row["id"])
                    share_card(svg, row, signs[row["id"]], (x, top + 14), pays, CARD)
                    x += DISPLAY_STEP
    for n in range(sum(known["display"].values()), 4):
        svg.rect(
            left + n * DISPLAY_STEP,
            top + 14,
            CARD[0],
            CARD[1],
            rx=6,
            class_="faint",
            stroke_dasharray="4 4",
        )
    words(svg, left, top + 132, _("Display"), 12)


def _draw_union(svg: Svg, view: View, left: float, top: float) -> None:
    """Draw the Union Pacific stack and what its places get at the next dividend."""
    known = view["facts"]["up"]
    nth = min(view["facts"]["dividends"]["paid"] + 1, view["facts"]["dividends"]["last"])
    label = ngettext(
        "Union Pacific, {n} shares left", "Union Pacific, {n} shares left", known["left"]
    )
    left_text = ngettext("{n} left", "{n} left", known["left"])
    with svg.ref("stack:up", label):
        svg.rect(left + 3, top + 17, CARD[0], CARD[1], rx=6, class_="node")
        share_card(svg, UP_ROW, "UP", (left, top + 14), left_text, CARD)
    words(svg, left + 94, top + 28, _("Dividend {number} pays", number=nth), 13, bold=True)
    for place, pays in enumerate(known["places"]):
        y = top + 46 + 17.5 * place
        words(svg, left + 94, y, place_name(place), 12)
        words(svg, left + 152, y, str(pays), 13, anchor="end", bold=True)


def _draw_track_deck(svg: Svg, view: View, left: float, top: float) -> None:
    title = _("Track deck: {number}", number=view["facts"]["track_deck"])
    words(svg, left, top + 28, title, 13, bold=True)
    words(svg, left, top + 46, _("Discards"), 12)
    for n, (card, count) in enumerate(view["facts"]["discards"].items()):
        y = top + 63 + 16 * n
        if card != "wild":
            track(svg, f"M{left} {y - 4} h26", card, 6)
        words(svg, left + 34, y, _("{number} {card}", number=count, card=_(CARD_TITLES[card])), 12)


def draw_open_hands(svg: Svg, view: View, data: Data, top: float) -> None:
    """Draw the shares left in the hands, at the end of the game."""
    signs = letters(data)
    words(svg, 14, top + 14, _("Left in hand (not paid)"), 13, bold=True)
    for seat, hand in enumerate(view["facts"]["hands"]):
        y = top + 32 + 22 * seat
        svg.seat_disc(26, y, 19, seat)
        x = 48.0
        for row in (*data["company"], UP_ROW):
            if row["id"] in hand:
                sign(svg, row, signs[row["id"]], (x, y - 9), (24, 18))
                words(svg, x + 28, y + 5, f"× {hand[row['id']]}", 13)
                x += 62
        if not hand:
            words(svg, x, y + 5, _("nothing"), 13)


WIDTH = 1000
HANDS_DROP = 14  # on a phone: their heading is at the top, where the display has a margin


def draw_table(view: View, data: Data) -> str:
    """Draw the sheet of the companies and cards."""
    foot = companies_height(data)
    height = foot + SUPPLY_HEIGHT
    title = _("Union Pacific: companies and cards")
    svg = Svg(WIDTH, height, title, _describe_companies(view, data))
    svg.add("rect", width=WIDTH, height=height, class_="paper")
    draw_companies(svg, view, data, WIDTH, SUPPLY_HEIGHT)
    hands = view["facts"]["hands"]
    with svg.moved_on_phone(0, (0 if hands is None else HANDS_DROP) - phone_shift(data)):
        if hands is None:
            draw_supply(svg, view, data, foot)
        else:
            draw_open_hands(svg, view, data, foot)
    return str(svg)


def _describe_companies(view: View, data: Data) -> str:
    """Describe the payments for screen readers."""
    known = view["facts"]["companies"]
    return join_parts(
        _(
            "{company} pays {first} and {second}",
            company=row["name"],
            first=known[row["id"]]["first"],
            second=known[row["id"]]["second"],
        )
        for row in data["company"]
    )
