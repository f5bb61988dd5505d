"""Setup (RULES 1): the start state and the order of setup decisions.

Version 2: each seat opens a row, goals are drawn, engines are placed. Version 1: goals first.
"""

from __future__ import annotations

from roundhouse.core.constants import CHANCE
from roundhouse.core.rule import rule
from roundhouse.games.rails.rules.frames import push
from roundhouse.games.rails.state import (
    ENGINE_ONE,
    GOAL,
    ITEMS,
    OPEN,
    RESOURCES,
    SPECIALISTS,
    TOKENS,
    BoardLayout,
    StateLayout,
)

NOWHERE = -1


@rule
def set_up_table(board: BoardLayout, s: StateLayout, seats: int) -> None:
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
    if s.rules == 1:
        push_goals(s)
    else:
        push_rows(s)
    s.turn = s.actor[0]


@rule
def push_rows(s: StateLayout) -> None:
    push(s, OPEN, 0, 0, 0)


@rule
def push_goals(s: StateLayout) -> None:
    push(s, GOAL, CHANCE, 0, 0)


@rule
def push_engines(s: StateLayout) -> None:
    push(s, ENGINE_ONE, s.seats - 1, 0, 0)


@rule
def continue_after_rows(s: StateLayout) -> None:
    if s.rules == 1:
        push_engines(s)
    else:
        push_goals(s)


@rule
def continue_after_goals(s: StateLayout) -> None:
    if s.rules == 1:
        push_rows(s)
    else:
        push_engines(s)
