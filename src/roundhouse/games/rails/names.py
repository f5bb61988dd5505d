"""What things are called when people read them."""

from __future__ import annotations

from typing import Any

from roundhouse.games.rails.actions import cell_name
from roundhouse.games.rails.components import (
    RESOURCE_NAMES,
    SPECIALIST_NAMES,
    TILE_NAMES,
    TOKEN_NAMES,
)
from roundhouse.games.rails.state import RESOURCES, Board

ITEM_NAMES = (*RESOURCE_NAMES, *TILE_NAMES)
PHASES = {
    1: "goals",
    2: "setup",
    3: "setup",
    4: "setup",
    5: "worker",
    6: "district",
    7: "hats",
    8: "centre",
    9: "special",
    11: "train",
    12: "congress",
    13: "reward",
    14: "reward",
    15: "choice",
    16: "choice",
    17: "choice",
    18: "choice",
    19: "hiring",
    20: "route",
    21: "route",
    22: "arrival",
}
SPECIALS = {
    "house-on-site": "put a house on a site",
    "carriage-upgrade": "upgrade a carriage",
    "railway-station": "build a railway station",
    "telegraph-station": "build a telegraph",
}


def count(n: int, thing: str) -> str:
    """`3 rails`, `1 rail`, `2 iron`: resources but coins are not counted by pieces."""
    plural = n != 1 and thing not in ("gunpowder", "iron", "wood")
    return f"{n} {thing}{'s' if plural else ''}"


def listed(parts: list[str], none: str = "nothing") -> str:
    if not parts:
        return none
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def items(row: list[int]) -> str:
    return listed([count(n, ITEM_NAMES[item]) for item, n in enumerate(row) if n])


def specialist(n: int) -> str:
    return SPECIALIST_NAMES[n].capitalize()


def token(n: int) -> str:
    """`2 wood`, `3 of any`."""
    name, level = TOKEN_NAMES[n].split("-")
    return f"{level} of any" if name == "any" else count(int(level), name)


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
        return str(self.districts[n]["id"]).capitalize()

    def space(self, n: int) -> str:
        one, two = self.board.space_ends[n]
        return f"{self.district(one)} / {self.district(two)}"

    def city(self, n: int) -> str:
        return str(self.cities[n]["name"])

    def cell(self, cell: int) -> str:
        """`Reno`, `Oakland`, `c7`."""
        if self.board.city_at[cell] >= 0:
            return self.city(self.board.city_at[cell])
        if self.board.start_at[cell] >= 0:
            return str(self.starts[self.board.start_at[cell]]["name"])
        return cell_name(cell)

    def ref(self, cell: int) -> str:
        if self.board.city_at[cell] >= 0:
            return f"city:{self.cities[self.board.city_at[cell]]['id']}"
        if self.board.start_at[cell] >= 0:
            return f"start:{self.starts[self.board.start_at[cell]]['id']}"
        return f"cell:{cell_name(cell)}"

    def item_ref(self, item: int) -> str:
        return f"{'resource' if item < RESOURCES else 'tile'}:{ITEM_NAMES[item]}"

    def resource_district(self, resource: int) -> str:
        found: str = next(
            d["id"] for d in self.districts if d.get("resource") == RESOURCE_NAMES[resource]
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
        return listed([count(n, name) for name, n in reward.items()])
