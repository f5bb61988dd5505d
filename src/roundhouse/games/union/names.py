"""Names and short texts of Union Pacific for players."""

from __future__ import annotations

import functools
from typing import Any

from roundhouse.core.text import count, join_words
from roundhouse.games.union.actions import CARD_NAMES
from roundhouse.games.union.state import UP

Data = dict[str, Any]  # of a board file

UNION = "Union Pacific"
# Same form as a company's row in the board file, which has no row for Union Pacific.
UP_ROW: Data = {"id": "up", "name": UNION, "abbr": "UP", "hex": "#c9b458", "types": []}

KINDS = {"none": "plain", "dashed": "dashed line", "black": "black line", "white": "white line"}
CARD_TITLES = {
    "none": "plain",
    "dashed": "dashed",
    "black": "black",
    "white": "white",
    "wild": "wild",
}


def card_name(card: int) -> str:
    """Return a track card in words: `a dashed track card`."""
    return f"a {CARD_TITLES[CARD_NAMES[card]]} track card"


def share_row(data: Data, share: int) -> Data:
    """Return the row of a company or of Union Pacific."""
    row: Data = UP_ROW if share == UP else data["company"][share]
    return row


def share_name(data: Data, share: int) -> str:
    return str(share_row(data, share)["name"])


def shares_text(data: Data, shares: dict[str, int]) -> str:
    """List shares: `2 Miami Southern and 1 Union Pacific`."""
    rows = (*data["company"], UP_ROW)
    return join_words(f"{shares[row['id']]} {row['name']}" for row in rows if shares.get(row["id"]))


def silent_count(silent: dict[str, Any], company: str) -> str:
    """Return how many shares the silent owner is known to have; `silent` is the fact."""
    known = silent["shares"].get(company, 0)
    return f"{known}" if silent["exact"] or company == "up" else f"{known} or more"


def city_name(data: Data, city: str) -> str:
    return next(str(row["name"]) for row in data["city"] if row["id"] == city)


def deck_text(deck: dict[str, Any]) -> str:
    """Say how near the next dividend is; `deck` is the fact of that name."""
    return " ".join(deck_lines(deck))


def deck_lines(deck: dict[str, Any]) -> tuple[str, ...]:
    """Return `deck_text` as short lines."""
    if not deck["stacked"]:
        return ("being dealt",)
    if deck["cards"] == 0:
        return ("empty",)
    cards = count(deck["cards"], "card")
    if deck["dividends"] == 0:
        return ("no dividend in", f"the next {cards}")
    if deck["dividends"] == 1:
        return ("1 dividend in", f"the next {cards}")
    return (f"{deck['dividends']} dividends in", f"the next {cards}")


def letters(data: Data) -> dict[str, str]:
    """Return a letter for each company, to tell them apart without color.

    It is the first capital of the name that no earlier company has.
    """
    return _build_letters(tuple((row["id"], row["name"]) for row in data["company"]))


@functools.lru_cache(maxsize=64)  # called for every choice of a view
def _build_letters(companies: tuple[tuple[str, str], ...]) -> dict[str, str]:
    by_id = {"up": "UP"}
    for key, name in companies:
        capitals = [letter for letter in name if letter.isupper()]
        spare = [chr(n) for n in range(ord("A"), ord("Z") + 1)]
        by_id[key] = next(each for each in capitals + spare if each not in by_id.values())
    return by_id


def place_name(place: int) -> str:
    """Return `1st` for place 0, and so on."""
    return ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")[place]


def standing_of(known: dict[str, Any], company: str) -> dict[str, Any]:
    """Return the facts of a company or of Union Pacific."""
    match: dict[str, Any] = known["up"] if company == "up" else known["companies"][company]
    return match


def pays_text(known: dict[str, Any], company: str) -> str:
    """Return `7 / 3`: what the first two places get at the next dividend."""
    there = standing_of(known, company)
    if company == "up":
        return f"{there['places'][0]} / {there['places'][1]}"
    return f"{there['first']} / {there['second']}"


def place_text(known: dict[str, Any], company: str, seat: int) -> str:
    """Return a seat's place by shares in front: `1st`, `tied 2nd`."""
    front = list(standing_of(known, company)["front"])
    others = front[:seat] + front[seat + 1 :]
    if known["silent"] is not None:
        others.append(known["silent"]["shares"].get(company, 0))
    better, tied = sum(n > front[seat] for n in others), front[seat] in others
    return ("tied " if tied else "") + place_name(better)
