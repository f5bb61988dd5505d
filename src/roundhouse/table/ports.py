"""What a table needs from outside: storage, time, games, bots and players.

A server implements these with a database and worker processes, a browser with IndexedDB and a
worker, and a test in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Protocol

from roundhouse.core.game import Game

if TYPE_CHECKING:
    from roundhouse.table.service import Change
    from roundhouse.table.table import Table


class Conflict(Exception):
    """Another process changed the table first; read it again."""


class Storage(Protocol):
    """Where tables are kept. When a call returns, the data is safe."""

    def add(self, table: Table) -> None:
        """Store a new table with all entries of its match."""

    def save(self, table: Table, change: Change) -> int:
        """Store a change and return the new revision; raise Conflict if it is outdated.

        The match of `table` includes the change already; its other attributes do not.
        """

    def reload(self, table: Table) -> None:
        """Give `table` its stored state."""

    def discard(self, table: Table) -> None:
        """Drop a table from memory whose match does not agree with the stored one."""

    def close_damaged(self, table: Table) -> None:
        """Close a table whose match is damaged; its moves stay as they are."""

    def count_unfinished(self, host: str) -> int:
        """Return the number of playable, unfinished tables of a host."""


class Time(Protocol):
    """The time, in seconds since 1970."""

    @property
    def now(self) -> float: ...


class GameSource(Protocol):
    """The games, on their own boards and on custom ones."""

    def game(
        self, game: str, options: Mapping[str, str], board: str = "", rules: int | None = None
    ) -> Game:
        """Return a game for one table; `board` is a digest, `rules` a version."""


class BotLevel(Protocol):
    """A bot in a list."""

    @property
    def name(self) -> str: ...
    @property
    def label(self) -> str: ...


class BotCatalog(Protocol):
    """The bots that can take a seat."""

    def default_level(self) -> str: ...

    def check_bot(self, name: str) -> None:
        """Raise NotFound unless this bot may take a seat."""

    def all_bots(self) -> Sequence[BotLevel]: ...

    def bot_label(self, name: str) -> str: ...

    def levels_without_network(self, levels: Iterable[str], game: Game) -> Set[str]:
        """Return the guided levels that have no network for this game."""


class Player(Protocol):
    """A user as a table knows them."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


class Players(Protocol):
    """The users of all tables."""

    def name_at_table(self, user: str, name: str) -> str:
        """Return a name for a seat that does not imitate another user's account."""

    def blocked_by(self, user: str, others: Iterable[str]) -> bool:
        """Return whether one of `others` has blocked a user."""

    def is_bot_account(self, user: str) -> bool:
        """Return whether a user is the account of a program."""

    def check_may_play(self, user: str) -> None:
        """Raise Clash if a user may not have another game."""
