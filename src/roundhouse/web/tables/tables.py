"""All tables: found, laid, and changed.

A table is changed under its lock, and the change is on disk before anybody hears of it.
"""

from __future__ import annotations

import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from roundhouse.core.errors import RoundhouseError, StaleMove
from roundhouse.play import registry
from roundhouse.play.match import Entry, Match
from roundhouse.web import opponents
from roundhouse.web.errors import Clash, NotFound
from roundhouse.web.games import GameLibrary
from roundhouse.web.names import fresh_id
from roundhouse.web.store.store import Conflict, Row, Store
from roundhouse.web.tables.chairs import BOT, OPEN, Chair, chair_from
from roundhouse.web.tables.table import ENDED, PLAYING, WAITING, Table

MOST_TABLES = 60  # unfinished ones of one host


@dataclass
class Change:
    """What is to be written of a table: new entries, columns of its row, chairs that changed."""

    entries: list[Entry] = field(default_factory=list)
    row: dict[str, Any] = field(default_factory=dict)
    chairs: Sequence[Chair] = ()


class Tables:
    """The tables of one process. `changed` is called after each change, with the table."""

    def __init__(self, store: Store, games: GameLibrary, kept: int) -> None:
        self._store, self._games, self._kept = store, games, kept
        self._open: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()
        self.rng = random.SystemRandom()
        self.changed: Callable[[Table], None] = lambda table: None

    # Finding

    @contextmanager
    def at(self, table: str) -> Iterator[Table]:
        """A table as it is now, locked for the caller."""
        found = self._find(table)
        with found.lock:
            if found.revision != self._store.revision(table):
                self._refresh(found)
            yield found

    def invited(self, invite: str) -> tuple[str, Chair]:
        """The table and the seat that an invitation is for."""
        row = self._store.chair_of_invite(invite)
        if row is None or row["kind"] != OPEN:
            raise NotFound(
                "This invitation is no longer good: the seat is taken or the link was "
                "withdrawn. Ask for a new one."
            )
        return row["table_id"], chair_from(row)

    def _find(self, table: str) -> Table:
        with self._lock:
            found = self._open.get(table)
            if found is not None:
                self._open.move_to_end(table)
                return found
        made = self._load(table)
        with self._lock:
            found = self._open.setdefault(table, made)
            while len(self._open) > self._kept:
                self._open.popitem(last=False)
        return found

    def _load(self, table: str) -> Table:
        row = self._store.table(table)
        if row is None:
            raise NotFound("There is no such table.")
        box = registry.meta(row["game"])
        if row["rules"] not in box.versions:
            raise Clash(
                f"This game was begun under version {row['rules']} of the rules; "
                f"this server plays version {box.rules}."
            )
        game = self._games.game(row["game"], row["options"], row["board"], row["rules"])
        chairs = [chair_from(c) for c in self._store.chairs(table)]
        return Table(row, chairs, game, self._store.entries(table))

    def _refresh(self, table: Table) -> None:
        """Another process has changed it, or a change of ours failed half way."""
        made = self._load(table.id)
        table.row, table.chairs = made.row, made.chairs
        table.match, table.views = made.match, made.views

    # Laying

    def create(
        self,
        host: str,
        game: str,
        options: Mapping[str, str],
        chairs: Sequence[Chair],
        board: str = "",
        listed: bool = False,
        begun: Iterable[Entry] = (),
        source: str = "",
        rules: int | None = None,
    ) -> str:
        """A new table; it begins at once if every seat is taken. `begun` are moves that were made
        already, under version `rules`, at the table or in the record `source`."""
        loaded = self._games.game(game, options, board, rules)
        loaded.meta.check_seats(len(chairs))
        for chair in chairs:
            if chair.kind == BOT:
                opponents.check(chair.level)
        if self._store.count_playing(host) >= MOST_TABLES:
            raise Clash(f"You host {MOST_TABLES} unfinished games already; finish some first.")
        match = Match.resume(loaded, len(chairs), begun)
        phase = WAITING if any(c.kind == OPEN for c in chairs) else PLAYING
        first = list(match.entries)
        if phase == PLAYING:
            first += match.advance(self.rng)
        row: Row = {
            "id": fresh_id(),
            "game": game,
            "options": loaded.options,
            "board": board,
            "rules": loaded.rules,
            "seats": len(chairs),
            "host": host,
            "listed": listed,
            "phase": ENDED if match.over else phase,
            "revision": 1,
            "turn": match.state.turn,
            "ply": match.ply,
            "source": source,
            "proposal": None,
        }
        self._store.add_table(row, [asdict(c) for c in chairs], first)
        with self.at(row["id"]) as table:
            self.changed(table)
        return str(row["id"])

    # Changing

    @contextmanager
    def change(self, table: Table) -> Iterator[Change]:
        """What is done inside is on disk when it is left, or undone in memory as well."""
        change = Change()
        try:
            yield change
            self._write(table, change)
        except Conflict:
            self._refresh(table)
            raise StaleMove(
                "Somebody was quicker: the table has just changed. Look again."
            ) from None
        except RoundhouseError:
            raise  # refused before anything was touched
        except BaseException:
            self._refresh(table)
            raise
        self.changed(table)

    def _write(self, table: Table, change: Change) -> None:
        match, row = table.match, dict(change.row)
        if match.over:
            row["phase"] = ENDED
        row |= {"turn": match.state.turn, "ply": match.ply}
        revision = self._store.change_table(
            table.id,
            table.revision,
            row,
            known=len(match.entries) - len(change.entries),
            added=change.entries,
            seats=[asdict(c) for c in change.chairs],
        )
        changed = {c.seat: c for c in change.chairs}
        table.chairs = [changed.get(c.seat, c) for c in table.chairs]
        table.row = {**table.row, **row, "revision": revision}
        match.names = tuple(table.names)
