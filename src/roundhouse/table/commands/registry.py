"""The commands that need only a table, and who may execute them.

A server and a browser add their own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from roundhouse.core.translation import translate as _
from roundhouse.table import absence, hosting, moving, seating, standing_orders, undo
from roundhouse.table.bot_delay import find_bot_delay
from roundhouse.table.commands.arguments import (
    Arguments,
    BotSeatArguments,
    BotSpeedArguments,
    CancelOrderArguments,
    DaysOffArguments,
    JoinArguments,
    MoveArguments,
    NoArguments,
    OrderArguments,
    SeatArguments,
    UndoArguments,
)
from roundhouse.table.errors import NotSignedIn, NotYours
from roundhouse.table.hosting import check_host
from roundhouse.table.names import tidy_name
from roundhouse.table.ports import Player
from roundhouse.table.service import TableService
from roundhouse.table.table import Table

# Kinds of results: the same table, a new table, a hint, an analysis.
THIS_TABLE, NEW_TABLE, HINT, CHANCES = "this table", "new table", "hint", "chances"


@dataclass
class CommandContext:
    """The user and the table of a command."""

    tables: TableService
    table: Table
    user: Player | None

    @property
    def me(self) -> Player:
        if self.user is None:
            raise NotSignedIn(_("Sign in or choose a name first."))
        return self.user

    @property
    def my_seats(self) -> list[int]:
        return self.table.seats_of(self.me.id)


@dataclass(frozen=True)
class Outcome:
    """The result of a command besides a changed table."""

    table: str = ""  # id of the new table, for NEW_TABLE


class Permission(NamedTuple):
    """Who may execute a command: a description, and a check that raises an error."""

    words: str
    check: Callable[[CommandContext, Any], None]
    is_public: bool = False  # visitors without a name may, too


C = TypeVar("C", bound=CommandContext)
A = TypeVar("A", bound=Arguments)


@dataclass(frozen=True)
class Command(Generic[C, A]):
    """One command at a table."""

    name: str  # in addresses
    words: str  # description for the documentation
    permission: Permission
    arguments: type[A]
    handler: Callable[[C, A], Outcome | None]
    result: str = THIS_TABLE
    limit: str = "move"  # the rate limit that counts it
    call: str = ""  # path in the API, if it differs from the name

    def execute(self, context: C, arguments: A) -> Outcome:
        """Execute the command; an error means that nothing has changed."""
        self.permission.check(context, arguments)
        return self.handler(context, arguments) or Outcome()


def _allow_all(context: CommandContext, arguments: Any) -> None:
    pass


def _seated(context: CommandContext, arguments: Any) -> None:
    context.table.check_playing()
    if not context.my_seats:
        raise NotYours(_("You are not a player at this table."))


def _seat_holder(context: CommandContext, arguments: Any) -> None:
    if not context.my_seats and not context.table.handed_over(context.me.id):
        raise NotYours(_("You are not a player at this table."))


def _playing(context: CommandContext, arguments: MoveArguments) -> None:
    if not context.my_seats:
        raise NotYours(_("You are a spectator at this table."))
    if arguments.seat is not None and arguments.seat not in context.my_seats:
        raise NotYours(_("That is not your seat."))


def _on_turn(context: CommandContext, arguments: Any) -> None:
    if context.table.turn not in context.my_seats:
        raise NotYours(_("You can ask for a hint when it is your turn."))


def _owner(context: CommandContext, arguments: SeatArguments) -> None:
    if arguments.seat not in context.my_seats:
        raise NotYours(_("That is not your seat."))


def _handed_over(context: CommandContext, arguments: SeatArguments) -> None:
    if arguments.seat not in context.table.handed_over(context.me.id):
        raise NotYours(_("No bot is playing that seat for you."))


def _host(context: CommandContext, arguments: Any) -> None:
    check_host(context.table, context.me.id)


PUBLIC = Permission("all visitors", _allow_all, is_public=True)
USERS = Permission("all users", _allow_all)
SEATED = Permission("players at the table, during the game", _seated)
HOLDER = Permission(
    "players at the table, including those whose seat a bot has taken over", _seat_holder
)
PLAYER = Permission("the player to move", _playing)
HINT_SEEKER = Permission("the player to move, if all others are bots", _on_turn)
OWNER = Permission("the player in that seat", _owner)
FORMER_OWNER = Permission("the player who handed the seat over", _handed_over)
HOST = Permission("the host", _host)


# Effects that take more than a line


def _move(context: CommandContext, arguments: MoveArguments) -> None:
    seats = context.my_seats if arguments.seat is None else [arguments.seat]
    moving.check_time(context.tables, context.table, seats)
    moving.move(
        context.tables, context.table, seats, arguments.moves or [arguments.move], arguments.ply
    )


def _order(context: CommandContext, arguments: OrderArguments) -> None:
    saved = standing_orders.with_order(
        context.table, arguments.seat, arguments.kind, arguments.about, arguments.amount
    )
    if context.table.turn == arguments.seat:
        moving.check_time(context.tables, context.table, [arguments.seat])
    with context.tables.change(context.table) as change:
        change.orders[arguments.seat] = saved


def _cancel_order(context: CommandContext, arguments: CancelOrderArguments) -> None:
    saved = standing_orders.without_order(context.table, arguments.seat, arguments.number)
    with context.tables.change(context.table) as change:
        change.orders[arguments.seat] = saved


def _join(context: CommandContext, arguments: JoinArguments) -> None:
    others = {context.table.host, *context.table.seated_users()}
    if context.tables.players.blocked_by(context.me.id, others):
        raise NotYours(_("You cannot join this table: a player has blocked you."))
    name = tidy_name(arguments.name, context.me.name)
    if arguments.invite:
        seating.join_invited(context.tables, context.table, context.me.id, name, arguments.invite)
    else:
        seating.join_listed(context.tables, context.table, context.me.id, name)


def _hand_over(context: CommandContext, arguments: BotSeatArguments) -> None:
    seating.hand_over(context.tables, context.table, arguments.seat, arguments.level, resign=False)


def _resign(context: CommandContext, arguments: BotSeatArguments) -> None:
    seating.hand_over(context.tables, context.table, arguments.seat, arguments.level, resign=True)


def _set_bot_speed(context: CommandContext, arguments: BotSpeedArguments) -> None:
    with context.tables.change(context.table) as change:
        change.bot_delay = find_bot_delay(arguments.bot_delay)


# The commands

_COMMANDS: tuple[Command[CommandContext, Any], ...] = (
    Command(
        "move",
        "Make a move. The response is sent after the move is saved.",
        PLAYER,
        MoveArguments,
        _move,
        call="moves",
    ),
    Command(
        "undo",
        "Undo your last move, if no other player has to agree.",
        SEATED,
        NoArguments,
        lambda c, args: undo.undo(c.tables, c.table, c.me.id),
    ),
    Command(
        "ask",
        "Request an undo. If all other players are bots, it happens at once.",
        SEATED,
        UndoArguments,
        lambda c, args: undo.ask(c.tables, c.table, c.me.id, args.ply),
    ),
    Command(
        "agree",
        "Agree to an undo request. The undo happens when all players at the table, and all who "
        "have moved since, have agreed.",
        HOLDER,
        NoArguments,
        lambda c, args: undo.agree(c.tables, c.table, c.me.id),
    ),
    Command(
        "refuse",
        "Refuse an undo request.",
        HOLDER,
        NoArguments,
        lambda c, args: undo.refuse(c.tables, c.table),
    ),
    Command(
        "hand-over",
        "Let a bot play your seat until you take it back.",
        OWNER,
        BotSeatArguments,
        _hand_over,
    ),
    Command(
        "take-back",
        "Take your seat back from a bot.",
        FORMER_OWNER,
        SeatArguments,
        lambda c, args: seating.take_back(c.tables, c.table, args.seat, c.me.id),
    ),
    Command(
        "order",
        "Give a standing order that the game offers (`orders`). It plays for you when its "
        "decision comes up. Only you see it.",
        OWNER,
        OrderArguments,
        _order,
    ),
    Command(
        "cancel-order",
        "Cancel one standing order or all of them.",
        OWNER,
        CancelOrderArguments,
        _cancel_order,
    ),
    Command(
        "vacation",
        "Start a vacation, with a time control in days. Your clock stops meanwhile.",
        OWNER,
        DaysOffArguments,
        lambda c, args: absence.take_days_off(c.tables, c.table, args.seat, args.days),
    ),
    Command(
        "back",
        "End your vacation early. You keep the whole days that are left.",
        OWNER,
        SeatArguments,
        lambda c, args: absence.return_early(c.tables, c.table, args.seat),
    ),
    Command(
        "vote",
        "Vote to let a bot play for a player who has been absent for a day, at a table without a "
        "clock. More than half of the others must agree. The player can take the seat back.",
        SEATED,
        SeatArguments,
        lambda c, args: absence.vote(c.tables, c.table, c.me.id, args.seat),
    ),
    Command("resign", "Leave your seat to a bot for good.", OWNER, BotSeatArguments, _resign),
    Command(
        "join",
        "Take a seat: one that is reserved for you, by share link, or any open seat of a "
        "listed table.",
        USERS,
        JoinArguments,
        _join,
    ),
    Command(
        "decline",
        "Decline an invitation: the seat that is reserved for you opens.",
        USERS,
        NoArguments,
        lambda c, args: seating.decline(c.tables, c.table, c.me.id),
    ),
    Command(
        "new-invite",
        "Replace the share link of an open seat.",
        HOST,
        SeatArguments,
        lambda c, args: hosting.renew_invite(c.tables, c.table, args.seat),
    ),
    Command(
        "fill",
        "Give an open seat to a bot.",
        HOST,
        BotSeatArguments,
        lambda c, args: hosting.fill(c.tables, c.table, args.seat, args.level),
    ),
    Command(
        "bot-speed",
        "Change how soon bots answer, from their next move on.",
        HOST,
        BotSpeedArguments,
        _set_bot_speed,
    ),
    Command(
        "close",
        "Close a table whose game has not started or cannot continue.",
        HOST,
        NoArguments,
        lambda c, args: hosting.close(c.tables, c.table),
    ),
)

TABLE_COMMANDS = {command.name: command for command in _COMMANDS}
