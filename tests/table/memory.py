"""The ports of a table in memory, and a table with players for tests."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry
from roundhouse.table.chairs import Chair
from roundhouse.table.commands.arguments import parse_arguments
from roundhouse.table.commands.registry import TABLE_COMMANDS, CommandContext, Outcome
from roundhouse.table.errors import NotFound
from roundhouse.table.events import EventBus, TableEvent
from roundhouse.table.ports import Conflict
from roundhouse.table.service import Change, TableRequest, TableService
from roundhouse.table.table import ENDED, Table, resume_match


class MemoryStorage:
    """Keeps what a database would: entries and attributes, but no states."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}

    def add(self, table: Table) -> None:
        self.tables[table.id] = replace(table)

    def save(self, table: Table, change: Change) -> int:
        stored = self.tables[table.id]
        if stored.revision != table.revision:
            raise Conflict(table.id)
        self.tables[table.id] = replace(
            stored,
            match=table.match,
            chairs=change.chairs_after(stored),
            clock=change.clock or stored.clock,
            phase=change.phase,
            listed=change.listed,
            proposal=change.proposal,
            orders={**stored.orders, **change.orders},
            revision=stored.revision + 1,
        )
        return stored.revision + 1

    def load(self, table: str) -> Table:
        stored = self.tables[table]
        entries = list(enumerate(stored.match.entries))
        names = [chair.name for chair in stored.chairs]
        match, damage = resume_match(stored.game.fork(), stored.match.ply, names, entries)
        return replace(stored, match=match, damage=damage)

    def reload(self, table: Table) -> None:
        table.replace_with(self.load(table.id))

    def discard(self, table: Table) -> None:
        self.reload(table)

    def close_damaged(self, table: Table) -> None:
        self.tables[table.id] = replace(self.tables[table.id], phase=ENDED)

    def count_unfinished(self, host: str) -> int:
        return sum(t.host == host and t.phase != ENDED for t in self.tables.values())


@dataclass
class FakeTime:
    now: float = 1_000_000.0


class Games:
    def game(
        self, game: str, options: Mapping[str, str], board: str = "", rules: int | None = None
    ) -> Game:
        return registry.open_game(game, None, dict(options), INTERPRETED, rules)


@dataclass(frozen=True)
class Level:
    name: str
    label: str
    title: str


class Bots:
    def default_level(self) -> str:
        return "random"

    def check_bot(self, name: str) -> None:
        if name != "random":
            raise NotFound("Unknown bot.")

    def all_bots(self) -> Sequence[Level]:
        return [Level("random", "Random", "Random")]

    def bot_label(self, name: str) -> str:
        return f"{name} bot"

    def levels_without_network(self, levels: Iterable[str], game: Game) -> set[str]:
        return set()


class Players:
    def __init__(self) -> None:
        self.blocks: set[tuple[str, str]] = set()
        self.bot_accounts: set[str] = set()

    def name_at_table(self, user: str, name: str) -> str:
        return name

    def blocked_by(self, user: str, others: Iterable[str]) -> bool:
        return any((other, user) in self.blocks for other in others)

    def is_bot_account(self, user: str) -> bool:
        return user in self.bot_accounts

    def check_may_play(self, user: str) -> None:
        pass


@dataclass(frozen=True)
class User:
    id: str
    name: str


@dataclass
class EventLog:
    """A subscriber that remembers what happened."""

    events: list[TableEvent] = field(default_factory=list)

    def table_changed(self, table: Table, events: Sequence[TableEvent]) -> None:
        self.events += events

    def count(self, kind: type[TableEvent]) -> int:
        return sum(isinstance(event, kind) for event in self.events)


class Club:
    """A service with all ports in memory."""

    def __init__(self, seed: str = "") -> None:
        self.storage, self.time, self.log = MemoryStorage(), FakeTime(), EventLog()
        self.players = Players()
        self.service = TableService(
            self.storage,
            self.time,
            Games(),
            Bots(),
            self.players,
            random.Random(seed),
            EventBus(self.log),
        )

    def create(self, game: str, chairs: Sequence[Chair], **more: object) -> Table:
        table = self.service.create(TableRequest("ann", game, chairs, **more))  # type: ignore[arg-type]
        return self.storage.load(table)

    def execute(self, table: Table, user: str, command_name: str, /, **fields: object) -> Outcome:
        """Execute a command with arguments as a form sends them."""
        command = TABLE_COMMANDS[command_name]
        context = CommandContext(self.service, table, User(user, user.title()))
        return command.execute(context, parse_arguments(command.arguments, fields))
