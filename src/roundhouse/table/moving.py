"""Playing moves at a table, with errors worded for players."""

from __future__ import annotations

from collections.abc import Sequence

from roundhouse.core.errors import IllegalAction, RoundhouseError, StaleMove
from roundhouse.core.text import capitalize_first
from roundhouse.core.translation import translate as _
from roundhouse.play.match import FORCED, Entry
from roundhouse.table import clock as clocks
from roundhouse.table.absence import give_to_bot
from roundhouse.table.chairs import BOT
from roundhouse.table.early_choices import current_ply, find_early_seat, with_choice
from roundhouse.table.errors import Clash
from roundhouse.table.events import ClockExpired
from roundhouse.table.service import TableService
from roundhouse.table.table import Table, advance


def move(
    tables: TableService,
    table: Table,
    seats: Sequence[int],
    moves: Sequence[str],
    ply: int,
    by_bot: bool = False,
) -> None:
    """Play one or more moves for the seat to move, chosen at `ply`.

    A shortcut has several moves; those before the first impossible one are kept. `by_bot`
    means that a bot moves; the storage may refuse that. In a simultaneous decision, a seat whose
    turn comes later chooses now.
    """
    table.check_playing()
    if table.game.has_early_choices:
        ply = current_ply(table, seats, ply)
        early = find_early_seat(table, seats)
        if early is not None and ply == table.match.ply:
            _choose_early(tables, table, early, moves[0])
            return
    match = table.match
    seat = match.state.turn
    with tables.change(table, by_bot) as change:
        change.entries += _submit(table, seats, moves[0], ply)
        if table.chairs[seat].kind != BOT:
            change.proposal = None
        forced = _advance(tables, table, change.entries, seat)
        for words in moves[1:]:
            if forced and forced.pop(0) == words:
                continue
            try:
                change.entries += match.submit(seat, words, match.ply)
            except RoundhouseError:
                break
            forced = _advance(tables, table, change.entries, seat)


def _choose_early(tables: TableService, table: Table, seat: int, words: str) -> None:
    """Keep the choice that a seat makes before its turn, and stop its clock."""
    with tables.change(table) as change:
        change.orders[seat] = with_choice(table, seat, words)
        change.clock_steps.append(lambda clock, now: clocks.charge(clock, [seat], now))


def _submit(table: Table, seats: Sequence[int], words: str, ply: int) -> list[Entry]:
    """Submit a move for the seat to move.

    A stale move is reported before a wrong turn, so that a second click on a button says that
    the table has changed.
    """
    turn = table.match.state.turn
    try:
        return table.match.submit(turn if turn in seats else seats[0], words, ply)
    except StaleMove as stale:
        error = capitalize_first(str(stale))
        raise StaleMove(_("{error}. Check the board and try again.", error=error)) from None
    except IllegalAction:
        if turn not in seats:
            raise IllegalAction(_("It is {name}'s turn.", name=table.names[turn])) from None
        raise


def _advance(tables: TableService, table: Table, entries: list[Entry], seat: int) -> list[str]:
    """Play chance and forced moves; return the text of those that `seat` made."""
    new_entries = advance(table.match, tables.rng)
    entries += new_entries
    return [e.words for e in new_entries if e.kind == FORCED and e.seat == seat]


def check_time(tables: TableService, table: Table, seats: Sequence[int]) -> None:
    """Raise Clash if a user's move is too late; a bot gets the seat."""
    is_early = table.turn not in seats
    seat = find_early_seat(table, seats) if is_early else table.human_to_move
    early = seat if is_early else None
    if seat is None or clocks.expires_at(table.clock, early) >= tables.now:
        return
    give_to_bot(tables, table, seat, [ClockExpired(seat)])
    raise Clash(_("Your time ran out and a bot took over your seat. Take it back to continue."))
