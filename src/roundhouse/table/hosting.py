"""What the host of a table may do: invite, fill open seats, and close the table."""

from __future__ import annotations

from dataclasses import replace

from roundhouse.core.translation import translate as _
from roundhouse.table.chairs import OPEN, Chair, bot_chair, open_chair
from roundhouse.table.errors import Clash, NotYours
from roundhouse.table.events import SeatHandedOver, SeatOpened, TableClosed
from roundhouse.table.seating import change_chair
from roundhouse.table.service import TableService
from roundhouse.table.table import ENDED, WAITING, Table


def check_host(table: Table, user: str) -> None:
    if not table.hosted_by(user):
        raise NotYours(_("Only the host of the table can do that."))


def renew_invite(tables: TableService, table: Table, seat: int) -> None:
    """Replace a seat's invite link by a new one."""
    _open_chair(table, seat)
    chair = open_chair(seat)
    change_chair(tables, table, chair, SeatOpened(seat))


def fill(tables: TableService, table: Table, seat: int, level: str) -> None:
    """Give an open seat to a bot."""
    _open_chair(table, seat)
    level = level or tables.bots.default_level()
    tables.bots.check_bot(level)
    chair = bot_chair(seat, level)
    change_chair(tables, table, chair, SeatHandedOver(seat, level))


def close(tables: TableService, table: Table) -> None:
    """Close a table that has not started or is damaged."""
    if table.damage:
        tables.close_damaged(table)
        return
    if table.phase != WAITING:
        raise Clash(_("The game has started. Resign or let a bot take over your seat instead."))
    with tables.change(table) as change:
        change.phase, change.listed = ENDED, False
        change.chairs = [replace(chair, invite=None) for chair in table.chairs]
        change.events.append(TableClosed())


def _open_chair(table: Table, seat: int) -> Chair:
    if not 0 <= seat < len(table.chairs) or table.chairs[seat].kind != OPEN:
        raise Clash(_("That seat is not open."))
    return table.chairs[seat]
