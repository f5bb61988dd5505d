"""The rules of Branch Line. Numbers in comments are the rulings of RULES.md.

A function marked @rule runs as plain Python and can also be compiled. Inside a rule, use ints,
structs, lists of ints, and other rules by their plain names; write tables as `a[i][j]`. Strings,
dicts, closures, exceptions and `x in (a, b)` do not compile.
"""

from __future__ import annotations

from roundhouse.core.constants import CHANCE, OVER
from roundhouse.core.ranking import rank_by_keys
from roundhouse.core.rule import rule

from .actions import BUILD, CARD, DRAW
from .state import KINDS, NO_SEAT, BoardLayout, ScratchLayout, StateLayout


@rule
def setup(board: BoardLayout, s: StateLayout, seats: int, options: list[int]) -> None:
    """Set up the start; `s` is all zeros, so seat 0 begins. This game has no options."""
    s.seats = seats
    for kind in range(KINDS):
        s.deck[kind] = board.deck[kind]
    for station in range(board.stations):
        s.owner[station] = NO_SEAT


@rule
def legal(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> int:
    """Write the legal actions in ascending order and return how many, at least one."""
    n = 0
    if s.turn == CHANCE:
        for kind in range(KINDS):
            if s.deck[kind] > 0:
                out[n] = CARD + kind
                n += 1
        return n
    out[n] = DRAW
    n += 1
    for station in range(board.stations):
        if s.owner[station] == NO_SEAT and s.rails[s.turn] >= board.cost[station]:
            out[n] = BUILD + station
            n += 1
    return n


@rule
def weight(board: BoardLayout, s: StateLayout, action: int) -> int:
    """Return the weight of a chance outcome; rules never use random numbers."""
    return s.deck[action - CARD]


@rule
def apply(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int) -> None:
    """Apply a legal action; the caller has checked it."""
    if action == DRAW:
        s.drawer = s.turn
        s.turn = CHANCE
    elif action < CARD:
        station = action - BUILD
        s.rails[s.turn] -= board.cost[station]
        s.owner[station] = s.turn
        end_turn(board, s, s.turn)
    else:
        kind = action - CARD
        s.deck[kind] -= 1  # B1
        s.rails[s.drawer] += kind + 1
        end_turn(board, s, s.drawer)


@rule
def end_turn(board: BoardLayout, s: StateLayout, seat: int) -> None:
    s.drawer = 0
    s.turn = (seat + 1) % s.seats
    if cards_left(s) == 0 or free_stations(board, s) == 0:  # B2
        s.turn = OVER


@rule
def cards_left(s: StateLayout) -> int:
    left = 0
    for kind in range(KINDS):
        left += s.deck[kind]
    return left


@rule
def free_stations(board: BoardLayout, s: StateLayout) -> int:
    free = 0
    for station in range(board.stations):
        if s.owner[station] == NO_SEAT:
            free += 1
    return free


@rule
def scores(board: BoardLayout, s: StateLayout, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = points(board, s, seat)


@rule
def points(board: BoardLayout, s: StateLayout, seat: int) -> int:
    total = 0
    for station in range(board.stations):
        if s.owner[station] == seat:
            total += board.points[station]
    return total


@rule
def ranks(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, out: list[int]) -> None:
    """Rank by points, then by rails, with one key per seat in scratch memory."""
    for seat in range(s.seats):
        scratch.keys[seat] = 1000 * points(board, s, seat) + s.rails[seat]
    rank_by_keys(scratch.keys, s.seats, out)


@rule
def redeal(
    board: BoardLayout, s: StateLayout, scratch: ScratchLayout, seat: int, rng: list[int]
) -> None:
    """Redeal what `seat` cannot know: nothing here, as the deck's order is chance."""
