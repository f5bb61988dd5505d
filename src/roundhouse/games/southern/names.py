"""Names of railroads, cities and links in texts."""

from __future__ import annotations

from typing import Any

from roundhouse.core.formats import format_money
from roundhouse.core.text import join_words
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _


def railroad_letters(data: dict[str, Any]) -> dict[str, str]:
    """Return a letter for each railroad: the first of its name that no other one has."""
    letters_by_id: dict[str, str] = {}
    for row in data["railroad"]:
        free = [letter for letter in row["short"].upper() if letter not in letters_by_id.values()]
        letters_by_id[row["id"]] = free[0] if free else str(len(letters_by_id) + 1)
    return letters_by_id


# Names of the phases in views, by number.
PHASES = (
    mark("open"),
    mark("auction"),
    mark("free link"),
    mark("stock"),
    mark("track"),
    mark("price"),
    mark("answer"),
    mark("reply"),
    mark("income"),
    mark("bull market"),
    mark("bull auction"),
    mark("over"),
)
# Codes of endings, by themselves or joined by " and ".
CUBES_GONE, SHARES_GONE = mark("cubes"), mark("shares")


def dollars(amount: int) -> str:
    """Return an amount of money as players read it."""
    return format_money(str(amount))


def name_ending(code: str) -> str:
    """Return what the code of an ending names: cubes, shares, both, or round 20."""
    if code.startswith("round "):
        return _("round {number}", number=code.removeprefix("round "))
    return join_words(_(word) for word in code.split(" and "))


class Names:
    """Names and ids of a board's parts, by index."""

    def __init__(self, data: dict[str, Any]) -> None:
        cities = {city["id"]: city["name"] for city in data["city"]}
        self.railroads = [row["id"] for row in data["railroad"]]
        self.short = [row["short"] for row in data["railroad"]]
        self.colours = [row["colour"] for row in data["railroad"]]
        self.inks = [row["ink"] for row in data["railroad"]]
        self.railroad_letters = list(railroad_letters(data).values())
        self.cities = list(cities)
        self.links = [row["id"] for row in data["link"]]
        self.lines = [f"{cities[row['a']]} – {cities[row['b']]}" for row in data["link"]]
