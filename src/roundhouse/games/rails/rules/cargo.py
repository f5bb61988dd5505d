"""Cargo and supply (D): what is collected, gained, paid and held."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.frames import push
from roundhouse.games.rails.state import CARRIAGES, DROP, ITEMS, Board, State


@rule
def carriages(s: State, seat: int) -> int:
    """Each of the first three railway stations has brought one."""
    return min(s.stations[seat], CARRIAGES)


@rule
def limit(board: Board, s: State, seat: int) -> int:
    return board.cargo_slots + board.carriage_slots * carriages(s, seat)


@rule
def load(s: State, seat: int) -> int:
    row = s.cargo[seat]
    total = 0
    for item in range(ITEMS):
        total += row[item]
    return total


@rule
def output(board: Board, s: State, seat: int, resource: int) -> int:
    """What a seat collects of a resource, before any bonus."""
    return board.production[board.row_houses - s.houses[seat][resource]] + s.sites[seat][resource]


@rule
def take_item(s: State, seat: int, item: int, count: int) -> None:
    """From the supply into the cargo: what is not there is not gained."""
    there = min(count, s.supply[item])
    s.supply[item] -= there
    s.cargo[seat][item] += there


@rule
def give_item(s: State, seat: int, item: int, count: int) -> None:
    """Pay or drop: back into the supply."""
    s.cargo[seat][item] -= count
    s.supply[item] += count


@rule
def stow(board: Board, s: State, seat: int) -> None:
    """After a gain: whoever has too much drops it before anything else happens."""
    if load(s, seat) > limit(board, s, seat):
        push(s, DROP, seat, 0, 0)
