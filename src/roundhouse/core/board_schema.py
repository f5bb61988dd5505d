"""What the tables of a board file mean to the board editor.

A game declares its schema as `LAYOUT` in `boards.py`; the editor knows no game and reads only this.
Paths are dotted keys of the file. In a path, a list of tables stands for each of its entries, and
`*` stands for each value of a table. The schema only helps with editing: whether a board is valid
is decided by the game's `build`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from roundhouse.core.translation import translate as _


@dataclass(frozen=True)
class Places:
    """Entries of [[table]] with an `id`, a `name` and a position on the map."""

    table: str
    title: str  # the noun for one entry: "city"
    spot: tuple[str, ...] = ("x", "y")  # two keys, or one key whose value is a pair
    label: tuple[str, ...] = ()  # position of the printed name, as `spot`; moves with the place
    label_at: tuple[int, int] = (0, 0)  # offset of the name of a new entry
    anchor: str = ""  # key of the name's text anchor (start, middle, end)
    letter: str = ""  # on squares: the letter of its cell
    named_in: tuple[str, ...] = ()  # paths that refer to ids; updated when an id is renamed
    fresh: Mapping[str, Any] = field(default_factory=dict)  # other values of a new entry


@dataclass(frozen=True)
class Links:
    """Connections of two places: entries of [[table]], or pairs of ids in a list."""

    table: str
    title: str
    places: str  # the table of the places
    ends: tuple[str, ...] = ("a", "b")  # keys of the ends; empty: the entry is the pair itself
    id: str = ""  # how the ends form the id: "sorted" or "ordered", joined by a hyphen
    one_way: bool = False
    box: tuple[str, ...] = ()  # a position that stays on the line when an end moves
    slots: str = ""  # key of a list of [x, y, degrees] along the line
    slots_many: str = ""  # key of the number of slots
    slots_wide: str = ""  # path of the distance between slots
    bend: str = ""  # key of an optional point that the line bends towards
    keeps: tuple[str, ...] = ()  # keys that a new entry copies from the last edited one
    fresh: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Hexes:
    """Entries of [[table]] that are flat-topped hexes, with `id` (d7), q, r, x and y."""

    table: str
    title: str
    origin: str  # path of the centre of column a, row 1
    radius: str  # path of the distance from centre to corner
    kind: str = ""  # key that the editor's brush sets
    shows: tuple[str, ...] = ("name",)  # keys that are printed on the hex
    named_in: tuple[str, ...] = ()
    fresh: Mapping[str, Any] = field(default_factory=dict)
    # Values that a kind requires of other keys; an empty tuple: the key must be absent.
    by_kind: Mapping[str, Mapping[str, tuple[Any, ...]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Squares:
    """A grid: a list of lines, a letter per cell; places have a `spot` (column, row)."""

    table: str  # path of the list
    title: str
    letters: Mapping[str, str]  # letter -> meaning; a place sets the letter of its cell
    size: int = 40  # side of a cell in the editor's drawing, in pixels


@dataclass(frozen=True)
class Scenery:
    """Decoration without a meaning in the rules: lines, or texts at a position."""

    table: str  # [[table]]; without `points` and `text`: a table of lists of points
    points: str = ""
    text: str = ""
    size: str = ""  # key of the font size


@dataclass(frozen=True)
class DerivedCount:
    """A value that the editor keeps equal to a count, sum or list of other entries."""

    path: str
    table: str
    add: str = ""  # key to sum; empty: count the entries
    has: str = ""  # only entries that have this key
    where: tuple[str, str] | None = None  # only entries where a key has this value
    ids: bool = False  # store the list of ids instead of their number


@dataclass(frozen=True)
class BoardSchema:
    """What the editor needs to know about a game's board files."""

    size: tuple[str, ...] = ()  # paths of width and height, or of one pair; empty: from `squares`
    places: tuple[Places, ...] = ()
    links: tuple[Links, ...] = ()
    hexes: Hexes | None = None
    squares: Squares | None = None
    scenery: tuple[Scenery, ...] = ()
    counts: tuple[DerivedCount, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return the schema as plain data for a page, in the current language."""
        schema = asdict(self)
        for kind in (*schema["places"], *schema["links"], schema["hexes"], schema["squares"]):
            if kind:
                kind["title"] = _(kind["title"])
        if schema["squares"]:
            letters = schema["squares"]["letters"]
            schema["squares"]["letters"] = {key: _(meaning) for key, meaning in letters.items()}
        return schema
