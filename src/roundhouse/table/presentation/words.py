"""A position in words, for a table's text mode and the text of the drawings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundhouse.core.description import OTHERS, OWN, PLAYERS, Section, name_seats, write_offer
from roundhouse.core.errors import UnknownPlace
from roundhouse.core.text import capitalize_first
from roundhouse.core.translation import translate as _
from roundhouse.core.view import View
from roundhouse.table.presentation.choices import Group, Offer, groups
from roundhouse.table.presentation.match_views import DrawnView

MAX_QUERY = 60  # characters of the name of a place


@dataclass(frozen=True)
class PlaceInWords:
    """What is at a place that a player asked about."""

    query: str
    lines: list[str]


@dataclass(frozen=True)
class PositionInWords:
    """A position in sentences.

    Attributes:
        decision: Whose turn it is and what is asked, or the result.
        players: What each player has.
        board: The facts of the table, then the board.
        places: The names of the places to ask about.
        groups: The choices, with a text for each.
    """

    decision: tuple[str, ...]
    players: tuple[Section, ...]
    board: tuple[Section, ...]
    places: tuple[str, ...]
    groups: tuple[tuple[Group, tuple[tuple[Offer, str], ...]], ...]


def put_in_words(now: DrawnView, names: Sequence[str]) -> PositionInWords:
    """Return a view in sentences."""
    first, *rest = now.game.describe_sections(now.view, names)
    titles = [_(title) for title in (OWN, OTHERS, PLAYERS)]
    of_players = [each for each in rest if each.title in titles]
    return PositionInWords(
        decision=first.lines,
        players=tuple(of_players),
        board=tuple(each for each in rest if each not in of_players),
        places=now.places,
        groups=_groups_in_words(now.view, names),
    )


def _groups_in_words(
    view: View, names: Sequence[str]
) -> tuple[tuple[Group, tuple[tuple[Offer, str], ...]], ...]:
    texts = {tuple(each["moves"]): write_offer(each) for each in view["shortcuts"]}
    texts |= {(each["move"],): write_offer(each) for each in view["choices"]}

    def text(offer: Offer) -> str:
        return capitalize_first(name_seats(texts[tuple(offer.moves)], view["seat"], names))

    return tuple(
        (group, tuple((offer, text(offer)) for offer in group.offers))
        for group in groups(view, names)
    )


def find_place(now: DrawnView, query: str, names: Sequence[str]) -> PlaceInWords:
    """Return what is at a place, or why that is not known."""
    name = query[:MAX_QUERY]
    try:
        text = now.game.describe_place(now.view, name, names)
    except UnknownPlace as error:
        text = f"{capitalize_first(str(error))}."
    return PlaceInWords(name, [line.removeprefix("- ") for line in text.split("\n")])
