"""Create and change tables: the rules that hold wherever tables are stored."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from roundhouse.core.errors import RoundhouseError, StaleMove
from roundhouse.core.stored_text import translate_stored
from roundhouse.core.translation import translate as _
from roundhouse.play.match import MOVE, UNDO, Entry, Match
from roundhouse.table import clock as clocks
from roundhouse.table.bot_delay import USUAL, BotDelay
from roundhouse.table.chairs import BOT, HUMAN, OPEN, Chair
from roundhouse.table.clock import DAY, NO_CLOCK, Clock, TimeControl
from roundhouse.table.early_choices import list_early_events, list_early_seats
from roundhouse.table.errors import Clash
from roundhouse.table.events import (
    EventBus,
    GameEnded,
    GameStarted,
    MoveMade,
    MoveUndone,
    OrdersChanged,
    TableClosed,
    TableCreated,
    TableEvent,
)
from roundhouse.table.names import fresh_id
from roundhouse.table.ports import BotCatalog, Conflict, GameSource, Players, Storage, Time
from roundhouse.table.standing_orders import follow
from roundhouse.table.table import ENDED, PLAYING, WAITING, Proposal, SeatOrders, Table, advance


@dataclass(frozen=True)
class TableRequest:
    """A request for a new table.

    Attributes:
        host: The user who creates the table.
        game: The id of the game.
        chairs: One chair per seat.
        options: The options of the game.
        board: The digest of a custom board.
        listed: Whether the table is public.
        moves: Entries that were already played, under version `rules`.
        source: The id of the table or record that `moves` come from.
        rules: The version of the rules; None is the current one.
        time_control: How much time the players have.
        standin: The level of the bot that replaces a player who runs out of time.
        bot_delay: How fast the bots move.
        bot_accounts: Whether any bot account may take an open seat.
    """

    host: str
    game: str
    chairs: Sequence[Chair]
    options: Mapping[str, str] = field(default_factory=dict)
    board: str = ""
    listed: bool = False
    moves: Iterable[Entry] = ()
    source: str = ""
    rules: int | None = None
    time_control: TimeControl = NO_CLOCK
    standin: str = ""
    bot_delay: BotDelay = USUAL
    bot_accounts: bool = False


@dataclass
class Change:
    """A change of a table.

    Attributes:
        phase: The phase afterwards.
        listed: Whether the table is public afterwards.
        proposal: The undo request afterwards.
        by_bot: Whether a bot makes the move.
        bot_before: Whether it was a bot's turn.
        early_before: The seats that could choose before their turn.
        entries: New entries of the match, which has them already.
        chairs: Changed chairs.
        orders: Changed standing orders by seat.
        clock_steps: What happens to the clock, given the clock and the time.
        clock: The clock afterwards; None: unchanged.
        bot_delay: How soon bots answer afterwards; None: unchanged.
        events: What happened; commands need not list moves, undos and changed orders.
    """

    phase: str
    listed: bool
    proposal: Proposal | None
    by_bot: bool = False
    bot_before: bool = False
    early_before: Sequence[int] = ()
    entries: list[Entry] = field(default_factory=list)
    chairs: Sequence[Chair] = ()
    orders: dict[int, SeatOrders] = field(default_factory=dict)
    clock_steps: list[Callable[[Clock, float], Clock]] = field(default_factory=list)
    clock: Clock | None = None
    bot_delay: BotDelay | None = None
    events: list[TableEvent] = field(default_factory=list)

    @classmethod
    def of(cls, table: Table, by_bot: bool = False) -> Change:
        """Return a change of a table that changes nothing yet."""
        before = table.bot_to_move is not None
        early = list_early_seats(table) if table.game.has_early_choices else ()
        return cls(table.phase, table.listed, table.proposal, by_bot, before, early)

    def chairs_after(self, table: Table) -> list[Chair]:
        changed = {chair.seat: chair for chair in self.chairs}
        return [changed.get(chair.seat, chair) for chair in table.chairs]

    def list_events(self, table: Table) -> list[TableEvent]:
        """Return everything that happened, in order; `table` is not changed yet."""
        events = list(self.events)
        if table.phase == WAITING and self.phase == PLAYING:
            events.append(GameStarted())
        events += [_entry_event(entry) for entry in self.entries]
        events += [OrdersChanged(seat) for seat in self.orders]
        if self.phase == ENDED != table.phase and table.match.over:
            events.append(GameEnded())
        if self.phase == PLAYING and table.game.has_early_choices:
            orders, chairs = {**table.orders, **self.orders}, self.chairs_after(table)
            events += list_early_events(table.match.state, chairs, orders)
        return events


def _entry_event(entry: Entry) -> TableEvent:
    if entry.kind == UNDO:
        return MoveUndone(entry.ply, entry.seat)
    return MoveMade(entry.ply, entry.seat, entry.words)


MAX_TABLES = 60  # unfinished tables of one host


@dataclass(eq=False, repr=False)
class TableService:
    """Tables on top of a storage.

    Attributes:
        storage: Where tables are kept.
        time: The time that clocks use.
        games: The games.
        bots: The bots that can take a seat.
        players: The users.
        rng: The source of chance outcomes.
        events: The subscribers to changes.
        absent_after: Seconds after which the others may vote on an absent player.
    """

    storage: Storage
    time: Time
    games: GameSource
    bots: BotCatalog
    players: Players
    rng: random.Random
    events: EventBus
    absent_after: float = DAY

    @property
    def now(self) -> float:
        """The current time, as the clocks use it."""
        return self.time.now

    # Creating

    def create(self, request: TableRequest) -> str:
        """Create a table and return its id; the game starts at once if no seat is open."""
        loaded = self.games.game(request.game, request.options, request.board, request.rules)
        loaded.meta.check_seats(len(request.chairs))
        chairs = [self.seated(chair) for chair in request.chairs]
        standin = request.standin or self.bots.default_level()
        for level in (standin, *(chair.level for chair in chairs if chair.kind == BOT)):
            self.bots.check_bot(level)
        if self.storage.count_unfinished(request.host) >= MAX_TABLES:
            raise Clash(
                _(
                    "You already host {limit} unfinished games. Finish some of them first.",
                    limit=MAX_TABLES,
                )
            )
        match = Match.resume(loaded, len(chairs), request.moves, [chair.name for chair in chairs])
        waiting = any(chair.kind == OPEN for chair in chairs)
        if not waiting:
            advance(match, self.rng)
        table = Table(
            fresh_id(),
            request.host,
            match,
            chairs,
            clocks.new_clock(request.time_control, standin, len(chairs)),
            ENDED if match.over else WAITING if waiting else PLAYING,
            listed=request.listed,
            source=request.source,
            board=request.board,
            bot_delay=request.bot_delay,
            bot_accounts=request.bot_accounts,
        )
        if table.phase == PLAYING:
            table.clock = clocks.after(table.clock, [], table.human_to_move, self.now)
        self.storage.add(table)
        ended = [GameEnded()] if match.over else []
        self.events.publish(table, [TableCreated(), *ended])
        return table.id

    def seated(self, chair: Chair) -> Chair:
        """Return a chair with a name that does not imitate another user's account."""
        if chair.user is None:
            return chair
        return replace(chair, name=self.players.name_at_table(chair.user, chair.name))

    # Changing

    @contextmanager
    def change(self, table: Table, by_bot: bool = False) -> Iterator[Change]:
        """Collect a change, and store and publish it when the block ends.

        If anything fails, the table is dropped from memory first: reloading it may fail too, and no
        move may be made on a state that was never stored.
        """
        if table.damage:
            raise Clash(translate_stored(table.damage))
        change, entry_count = Change.of(table, by_bot), len(table.match.entries)
        try:
            yield change
            self._follow_orders(table, change)
            self._save(table, change)
        except Conflict:
            self.storage.reload(table)
            raise StaleMove(
                _("The table has just changed. Check the board and try again.")
            ) from None
        except BaseException as error:
            refused = isinstance(error, RoundhouseError) and len(table.match.entries) == entry_count
            if not refused:  # the match changed before the error
                self.storage.discard(table)
            raise
        self.events.publish(table, change.events)

    def close_damaged(self, table: Table) -> None:
        """Close a table whose match is damaged."""
        self.storage.close_damaged(table)
        self.storage.reload(table)
        self.events.publish(table, [TableClosed()])

    def _follow_orders(self, table: Table, change: Change) -> None:
        """Follow standing orders as a part of the same change."""
        before = {**table.orders, **change.orders}
        if not before or change.phase != PLAYING:
            return
        after = dict(before)
        follow(table, change.chairs_after(table), after, change.entries, self.rng)
        change.orders = {s: p for s, p in after.items() if p != table.orders.get(s)}

    def _save(self, table: Table, change: Change) -> None:
        match, chairs = table.match, change.chairs_after(table)
        if match.over:
            change.phase = ENDED
        turn = match.state.turn if change.phase == PLAYING else -1
        awaited = turn if turn >= 0 and chairs[turn].kind == HUMAN else None
        clock = self._clock_after(table, change, awaited)
        change.clock = None if clock is table.clock else clock
        change.events = change.list_events(table)
        table.revision = self.storage.save(table, change)
        table.chairs, table.clock = chairs, clock
        table.bot_delay = change.bot_delay or table.bot_delay
        table.orders = {**table.orders, **change.orders}
        table.phase, table.listed, table.proposal = change.phase, change.listed, change.proposal
        match.names = tuple(table.names)

    def _clock_after(self, table: Table, change: Change, awaited: int | None) -> Clock:
        now, clock = self.now, table.clock
        for step in change.clock_steps:
            clock = step(clock, now)
        decided = [
            entry.seat
            for entry in change.entries
            if entry.kind == MOVE and entry.seat >= 0 and table.chairs[entry.seat].kind == HUMAN
        ]
        return clocks.after(clock, decided, awaited, now, change.early_before)
