"""What things are called: the words of board files and moves, and what people read."""

from __future__ import annotations

from typing import Any

from roundhouse.core.text import capital, count, listed
from roundhouse.games.rails.state import COLUMNS, RESOURCES, Board

RESOURCE_NAMES = ("gunpowder", "coin", "iron", "wood")
TILE_NAMES = ("rail", "bridge", "tunnel")
ITEM_NAMES = (*RESOURCE_NAMES, *TILE_NAMES)
SPECIALIST_NAMES = ("crew", "miner", "engineer", "financier")
TOKEN_NAMES = (*(f"{name}-{level}" for level in (1, 2) for name in RESOURCE_NAMES), "any-3")
SPECIALS = {
    "house-on-site": "put a house on a site",
    "carriage-upgrade": "upgrade a carriage",
    "railway-station": "build a railway station",
    "telegraph-station": "build a telegraph",
}
ITEM_COLOURS = {  # of the pieces
    "gunpowder": "#4c4c53",
    "coin": "#e8c34a",
    "iron": "#b9c2cb",
    "wood": "#b97f47",
    "rail": "#efe0b0",
    "bridge": "#a9cbe0",
    "tunnel": "#cfae86",
}
UNCOUNTED = ("gunpowder", "iron", "wood")  # resources but coins are not counted by pieces


def cell_name(cell: int) -> str:
    """`a1` is the north-west corner: column letter, row from 1."""
    return f"{chr(ord('a') + cell % COLUMNS)}{cell // COLUMNS + 1}"


def amount(n: int, item: str) -> str:
    """`3 rails`, `1 rail`, `2 iron`."""
    return count(n, item, item if item in UNCOUNTED else "")


def items(row: list[int]) -> str:
    """`2 iron and 1 rail`, of as many as the row says of each item."""
    return listed(amount(n, ITEM_NAMES[item]) for item, n in enumerate(row) if n)


def specialist_name(n: int) -> str:
    return capital(SPECIALIST_NAMES[n])


def token_name(n: int) -> str:
    """`2 wood`, `3 of any`."""
    name, level = TOKEN_NAMES[n].split("-")
    return f"{level} of any" if name == "any" else amount(int(level), name)


def item_ref(item: int) -> str:
    return f"{'resource' if item < RESOURCES else 'tile'}:{ITEM_NAMES[item]}"


class Places:
    """Names and refs of one board's districts, spaces, cities and cells."""

    def __init__(self, board: Board, data: dict[str, Any]) -> None:
        self.board = board
        self.cities, self.starts = data["city"], data["start"]
        self.districts, self.goals = data["district"], data["goal"]
        self.spaces: list[str] = data["action_spaces"]["ids"]
        self.congress = data["congress"]

    def district(self, n: int) -> str:
        """The short name: what it collects, its foreman, or the yard."""
        return capital(str(self.districts[n]["id"]))

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
        """`Reno`, `Oakland`, `c7`."""
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
        """The district that collects a resource, as the board file has it."""
        found: dict[str, Any] = next(
            row for row in self.districts if row.get("resource") == RESOURCE_NAMES[resource]
        )
        return found

    def reward(self, senator: int) -> str:
        """What a senator gives, in a few words."""
        reward = self.congress[senator]["reward"]
        if "choose" in reward:
            return f"a house on a site or an upgrade, {reward['vp']} VP"
        if "each" in reward:
            return "a station and/or a telegraph"
        if "any_of" in reward:
            if set(reward["any_of"]) == set(TILE_NAMES):
                return f"{reward['times']} tiles of your choice"
            return f"{reward['times']} of {', '.join(reward['any_of'])}"
        return listed(amount(n, name) for name, n in reward.items())


def space_name(space: str, between: str = " / ") -> str:
    """`Crew / Yard`, of the board file's word for a space."""
    return between.join(capital(end) for end in space.split("|"))
