"""Taking a seat, leaving it to a bot, and taking it back."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from roundhouse.core.translation import translate as _
from roundhouse.table.chairs import BOT, HUMAN, OPEN, Chair, open_chair
from roundhouse.table.clock import Clock, restore_bank
from roundhouse.table.errors import Clash, NotYours
from roundhouse.table.events import SeatHandedOver, SeatOpened, SeatTaken, TableEvent
from roundhouse.table.names import bot_name
from roundhouse.table.service import TableRequest, TableService
from roundhouse.table.table import PLAYING, WAITING, Table, advance


def join_invited(tables: TableService, table: Table, user: str, name: str, invite: str) -> None:
    """Take the seat of an invite link."""
    for chair in table.chairs:
        if chair.kind == OPEN and invite and secrets.compare_digest(chair.invite or "", invite):
            _sit(tables, table, chair, user, name)
            return
    raise NotYours(
        _("This share link no longer works: the seat is taken or the link was replaced.")
    )


def join_listed(tables: TableService, table: Table, user: str, name: str) -> None:
    """Take the seat that is reserved for the user, or a free seat at a public table."""
    reserved = [c for c in table.chairs if c.kind == OPEN and c.user == user]
    if reserved:
        _sit(tables, table, reserved[0], user, name)
        return
    if not table.listed:
        raise NotYours(_("This table is private. Ask the host for a share link."))
    if table.seats_of(user):
        raise Clash(_("You already have a seat here."))
    for chair in table.chairs:
        if chair.kind == OPEN and chair.user is None:
            _sit(tables, table, chair, user, name)
            return
    raise Clash(_("All seats are taken."))


def decline(tables: TableService, table: Table, user: str) -> None:
    """Open the seats that are reserved for a user to everyone."""
    reserved = [c.seat for c in table.chairs if c.kind == OPEN and c.user == user]
    if not reserved:
        raise Clash(_("No seat is reserved for you here."))
    with tables.change(table) as change:
        change.chairs = [open_chair(seat) for seat in reserved]
        change.events += [SeatOpened(seat) for seat in reserved]


def _sit(tables: TableService, table: Table, chair: Chair, user: str, name: str) -> None:
    invited = chair.user == user
    if tables.players.is_bot_account(user) and not (table.bot_accounts or invited):
        raise NotYours(
            _("This table does not admit bot accounts. Its host can invite yours by name.")
        )
    tables.players.check_may_play(user)
    occupied = replace(chair, kind=HUMAN, user=user, name=name, invite=None)
    change_chair(tables, table, tables.seated(occupied), SeatTaken(chair.seat, user))


def leave_before_start(tables: TableService, table: Table, user: str) -> None:
    """Open the seats of a user at a table that waits for players."""
    seats = [chair.seat for chair in table.chairs if chair.user == user]
    with tables.change(table) as change:
        change.chairs = [open_chair(seat) for seat in seats]
        change.events += [SeatOpened(seat) for seat in seats]


def hand_over(tables: TableService, table: Table, seat: int, level: str, *, resign: bool) -> None:
    """Let a bot play a seat; its owner may take it back unless they resign."""
    if table.phase != PLAYING:
        raise Clash(_("The game is not in progress."))
    tables.bots.check_bot(level or tables.bots.default_level())
    standin = table.clock.level or tables.bots.default_level()
    if table.concerns_others and not resign and level not in ("", standin):
        # A strong bot for a few moves would be a hint.
        label = tables.bots.bot_label(standin)
        raise Clash(
            _(
                "Other players are in this game, so only its stand-in can take over: {label}.",
                label=label,
            )
        )
    level = level or standin
    chair = replace(table.chairs[seat], kind=BOT, level=level, resigned=resign)
    change_chair(tables, table, chair, SeatHandedOver(seat, level, resign))


def take_back(tables: TableService, table: Table, seat: int, user: str) -> None:
    """Return a seat from a bot to its owner."""
    chair = replace(table.chairs[seat], kind=HUMAN, level="")
    event = SeatTaken(seat, user)
    change_chair(tables, table, chair, event, lambda clock, now: restore_bank(clock, seat))


def may_invite(table: Table) -> bool:
    """Return whether a rematch has a bot whose seat a friend can take."""
    return any(_again(chair).kind == BOT for chair in table.chairs)


def rematch(tables: TableService, table: Table, host: str, *, invite: bool = False) -> str:
    """Create a table with the same game, players and bot delay.

    With `invite`, the seat of the first bot is open for a friend.
    """
    if not table.match.over:
        raise Clash(_("The game is not over yet."))
    chairs, game = [_again(chair) for chair in table.chairs], table.game
    for user in {chair.user for chair in chairs if chair.user}:
        tables.players.check_may_play(user)
    bots = [chair.seat for chair in chairs if chair.kind == BOT]
    if invite:
        if not bots:
            raise Clash(_("Every seat of this game belongs to a player. Start a rematch instead."))
        chairs[bots[0]] = open_chair(bots[0])
    return tables.create(
        TableRequest(
            host,
            game.meta.id,
            chairs,
            game.options,
            table.board,
            bot_delay=table.bot_delay,
            bot_accounts=table.bot_accounts,
        )
    )


def _again(chair: Chair) -> Chair:
    """Return a chair for a rematch: the owner sits there again unless they resigned."""
    if chair.user and not chair.resigned:
        return Chair(chair.seat, HUMAN, chair.name, chair.user)
    return Chair(chair.seat, BOT, bot_name(chair.seat), level=chair.level)


def change_chair(
    tables: TableService,
    table: Table,
    chair: Chair,
    event: TableEvent,
    clock_step: Callable[[Clock, float], Clock] = lambda clock, now: clock,
) -> None:
    """Change a chair and start the game if no seat is open any more."""
    with tables.change(table) as change:
        change.clock_steps.append(clock_step)
        change.chairs = [chair]
        change.proposal = None
        change.events.append(event)
        is_full = all(each.kind != OPEN for each in change.chairs_after(table))
        if table.phase == WAITING and is_full:
            change.phase = PLAYING
            change.entries += advance(table.match, tables.rng)
