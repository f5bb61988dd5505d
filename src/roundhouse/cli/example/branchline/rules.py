"""The rules of Branch Line. Numbers in comments are the rulings of RULES.md.

A function marked @rule runs as it stands, and is compiled when speed is wanted. So inside a rule:
ints, structs and lists of ints; other rules by their bare names; tables as `a[i][j]`; no
strings, dicts, closures, exceptions or `x in (a, b)`.
"""

from __future__ import annotations

from roundhouse.core.contract import CHANCE, OVER
from roundhouse.core.ranking import rank_by_keys
from roundhouse.core.rule import rule

from .actions import BUILD, CARD, DRAW
from .state import KINDS, NOBODY, Board, Scratch, State


@rule
def setup(board: Board, s: State, seats: int, options: list[int]) -> None:
    """Lay the table; `s` is all zeros, so seat 0 begins. This game has no options."""
    s.seats = seats
    for kind in range(KINDS):
        s.deck[kind] = board.deck[kind]
    for station in range(board.stations):
        s.owner[station] = NOBODY


@rule
def legal(board: Board, s: State, scratch: Scratch, out: list[int]) -> int:
    """Write the legal actions, ascending, and say how many. Before the end there is always one."""
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
        if s.owner[station] == NOBODY and s.rails[s.turn] >= board.cost[station]:
            out[n] = BUILD + station
            n += 1
    return n


@rule
def weight(board: Board, s: State, action: int) -> int:
    """Chance is a player whose outcomes have weights: rules never roll."""
    return s.deck[action - CARD]


@rule
def apply(board: Board, s: State, scratch: Scratch, action: int) -> None:
    """Make the action happen; somebody else has made sure that it is legal."""
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
def end_turn(board: Board, s: State, seat: int) -> None:
    s.drawer = 0
    s.turn = (seat + 1) % s.seats
    if cards_left(s) == 0 or free_stations(board, s) == 0:  # B2
        s.turn = OVER


@rule
def cards_left(s: State) -> int:
    left = 0
    for kind in range(KINDS):
        left += s.deck[kind]
    return left


@rule
def free_stations(board: Board, s: State) -> int:
    free = 0
    for station in range(board.stations):
        if s.owner[station] == NOBODY:
            free += 1
    return free


@rule
def scores(board: Board, s: State, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = points(board, s, seat)


@rule
def points(board: Board, s: State, seat: int) -> int:
    total = 0
    for station in range(board.stations):
        if s.owner[station] == seat:
            total += board.points[station]
    return total


@rule
def ranks(board: Board, s: State, scratch: Scratch, out: list[int]) -> None:
    """Points, then rails: one key a seat, made in working memory."""
    for seat in range(s.seats):
        scratch.keys[seat] = 1000 * points(board, s, seat) + s.rails[seat]
    rank_by_keys(scratch.keys, s.seats, out)


@rule
def redeal(board: Board, s: State, scratch: Scratch, seat: int, rng: list[int]) -> None:
    """Draw again what `seat` cannot know. Nothing is hidden here: the deck's order is chance."""
