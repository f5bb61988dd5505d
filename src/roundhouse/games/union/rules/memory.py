"""The public record of shares taken from the display (U4).

`seen` has one row per seat and number of trades: a taken share is counted in the row of the trades
that its seat has made so far. The age of a share is the number of that seat's rows after its own.
Rows are ordered by seat, then oldest first; a trade adds a row. Each seat starts with one row and
each trade takes a Union Pacific share, so the rows never outnumber those shares.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.union.state import BoardLayout, StateLayout


@rule
def first_row(s: StateLayout, seat: int) -> int:
    """Return the row of a seat's oldest shares; the youngest are `trades` rows later."""
    row = seat
    for other in range(seat):
        row += s.trades[other]
    return row


@rule
def see(s: StateLayout, seat: int, company: int) -> None:
    """Record a share taken from the display, with age 0."""
    s.seen[first_row(s, seat) + s.trades[seat]][company] += 1


@rule
def forget(s: StateLayout, seat: int, company: int) -> None:
    """Remove a played share: the youngest recorded one of its company."""
    first = first_row(s, seat)
    for age in range(s.trades[seat] + 1):
        row = s.seen[first + s.trades[seat] - age]
        if row[company] > 0:
            row[company] -= 1
            return


@rule
def grow_older(board: BoardLayout, s: StateLayout, seat: int) -> None:
    """Record a trade: all recorded shares of the seat age by one."""
    new = first_row(s, seat) + s.trades[seat] + 1
    for row in range(first_row(s, s.seats), new, -1):
        for company in range(board.companies):
            s.seen[row][company] = s.seen[row - 1][company]
    for company in range(board.companies):
        s.seen[new][company] = 0
    s.trades[seat] += 1


@rule
def certain(s: StateLayout, seat: int, company: int) -> int:
    """Return how many shares of a company are certainly in a seat's hand.

    Of the recorded shares with age j or less, at most j can have been traded away.
    """
    first = first_row(s, seat)
    seen = 0
    gone = 0
    for age in range(s.trades[seat] + 1):
        there = s.seen[first + s.trades[seat] - age][company]
        seen += there
        gone = min(gone + there, age)
    return seen - gone
