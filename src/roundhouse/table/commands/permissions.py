"""Who may execute a command."""

from __future__ import annotations

from typing import Any

from roundhouse.table.commands.arguments import MoveArguments, SeatArguments
from roundhouse.table.commands.command import CommandContext, Permission
from roundhouse.table.errors import NotYours
from roundhouse.table.hosting import check_host


def _allow_all(context: CommandContext, arguments: Any) -> None:
    pass


def _seated(context: CommandContext, arguments: Any) -> None:
    context.table.check_playing()
    if not context.my_seats:
        raise NotYours("You are not a player at this table.")


def _seat_holder(context: CommandContext, arguments: Any) -> None:
    if not context.my_seats and not context.table.handed_over(context.me.id):
        raise NotYours("You are not a player at this table.")


def _playing(context: CommandContext, arguments: MoveArguments) -> None:
    if not context.my_seats:
        raise NotYours("You are a spectator at this table.")
    if arguments.seat is not None and arguments.seat not in context.my_seats:
        raise NotYours("That is not your seat.")


def _on_turn(context: CommandContext, arguments: Any) -> None:
    if context.table.turn not in context.my_seats:
        raise NotYours("You can ask for a hint when it is your turn.")


def _owner(context: CommandContext, arguments: SeatArguments) -> None:
    if arguments.seat not in context.my_seats:
        raise NotYours("That is not your seat.")


def _handed_over(context: CommandContext, arguments: SeatArguments) -> None:
    if arguments.seat not in context.table.handed_over(context.me.id):
        raise NotYours("No bot is playing that seat for you.")


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
