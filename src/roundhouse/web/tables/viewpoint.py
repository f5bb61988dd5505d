"""Through whose eyes a visitor sees a table."""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.play.record import Record
from roundhouse.web.errors import Unplayable
from roundhouse.web.tables.table import PLAYING, Table
from roundhouse.web.tables.tables import Tables


@dataclass(frozen=True)
class Viewpoint:
    """Through whose eyes: a seat, or None for a spectator. `curtain`: several people share this
    screen and the game has secrets, so nobody's are shown until one says who is looking."""

    seat: int | None
    mine: tuple[int, ...]
    curtain: bool = False
    pinned: bool = False  # one of several at this screen has said who is looking


def viewpoint(table: Table, person: str | None, asked: int | None) -> Viewpoint:
    mine = (*table.seats_of(person), *table.handed_over(person))
    if asked in mine:
        return Viewpoint(asked, mine, pinned=len(mine) > 1 and table.views.secrets)
    if not mine:
        return Viewpoint(None, ())
    if len(mine) == 1:
        return Viewpoint(mine[0], mine)
    if table.views.secrets and table.phase == PLAYING:
        return Viewpoint(None, mine, curtain=True)
    if table.turn in mine:
        return Viewpoint(table.turn, mine)
    last = table.last_choice(mine)
    return Viewpoint(mine[0] if last is None else table.match.line[last].entry.seat, mine)


def is_concerned(table: Table, person: str | None) -> bool:
    """Whether a person is more than a spectator here."""
    if person is None:
        return False
    return table.hosted_by(person) or any(c.person == person for c in table.chairs)


def new_since(table: Table, eyes: Viewpoint, seen: int | None) -> int:
    """The ply since which things are new: one's own last move, or what a spectator saw last."""
    ply = table.match.ply
    if eyes.mine:
        last = table.last_choice(eyes.mine)
        return 0 if last is None else last + 1
    return ply if seen is None else max(0, min(seen, ply))


def visible_record(tables: Tables, table: str, person: str | None, asked: int | None) -> Record:
    """The record as a visitor may see it; the whole of it when the game is over."""
    try:
        with tables.at(table) as found:
            whole = found.match.record()
            if found.match.over:
                return whole
            return whole.redact(found.game, viewpoint(found, person, asked).seat)
    except Unplayable as error:
        if not error.finished:
            raise
        return tables.bare_record(table)
