"""What a certificate costs and earns."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.texas.state import RAILROADS, State


@rule
def least_bid(s: State, railroad: int) -> int:
    """The least that the next certificate may be sold for: what it would then pay."""
    owners = s.sold[railroad] + 1
    return (s.income[railroad] + owners - 1) // owners


@rule
def dividend(s: State, railroad: int) -> int:
    """What each certificate of the railroad earns now."""
    owners = s.sold[railroad]
    if owners == 0:
        return 0  # T5
    return (s.income[railroad] + owners - 1) // owners


@rule
def takings(s: State, seat: int) -> int:
    """What General Dividends bring the seat as things stand: certificates, then ranches."""
    total = s.ranches[seat]
    for railroad in range(RAILROADS):
        total += dividend(s, railroad) * s.owned[seat][railroad]
    return total


@rule
def pay_general_dividends(s: State) -> None:
    for seat in range(s.seats):
        s.cash[seat] += takings(s, seat)
