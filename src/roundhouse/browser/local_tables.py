"""The tables of a tab: in memory, and as documents that the browser stores."""

from __future__ import annotations

import random
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from roundhouse.browser.documents import Document, Documents
from roundhouse.browser.local_games import LocalGames
from roundhouse.browser.local_player import USER, LocalPlayers
from roundhouse.core.translation import translate as _
from roundhouse.play.match import Entry
from roundhouse.play.record import Record
from roundhouse.table.bot_delay import stored_bot_delay
from roundhouse.table.clock import NO_CLOCK, new_clock
from roundhouse.table.early_choices import list_early_seats
from roundhouse.table.errors import Clash, NotFound
from roundhouse.table.events import EventBus
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.service import Change, TableService
from roundhouse.table.table import ENDED, Table, resume_match
from roundhouse.table.viewpoint import visible_record
from roundhouse.web.bots import bot_catalog
from roundhouse.web.tables.table_rows import (
    chair_from,
    clock_from,
    proposal_from,
    row_of_chair,
    row_of_early_choice,
    row_of_orders,
    row_of_table,
    seat_orders_from,
)

MAX_OPEN_TABLES = 6  # in memory; others are read again when they are needed


@dataclass(eq=False)
class LocalTable(Table):
    """A table in memory, with the cached views of its match."""

    def __post_init__(self) -> None:
        self.views = MatchViews(self.match)

    def replace_with(self, other: Table) -> None:
        super().replace_with(other)
        self.views = MatchViews(self.match)


class SystemTime:
    """The time of the device."""

    @property
    def now(self) -> float:
        return time.time()


class LocalStorage:
    """Tables as documents. The browser stores them before a request is answered."""

    def __init__(self, documents: Documents, games: LocalGames) -> None:
        self._documents, self._games = documents, games
        self._open: OrderedDict[str, LocalTable] = OrderedDict()

    def at(self, table: str) -> LocalTable:
        """Return a table."""
        if table not in self._open:
            self._open[table] = self._read(table)
            while len(self._open) > MAX_OPEN_TABLES:
                self._open.popitem(last=False)
        self._open.move_to_end(table)
        return self._open[table]

    def rows(self) -> list[Document]:
        """Return the tables for a list: those in progress first, the newest first."""
        rows = self._documents.all("tables").values()
        listed = [row for row in rows if not row.get("hidden")]
        return sorted(listed, key=lambda row: (row["phase"] == ENDED, -row["updated"]))

    def hide(self, table: str) -> None:
        """Remove a finished game from the list, and from this device."""
        if self._row(table)["phase"] != ENDED:
            raise Clash(_("The game is still running. Leave it from the table page."))
        self._documents.delete("tables", table)
        self._documents.delete("analyses", table)
        self._open.pop(table, None)

    def forget(self) -> None:
        """Drop all tables from memory."""
        self._open.clear()

    # The storage of the table service

    def add(self, table: Table) -> None:
        self._write(table, self._entries_of(table))
        self._open[table.id] = self._read(table.id)

    def save(self, table: Table, change: Change) -> int:
        match = table.match
        row = self._row(table.id)
        after = replace(
            table,
            chairs=change.chairs_after(table),
            clock=change.clock or table.clock,
            phase=change.phase,
            listed=change.listed,
            proposal=change.proposal,
            orders={**table.orders, **change.orders},
            bot_delay=change.bot_delay or table.bot_delay,
            revision=table.revision + 1,
        )
        known = len(match.entries) - len(change.entries)
        self._write(after, [*row["entries"][:known], *map(_entry_row, change.entries)])
        return after.revision

    def reload(self, table: Table) -> None:
        table.replace_with(self._read(table.id))

    def discard(self, table: Table) -> None:
        self._open.pop(table.id, None)

    def close_damaged(self, table: Table) -> None:
        row = self._row(table.id)
        revision = row["revision"] + 1
        self._documents.put("tables", table.id, {**row, "phase": ENDED, "revision": revision})

    def count_unfinished(self, host: str) -> int:
        return sum(row["phase"] != ENDED for row in self._documents.all("tables").values())

    # Documents

    def _row(self, table: str) -> Document:
        row = self._documents.get("tables", table)
        if row is None:
            raise NotFound(_("There is no such table on this device."))
        return row

    def _entries_of(self, table: Table) -> list[list[Any]]:
        return [_entry_row(entry) for entry in table.match.entries]

    def _write(self, table: Table, entries: list[list[Any]]) -> None:
        early_seats = list_early_seats(table)
        orders = [row_of_orders(seat, saved) for seat, saved in table.orders.items()]
        row = {
            **row_of_table(table),
            "chairs": [
                row_of_chair(chair) | row_of_early_choice(chair.seat, early_seats)
                for chair in table.chairs
            ],
            "orders": [row for row in orders if row["orders"] is not None],
            "entries": entries,
            "ranks": list(table.match.state.ranks()) if table.match.over else None,
            "updated": time.time(),
        }
        self._documents.put("tables", table.id, row)

    def _read(self, table: str) -> LocalTable:
        row = self._row(table)
        game = self._games.game(row["game"], row["options"], row["board"], row["rules"])
        chairs = [chair_from(chair) for chair in row["chairs"]]
        entries = [(n, Entry(*fields)) for n, fields in enumerate(row["entries"])]
        names = [chair.name for chair in chairs]
        match, damage = resume_match(game, row["ply"], names, entries)
        result = LocalTable(
            id=table,
            host=row["host"],
            match=match,
            chairs=chairs,
            clock=new_clock(NO_CLOCK, "", len(chairs)),
            phase=row["phase"],
            revision=row["revision"],
            listed=row["listed"],
            source=row["source"],
            board=row["board"],
            bot_delay=stored_bot_delay(row["bot_delay"]),
            orders={each["seat"]: seat_orders_from(each) for each in row["orders"]},
            proposal=proposal_from(row["proposal"], match.ply),
            damage=damage,
        )
        result.clock = clock_from(row, len(chairs), result.human_to_move, row["updated"])
        return result


def _entry_row(entry: Entry) -> list[Any]:
    return list(asdict(entry).values())


class LocalTables(TableService):
    """The tables of one tab."""

    def __init__(
        self, documents: Documents, games: LocalGames, players: LocalPlayers, events: EventBus
    ) -> None:
        storage = LocalStorage(documents, games)
        rng = random.SystemRandom()
        super().__init__(storage, SystemTime(), games, bot_catalog, players, rng, events)
        self.local, self.library = storage, games
        self.at: Callable[[str], LocalTable] = storage.at

    def visible_record(self, table: str, seat: int | None) -> Record:
        """Return the record as the user may see it; complete when the game is over."""
        return visible_record(self.at(table), USER, seat)
