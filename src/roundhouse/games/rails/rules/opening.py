"""Set-up (B): the table laid, and in which order it is asked about.

Each seat opens a row, then the goals are drawn, then the engines are placed. Rules 1 drew the goals
first of all.
"""

from __future__ import annotations

from roundhouse.core.contract import CHANCE
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
    if s.rules == 1:
        ask_goals(s)
    else:
        ask_rows(s)
    s.turn = s.actor[0]


@rule
def ask_rows(s: State) -> None:
    push(s, OPEN, 0, 0, 0)


@rule
def ask_goals(s: State) -> None:
    push(s, GOAL, CHANCE, 0, 0)


@rule
def ask_engines(s: State) -> None:
    push(s, ENGINE_ONE, s.seats - 1, 0, 0)


@rule
def after_rows(s: State) -> None:
    if s.rules == 1:
        ask_engines(s)
    else:
        ask_goals(s)


@rule
def after_goals(s: State) -> None:
    if s.rules == 1:
        ask_rows(s)
    else:
        ask_engines(s)
