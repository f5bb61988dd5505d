"""Time at a table: running out of it, taking days off, and voting on somebody who does not come.

Who is out of time, or was voted away, is not out of the game: a bot plays on in their seat, and
they take it back whenever they return.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import Connection

from roundhouse.core.text import count
from roundhouse.web import opponents
from roundhouse.web.clocks import clock as clocks
from roundhouse.web.errors import Clash
from roundhouse.web.tables.chairs import BOT, Chair
from roundhouse.web.tables.table import Table
from roundhouse.web.tables.tables import Tables

# (transaction, table, person): have somebody told that their time is running out
Remind = Callable[[Connection, str, str], None]
OUT = "Your time has run out: a bot plays on in your seat. Take it back, and go on."


def check_time(tables: Tables, table: Table) -> None:
    """Before a person's move: it comes too late if nothing was left, whether or not a server has
    looked at the clock in time. Then the seat is given to a bot, and Clash says so."""
    seat = table.awaited
    if seat is None or clocks.runs_out(table.clock) >= tables.now:
        return
    _give_to_bot(tables, table, seat)
    raise Clash(OUT)


def look_at_clock(tables: Tables, table: Table, remind: Remind) -> None:
    """Do what is due at a table, if anything is."""
    seat, now = table.awaited, tables.now
    if seat is None:
        return
    if clocks.runs_out(table.clock) <= now:
        _give_to_bot(tables, table, seat)
    elif clocks.reminds(table.clock) <= now:
        person = table.chairs[seat].person or ""
        with tables.change(table) as change:
            change.clock.append(lambda clock, now: replace(clock, reminded=True))
            change.also.append(lambda db: remind(db, table.id, person))


def take_days_off(tables: Tables, table: Table, seat: int, days: int) -> None:
    clock = table.clock
    table.check_playing()
    if not clock.pace.by_days:
        raise Clash("Days off are for games whose clock counts by days.")
    if clock.away[seat] > tables.now:
        raise Clash("You are away already; come back first.")
    have = clock.vacation[seat]
    if not 1 <= days <= have:
        raise Clash(f"You can take 1 to {count(have, 'day')} off." if have else NO_DAYS)
    with tables.change(table) as change:
        change.clock.append(lambda clock, now: clocks.go_away(clock, seat, days, now))


def return_early(tables: Tables, table: Table, seat: int) -> None:
    table.check_playing()
    if table.clock.away[seat] <= tables.now:
        raise Clash("You are not away.")
    with tables.change(table) as change:
        change.clock.append(lambda clock, now: clocks.end_vacation(clock, seat, now))


def vote(tables: Tables, table: Table, person: str, seat: int, absent: float) -> None:
    """Say that a bot should play for somebody who has been waited for all too long. When more than
    half of the others say so, it happens. `absent`: how many seconds are too long."""
    table.check_playing()
    if table.clock.pace.counted:
        raise Clash("This table has a clock: wait until it has run out.")
    if table.awaited != seat:
        raise Clash("Nobody waits for that seat.")
    if table.chairs[seat].person == person:
        raise Clash("That seat is yours: hand it over instead.")
    rest = table.clock.since + absent - tables.now
    if rest > 0:
        raise Clash(f"That can be asked in {_hours(rest)}.")
    votes = {*table.clock.votes, person}
    if len(votes & others(table, seat)) * 2 > len(others(table, seat)):
        _give_to_bot(tables, table, seat)
        return
    with tables.change(table) as change:
        change.clock.append(lambda clock, now: replace(clock, votes=tuple(sorted(votes))))


def others(table: Table, seat: int) -> set[str]:
    """Who has a say about a seat: everybody else who sits here."""
    return set(table.people()) - {table.chairs[seat].person or ""}


NO_DAYS = "You have no days off left in this game."


def _hours(seconds: float) -> str:
    if seconds < 5400:
        return count(max(1, round(seconds / 60)), "minute")
    return count(round(seconds / 3600), "hour")


def _give_to_bot(tables: Tables, table: Table, seat: int) -> None:
    level = table.clock.level or opponents.usual()
    chair: Chair = replace(table.chairs[seat], kind=BOT, level=level)
    with tables.change(table) as change:
        change.chairs = [chair]
