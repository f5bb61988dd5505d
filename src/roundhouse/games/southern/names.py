"""How things of the board are called in texts for people."""

from __future__ import annotations

from typing import Any


def letters(data: dict[str, Any]) -> dict[str, str]:
    """One letter for each railroad, for cubes too small for its name: the first that is free."""
    found: dict[str, str] = {}
    for row in data["railroad"]:
        free = [letter for letter in row["short"].upper() if letter not in found.values()]
        found[row["id"]] = free[0] if free else str(len(found) + 1)
    return found


# What is going on, by the number of the phase.
PHASES = (
    "open",
    "auction",
    "free link",
    "stock",
    "track",
    "price",
    "answer",
    "reply",
    "income",
    "bull market",
    "bull auction",
    "over",
)


class Names:
    """Names and ids of one board, by number."""

    def __init__(self, data: dict[str, Any]) -> None:
        cities = {city["id"]: city["name"] for city in data["city"]}
        self.railroads = [row["id"] for row in data["railroad"]]
        self.short = [row["short"] for row in data["railroad"]]
        self.colours = [row["colour"] for row in data["railroad"]]
        self.inks = [row["ink"] for row in data["railroad"]]
        self.letters = list(letters(data).values())
        self.cities = list(cities)
        self.links = [row["id"] for row in data["link"]]
        self.lines = [f"{cities[row['a']]} – {cities[row['b']]}" for row in data["link"]]
