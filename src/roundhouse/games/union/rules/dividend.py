"""Dividends: who is paid what."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.union.state import PLACES, UP, Board, State


@rule
def last_dividend(s: State) -> int:
    """How many dividends the game has."""
    return 3 if s.seats == 2 else 4


@rule
def first_payment(board: Board, s: State, company: int) -> int:
    """A locomotive is worth 1 and the main station is, too (U5)."""
    return board.locomotives[company] - s.locomotives[company] + 1


@rule
def silent_shares(s: State, share: int) -> int:
    """What the third owner of a game of two holds at the third dividend (U12), the last."""
    if s.seats != 2 or s.paid < 2:
        return 0
    if share == UP:
        return s.up_left
    return s.undrawn[share] + s.display[share]


@rule
def pay_dividend(board: Board, s: State) -> None:
    """The next dividend of the game."""
    for company in range(board.companies):
        for seat in range(s.seats):
            s.money[seat] += company_payment(board, s, company, s.front[seat][company])
    for seat in range(s.seats):
        s.money[seat] += up_payment(board, s, s.front[seat][UP], s.paid)
    s.paid += 1


@rule
def silent_payment(board: Board, s: State) -> int:
    """What the silent owner gets of the third dividend; nobody has it (U12)."""
    total = up_payment(board, s, silent_shares(s, UP), 2)
    for company in range(board.companies):
        total += company_payment(board, s, company, silent_shares(s, company))
    return total


@rule
def company_payment(board: Board, s: State, company: int, mine: int) -> int:
    """What a dividend of a company pays an owner of so many shares."""
    if mine == 0:
        return 0
    more = 0  # owners with more shares
    level = 0  # owners with as many, this one included
    fewer = 0
    for owner in range(s.seats + 1):
        if owner < s.seats:
            held = s.front[owner][company]
        else:
            held = silent_shares(s, company)
        if held > mine:
            more += 1
        elif held == mine:
            level += 1
        elif held > 0:
            fewer += 1
    first = first_payment(board, s, company)
    second = first // 2
    if more == 0 and level > 1:
        return (first + second) // level
    if more == 0:
        return first if fewer > 0 else first + second
    if more == 1:
        return second // level
    return 0


@rule
def up_payment(board: Board, s: State, mine: int, column: int) -> int:
    """What Union Pacific pays an owner of so many shares at the dividend of this column of its
    table; ties split the sum of their places."""
    if mine == 0:
        return 0
    more = 0
    level = 0
    for owner in range(s.seats + 1):
        if owner < s.seats:
            held = s.front[owner][UP]
        else:
            held = silent_shares(s, UP)
        if held > mine:
            more += 1
        elif held == mine:
            level += 1
    total = 0
    for place in range(more, min(more + level, PLACES)):  # a sixth place pays nothing (U12)
        total += board.up_table[place][column]
    return total // level
