"""Income and dividends at the end of a railroad's turn."""

from __future__ import annotations

from roundhouse.core.auction import MAX_AMOUNT
from roundhouse.core.rule import rule
from roundhouse.games.southern.actions import PAY, SKIP
from roundhouse.games.southern.rules.bull_market import open_market
from roundhouse.games.southern.state import RAILROADS, STOCK, StateLayout


@rule
def list_amounts(low: int, high: int, out: list[int], n: int, base: int) -> int:
    for amount in range(low, min(high, MAX_AMOUNT) + 1):  # S10
        out[n] = base + amount
        n += 1
    return n


@rule
def list_dividends(s: StateLayout, out: list[int]) -> int:
    most = (s.treasury[s.railroad] + s.income[s.railroad]) // s.sold[s.railroad]  # S11
    out[0] = SKIP
    return list_amounts(0, most, out, 1, PAY)


@rule
def take_income(s: StateLayout, action: int) -> None:
    if action != SKIP:
        pay_dividend(s, action - PAY)
    if s.railroad + 1 < RAILROADS:
        s.railroad += 1
        s.phase = STOCK
        s.turn = s.president[s.railroad]
    else:
        open_market(s)


@rule
def pay_dividend(s: StateLayout, amount: int) -> None:
    railroad = s.railroad
    s.treasury[railroad] += s.income[railroad] - amount * s.sold[railroad]
    for seat in range(s.seats):
        s.cash[seat] += amount * s.shares[seat][railroad]
