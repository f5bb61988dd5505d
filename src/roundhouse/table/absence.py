"""Time at a table: running out of time, vacations, and votes on absent players.

A player who runs out of time or is voted out keeps the seat: a bot plays it until they return.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from roundhouse.core.text import count
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.table import clock as clocks
from roundhouse.table.chairs import BOT, Chair
from roundhouse.table.errors import Clash
from roundhouse.table.events import ClockExpired, SeatHandedOver, TableEvent, TimeRunningOut
from roundhouse.table.service import TableService
from roundhouse.table.table import Table


def check_clock(tables: TableService, table: Table) -> None:
    """Handle an expired clock or a due reminder."""
    seat, now = table.human_to_move, tables.now
    if seat is None:
        return
    if clocks.expires_at(table.clock) <= now:
        give_to_bot(tables, table, seat, [ClockExpired(seat)])
    elif clocks.reminder_at(table.clock) <= now:
        user = table.chairs[seat].user or ""
        with tables.change(table) as change:
            change.clock_steps.append(lambda clock, now: replace(clock, reminded=True))
            change.events.append(TimeRunningOut(seat, user))


def take_days_off(tables: TableService, table: Table, seat: int, days: int) -> None:
    clock = table.clock
    table.check_playing()
    if not clock.time_control.by_days:
        raise Clash(_("Vacation is available only in games with a time control in days."))
    if clock.away[seat] > tables.now:
        raise Clash(_("You are already on vacation. End it first."))
    have = clock.vacation[seat]
    if not 1 <= days <= have:
        raise Clash(
            _("You can take 1 to {days} of vacation.", days=count(have, "day"))
            if have
            else _(NO_DAYS)
        )
    with tables.change(table) as change:
        change.clock_steps.append(lambda clock, now: clocks.start_vacation(clock, seat, days, now))


def return_early(tables: TableService, table: Table, seat: int) -> None:
    table.check_playing()
    if table.clock.away[seat] <= tables.now:
        raise Clash(_("You are not on vacation."))
    with tables.change(table) as change:
        change.clock_steps.append(lambda clock, now: clocks.end_vacation(clock, seat, now))


def vote(tables: TableService, table: Table, user: str, seat: int) -> None:
    """Vote to let a bot replace an absent player; a majority of the others decides."""
    table.check_playing()
    if table.clock.time_control.counted:
        raise Clash(_("This table has a clock. Wait until it runs out."))
    if table.human_to_move != seat:
        raise Clash(_("It is not that player's turn."))
    if table.chairs[seat].user == user:
        raise Clash(_("That is your own seat. Let a bot take over instead."))
    rest = table.clock.since + tables.absent_after - tables.now
    if rest > 0:
        raise Clash(_("You can vote in {time}.", time=_hours(rest)))
    votes = {*table.clock.votes, user}
    if len(votes & others(table, seat)) * 2 > len(others(table, seat)):
        give_to_bot(tables, table, seat)
        return
    with tables.change(table) as change:
        change.clock_steps.append(lambda clock, now: replace(clock, votes=tuple(sorted(votes))))


def others(table: Table, seat: int) -> set[str]:
    """Return the users who may vote on a seat: all other seated users."""
    return set(table.seated_users()) - {table.chairs[seat].user or ""}


NO_DAYS = mark("You have no vacation days left in this game.")


def _hours(seconds: float) -> str:
    if seconds < 5400:
        return count(max(1, round(seconds / 60)), "minute")
    return count(round(seconds / 3600), "hour")


def give_to_bot(
    tables: TableService, table: Table, seat: int, why: Sequence[TableEvent] = ()
) -> None:
    """Let a bot play a seat until its player returns."""
    level = table.clock.level or tables.bots.default_level()
    chair: Chair = replace(table.chairs[seat], kind=BOT, level=level)
    with tables.change(table) as change:
        change.chairs = [chair]
        change.events += [*why, SeatHandedOver(seat, level)]
