"""Kernels: what every GPU thread does. A thread has a game of its own, and scratch of its own."""

from __future__ import annotations

from typing import Any

from numba import cuda as numba_cuda
from numba import int16

from roundhouse.core.by_address import action_count, scratch_type, state_type
from roundhouse.core.contract import OVER, apply
from roundhouse.core.drivers import random_action
from roundhouse.core.rng import below, seed
from roundhouse.research.stepping import Games, begin, go_on, is_legal

cuda: Any = numba_cuda  # its functions exist inside kernels only


def begin_all(boards: Any, scratches: Any, games: Games, number: int) -> None:
    i = cuda.grid(1)
    if i < len(games.done):
        begin(boards[0], scratches[i], games, i, number)


def step_all(boards: Any, scratches: Any, games: Games, actions: Any) -> None:
    i = cuda.grid(1)
    if i < len(games.done):
        go_on(boards[0], scratches[i], games, i, actions[i])


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
        for n in range(mask.shape[1]):
            mask[i][n] = 0
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
    boards: Any, states: Any, rngs: Any, number: int, plies: int, decisions: Any
) -> None:
    """Random games for so many plies a thread, begun anew when one is over.

    The state, the scratch and the list of legal actions are the thread's own: a card lays such
    memory out so that threads that look at the same field read side by side.
    """
    i = cuda.grid(1)
    if i >= len(decisions):
        return
    mine = cuda.local.array(1, state_type)
    scratch = cuda.local.array(1, scratch_type)
    out = cuda.local.array(action_count, int16)
    rng = rngs[i]
    seed(rng, number, i)
    start = len(states) - 1
    mine[0] = states[start]
    s = mine[0]
    for _ in range(plies):
        if s.turn == OVER:
            mine[0] = states[start]
        apply(boards[0], s, scratch[0], random_action(boards[0], s, scratch[0], out, rng))
    states[i] = mine[0]
    decisions[i] = plies


def play_random_in_arrays(
    boards: Any, scratches: Any, games: Games, number: int, plies: int
) -> None:
    """The same games as `play_random`, in the card's own memory: in no thread's, as in a batch."""
    i = cuda.grid(1)
    if i >= len(games.done):
        return
    rng = games.rngs[i]
    seed(rng, number, i)
    start = len(games.states) - 1
    games.states[i] = games.states[start]
    s = games.states[i]
    for _ in range(plies):
        if s.turn == OVER:
            games.states[i] = games.states[start]
        row = games.legal[i]
        apply(boards[0], s, scratches[i], random_action(boards[0], s, scratches[i], row, rng))
