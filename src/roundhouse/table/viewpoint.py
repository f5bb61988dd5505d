"""Which seat's view of a table a user sees."""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.play.record import Record
from roundhouse.table.table import PLAYING, Table


@dataclass(frozen=True)
class Viewpoint:
    """The seat whose view is shown, or None for a spectator.

    `curtain` hides all secrets because several players share this device; the player must first
    say who is looking. `pinned` means that one of them has done so.
    """

    seat: int | None
    mine: tuple[int, ...]
    curtain: bool = False
    pinned: bool = False

    @property
    def reader(self) -> int | None:
        """The seat that texts address as "you": the only seat of the user."""
        return self.mine[0] if len(self.mine) == 1 else None


def viewpoint(table: Table, user: str | None, requested: int | None) -> Viewpoint:
    mine = (*table.seats_of(user), *table.handed_over(user))
    if requested in mine:
        return Viewpoint(requested, mine, pinned=len(mine) > 1 and table.has_secrets)
    if not mine:
        return Viewpoint(None, ())
    if len(mine) == 1:
        return Viewpoint(mine[0], mine)
    if table.has_secrets and table.phase == PLAYING:
        return Viewpoint(None, mine, curtain=True)
    if table.turn in mine:
        return Viewpoint(table.turn, mine)
    last = table.last_choice(mine)
    return Viewpoint(mine[0] if last is None else table.match.line[last].entry.seat, mine)


def is_concerned(table: Table, user: str | None) -> bool:
    """Return whether a user is the host or a player here."""
    if user is None:
        return False
    return table.hosted_by(user) or any(c.user == user for c in table.chairs)


def new_since(table: Table, eyes: Viewpoint, seen: int | None) -> int:
    """Return the ply after the user's last move or a spectator's last visit."""
    ply = table.match.ply
    if eyes.mine:
        last = table.last_choice(eyes.mine)
        return 0 if last is None else last + 1
    return ply if seen is None else max(0, min(seen, ply))


def visible_record(table: Table, user: str | None, requested: int | None) -> Record:
    """Return the record as a user may see it; complete when the game is over."""
    record = table.match.record()
    if table.match.over:
        return record
    return record.redact(table.game, viewpoint(table, user, requested).seat)
