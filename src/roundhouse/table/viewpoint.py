"""Which seat's view of a table a user sees."""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.play.record import Record
from roundhouse.table.table import PLAYING, Table


@dataclass(frozen=True)
class Viewpoint:
    """The seat whose view is shown, or None for a spectator.

    `is_hidden` hides all secrets because several players share this device; the player must first
    say who is at the screen. `pinned` means that one of them has done so.
    """

    seat: int | None
    mine: tuple[int, ...]
    is_hidden: bool = False
    pinned: bool = False

    @property
    def reader(self) -> int | None:
        """The seat that texts address as "you": the only seat of the user."""
        return self.mine[0] if len(self.mine) == 1 else None


def find_viewpoint(table: Table, user: str | None, requested: int | None) -> Viewpoint:
    """Return what a user sees: the requested seat if it is theirs, else the best fit."""
    mine = (*table.seats_of(user), *table.handed_over(user))
    if requested in mine:
        return Viewpoint(requested, mine, pinned=len(mine) > 1 and table.has_secrets)
    if not mine:
        return Viewpoint(None, ())
    if len(mine) == 1:
        return Viewpoint(mine[0], mine)
    if table.has_secrets and table.phase == PLAYING:
        return Viewpoint(None, mine, is_hidden=True)
    if table.turn in mine:
        return Viewpoint(table.turn, mine)
    last = table.last_choice(mine)
    return Viewpoint(mine[0] if last is None else table.match.line[last].entry.seat, mine)


def is_concerned(table: Table, user: str | None) -> bool:
    """Return whether a user is the host or a player here."""
    if user is None:
        return False
    return table.hosted_by(user) or any(c.user == user for c in table.chairs)


def new_since(table: Table, viewpoint: Viewpoint, seen: int | None) -> int:
    """Return the ply after the user's last move or a spectator's last visit."""
    ply = table.match.ply
    if viewpoint.mine:
        last = table.last_choice(viewpoint.mine)
        return 0 if last is None else last + 1
    return ply if seen is None else max(0, min(seen, ply))


def visible_record(table: Table, user: str | None, requested: int | None) -> Record:
    """Return the record as a user may see it; complete when the game is over."""
    record = table.match.record()
    if table.match.over:
        return record
    return record.redact(table.game, find_viewpoint(table, user, requested).seat)
