"""The storage of tables: the database, with what is open in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from math import inf
from typing import Any

from roundhouse.core.errors import BadBoard, BadOption, UnknownGame
from roundhouse.core.standing_orders import Order
from roundhouse.play import registry
from roundhouse.table.bot_delay import stored_bot_delay
from roundhouse.table.chairs import BOT, Chair
from roundhouse.table.clock import Clock, due, new_clock
from roundhouse.table.early_choices import list_early_events
from roundhouse.table.errors import NotFound
from roundhouse.table.events import TableCreated
from roundhouse.table.service import Change
from roundhouse.table.table import PLAYING, Proposal, SeatOrders, Table, resume_match
from roundhouse.table.time_control import NO_CLOCK, TIME_CONTROLS
from roundhouse.web.http.errors import Unplayable
from roundhouse.web.storage.database import Row
from roundhouse.web.tables import unplayable
from roundhouse.web.tables.games import GameLibrary, supported_versions
from roundhouse.web.tables.leases import Leases
from roundhouse.web.tables.open_tables import OpenTable, OpenTables
from roundhouse.web.tables.snapshots import Snapshots
from roundhouse.web.tables.storage.tables import NewTableRow, TableChange, TableRows


def row_of_table(table: Table) -> Row:
    game, match = table.game, table.match
    return {
        "id": table.id,
        "host": table.host,
        "game": game.meta.id,
        "options": game.options,
        "rules": game.rules,
        "board": table.board,
        "source": table.source,
        "listed": table.listed,
        "seats": len(table.chairs),
        "phase": table.phase,
        "revision": table.revision,
        "turn": match.state.turn,
        "ply": match.ply,
        "proposal": row_of_proposal(table.proposal),
        "bot_delay": table.bot_delay.key,
        "bot_accounts": table.bot_accounts,
        **row_of_clock(table.clock),
    }


def row_of_proposal(proposal: Proposal | None) -> Row | None:
    return None if proposal is None else asdict(proposal)


def proposal_from(row: Mapping[str, Any] | None, ply: int) -> Proposal | None:
    """Return an undo request, unless its moves are undone already."""
    if not row or row["ply"] >= ply:
        return None
    return Proposal(row["seat"], row["ply"], tuple(row["agreed"]))


def chair_from(row: Mapping[str, Any]) -> Chair:
    return Chair(
        row["seat"],
        row["kind"],
        row["name"],
        row["person"],
        row["level"],
        row["invite"],
        bool(row["resigned"]),
    )


def row_of_chair(chair: Chair) -> Row:
    """Return the chair's database row, whose column for the user is `person`."""
    row = asdict(chair)
    row["person"] = row.pop("user")
    return row


def seat_orders_from(row: Mapping[str, Any]) -> SeatOrders:
    return SeatOrders(tuple(Order(**order) for order in row["orders"]), row["orders_message"])


def row_of_orders(seat: int, seat_orders: SeatOrders) -> Row:
    """Return the columns of a chair for standing orders, null if there are none."""
    if seat_orders == SeatOrders():
        return {"seat": seat, "orders": None, "orders_message": None}
    orders = [asdict(order) for order in seat_orders.orders]
    return {"seat": seat, "orders": orders, "orders_message": seat_orders.message}


def row_of_clock(clock: Clock) -> Row:
    """Return the columns of a clock, with null for infinity, which JSON lacks."""
    at = due(clock)
    return {
        "time_control": clock.time_control.key,
        "clock_level": clock.level,
        "clock_left": [None if bank == inf else bank for bank in clock.left],
        "clock_running": clock.running,
        "clock_since": clock.since,
        "clock_reminded": clock.reminded,
        "clock_away": list(clock.away),
        "clock_vacation": list(clock.vacation),
        "clock_votes": list(clock.votes),
        "clock_due": None if at == inf else at,
    }


def clock_from(row: Mapping[str, Any], seats: int, awaited: int | None, since: float) -> Clock:
    """Return the clock of a table's row.

    A table of a release without clocks, or with an unknown time control, gets an unlimited clock.
    """
    if row["time_control"] not in TIME_CONTROLS or len(row["clock_left"]) != seats:
        none = (0.0,) * seats
        return Clock(NO_CLOCK, "", (inf,) * seats, awaited, since, away=none, vacation=(0,) * seats)
    return Clock(
        TIME_CONTROLS[row["time_control"]],
        row["clock_level"],
        tuple(inf if bank is None else bank for bank in row["clock_left"]),
        row["clock_running"],
        row["clock_since"],
        bool(row["clock_reminded"]),
        tuple(row["clock_away"]),
        tuple(row["clock_vacation"]),
        tuple(row["clock_votes"]),
    )


class TableStorage:
    """Loads tables, and writes changes with their leases and snapshots."""

    def __init__(
        self,
        rows: TableRows,
        games: GameLibrary,
        leases: Leases,
        snapshots: Snapshots,
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

    def read(self, table: str, snapshots: Snapshots | None = None) -> OpenTable:
        """Read the seats and moves of a table; without `snapshots`, replay every move."""
        try:
            row, chair_rows = self.rows.table(table), self.rows.chairs(table)
        except ValueError:
            raise self._unplayable(table, "The stored data of this table cannot be read.") from None
        if row is None:
            raise NotFound("There is no such table.")
        try:
            meta = registry.meta(row["game"])
            if row["rules"] not in meta.versions:
                raise self._unplayable(
                    table,
                    f"This game was started under version {row['rules']} of the rules, but this "
                    f"server plays version {meta.rules}.",
                )
            game = self.games.game(row["game"], row["options"], row["board"], row["rules"])
        except (UnknownGame, BadOption, BadBoard, NotFound) as error:
            raise self._unplayable(table, f"This game cannot be shown here: {error}") from None
        chairs = [chair_from(c) for c in chair_rows]
        if [c.seat for c in chairs] != list(range(row["seats"])):
            raise self._unplayable(table, "The seats of this table are damaged.")
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

    def _unplayable(self, table: str, reason: str) -> Unplayable:
        return unplayable.unplayable(self.rows, table, reason)

    # Writing

    def add(self, table: Table) -> None:
        bot_next = table.bot_to_move is not None
        playing = table.phase == PLAYING
        early = list_early_events(table.match.state, table.chairs, {}) if playing else []
        write = self.rows.add_table(
            NewTableRow(
                row_of_table(table),
                [row_of_chair(chair) for chair in table.chairs],
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
                known=len(match.entries) - len(change.entries),
                entries=change.entries,
                chairs=[row_of_chair(chair) for chair in change.chairs],
                orders=[row_of_orders(seat, saved) for seat, saved in change.orders.items()],
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
        unplayable.close_broken(self.rows, table, user)
        self._leases.release(table)
