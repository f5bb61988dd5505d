"""The strip below: the viewer's own hand, and all hands when the game is over."""

from __future__ import annotations

from roundhouse.core.svg import Svg
from roundhouse.core.view import View
from roundhouse.games.union.drawing.pieces import (
    CARD_HEIGHT,
    CARD_WIDTH,
    chip,
    share_card,
    track_card,
)
from roundhouse.games.union.names import CARD_TITLES, UP_ROW, Data

RAISE = 14  # how far a card that may be played stands out


def hands_height(view: View) -> float:
    if view["facts"]["hands"] is not None:
        return 40 + 24 * view["seats"]
    return 44 if view["facts"]["hand"] is None else CARD_HEIGHT + RAISE + 46


def draw_hands(svg: Svg, view: View, data: Data, top: float, right: float) -> None:
    """What this viewer may see of the hands, from `top` on and as far as `right`."""
    if view["facts"]["hands"] is not None:
        _open_hands(svg, view, data, top)
    elif view["facts"]["hand"] is None:
        svg.text(24, top + 34, "Hands are hidden", "name")
    else:
        left = _track_cards(svg, view, top)
        _shares(svg, view, data, top, max(left, 420) + 20, right)


def _open_hands(svg: Svg, view: View, data: Data, top: float) -> None:
    """At the end: what everybody has not played."""
    svg.text(24, top + 28, "Left in hand", "small")
    for seat, hand in enumerate(view["facts"]["hands"]):
        y = top + 46 + 24 * seat
        svg.seat_cube(36, y, 18, seat)
        x = 60.0
        for row in (*data["company"], UP_ROW):
            if row["id"] in hand:
                chip(svg, row, x, y - 9, 50, 18)
                svg.text(x + 55, y + 5, f"×{hand[row['id']]}", "name")
                x += 92


def _track_cards(svg: Svg, view: View, top: float) -> float:
    """The viewer's track cards; says where they end."""
    svg.text(24, top + 28, "Your track cards", "small")
    playable = _objects(view, ("build", "discard", "replace"))
    x = 24.0
    for card, count in view["facts"]["track"].items():
        y = _card_top(top, card in playable)
        with svg.ref(f"card:{card}", f"{count} track cards, {CARD_TITLES[card]}"):
            for _ in range(count):
                track_card(svg, card, x, y)
                x += 30
            x += CARD_WIDTH - 30 + 12
    return x


def _shares(svg: Svg, view: View, data: Data, top: float, left: float, right: float) -> None:
    """The viewer's shares, those of a company overlapping as far as they must."""
    known = view["facts"]
    svg.text(left, top + 28, "Your shares", "small")
    playable = _objects(view, ("play", "show", "trade"))
    rows = [row for row in (*data["company"], UP_ROW) if row["id"] in known["hand"]]
    wanted = (CARD_WIDTH + 10) * len(rows)
    extra = sum(known["hand"].values()) - len(rows)
    step = min(26.0, (right - left - wanted) / extra) if extra else 0.0
    x = left
    for row in rows:
        count = known["hand"][row["id"]]
        y = _card_top(top, row["id"] in playable)
        with svg.ref(f"company:{row['id']}", f"{count} of {row['name']} in your hand"):
            for n in range(count):
                share_card(svg, row, x + step * n, y)
            if count > 1:
                svg.text(
                    x + step * (count - 1) + CARD_WIDTH - 8,
                    y + CARD_HEIGHT - 8,
                    f"×{count}",
                    "name",
                    text_anchor="end",
                    style="font-weight:bold",
                )
        if known["choice"] == row["id"]:
            svg.text(
                x + CARD_WIDTH / 2, _card_top(top) + CARD_HEIGHT + 14, "chosen", "small middle"
            )
        x += CARD_WIDTH + 10 + step * (count - 1)


def _card_top(top: float, playable: bool = False) -> float:
    return top + 38 if playable else top + 38 + RAISE


def _objects(view: View, verbs: tuple[str, ...]) -> set[str]:
    """The last word of every move offered with one of these verbs: a card or a company."""
    moves = [choice["move"].split() for choice in view["choices"]]
    return {move[-1] for move in moves if move[0] in verbs}
