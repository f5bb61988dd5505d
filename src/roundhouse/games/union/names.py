"""Names and short texts of Union Pacific for players."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from roundhouse.core.text import join_words
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext
from roundhouse.core.translation import translate_plural as ngettext
from roundhouse.games.union.actions import CARD_NAMES
from roundhouse.games.union.state import UP

Data = dict[str, Any]  # of a board file

UNION = "Union Pacific"
# Same form as a company's row in the board file, which has no row for Union Pacific.
UP_ROW: Data = {"id": "up", "name": UNION, "abbr": "UP", "hex": "#c9b458", "types": []}

# Texts by kind of track and of card.
KINDS = {
    "none": mark("plain"),
    "dashed": mark("dashed line"),
    "black": mark("black line"),
    "white": mark("white line"),
}
CARD_TITLES = {
    "none": mark("plain"),
    "dashed": mark("dashed"),
    "black": mark("black"),
    "white": mark("white"),
    "wild": mark("wild"),
}
# As objects of a sentence.
CARDS = {
    "none": mark("a plain track card"),
    "dashed": mark("a dashed track card"),
    "black": mark("a black track card"),
    "white": mark("a white track card"),
    "wild": mark("a wild track card"),
}


def card_name(card: int) -> str:
    """Return a track card in words: `a dashed track card`."""
    return _(CARDS[CARD_NAMES[card]])


def card_label(card: str) -> str:
    """Return the title of a track card as short as it stands on the card."""
    return {
        "none": pgettext("on a track card", "plain"),
        "dashed": pgettext("on a track card", "dashed"),
        "black": pgettext("on a track card", "black"),
        "white": pgettext("on a track card", "white"),
        "wild": pgettext("on a track card", "wild"),
    }[card]


def share_row(data: Data, share: int) -> Data:
    """Return the row of a company or of Union Pacific."""
    row: Data = UP_ROW if share == UP else data["company"][share]
    return row


def share_name(data: Data, share: int) -> str:
    return str(share_row(data, share)["name"])


def join_parts(parts: Iterable[str]) -> str:
    """Join the parts of a sentence with semicolons."""
    return pgettext("between parts of a sentence", "; ").join(parts)


def shares_text(data: Data, shares: dict[str, int]) -> str:
    """List shares: `2 Miami Southern and 1 Union Pacific`."""
    rows = (*data["company"], UP_ROW)
    return join_words(f"{shares[row['id']]} {row['name']}" for row in rows if shares.get(row["id"]))


def silent_count(silent: dict[str, Any], company: str, *, is_short: bool = False) -> str:
    """Return how many shares the silent owner is known to have; `silent` is the fact."""
    known = silent["shares"].get(company, 0)
    if silent["exact"] or company == "up":
        return f"{known}"
    return f"{known}+" if is_short else _("{number} or more", number=known)


def city_name(data: Data, city: str) -> str:
    return next(str(row["name"]) for row in data["city"] if row["id"] == city)


def deck_text(deck: dict[str, Any]) -> str:
    """Say how near the next dividend is; `deck` is the fact of that name."""
    return _write_deck(deck).replace("\n", " ")


def deck_lines(deck: dict[str, Any]) -> tuple[str, ...]:
    """Return `deck_text` as short lines."""
    return tuple(_write_deck(deck).split("\n"))


def _write_deck(deck: dict[str, Any]) -> str:
    cards = deck["cards"]
    if not deck["stacked"]:
        return _("being dealt")
    if cards == 0:
        return _("empty")
    if deck["dividends"] == 0:
        return ngettext(
            "no dividend in\nthe next {n} card", "no dividend in\nthe next {n} cards", cards
        )
    if deck["dividends"] == 1:
        return ngettext(
            "1 dividend in\nthe next {n} card", "1 dividend in\nthe next {n} cards", cards
        )
    return ngettext(
        "{dividends} dividends in\nthe next {n} card",
        "{dividends} dividends in\nthe next {n} cards",
        cards,
        dividends=deck["dividends"],
    )


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


PLACE_NAMES = (
    mark("1st"),
    mark("2nd"),
    mark("3rd"),
    mark("4th"),
    mark("5th"),
    mark("6th"),
    mark("7th"),
)


def place_name(place: int, *, is_tied: bool = False) -> str:
    """Return `1st` or `tied 1st` for place 0, and so on."""
    name = _(PLACE_NAMES[place])
    return _("tied {place}", place=name) if is_tied else name


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


def find_place(known: dict[str, Any], company: str, seat: int) -> tuple[int, bool]:
    """Return a seat's place by shares in front, from 0, and whether it is tied."""
    front = list(standing_of(known, company)["front"])
    others = front[:seat] + front[seat + 1 :]
    if known["silent"] is not None:
        others.append(known["silent"]["shares"].get(company, 0))
    return sum(n > front[seat] for n in others), front[seat] in others
