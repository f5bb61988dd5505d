"""Define a command: its permission, its arguments and its effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from roundhouse.table.commands.parsing import Arguments
from roundhouse.table.errors import NotSignedIn
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
