"""What things of Union Pacific are called, for people."""

from __future__ import annotations

from typing import Any

from roundhouse.core.text import count, listed
from roundhouse.games.union.actions import CARD_NAMES
from roundhouse.games.union.state import UP

Data = dict[str, Any]  # the data of a board file

UNION = "Union Pacific"
# A company's row in the board file; Union Pacific has none there, for it has no locomotives.
UP_ROW: Data = {"id": "up", "name": UNION, "abbr": "UP", "hex": "#c9b458", "types": []}

KINDS = {"none": "no line", "dashed": "dashed line", "black": "black line", "white": "white line"}
CARD_TITLES = {
    "none": "no line",
    "dashed": "dashed",
    "black": "black",
    "white": "white",
    "wild": "wild",
}
_TRACKS = ("no line", "a dashed line", "a black line", "a white line")


def card_name(card: int) -> str:
    """A track card in words."""
    return "a wild card" if CARD_NAMES[card] == "wild" else f"a card with {_TRACKS[card]}"


def share_row(data: Data, share: int) -> Data:
    """The row of a company, of Union Pacific too."""
    row: Data = UP_ROW if share == UP else data["company"][share]
    return row


def share_name(data: Data, share: int) -> str:
    return str(share_row(data, share)["name"])


def shares_text(data: Data, shares: dict[str, int]) -> str:
    """So many of each: `2 Miami Southern and 1 Union Pacific`."""
    rows = (*data["company"], UP_ROW)
    return listed(f"{shares[row['id']]} {row['name']}" for row in rows if shares.get(row["id"]))


def silent_count(silent: dict[str, Any], company: str) -> str:
    """How many shares the silent owner has, as far as is known; `silent` is the fact."""
    known = silent["shares"].get(company, 0)
    return f"{known}" if silent["exact"] or company == "up" else f"{known} or more"


def city_name(data: Data, city: str) -> str:
    return next(str(row["name"]) for row in data["city"] if row["id"] == city)


def deck_text(deck: dict[str, Any]) -> str:
    """How near the next dividend is; `deck` is the fact of that name."""
    if not deck["stacked"]:
        return "being dealt"
    if deck["cards"] == 0:
        return "empty"
    cards = count(deck["cards"], "card")
    if deck["dividends"] == 0:
        return f"{cards} without a dividend on top"
    if deck["dividends"] == 1:
        return f"a dividend is among the next {cards}"
    return f"{deck['dividends']} dividends are among the next {cards}"
