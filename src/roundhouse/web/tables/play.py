"""Moving. What is legal and what is stale the match says; here it is said to people."""

from __future__ import annotations

from collections.abc import Sequence

from roundhouse.core.errors import IllegalAction, RoundhouseError, StaleMove
from roundhouse.core.text import capital
from roundhouse.play.match import FORCED, Entry
from roundhouse.web.tables.advancing import advance
from roundhouse.web.tables.chairs import BOT
from roundhouse.web.tables.table import Table
from roundhouse.web.tables.tables import Tables


def move(
    tables: Tables,
    table: Table,
    seats: Sequence[int],
    moves: Sequence[str],
    ply: int,
    by_bot: bool = False,
) -> None:
    """One or more moves by whoever of `seats` is to act, chosen while looking at `ply`.

    Of several moves (a shortcut) those before the first that is not possible any more stand.
    `by_bot`: it is refused unless this process holds the table's lease.
    """
    table.check_playing()
    match = table.match
    seat = match.state.turn
    with tables.change(table, by_bot) as change:
        change.entries += _submit(table, seats, moves[0], ply)
        if table.chairs[seat].kind != BOT:
            change.row["proposal"] = None
        forced = _advance(tables, table, change.entries, seat)
        for words in moves[1:]:
            if forced and forced.pop(0) == words:
                continue
            try:
                change.entries += match.submit(seat, words, match.ply)
            except RoundhouseError:
                break
            forced = _advance(tables, table, change.entries, seat)


def _submit(table: Table, seats: Sequence[int], words: str, ply: int) -> list[Entry]:
    """The move, by whoever is to act; whether it is stale comes before whose turn it is, because
    a second click on the same button is told that the table has moved on."""
    turn = table.match.state.turn
    try:
        return table.match.submit(turn if turn in seats else seats[0], words, ply)
    except StaleMove as stale:
        raise StaleMove(f"{capital(str(stale))}. Look again.") from None
    except IllegalAction:
        if turn not in seats:
            raise IllegalAction(f"It is not your turn: {table.names[turn]} is to act.") from None
        raise


def _advance(tables: Tables, table: Table, entries: list[Entry], seat: int) -> list[str]:
    """Chance and forced moves; the words of those of `seat`: steps of a shortcut that are made."""
    added = advance(table.match, tables.rng)
    entries += added
    return [e.words for e in added if e.kind == FORCED and e.seat == seat]
