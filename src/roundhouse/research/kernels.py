"""Kernels: what every GPU thread does. A thread has a game of its own, and scratch of its own."""

from __future__ import annotations

from typing import Any

from numba import cuda as numba_cuda

from roundhouse.core.contract import OVER, apply, copy
from roundhouse.core.drivers import random_action
from roundhouse.core.rng import below, seed
from roundhouse.research.stepping import Games, begin, is_legal, step

cuda: Any = numba_cuda  # its functions exist inside kernels only


def begin_all(boards: Any, scratches: Any, games: Games, number: int) -> None:
    i = cuda.grid(1)
    if i < len(games.done):
        begin(boards[0], scratches[i], games, i, number)


def step_all(boards: Any, scratches: Any, games: Games, actions: Any) -> None:
    i = cuda.grid(1)
    if i < len(games.done):
        step(boards[0], scratches[i], games, i, actions[i])


def choose_all(games: Games, actions: Any) -> None:
    i = cuda.grid(1)
    if i < len(games.done):
        actions[i] = games.legal[i][below(games.rngs[i], games.count[i])]


def find_illegal(games: Games, actions: Any, wrong: Any) -> None:
    """Any game whose action is not legal, or -1 as it was before."""
    i = cuda.grid(1)
    if i < len(games.done) and not is_legal(games, i, actions[i]):
        wrong[0] = i


def fill_masks(games: Games, mask: Any) -> None:
    i = cuda.grid(1)
    if i < len(games.done):
        for n in range(games.count[i]):
            mask[i][games.legal[i][n]] = 1


def scale_all(games: Games, scales: Any, seen: Any) -> None:
    """A thread a number."""
    k = cuda.grid(1)
    width = len(scales)
    if k < len(games.done) * width:
        i = k // width
        n = k % width
        seen[i][n] = games.seen[i][n] * scales[n]


def play_random(
    boards: Any,
    states: Any,
    scratches: Any,
    outs: Any,
    rngs: Any,
    number: int,
    plies: int,
    decisions: Any,
) -> None:
    """Random games for so many plies a thread, begun anew when one is over."""
    i = cuda.grid(1)
    if i >= len(decisions):
        return
    rng = rngs[i]
    seed(rng, number, i)
    start = len(states) - 1
    copy(states, i, start)
    s = states[i]
    for _ in range(plies):
        if s.turn == OVER:
            copy(states, i, start)
        apply(boards[0], s, scratches[i], random_action(boards[0], s, scratches[i], outs[i], rng))
    decisions[i] = plies
