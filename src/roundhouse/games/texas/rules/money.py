"""Prices and dividends of certificates."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.texas.state import RAILROADS, StateLayout


@rule
def minimum_bid(s: StateLayout, railroad: int) -> int:
    """Return the minimum bid for the next certificate: what it would then pay."""
    owners = s.sold[railroad] + 1
    return (s.income[railroad] + owners - 1) // owners


@rule
def dividend(s: StateLayout, railroad: int) -> int:
    """Return what each certificate of the railroad pays now."""
    owners = s.sold[railroad]
    if owners == 0:
        return 0  # T5
    return (s.income[railroad] + owners - 1) // owners


@rule
def general_dividend_of(s: StateLayout, seat: int) -> int:
    """Return what General Dividends would pay the seat now."""
    total = s.ranches[seat]
    for railroad in range(RAILROADS):
        total += dividend(s, railroad) * s.owned[seat][railroad]
    return total


@rule
def pay_general_dividends(s: StateLayout) -> None:
    """Pay General Dividends to every seat."""
    for seat in range(s.seats):
        s.cash[seat] += general_dividend_of(s, seat)
