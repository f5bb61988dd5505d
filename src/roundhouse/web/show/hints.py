"""A hint as a page prints it: the best moves among those that are offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from roundhouse.core.view import View
from roundhouse.web.show.choices import offer_of

SHOWN = 3  # best moves of a hint


def hint_lines(
    view: View, found: Mapping[str, Any] | None, names: Sequence[str]
) -> list[dict[str, Any]]:
    """What a search found, if the seat that it thought for is still the one to act."""
    if found is None or found["seat"] != view["turn"]:
        return []
    lines = []
    for move in found["moves"][:SHOWN]:
        offered = offer_of(view, move["move"], names)
        if offered is not None:
            heading, offer = offered
            lines.append(
                {
                    "heading": heading,
                    "offer": offer,
                    "chance": f"{move['shares'][found['seat']]:.0%}",
                    "liking": f"{move['confidence']:.0%}",
                }
            )
    return lines
