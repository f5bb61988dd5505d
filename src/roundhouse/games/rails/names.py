"""Names of items, places and rewards, for notation and for texts."""

from __future__ import annotations

from typing import Any

from roundhouse.core.text import capitalize_first, count, join_words
from roundhouse.games.rails.state import COLUMNS, RESOURCES, BoardLayout

RESOURCE_NAMES = ("gunpowder", "coin", "iron", "wood")
TILE_NAMES = ("rail", "bridge", "tunnel")
ITEM_NAMES = (*RESOURCE_NAMES, *TILE_NAMES)
SPECIALIST_NAMES = ("crew", "miner", "engineer", "financier")
TOKEN_NAMES = (*(f"{name}-{level}" for level in (1, 2) for name in RESOURCE_NAMES), "any-3")
DISTRICT_WORKERS = ("own", "neighbours")  # values of the option `district_worker`
SPECIALS = {
    "house-on-site": "place a house on a site",
    "carriage-upgrade": "upgrade a carriage",
    "railway-station": "build a railway station",
    "telegraph-station": "build a telegraph",
}
ITEM_COLOURS = {  # colours of pieces
    "gunpowder": "#4c4c53",
    "coin": "#e8c34a",
    "iron": "#b9c2cb",
    "wood": "#b97f47",
    "rail": "#efe0b0",
    "bridge": "#a9cbe0",
    "tunnel": "#cfae86",
}
UNCOUNTED = ("gunpowder", "iron", "wood")  # names without a plural


def cell_name(cell: int) -> str:
    """Return a cell's name: column letter, then row from 1; `a1` is north-west."""
    return f"{chr(ord('a') + cell % COLUMNS)}{cell // COLUMNS + 1}"


def amount(n: int, item: str) -> str:
    """Return an amount such as `3 rails`, `1 rail` or `2 iron`."""
    return count(n, item, item if item in UNCOUNTED else "")


def items(row: list[int]) -> str:
    """Return a cargo in words, such as `2 iron and 1 rail`."""
    return join_words(amount(n, ITEM_NAMES[item]) for item, n in enumerate(row) if n)


def specialist_name(n: int) -> str:
    return capitalize_first(SPECIALIST_NAMES[n])


def token_name(n: int) -> str:
    """Return what an upgrade gives, such as `2 wood` or `any 3 resources`."""
    name, level = TOKEN_NAMES[n].split("-")
    return f"any {level} resources" if name == "any" else amount(int(level), name)


def item_ref(item: int) -> str:
    return f"{'resource' if item < RESOURCES else 'tile'}:{ITEM_NAMES[item]}"


class Places:
    """Names and refs of one board's districts, spaces, cities and cells."""

    def __init__(self, board: BoardLayout, data: dict[str, Any]) -> None:
        self.board = board
        self.cities, self.starts = data["city"], data["start"]
        self.districts, self.goals = data["district"], data["goal"]
        self.spaces: list[str] = data["action_spaces"]["ids"]
        self.congress = data["congress"]

    def district(self, n: int) -> str:
        """Return the short name of a district: its resource, its foreman or Yard."""
        return capitalize_first(str(self.districts[n]["id"]))

    def district_ref(self, n: int) -> str:
        return f"district:{self.districts[n]['id']}"

    def space(self, n: int) -> str:
        one, two = self.board.space_ends[n]
        return f"{self.district(one)} / {self.district(two)}"

    def space_ref(self, n: int) -> str:
        return f"space:{self.spaces[n]}"

    def city(self, n: int) -> str:
        return str(self.cities[n]["name"])

    def city_ref(self, n: int) -> str:
        return f"city:{self.cities[n]['id']}"

    def cell(self, cell: int) -> str:
        """Return the name of a cell, such as `Reno`, `Oakland` or `c7`."""
        if self.board.city_at[cell] >= 0:
            return self.city(self.board.city_at[cell])
        if self.board.start_at[cell] >= 0:
            return str(self.starts[self.board.start_at[cell]]["name"])
        return cell_name(cell)

    def cell_ref(self, cell: int) -> str:
        if self.board.city_at[cell] >= 0:
            return self.city_ref(self.board.city_at[cell])
        if self.board.start_at[cell] >= 0:
            return f"start:{self.starts[self.board.start_at[cell]]['id']}"
        return f"cell:{cell_name(cell)}"

    def resource_district(self, resource: int) -> dict[str, Any]:
        """Return the board file's entry of the district that collects a resource."""
        match: dict[str, Any] = next(
            row for row in self.districts if row.get("resource") == RESOURCE_NAMES[resource]
        )
        return match

    def reward(self, senator: int) -> str:
        """Return a senator's reward in a few words."""
        reward = self.congress[senator]["reward"]
        if "choose" in reward:
            return f"a house on a site or an upgrade, and {reward['vp']} VP"
        if "each" in reward:
            return "a station and/or a telegraph"
        if "any_of" in reward:
            if set(reward["any_of"]) == set(TILE_NAMES):
                return f"any {reward['times']} tiles"
            return f"any {reward['times']} of {join_words(reward['any_of'])}"
        return join_words(amount(n, name) for name, n in reward.items())


def space_name(space: str, between: str = " / ") -> str:
    """Return a space's name, such as `Crew / Yard`, from its id."""
    return between.join(capitalize_first(end) for end in space.split("|"))
