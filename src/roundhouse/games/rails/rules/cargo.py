"""Cargo and supply (D): what is gained, paid, picked and dropped."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.actions import DROP_ONE, GAIN_ONE, GAIN_TILE
from roundhouse.games.rails.rules.frames import push
from roundhouse.games.rails.state import CARRIAGES, DROP, ITEMS, RESOURCES, TILES, Board, State


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


@rule
def can_gain(s: State, mask: int) -> bool:
    for resource in range(RESOURCES):
        if (mask >> resource) & 1 == 1 and s.supply[resource] > 0:
            return True
    return False


@rule
def list_gains(s: State, mask: int, out: list[int]) -> int:
    n = 0
    for resource in range(RESOURCES):
        if (mask >> resource) & 1 == 1 and s.supply[resource] > 0:
            out[n] = GAIN_ONE + resource
            n += 1
    return n


@rule
def can_pick_tile(s: State) -> bool:
    return s.supply[RESOURCES] + s.supply[RESOURCES + 1] + s.supply[RESOURCES + 2] > 0


@rule
def list_tiles(s: State, out: list[int]) -> int:
    n = 0
    for tile in range(TILES):
        if s.supply[RESOURCES + tile] > 0:
            out[n] = GAIN_TILE + tile
            n += 1
    return n


@rule
def list_drops(s: State, seat: int, out: list[int]) -> int:
    n = 0
    for item in range(ITEMS):
        if s.cargo[seat][item] > 0:
            out[n] = DROP_ONE + item
            n += 1
    return n


@rule
def pick(board: Board, s: State, item: int) -> None:
    """A `gain` or `tile`: one pick fewer, and the limit is checked at once."""
    top = s.depth - 1
    seat = s.actor[top]
    s.first[top] -= 1
    take_item(s, seat, item, 1)
    stow(board, s, seat)
