"""Hiring specialists, and the free one that comes with the first carriage (H)."""

from __future__ import annotations

from roundhouse.core.rule import rule
from roundhouse.games.rails.actions import DONE, FREE_ONE, HIRE_ONE
from roundhouse.games.rails.rules.cargo import carriages, give_item
from roundhouse.games.rails.rules.frames import pop
from roundhouse.games.rails.state import CARRIAGES, RESOURCES, SPECIALISTS, WINDOWS, Board, State


@rule
def empty_window(s: State, seat: int) -> int:
    """The leftmost, or -1."""
    for window in range(carriages(s, seat) * WINDOWS):
        if s.windows[seat][window] == 0:
            return window
    return -1


@rule
def affords(board: Board, s: State, seat: int, specialist: int, carriage: int) -> bool:
    cost = board.hire_cost[specialist * CARRIAGES + carriage]
    cargo = s.cargo[seat]
    for resource in range(RESOURCES):
        if cargo[resource] < cost[resource]:
            return False
    return True


@rule
def list_hires(board: Board, s: State, seat: int, out: list[int]) -> int:
    out[0] = DONE
    n = 1
    window = empty_window(s, seat)
    if window >= 0:
        for specialist in range(SPECIALISTS):
            if s.specialists[specialist] > 0 and affords(
                board, s, seat, specialist, window // WINDOWS
            ):
                out[n] = HIRE_ONE + specialist
                n += 1
    return n


@rule
def hire(board: Board, s: State, seat: int, action: int) -> None:
    if action == DONE:
        pop(s)
        return
    specialist = action - HIRE_ONE
    window = empty_window(s, seat)
    s.first[s.depth - 1] -= 1
    for resource in range(RESOURCES):
        price = board.hire_cost[specialist * CARRIAGES + window // WINDOWS][resource]
        give_item(s, seat, resource, price)
    board_train(board, s, seat, specialist, window)


@rule
def board_train(board: Board, s: State, seat: int, specialist: int, window: int) -> None:
    s.specialists[specialist] -= 1
    s.windows[seat][window] = specialist + 1
    s.score[seat] += board.window_vp[window]


@rule
def can_be_free(s: State) -> bool:
    for specialist in range(SPECIALISTS):
        if s.specialists[specialist] > 0:
            return True
    return False


@rule
def list_free(s: State, out: list[int]) -> int:
    n = 0
    for specialist in range(SPECIALISTS):
        if s.specialists[specialist] > 0:
            out[n] = FREE_ONE + specialist
            n += 1
    return n


@rule
def welcome(board: Board, s: State, seat: int, specialist: int) -> None:
    pop(s)
    board_train(board, s, seat, specialist, 0)
