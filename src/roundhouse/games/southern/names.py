"""How things of the board are called in texts for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from roundhouse.core.auction import NOBODY
from roundhouse.games.southern.network import gain_link, lose_link, owner_of
from roundhouse.games.southern.state import RAILROADS, Board, State


class Names:
    """Names and ids of one board, by number."""

    def __init__(self, data: dict[str, Any]) -> None:
        cities = {city["id"]: city["name"] for city in data["city"]}
        self.railroads = [row["id"] for row in data["railroad"]]
        self.short = [row["short"] for row in data["railroad"]]
        self.colours = [row["colour"] for row in data["railroad"]]
        self.cities = list(cities)
        self.links = [row["id"] for row in data["link"]]
        self.lines = [f"{cities[row['a']]} – {cities[row['b']]}" for row in data["link"]]


def changes(board: Board, s: State, railroad: int, link: int) -> list[int]:
    """What each railroad's income would rise or fall by if this one had the link."""
    after = s.copy()
    owner = owner_of(board, after, link)
    if owner != NOBODY:
        lose_link(board, after, owner, link)
    gain_link(board, after, railroad, link)
    return [after.income[n] - s.income[n] for n in range(RAILROADS)]


def signed(amount: int) -> str:
    return f"+${amount}" if amount >= 0 else f"−${-amount}"


def listed(words: Iterable[str]) -> str:
    """a, b and c."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
