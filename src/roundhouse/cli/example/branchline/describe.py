"""Branch Line in plain sentences, for players without the drawing and programs.

Write only what is in the view; tell every fact that its panels and notes leave out.
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.description import GameDescription, Place, Section
from roundhouse.core.view import View

from .names import points, rails


def describe(view: View, data: dict[str, Any]) -> GameDescription:
    """Describe the deck and each station; `data` is the content of the board file."""
    facts = view["facts"]
    deck = ", ".join(f"{n} of {rails(kind + 1)}" for kind, n in enumerate(facts["deck"]))
    places = tuple(
        Place(row["name"], f"station:{row['id']}", _station(row, facts["owner"][row["id"]]))
        for row in data["station"]
    )
    stations = tuple(f"{place.name}: {place.text}" for place in places)
    return GameDescription((Section("Deck", (deck,)), Section("Stations", stations)), places)


def _station(row: dict[str, Any], owner: int | None) -> str:
    price = f"{rails(row['cost'])} for {points(row['points'])}"
    return f"{price}; " + ("free" if owner is None else f"built by @{owner}")
