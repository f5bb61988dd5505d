"""Create tables without a server and play at them in the test's process."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from roundhouse.table.chairs import BOT, HUMAN, Chair
from roundhouse.table.commands.registry import Outcome
from roundhouse.table.service import TableRequest
from roundhouse.web.accounts.sessions import User
from roundhouse.web.services import Services
from roundhouse.web.tables.commands import COMMANDS, ServerContext
from roundhouse.web.tables.table_storage import OpenTable


def human_chairs(*names: str) -> list[Chair]:
    return [Chair(n, HUMAN, name, name) for n, name in enumerate(names)]


def bot_chairs(seats: int, level: str = "random") -> list[Chair]:
    return [Chair(n, BOT, f"Bot {n}", level=level) for n in range(seats)]


def create_table(services: Services, *names: str, game: str = "northern") -> str:
    return services.tables.create(TableRequest(names[0], game, human_chairs(*names)))


def execute(
    services: Services,
    table: str,
    user: str,
    command: str,
    locked: OpenTable | None = None,
    **arguments: Any,
) -> Outcome:
    """Run a command at a table; pass `locked` if the caller holds the table's lock."""
    with nullcontext(locked) if locked else services.tables.at(table) as result:
        context = ServerContext(services, result, User(user, user, False))
        return COMMANDS[command].execute(context, COMMANDS[command].arguments(**arguments))


def move(services: Services, table: str, user: str, words: str) -> None:
    with services.tables.at(table) as result:
        execute(services, table, user, "move", result, ply=result.match.ply, move=words)
