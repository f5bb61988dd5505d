"""Sitting down and getting up. Who may is said in `web/deeds/deeds.py`."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from roundhouse.web import opponents
from roundhouse.web.clocks.clock import Clock, come_back
from roundhouse.web.errors import Clash, NotYours
from roundhouse.web.names import bot_name, fresh_invite
from roundhouse.web.tables.advancing import advance
from roundhouse.web.tables.chairs import BOT, OPEN, PERSON, Chair
from roundhouse.web.tables.table import ENDED, PLAYING, WAITING, Table
from roundhouse.web.tables.tables import Tables


def join_invited(tables: Tables, table: Table, person: str, name: str, invite: str) -> None:
    """Take the seat that an invite is for."""
    for chair in table.chairs:
        if chair.kind == OPEN and invite and secrets.compare_digest(chair.invite or "", invite):
            _sit(tables, table, chair, person, name)
            return
    raise NotYours(
        "This invitation is no longer good: the seat is taken or the link was withdrawn."
    )


def join_listed(tables: Tables, table: Table, person: str, name: str) -> None:
    """Take a free seat of a listed table."""
    if not table.row["listed"]:
        raise NotYours("This table is private: ask its host for an invitation link.")
    if table.seats_of(person):
        raise Clash("You already sit here.")
    for chair in table.chairs:
        if chair.kind == OPEN:
            _sit(tables, table, chair, person, name)
            return
    raise Clash("Every seat here is taken.")


def _sit(tables: Tables, table: Table, chair: Chair, person: str, name: str) -> None:
    taken = replace(chair, kind=PERSON, person=person, name=name, invite=None)
    _seat(tables, table, tables.seated(taken))


def renew_invite(tables: Tables, table: Table, seat: int) -> None:
    """Withdraw a seat's link and make another."""
    _seat(tables, table, replace(_open_chair(table, seat), invite=fresh_invite()))


def fill(tables: Tables, table: Table, seat: int, level: str) -> None:
    """An open seat goes to a bot."""
    chair = _open_chair(table, seat)
    opponents.check(level)
    _seat(tables, table, replace(chair, kind=BOT, level=level, invite=None, name=bot_name(seat)))


def _open_chair(table: Table, seat: int) -> Chair:
    if not 0 <= seat < len(table.chairs) or table.chairs[seat].kind != OPEN:
        raise Clash("That seat is not open.")
    return table.chairs[seat]


def hand_over(tables: Tables, table: Table, seat: int, level: str, *, resign: bool) -> None:
    """A bot plays on in this seat; its person may take it back, unless resigned."""
    if table.phase != PLAYING:
        raise Clash("The game is not being played.")
    opponents.check(level)
    _seat(tables, table, replace(table.chairs[seat], kind=BOT, level=level, resigned=resign))


def take_back(tables: Tables, table: Table, seat: int) -> None:
    """The person whose seat a bot has kept sits down there again."""
    chair = replace(table.chairs[seat], kind=PERSON, level="")
    _seat(tables, table, chair, lambda clock, now: come_back(clock, seat))


def rematch(tables: Tables, table: Table, host: str) -> str:
    """The same game again: everybody sits where they sat, bots play as well as they did, and
    answer as soon."""
    if not table.match.over:
        raise Clash("The game is not over.")
    chairs = [_again(chair) for chair in table.chairs]
    row = table.row
    return tables.create(host, row["game"], row["options"], chairs, row["board"], tempo=table.tempo)


def _again(chair: Chair) -> Chair:
    """Whose seat a bot has kept sits there again; who has resigned does not."""
    if chair.person and not chair.resigned:
        return Chair(chair.seat, PERSON, chair.name, chair.person)
    return Chair(chair.seat, BOT, bot_name(chair.seat), level=chair.level)


def _seat(
    tables: Tables,
    table: Table,
    chair: Chair,
    clock: Callable[[Clock, float], Clock] = lambda clock, now: clock,
) -> None:
    """Put somebody on a chair; when the last one is taken, the game begins."""
    with tables.change(table) as change:
        change.clock.append(clock)
        change.chairs = [chair]
        change.row["proposal"] = None
        chairs = [chair if c.seat == chair.seat else c for c in table.chairs]
        if table.phase == WAITING and all(c.kind != OPEN for c in chairs):
            change.row["phase"] = PLAYING
            change.entries += advance(table.match, tables.rng)


def close(tables: Tables, table: Table) -> None:
    """Break up a table at which the game has not begun, or cannot go on."""
    if table.damage:
        tables.break_up(table.id, table.row["host"])
        tables.refresh(table)
        tables.changed(table)
        return
    if table.phase != WAITING:
        raise Clash("The game has begun; resign or hand over your seat instead.")
    with tables.change(table) as change:
        change.row |= {"phase": ENDED, "listed": False}
        change.chairs = [replace(c, invite=None) for c in table.chairs]
