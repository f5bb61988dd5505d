"""The storage of tables: the database, with what is open in memory.

A table whose game is not available, or whose rows are damaged, can still be closed by its host.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field

from roundhouse.core.constants import OVER
from roundhouse.core.errors import BadBoard, BadOption, UnknownGame
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.play.match import UNDO, Entry
from roundhouse.play.record import Move, Record
from roundhouse.table.bot_delay import stored_bot_delay
from roundhouse.table.chairs import BOT
from roundhouse.table.clock import NO_CLOCK, new_clock
from roundhouse.table.early_choices import early_seats_of, list_early_events
from roundhouse.table.errors import Clash, NotFound, NotYours
from roundhouse.table.events import TableClosed, TableCreated
from roundhouse.table.ports import Conflict
from roundhouse.table.presentation.match_views import MatchViews
from roundhouse.table.service import Change
from roundhouse.table.table import ENDED, PLAYING, Table, resume_match
from roundhouse.web.http.errors import Unplayable
from roundhouse.web.storage.database import Row
from roundhouse.web.tables.games import GameLibrary, supported_versions
from roundhouse.web.tables.leases import Leases
from roundhouse.web.tables.match_snapshots import MatchSnapshots
from roundhouse.web.tables.shared_views import SharedDrawnViews
from roundhouse.web.tables.storage.tables import NewTableRow, TableChange, TableRows
from roundhouse.web.tables.table_rows import (
    chair_from,
    clock_from,
    proposal_from,
    row_of_chair,
    row_of_clock,
    row_of_early_choice,
    row_of_orders,
    row_of_proposal,
    row_of_table,
    seat_orders_from,
)

VIEW_BYTES = 500  # roughly what a ply needs besides its state


@dataclass(eq=False)
class OpenTable(Table):
    """A table in memory. Hold `lock` while reading or changing it.

    Attributes:
        views: The cached views of the match.
        gone: Whether memory does not match the database, so that the table must be loaded again.
        last_used: Monotonic time.
    """

    lock: threading.RLock = field(default_factory=threading.RLock, init=False)
    gone: bool = field(default=False, init=False)
    last_used: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self.views = MatchViews(self.match, SharedDrawnViews())
        self._ply_bytes = len(self.match.state.pack()) + VIEW_BYTES

    def replace_with(self, other: Table) -> None:
        super().replace_with(other)
        self.views = MatchViews(self.match, SharedDrawnViews())

    @property
    def size(self) -> int:
        """The approximate size of the positions in memory, in bytes."""
        return self.match.ply * self._ply_bytes


class OpenTables:
    """Tables in memory. An evicted table is loaded again when it is needed."""

    def __init__(self, max_tables: int, max_bytes: int) -> None:
        self._max_tables, self._max_bytes = max_tables, max_bytes
        self._lock = threading.Lock()
        self._tables: OrderedDict[str, OpenTable] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, table: str) -> OpenTable | None:
        with self._lock:
            result = self._tables.get(table)
            if result is not None:
                self._tables.move_to_end(table)
                result.last_used = time.monotonic()
            return result

    def add(self, table: OpenTable) -> OpenTable:
        """Add a table that was just loaded, or return the one of a faster thread."""
        table.last_used = time.monotonic()
        with self._lock:
            result = self._tables.setdefault(table.id, table)
            size = sum(each.size for each in self._tables.values())
            while len(self._tables) > 1 and (
                len(self._tables) > self._max_tables or size > self._max_bytes
            ):
                _, removed = self._tables.popitem(last=False)
                size -= removed.size
            return result

    def drop(self, table: OpenTable) -> None:
        """Remove a table whose memory does not match the database."""
        with self._lock:
            table.gone = True
            if self._tables.get(table.id) is table:
                del self._tables[table.id]

    def evict_idle(self, idle: float) -> int:
        """Remove tables unused for `idle` seconds and return their number."""
        before = time.monotonic() - idle
        with self._lock:
            unused = [name for name, table in self._tables.items() if table.last_used < before]
            for name in unused:
                del self._tables[name]
            return len(unused)


NO_TABLE = mark("There is no such table.")


class TableStorage:
    """Loads tables, and writes changes with their leases and snapshots."""

    def __init__(
        self,
        rows: TableRows,
        games: GameLibrary,
        leases: Leases,
        snapshots: MatchSnapshots,
        open_tables: OpenTables,
    ) -> None:
        self.rows, self.games, self.open = rows, games, open_tables
        self._leases, self._snapshots = leases, snapshots

    # Reading

    def load(self, table: str) -> OpenTable:
        """Load a table from the database; raise Unplayable if its game is not available."""
        result = self.read(table, self._snapshots)
        if not result.damage:
            self._snapshots.rebuild(table, result.match)
        return result

    def read(self, table: str, snapshots: MatchSnapshots | None = None) -> OpenTable:
        """Read the seats and moves of a table; without `snapshots`, replay every move."""
        try:
            row, chair_rows = self.rows.table(table), self.rows.chairs(table)
        except ValueError:
            reason = _("The stored data of this table cannot be read.")
            raise self._unplayable(table, reason) from None
        if row is None:
            raise NotFound(_(NO_TABLE))
        try:
            meta = registry.meta(row["game"])
            if row["rules"] not in meta.versions:
                raise self._unplayable(
                    table,
                    _(
                        "This game was started under version {old} of the rules, but this server "
                        "plays version {new}.",
                        old=row["rules"],
                        new=meta.rules,
                    ),
                )
            game = self.games.game(row["game"], row["options"], row["board"], row["rules"])
        except (UnknownGame, BadOption, BadBoard, NotFound) as error:
            reason = _("This game cannot be shown here: {reason}", reason=error)
            raise self._unplayable(table, reason) from None
        chairs = [chair_from(c) for c in chair_rows]
        if [c.seat for c in chairs] != list(range(row["seats"])):
            raise self._unplayable(table, _("The seats of this table are damaged."))
        entries = self.rows.numbered_entries(table)
        lines = [entry for _, entry in entries]
        anchors = snapshots.anchors(table, game, lines) if snapshots is not None else []
        names = [chair.name for chair in chairs]
        match, damage = resume_match(game, row["ply"], names, entries, anchors)
        result = OpenTable(
            id=table,
            host=row["host"],
            match=match,
            chairs=chairs,
            clock=new_clock(NO_CLOCK, "", len(chairs)),
            phase=row["phase"],
            revision=row["revision"],
            listed=bool(row["listed"]),
            source=row["source"],
            board=row["board"],
            bot_delay=stored_bot_delay(row["bot_delay"]),
            bot_accounts=bool(row["bot_accounts"]),
            in_tournament=self.rows.in_tournament(table),
            orders={
                chair["seat"]: seat_orders_from(chair)
                for chair in chair_rows
                if chair["orders"] is not None
            },
            proposal=proposal_from(row["proposal"], match.ply),
            damage=damage,
        )
        result.clock = clock_from(row, len(chairs), result.human_to_move, row["updated"])
        return result

    def reload(self, table: Table) -> None:
        """Load a table again after a change by another process."""
        self.discard(table)
        table.replace_with(self.load(table.id))
        if isinstance(table, OpenTable):
            table.gone = False
            self.open.add(table)

    def discard(self, table: Table) -> None:
        if isinstance(table, OpenTable):
            self.open.drop(table)

    def count_unfinished(self, host: str) -> int:
        return self.rows.count_playing(host, supported_versions())

    def bare_record(self, table: str) -> Record:
        """Return the stored moves of a finished game, unchecked."""
        row = self.rows.table(table)
        if row is None:
            raise NotFound(_(NO_TABLE))
        line: list[Entry] = []
        for entry in self.rows.entries(table):
            if entry.kind == UNDO:
                del line[entry.ply :]
            else:
                line.append(entry)
        return Record(
            game=row["game"],
            seats=row["seats"],
            rules=row["rules"],
            board=row["board"],
            options=row["options"],
            names=tuple(c["name"] for c in self.rows.chairs(table)),
            moves=tuple(Move(entry.seat, entry.words) for entry in line),
        )

    def _unplayable(self, table: str, reason: str) -> Unplayable:
        row = self._summary(table)
        return Unplayable(
            reason,
            table,
            row["host"],
            row["revision"],
            closed=row["phase"] == ENDED,
            finished=row["turn"] == OVER,
        )

    def _summary(self, table: str) -> Row:
        result = self.rows.table_summary(table)
        if result is None:
            raise NotFound(_(NO_TABLE))
        return result

    # Writing

    def add(self, table: Table) -> None:
        bot_next = table.bot_to_move is not None
        playing = table.phase == PLAYING
        early = list_early_events(table.match.state, table.chairs, {}) if playing else []
        early_seats = early_seats_of(early)
        write = self.rows.add_table(
            NewTableRow(
                row_of_table(table),
                [
                    row_of_chair(chair) | row_of_early_choice(chair.seat, early_seats)
                    for chair in table.chairs
                ],
                table.match.entries,
                self._leases.claim(bot_next, by_bot=False, bot_before=False),
                [TableCreated(), *early],
            )
        )
        self._leases.note(table.id, write.holds_lease)
        self.open.add(self.load(table.id))

    def save(self, table: Table, change: Change) -> int:
        match, chairs = table.match, change.chairs_after(table)
        bot_next = change.phase == PLAYING and chairs[match.state.turn].kind == BOT
        early_seats = early_seats_of(change.events)
        row = {
            "phase": change.phase,
            "listed": change.listed,
            "proposal": row_of_proposal(change.proposal),
            "turn": match.state.turn,
            "ply": match.ply,
        }
        if change.clock is not None:
            row |= row_of_clock(change.clock)
        if change.bot_delay is not None:
            row["bot_delay"] = change.bot_delay.key
        write = self.rows.change_table(
            TableChange(
                table.id,
                table.revision,
                row,
                entry_count=len(match.entries) - len(change.entries),
                entries=change.entries,
                chairs=[row_of_chair(chair) for chair in change.chairs],
                orders=[row_of_orders(seat, saved) for seat, saved in change.orders.items()],
                early=[
                    row_of_early_choice(seat, early_seats)
                    for seat in sorted(early_seats.union(change.early_before))
                ],
                lease=self._leases.claim(bot_next, change.by_bot, change.bot_before),
                snapshots=self._snapshots.due(match),
                events=change.events,
            )
        )
        self._leases.note(table.id, write.holds_lease)
        return write.revision

    def close_damaged(self, table: Table) -> None:
        self.close_broken(table.id, table.host)

    def close_broken(self, table: str, user: str | None) -> None:
        """Close a table that is damaged or whose game is not available, for its host."""
        row = self._summary(table)
        if user is None or row["host"] != user:
            raise NotYours(_("Only the host can do that."))
        if row["phase"] == ENDED:
            raise Clash(_("This table is already closed."))
        change = TableChange(
            table,
            row["revision"],
            {"phase": ENDED, "listed": False},
            chairs=[{"seat": seat, "invite": None} for seat in range(row["seats"])],
            events=[TableClosed()],
        )
        try:
            self.rows.change_table(change)
        except Conflict:
            raise Clash(_("The table has just changed. Try again.")) from None
        self._leases.release(table)
