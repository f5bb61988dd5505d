"""All tables: found, laid, and changed.

A table is changed under its lock, and the change is on disk before anybody hears of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sqlalchemy import Connection

from roundhouse.core.errors import BadBoard, BadOption, RoundhouseError, StaleMove, UnknownGame
from roundhouse.play import registry
from roundhouse.play.match import MOVE, Entry, Match
from roundhouse.play.record import Record
from roundhouse.web import opponents
from roundhouse.web.clocks import clock as clocks
from roundhouse.web.clocks.clock import Clock
from roundhouse.web.clocks.kept import clock_from, row_of
from roundhouse.web.clocks.pace import NONE, Pace
from roundhouse.web.errors import Clash, NotFound, Unplayable
from roundhouse.web.games import GameLibrary, played_versions
from roundhouse.web.names import fresh_id
from roundhouse.web.store.clocks import clock_of
from roundhouse.web.store.orders import orders_of
from roundhouse.web.store.store import Conflict, Row, Store
from roundhouse.web.store.tempos import tempo_of
from roundhouse.web.tables import unplayable
from roundhouse.web.tables.advancing import advance
from roundhouse.web.tables.chairs import BOT, OPEN, PERSON, Chair, chair_from
from roundhouse.web.tables.leases import Leases
from roundhouse.web.tables.open_tables import OpenTables
from roundhouse.web.tables.programmes import follow, programme_from
from roundhouse.web.tables.programmes import row_of as orders_row
from roundhouse.web.tables.snapshots import Snapshots
from roundhouse.web.tables.table import ENDED, PLAYING, WAITING, Programme, Table
from roundhouse.web.tempo import USUAL, Tempo, tempo_kept

MOST_TABLES = 60  # unfinished ones of one host


@dataclass
class Change:
    """What is to be written of a table: new entries, columns of its row, chairs that changed; what
    else happens to its clock, and what else is written in the same transaction."""

    entries: list[Entry] = field(default_factory=list)
    row: dict[str, Any] = field(default_factory=dict)
    chairs: Sequence[Chair] = ()
    orders: dict[int, Programme] = field(default_factory=dict)
    clock: list[Callable[[Clock, float], Clock]] = field(default_factory=list)
    also: list[Callable[[Connection], None]] = field(default_factory=list)


class Tables:
    """The tables of one process. `changed` is called after each change, with the table; `called`
    says what the others read when a person sits down under a name."""

    def __init__(
        self,
        store: Store,
        games: GameLibrary,
        leases: Leases,
        snapshots: Snapshots,
        kept: int,
        kept_bytes: int,
    ) -> None:
        self._store, self._games, self._leases, self._snapshots = store, games, leases, snapshots
        self.open = OpenTables(kept, kept_bytes)
        self.rng = random.SystemRandom()
        self.changed: Callable[[Table], None] = lambda table: None
        self.called: Callable[[str, str], str] = lambda person, name: name

    # Finding

    @contextmanager
    def at(self, table: str) -> Iterator[Table]:
        """A table as it is now, locked for the caller."""
        while True:
            found = self.open.get(table) or self.open.add(self.load(table))
            with found.lock:
                if found.gone:  # while we waited for it
                    continue
                if found.revision != self._store.revision(table):
                    self.refresh(found)
                yield found
                return

    def invited(self, invite: str) -> tuple[str, Chair]:
        """The table and the seat that an invitation is for."""
        row = self._store.chair_of_invite(invite)
        if row is None or row["kind"] != OPEN:
            raise NotFound(
                "This invitation is no longer good: the seat is taken or the link was "
                "withdrawn. Ask for a new one."
            )
        return row["table_id"], chair_from(row)

    def load(self, table: str) -> Table:
        """Read a table from the database; raises Unplayable if its game cannot be had here."""
        found = self.read(table, self._snapshots)
        engine, row = self._store.engine, found.row
        clock = clock_of(engine, table)
        found.clock = clock_from(clock, row["seats"], found.awaited, row["updated"])
        found.orders = {kept["seat"]: programme_from(kept) for kept in orders_of(engine, table)}
        found.tempo = tempo_kept(tempo_of(engine, table))
        if not found.damage:
            self._snapshots.rebuild(table, found.match)
        return found

    def read(self, table: str, snapshots: Snapshots | None = None) -> Table:
        """Read who sits at a table and what was played there; without `snapshots` every move is
        made again."""
        try:
            row = self._store.table(table)
        except ValueError:
            raise self._unplayable(table, "What was kept of this table cannot be read.") from None
        if row is None:
            raise NotFound("There is no such table.")
        try:
            box = registry.meta(row["game"])
            if row["rules"] not in box.versions:
                raise self._unplayable(
                    table,
                    f"This game was begun under version {row['rules']} of the rules; "
                    f"this server plays version {box.rules}.",
                )
            game = self._games.game(row["game"], row["options"], row["board"], row["rules"])
        except (UnknownGame, BadOption, BadBoard, NotFound) as error:
            raise self._unplayable(table, f"This game cannot be shown here: {error}") from None
        chairs = [chair_from(c) for c in self._store.chairs(table)]
        if [c.seat for c in chairs] != list(range(row["seats"])):
            raise self._unplayable(table, "It is not known any more who sits at this table.")
        entries = self._store.numbered_entries(table)
        told = [entry for _, entry in entries]
        anchors = snapshots.anchors(table, game, told) if snapshots is not None else []
        return Table(row, chairs, game, entries, anchors)

    def bare_record(self, table: str) -> Record:
        """The moves of a finished game that cannot be shown here."""
        return unplayable.bare_record(self._store, table)

    def _unplayable(self, table: str, reason: str) -> Unplayable:
        return unplayable.unplayable(self._store, table, reason)

    def refresh(self, table: Table) -> None:
        """Another process has changed it, or a change of ours failed half way."""
        self.open.drop(table)
        table.become(self.load(table.id))
        table.gone = False
        self.open.add(table)

    @property
    def now(self) -> float:
        """The time that clocks go by."""
        return self._store.now

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
        pace: Pace = NONE,
        standin: str = "",
        tempo: Tempo = USUAL,
    ) -> str:
        """A new table; it begins at once if every seat is taken. `begun` are moves that were made
        already, under version `rules`, at the table or in the record `source`. By its `pace` time
        runs; a bot of the level `standin` plays on for whoever has none left. By its `tempo` bots
        answer."""
        loaded = self._games.game(game, options, board, rules)
        loaded.meta.check_seats(len(chairs))
        chairs = [self.seated(chair) for chair in chairs]
        for level in (standin or opponents.usual(), *(c.level for c in chairs if c.kind == BOT)):
            opponents.check(level)
        if self._store.count_playing(host, played_versions()) >= MOST_TABLES:
            raise Clash(f"You host {MOST_TABLES} unfinished games already; finish some first.")
        match = Match.resume(loaded, len(chairs), begun)
        phase = WAITING if any(c.kind == OPEN for c in chairs) else PLAYING
        first = list(match.entries)
        if phase == PLAYING:
            first += advance(match, self.rng)
        row = _laid(match, ENDED if match.over else phase)
        row |= {"board": board, "host": host, "listed": listed, "source": source}
        bot_next = row["phase"] == PLAYING and chairs[row["turn"]].kind == BOT
        claim = self._leases.claim(bot_next, by_bot=False, bot_before=False)
        clock = clocks.laid(pace, standin or opponents.usual(), len(chairs))
        if row["phase"] == PLAYING:
            clock = clocks.after(clock, [], None if bot_next else row["turn"], self.now)
        seated = [asdict(c) for c in chairs]
        written = self._store.add_table(row, seated, first, claim, row_of(clock), tempo.key)
        self._leases.note(row["id"], written.held)
        with self.at(row["id"]) as table:
            self.changed(table)
        return str(row["id"])

    def seated(self, chair: Chair) -> Chair:
        """A chair as the others may read it: nobody sits under the name of somebody's account."""
        if chair.person is None:
            return chair
        return replace(chair, name=self.called(chair.person, chair.name))

    # Changing

    @contextmanager
    def change(self, table: Table, by_bot: bool = False) -> Iterator[Change]:
        """What is done inside is on disk when it is left; or the table leaves memory, and is read
        again when it is next asked for. (Before anything else: while it is read again the database
        may be gone too, and the next move would be made on one that nobody has.)"""
        if table.damage:
            raise Clash(table.damage)
        change = Change()
        known, bot_before = len(table.match.entries), table.thinking is not None
        try:
            yield change
            self._follow_orders(table, change)
            self._write(table, change, by_bot, bot_before)
        except Conflict:
            self.refresh(table)
            raise StaleMove(
                "Somebody was quicker: the table has just changed. Look again."
            ) from None
        except BaseException as error:
            refused = isinstance(error, RoundhouseError) and len(table.match.entries) == known
            if not refused:  # something was touched before it went wrong
                self.open.drop(table)
            raise
        self.changed(table)

    def break_up(self, table: str, person: str | None) -> None:
        """Close a table that is damaged or whose game cannot be played here; for its host."""
        unplayable.break_up(self._store, table, person)
        self._leases.release(table)

    def _follow_orders(self, table: Table, change: Change) -> None:
        """What people have ordered beforehand happens at once, as a part of the same change."""
        before = {**table.orders, **change.orders}
        if not before or change.row.get("phase", table.phase) != PLAYING:
            return
        after = dict(before)
        follow(table, _chairs_after(table, change), after, change.entries, self.rng)
        change.orders = {s: p for s, p in after.items() if p != table.orders.get(s)}

    def _write(self, table: Table, change: Change, by_bot: bool, bot_before: bool) -> None:
        match, row = table.match, dict(change.row)
        if match.over:
            row["phase"] = ENDED
        row |= {"turn": match.state.turn, "ply": match.ply}
        chairs = _chairs_after(table, change)
        playing = row.get("phase", table.phase) == PLAYING
        bot_next = playing and chairs[match.state.turn].kind == BOT
        awaited = match.state.turn if playing and not bot_next else None
        clock = self._clock_after(table, change, awaited)
        written = self._store.change_table(
            table.id,
            table.revision,
            row,
            known=len(match.entries) - len(change.entries),
            added=change.entries,
            seats=[asdict(c) for c in change.chairs],
            claim=self._leases.claim(bot_next, by_bot, bot_before),
            states=self._snapshots.due(match),
            clock=None if clock is table.clock else row_of(clock),
            programmes=[orders_row(seat, kept) for seat, kept in change.orders.items()],
            also=change.also,
        )
        self._leases.note(table.id, written.held)
        table.chairs, table.clock = chairs, clock
        table.orders = {**table.orders, **change.orders}
        table.row = {**table.row, **row, "revision": written.revision}
        match.names = tuple(table.names)

    def _clock_after(self, table: Table, change: Change, awaited: int | None) -> Clock:
        now, clock = self.now, table.clock
        for step in change.clock:
            clock = step(clock, now)
        decided = [
            entry.seat
            for entry in change.entries
            if entry.kind == MOVE and entry.seat >= 0 and table.chairs[entry.seat].kind == PERSON
        ]
        return clocks.after(clock, decided, awaited, now)


def _laid(match: Match, phase: str) -> Row:
    """What is written of a new table, but for who laid it and where it comes from."""
    return {
        "id": fresh_id(),
        "game": match.game.meta.id,
        "options": match.game.options,
        "rules": match.game.rules,
        "seats": len(match.names),
        "phase": phase,
        "revision": 1,
        "turn": match.state.turn,
        "ply": match.ply,
        "proposal": None,
    }


def _chairs_after(table: Table, change: Change) -> list[Chair]:
    changed = {c.seat: c for c in change.chairs}
    return [changed.get(c.seat, c) for c in table.chairs]
