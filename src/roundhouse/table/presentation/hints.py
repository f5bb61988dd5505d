"""A hint as a page shows it: the best moves in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from roundhouse.core.text import capitalize_first
from roundhouse.core.translation import translate as _
from roundhouse.core.view import View
from roundhouse.table.presentation.choices import Offer, join_heading, offer_of
from roundhouse.table.presentation.reasons import describe_gains

MAX_MOVES = 3  # of a hint
CLOSE = 0.02  # winning chance; moves closer than this count as equal
CLEAR = 0.10


@dataclass
class HintLine:
    """A recommended move and how it compares with the others."""

    words: Markup
    offer: Offer
    pays: Markup  # to whom, at once
    compared: str


def hint_lines(
    view: View, analysis: Mapping[str, Any] | None, names: Sequence[str], unit: str
) -> list[HintLine]:
    """Return the moves of a search result, if its seat is still the one to move."""
    if analysis is None or analysis["seat"] != view["turn"]:
        return []
    seat = analysis["seat"]
    moves = analysis["moves"][:MAX_MOVES]
    unit = view["panels"][seat].get("unit") or unit
    lines = []
    for n, move in enumerate(moves):
        offered = offer_of(view, move["move"], names)
        if offered is not None:
            other = moves[1 if n == 0 else 0] if len(moves) > 1 else move
            # The most visited move is first, though another may look as good.
            gap = (move["shares"][seat] - other["shares"][seat]) * (1 if n == 0 else -1)
            heading, offer = offered
            words = Markup(capitalize_first(join_heading(heading, offer.label)))
            pays = describe_gains(move.get("gains", ()), names, unit)
            compared = _compared(n, gap, alone=len(moves) == 1)
            lines.append(HintLine(words, offer, pays, compared))
    return lines


def _compared(place: int, gap: float, *, alone: bool) -> str:
    """Describe how a move compares with the best, or the best with the next."""
    if alone:
        return _("by far the best")
    if gap < CLOSE:
        return _("nearly tied") if place == 0 else _("equally good")
    if place == 0:
        return _("clearly best") if gap >= CLEAR else _("slightly better than the next")
    return _("clearly worse") if gap >= CLEAR else _("slightly worse")
