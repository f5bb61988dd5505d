"""A hint as a page prints it: the best moves among those that are offered, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from roundhouse.core.view import View
from roundhouse.web.show.choices import Offer, offer_of

SHOWN = 3  # best moves of a hint
CLOSE = 0.02  # of the win: less than that apart, one is as good as the other
CLEAR = 0.10


@dataclass
class HintLine:
    """A move to be recommended: its words, what it does, and how it compares."""

    heading: Markup
    offer: Offer
    compared: str


def hint_lines(view: View, found: Mapping[str, Any] | None, names: Sequence[str]) -> list[HintLine]:
    """What a search found, if the seat that it thought for is still the one to act."""
    if found is None or found["seat"] != view["turn"]:
        return []
    seat = found["seat"]
    moves = found["moves"][:SHOWN]
    lines = []
    for n, move in enumerate(moves):
        offered = offer_of(view, move["move"], names)
        if offered is not None:
            other = moves[1 if n == 0 else 0] if len(moves) > 1 else move
            gap = abs(move["shares"][seat] - other["shares"][seat])
            lines.append(HintLine(*offered, _compared(n, gap, alone=len(moves) == 1)))
    return lines


def _compared(place: int, gap: float, *, alone: bool) -> str:
    """How a move compares with the best, or the best with the next."""
    if alone:
        return "nothing else comes near"
    if gap < CLOSE:
        return "a close call" if place == 0 else "about as good"
    if place == 0:
        return "clearly best" if gap >= CLEAR else "a little better than the next"
    return "clearly worse" if gap >= CLEAR else "a little worse"
