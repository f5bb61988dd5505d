"""Define a command: its permission, its arguments and its effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from roundhouse.table.commands.arguments import MoveArguments, SeatArguments
from roundhouse.table.commands.parsing import Arguments
from roundhouse.table.errors import NotSignedIn, NotYours
from roundhouse.table.hosting import check_host
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
            raise NotSignedIn("Sign in or choose a name first.")
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
