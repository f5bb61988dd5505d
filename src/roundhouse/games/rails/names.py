"""Names of items, places and rewards, for notation and for texts.

Names of the notation are English; `translate` turns them into the words that players read.
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.text import capitalize_first, count, join_words
from roundhouse.core.translation import cache_by_language, mark, mark_unit
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.games.rails.state import COLUMNS, RESOURCES, BoardLayout

RESOURCE_NAMES = (mark("gunpowder"), mark("coin"), mark("iron"), mark("wood"))
TILE_NAMES = (mark("rail"), mark("bridge"), mark("tunnel"))
ITEM_NAMES = (*RESOURCE_NAMES, *TILE_NAMES)
SPECIALIST_NAMES = (mark("crew"), mark("miner"), mark("engineer"), mark("financier"))
TOKEN_NAMES = (*(f"{name}-{level}" for level in (1, 2) for name in RESOURCE_NAMES), "any-3")
DISTRICT_WORKERS = ("own", "neighbours")  # values of the option `district_worker`
SPECIALS = {
    "house-on-site": mark("place a house on a site"),
    "carriage-upgrade": mark("upgrade a carriage"),
    "railway-station": mark("build a railway station"),
    "telegraph-station": mark("build a telegraph"),
}
SPECIAL_GAINS = {  # what the special actions bring, where there is no space for `SPECIALS`
    "house-on-site": mark("a house"),
    "carriage-upgrade": mark("an upgrade"),
    "railway-station": mark("a station"),
    "telegraph-station": mark("a telegraph"),
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
PLURALS = {
    "gunpowder": mark_unit("{n} gunpowder", "{n} gunpowder"),
    "coin": mark_unit("{n} coin", "{n} coins"),
    "iron": mark_unit("{n} iron", "{n} iron"),
    "wood": mark_unit("{n} wood", "{n} wood"),
    "rail": mark_unit("{n} rail", "{n} rails"),
    "bridge": mark_unit("{n} bridge", "{n} bridges"),
    "tunnel": mark_unit("{n} tunnel", "{n} tunnels"),
}
# Names of the built-in board file and its yard, translated where they are shown.
BOARD_TEXTS = (
    mark("yard"),
    mark("Collect Gunpowder"),
    mark("Collect Coins"),
    mark("Collect Iron"),
    mark("Collect Wood"),
    mark("Train Activation: Crew"),
    mark("Train Activation: Miner"),
    mark("Train Activation: Engineer"),
    mark("Train Activation: Financier"),
    mark("Hire Specialist or Lay Track"),
    mark("Crew"),
    mark("Miner"),
    mark("Engineer"),
    mark("Financier"),
    mark("Most Railway Stations on the Map"),
    mark("Most Telegraph Stations on the Map"),
    mark("Most Houses on the Game Board"),
    mark("Most Crew in Carriages"),
    mark("Most Engineers in Carriages"),
    mark("Most Miners in Carriages"),
    mark("Most Financiers in Carriages"),
    mark("Most Coin in Cargo"),
    mark("Most Wood in Cargo"),
    mark("Most Iron in Cargo"),
    mark("Most Gunpowder in Cargo"),
    mark("Most Upgrades on Carriages"),
)


def cell_name(cell: int) -> str:
    """Return a cell's name: column letter, then row from 1; `a1` is north-west."""
    return f"{chr(ord('a') + cell % COLUMNS)}{cell // COLUMNS + 1}"


def amount(n: int, item: str) -> str:
    """Return an amount such as `3 rails`, `1 rail` or `2 iron`."""
    return count(n, item, PLURALS[item])


def plain_amount(n: int, item: str) -> str:
    """Return an amount whose English noun has no plural, such as `30 coin`."""
    return count(n, item, item)


def write_points(seat: int, points: int) -> str:
    """Return what a seat scores, such as `@1 +3 VP`."""
    return _("{who} +{points} VP", who=f"@{seat}", points=points)


def no_resource(resource: int) -> str:
    """Return the noun phrase for none of a resource."""
    return (_("no gunpowder"), _("no coin"), _("no iron"), _("no wood"))[resource]


def site_name(resource: int) -> str:
    """Return the noun phrase for a building site in the district of a resource."""
    return (_("a gunpowder site"), _("a coin site"), _("an iron site"), _("a wood site"))[resource]


@cache_by_language
def letters(name: str) -> str:
    """Return the letters on the piece of an item or a specialist."""
    return {
        "gunpowder": pgettext("letter of gunpowder", "G"),
        "coin": pgettext("letter of a coin", "C"),
        "iron": pgettext("letter of iron", "I"),
        "wood": pgettext("letter of wood", "W"),
        "rail": pgettext("letter of a rail", "R"),
        "bridge": pgettext("letter of a bridge", "B"),
        "tunnel": pgettext("letter of a tunnel", "T"),
        "crew": pgettext("letters of a specialist", "Cr"),
        "miner": pgettext("letters of a specialist", "Mi"),
        "engineer": pgettext("letters of a specialist", "En"),
        "financier": pgettext("letters of a specialist", "Fi"),
        "any": pgettext("on an upgrade that gives any resource", "any"),
    }[name]


def items(row: list[int]) -> str:
    """Return a cargo in words, such as `2 iron and 1 rail`."""
    return join_words(amount(n, ITEM_NAMES[item]) for item, n in enumerate(row) if n)


def specialist_name(n: int) -> str:
    return capitalize_first(_(SPECIALIST_NAMES[n]))


def write_specialists(n: int, who: int) -> str:
    """Return how many specialists of a kind, such as `4 miner`."""
    return (
        ngettext("{n} crew", "{n} crew", n),
        ngettext("{n} miner", "{n} miner", n),
        ngettext("{n} engineer", "{n} engineer", n),
        ngettext("{n} financier", "{n} financier", n),
    )[who]


def token_name(n: int) -> str:
    """Return what an upgrade gives, such as `2 wood` or `any 3 resources`."""
    name, level = TOKEN_NAMES[n].split("-")
    if name == "any":
        return ngettext("any {n} resource", "any {n} resources", int(level))
    return amount(int(level), name)


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
        return district_name(self.districts[n]["id"])

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
            return _("a house on a site or an upgrade, and {points} VP", points=reward["vp"])
        if "each" in reward:
            return _("a station and/or a telegraph")
        if "any_of" in reward:
            times = reward["times"]
            if set(reward["any_of"]) == set(TILE_NAMES):
                return ngettext("any {n} tiles", "any {n} tiles", times)
            names = join_words(_(name) for name in reward["any_of"])
            return _("any {number} of {resources}", number=times, resources=names)
        return join_words(amount(n, name) for name, n in reward.items())


def district_name(district: str) -> str:
    """Return the short name of a district from its id."""
    return capitalize_first(_(str(district)))


def space_name(space: str) -> str:
    """Return a space's name, such as `Crew / Yard`, from its id."""
    return " / ".join(district_name(end) for end in space.split("|"))
