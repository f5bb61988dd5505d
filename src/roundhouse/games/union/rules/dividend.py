"""Dividends: payments of companies and of Union Pacific."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.union.state import PLACES, UP, BoardLayout, StateLayout


@rule
def last_dividend(s: StateLayout) -> int:
    """Return the number of dividends in the game."""
    return 3 if s.seats == 2 else 4


@rule
def first_payment(board: BoardLayout, s: StateLayout, company: int) -> int:
    """Return the first dividend: 1 per locomotive on the map, plus 1 (U5)."""
    return board.locomotives[company] - s.locomotives[company] + 1


@rule
def silent_shares(s: StateLayout, share: int) -> int:
    """Return the silent owner's shares at the third dividend with two seats (U12)."""
    if s.seats != 2 or s.paid < 2:
        return 0
    if share == UP:
        return s.up_left
    return s.undrawn[share] + s.display[share]


@rule
def pay_dividend(board: BoardLayout, s: StateLayout) -> None:
    """Pay the next dividend."""
    for company in range(board.companies):
        for seat in range(s.seats):
            s.money[seat] += company_payment(board, s, company, s.front[seat][company])
    for seat in range(s.seats):
        s.money[seat] += up_payment(board, s, s.front[seat][UP], s.paid)
    s.paid += 1


@rule
def silent_payment(board: BoardLayout, s: StateLayout) -> int:
    """Return the silent owner's part of the third dividend, which is lost (U12)."""
    total = up_payment(board, s, silent_shares(s, UP), 2)
    for company in range(board.companies):
        total += company_payment(board, s, company, silent_shares(s, company))
    return total


@rule
def company_payment(board: BoardLayout, s: StateLayout, company: int, mine: int) -> int:
    """Return what a company's dividend pays an owner of `mine` shares."""
    if mine == 0:
        return 0
    more = 0  # owners with more shares
    level = 0  # owners with as many, including this one
    fewer = 0
    for owner in range(s.seats + 1):
        if owner < s.seats:
            theirs = s.front[owner][company]
        else:
            theirs = silent_shares(s, company)
        if theirs > mine:
            more += 1
        elif theirs == mine:
            level += 1
        elif theirs > 0:
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
def up_payment(board: BoardLayout, s: StateLayout, mine: int, column: int) -> int:
    """Return what Union Pacific pays for `mine` shares; ties split their places.

    `column` is the column of its table, from 0.
    """
    if mine == 0:
        return 0
    more = 0
    level = 0
    for owner in range(s.seats + 1):
        if owner < s.seats:
            theirs = s.front[owner][UP]
        else:
            theirs = silent_shares(s, UP)
        if theirs > mine:
            more += 1
        elif theirs == mine:
            level += 1
    total = 0
    for place in range(more, min(more + level, PLACES)):  # a sixth place pays nothing (U12)
        total += board.up_table[place][column]
    return total // level
