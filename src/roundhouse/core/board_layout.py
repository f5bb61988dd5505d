"""What the tables of a board file mean to somebody who edits it: which stand on the map, which join
others, which are cells.

A room declares it (`LAYOUT` in its `boards.py`); an editor that knows no game reads it. Paths are
dotted keys of the file; in them a table of rows stands for each of its rows, and `*` for each entry
of a table. Everything that is declared here is a convenience: the room's `build` alone says whether
a board is good.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Places:
    """Entries of [[table]] with an `id` and a `name` that stand at a spot of the map."""

    table: str
    title: str  # one of them in words: "city"
    spot: tuple[str, ...] = ("x", "y")  # two keys, or one whose value is a pair
    label: tuple[str, ...] = ()  # where the name is printed, as `spot`; it moves along
    label_at: tuple[int, int] = (0, 0)  # of a new one, from its spot
    anchor: str = ""  # the key that says on which side of that the name stands (start, middle, end)
    letter: str = ""  # on squares: the letter of its cell
    named_in: tuple[str, ...] = ()  # where else ids are said: they follow when one is renamed
    fresh: Mapping[str, Any] = field(default_factory=dict)  # what a new one has besides


@dataclass(frozen=True)
class Links:
    """What joins two places: entries of [[table]], or pairs of ids in the list at this path."""

    table: str
    title: str
    places: str  # the table of the places
    ends: tuple[str, ...] = ("a", "b")  # their keys; none: the entry is the pair itself
    id: str = ""  # how the id follows from the ends: "sorted" or "ordered", joined by a hyphen
    one_way: bool = False
    box: tuple[str, ...] = ()  # a spot that stays on the line when an end moves
    slots: str = ""  # a list of [x, y, degrees] along the line,
    slots_many: str = ""  # this many (a key of the entry),
    slots_wide: str = ""  # so far apart (a path)
    bend: str = ""  # a point towards which the line bends, where an entry has it
    keeps: tuple[str, ...] = ()  # what the next new one takes over from the last one touched
    fresh: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Hexes:
    """Entries of [[table]] that are hexes, flat side up: `id` like d7, and q, r, x, y with it."""

    table: str
    title: str
    origin: str  # path of the pair where column a, row 1 has its centre
    radius: str  # path of the distance from centre to corner
    kind: str = ""  # a key that is painted
    shows: tuple[str, ...] = ("name",)  # what else of an entry is written on its hex
    named_in: tuple[str, ...] = ()
    fresh: Mapping[str, Any] = field(default_factory=dict)
    # What a kind asks of other keys: one of these values; none: the key is not there.
    by_kind: Mapping[str, Mapping[str, tuple[Any, ...]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Squares:
    """A list of lines of letters, one letter a cell; places on it have `spot` (column, row)."""

    table: str  # the path of the list
    title: str
    letters: Mapping[str, str]  # each with its meaning; those of places are set with the place
    size: int = 40  # of a cell, in the editor's drawing


@dataclass(frozen=True)
class Scenery:
    """What only the picture shows: lines (`points`), or texts at a spot."""

    table: str  # [[table]], or with `points` empty and no text: a table of lists of points
    points: str = ""
    text: str = ""
    size: str = ""  # the key of the letters' size


@dataclass(frozen=True)
class Count:
    """A number of the file that says how much of something it has: kept true while editing."""

    path: str
    table: str
    add: str = ""  # the key that is added up; else entries are counted,
    has: str = ""  # those that have this key,
    where: tuple[str, str] | None = None  # and those in which a key has this value
    ids: bool = False  # not their number: the list of their ids


@dataclass(frozen=True)
class BoardLayout:
    """What an editor needs to know of a game's board files."""

    size: tuple[str, ...] = ()  # paths of width and height, or one path of a pair; none: of squares
    places: tuple[Places, ...] = ()
    links: tuple[Links, ...] = ()
    hexes: Hexes | None = None
    squares: Squares | None = None
    scenery: tuple[Scenery, ...] = ()
    counts: tuple[Count, ...] = ()

    def plain(self) -> dict[str, Any]:
        """As data, for a page."""
        return asdict(self)
