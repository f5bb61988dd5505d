"""What things of Union Pacific are called, for people."""

from __future__ import annotations

import functools
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
    return " ".join(deck_lines(deck))


def deck_lines(deck: dict[str, Any]) -> tuple[str, ...]:
    """The same in short lines."""
    if not deck["stacked"]:
        return ("being dealt",)
    if deck["cards"] == 0:
        return ("empty",)
    cards = count(deck["cards"], "card")
    if deck["dividends"] == 0:
        return (f"{cards} without a", "dividend on top")
    if deck["dividends"] == 1:
        return ("a dividend is among", f"the next {cards}")
    return (f"{deck['dividends']} dividends among", f"the next {cards}")


def letters(data: Data) -> dict[str, str]:
    """A letter for each company, so that a locomotive is told from others without its colour: the
    first capital of its name that no company before it has."""
    return _letters(tuple((row["id"], row["name"]) for row in data["company"]))


@functools.lru_cache(maxsize=64)  # every choice of a view asks
def _letters(companies: tuple[tuple[str, str], ...]) -> dict[str, str]:
    found = {"up": "UP"}
    for key, name in companies:
        capitals = [letter for letter in name if letter.isupper()]
        spare = [chr(n) for n in range(ord("A"), ord("Z") + 1)]
        found[key] = next(each for each in capitals + spare if each not in found.values())
    return found


def place_name(place: int) -> str:
    """`1st`, for places counted from 0."""
    return ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")[place]


def standing_of(known: dict[str, Any], company: str) -> dict[str, Any]:
    """What a view's facts say of a company or of Union Pacific."""
    found: dict[str, Any] = known["up"] if company == "up" else known["companies"][company]
    return found


def pays_text(known: dict[str, Any], company: str) -> str:
    """`7 / 3`; for Union Pacific its first place at the next dividend."""
    there = standing_of(known, company)
    if company == "up":
        return f"{there['places'][0]} / {there['places'][1]}"
    return f"{there['first']} / {there['second']}"


def place_text(known: dict[str, Any], company: str, seat: int) -> str:
    """`1st`, `=2nd`: a seat's place by shares in front; the silent owner counts as far as known."""
    held = list(standing_of(known, company)["front"])
    others = held[:seat] + held[seat + 1 :]
    if known["silent"] is not None:
        others.append(known["silent"]["shares"].get(company, 0))
    better, level = sum(n > held[seat] for n in others), held[seat] in others
    return ("=" if level else "") + place_name(better)
