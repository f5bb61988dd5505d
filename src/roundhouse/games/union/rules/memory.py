"""The public memory of shares taken from the display (U4).

`seen` has a row for each seat and each number of trades that seat had made when it took the
share, so a share's age is the number of rows of that seat below its own. Rows lie in the order of
seats, oldest first; a trade opens a new row. Each trade costs a Union Pacific share and each seat
starts with one, so there are never more rows than such shares.
"""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.union.state import Board, State


@rule
def first_row(s: State, seat: int) -> int:
    """The row of a seat's oldest shares; its youngest are `trades` rows further on."""
    row = seat
    for other in range(seat):
        row += s.trades[other]
    return row


@rule
def see(s: State, seat: int, company: int) -> None:
    """A share was taken from the display: seen, with age 0."""
    s.seen[first_row(s, seat) + s.trades[seat]][company] += 1


@rule
def forget(s: State, seat: int, company: int) -> None:
    """A share was played: the youngest seen one of that company is it."""
    first = first_row(s, seat)
    for age in range(s.trades[seat] + 1):
        row = s.seen[first + s.trades[seat] - age]
        if row[company] > 0:
            row[company] -= 1
            return


@rule
def grow_older(board: Board, s: State, seat: int) -> None:
    """A trade: all of the seat's seen shares age by one."""
    new = first_row(s, seat) + s.trades[seat] + 1
    for row in range(first_row(s, s.seats), new, -1):
        for company in range(board.companies):
            s.seen[row][company] = s.seen[row - 1][company]
    for company in range(board.companies):
        s.seen[new][company] = 0
    s.trades[seat] += 1


@rule
def certain(s: State, seat: int, company: int) -> int:
    """How many shares of a company are certainly in a seat's hand, as everybody may know.

    At most j of the seen ones with age j or less can have been traded away.
    """
    first = first_row(s, seat)
    seen = 0
    gone = 0
    for age in range(s.trades[seat] + 1):
        there = s.seen[first + s.trades[seat] - age][company]
        seen += there
        gone = min(gone + there, age)
    return seen - gone
