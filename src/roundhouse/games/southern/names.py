"""How things of the board are called in texts for people."""

from __future__ import annotations

from typing import Any


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
