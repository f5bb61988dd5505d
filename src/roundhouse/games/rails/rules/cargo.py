"""Cargo and supply (RULES 3, 4.1)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.frames import push
from roundhouse.games.rails.state import CARRIAGES, DROP, ITEMS, BoardLayout, StateLayout


@rule
def count_carriages(s: StateLayout, seat: int) -> int:
    """Return a seat's number of carriages: one per station, at most three."""
    return min(s.stations[seat], CARRIAGES)


@rule
def cargo_limit(board: BoardLayout, s: StateLayout, seat: int) -> int:
    return board.cargo_slots + board.carriage_slots * count_carriages(s, seat)


@rule
def cargo_load(s: StateLayout, seat: int) -> int:
    row = s.cargo[seat]
    total = 0
    for item in range(ITEMS):
        total += row[item]
    return total


@rule
def collected_amount(board: BoardLayout, s: StateLayout, seat: int, resource: int) -> int:
    """Return how much of a resource a seat collects without a bonus."""
    return board.production[board.row_houses - s.houses[seat][resource]] + s.sites[seat][resource]


@rule
def take_item(s: StateLayout, seat: int, item: int, count: int) -> None:
    """Move items from the supply to the cargo, as far as the supply lasts."""
    there = min(count, s.supply[item])
    s.supply[item] -= there
    s.cargo[seat][item] += there


@rule
def return_item(s: StateLayout, seat: int, item: int, count: int) -> None:
    """Return items from the cargo to the supply."""
    s.cargo[seat][item] -= count
    s.supply[item] += count


@rule
def check_cargo(board: BoardLayout, s: StateLayout, seat: int) -> None:
    """Push a drop decision if the cargo is over its limit."""
    if cargo_load(s, seat) > cargo_limit(board, s, seat):
        push(s, DROP, seat, 0, 0)
