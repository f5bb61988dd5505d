"""Set-up (B): the table, the goals, the open row and the engines."""

from __future__ import annotations

from roundhouse.core.contract import CHANCE
from roundhouse.core.rule import rule
from roundhouse.games.rails.actions import DRAW_GOAL, ENGINE_START, OPEN_ROW
from roundhouse.games.rails.rules.frames import pop, push
from roundhouse.games.rails.state import (
    ENGINE_ONE,
    ENGINE_TWO,
    GOAL,
    ITEMS,
    OPEN,
    RESOURCES,
    SPECIALISTS,
    TOKENS,
    WORKER,
    Board,
    State,
)

NOWHERE = -1


@rule
def lay_table(board: Board, s: State, seats: int) -> None:
    s.seats = seats
    s.round_number = 1
    for item in range(ITEMS):
        s.supply[item] = board.supply[item]
    for specialist in range(SPECIALISTS):
        s.specialists[specialist] = board.specialists[seats]
    for token in range(TOKENS):
        s.tokens[token] = board.tokens[seats][token]
    for seat in range(seats):
        s.reserve[seat] = board.workers[seats]
        s.engines[seat][0] = NOWHERE
        s.engines[seat][1] = NOWHERE
        for resource in range(RESOURCES):
            s.houses[seat][resource] = board.row_houses
            s.cargo[seat][resource] = board.start_cargo[resource]
            s.supply[resource] -= board.start_cargo[resource]
    push(s, GOAL, CHANCE, 0, 0)
    s.turn = CHANCE


@rule
def list_goals(board: Board, s: State, out: list[int]) -> int:
    n = 0
    for goal in range(board.goals):
        if s.goals[goal] == 0:
            out[n] = DRAW_GOAL + goal
            n += 1
    return n


@rule
def draw_goal(board: Board, s: State, goal: int) -> None:
    s.goals[goal] = 1
    s.first[0] += 1
    if s.first[0] == board.goals_in_play:
        pop(s)
        push(s, OPEN, 0, 0, 0)


@rule
def list_rows(out: list[int]) -> int:
    for resource in range(RESOURCES):
        out[resource] = OPEN_ROW + resource
    return RESOURCES


@rule
def open_row(s: State, seat: int, resource: int) -> None:
    s.houses[seat][resource] -= 1
    pop(s)
    if seat + 1 < s.seats:
        push(s, OPEN, seat + 1, 0, 0)
    else:
        push(s, ENGINE_ONE, s.seats - 1, 0, 0)


@rule
def start_taken(s: State, cell: int) -> bool:
    for seat in range(s.seats):
        if s.engines[seat][0] == cell or s.engines[seat][1] == cell:
            return True
    return False


@rule
def list_starts(board: Board, s: State, seat: int, out: list[int]) -> int:
    """Empty starts; for the second engine those of the other coast."""
    n = 0
    for start in range(board.starts):
        if not start_taken(s, board.start_cell[start]):
            first = s.engines[seat][0]
            if first == NOWHERE or (
                board.start_east[start] != board.start_east[board.start_at[first]]
            ):
                out[n] = ENGINE_START + start
                n += 1
    return n


@rule
def place_engine(board: Board, s: State, seat: int, start: int) -> None:
    cell = board.start_cell[start]
    phase = s.phase[0]
    pop(s)
    if phase == ENGINE_ONE:
        s.engines[seat][0] = cell
        if seat > 0:
            push(s, ENGINE_ONE, seat - 1, 0, 0)
        else:
            push(s, ENGINE_TWO, 0, 0, 0)
    else:
        first = s.engines[seat][0]
        s.engines[seat][0] = min(first, cell)
        s.engines[seat][1] = max(first, cell)
        if seat + 1 < s.seats:
            push(s, ENGINE_TWO, seat + 1, 0, 0)
        else:
            push(s, WORKER, 0, 0, 0)
