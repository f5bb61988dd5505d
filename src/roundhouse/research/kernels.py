"""GPU kernels; each thread has its own game and its own scratch memory."""

from __future__ import annotations

from typing import Any

from numba import cuda as numba_cuda
from numba import int16

from roundhouse.bots.stepping.batches import GameArrays, is_legal, step_game
from roundhouse.core.backends.by_address import action_count, scratch_type, state_type
from roundhouse.core.constants import OVER
from roundhouse.core.drivers import random_action
from roundhouse.core.placeholders import apply, copy
from roundhouse.core.rng import below, seed

cuda: Any = numba_cuda  # untyped: its functions exist only inside kernels


def set_up_all(games: GameArrays, seed_value: int) -> None:
    """Set up every game; `step_all` with NO_ACTION then plays to the first decisions."""
    i = cuda.grid(1)
    if i < len(games.done):
        seed(games.rngs[i], seed_value, i)
        copy(games.states, i, games.starts[i])


def step_all(boards: Any, scratches: Any, games: GameArrays, actions: Any) -> None:
    """Play one action in every game."""
    i = cuda.grid(1)
    if i < len(games.done):
        step_game(boards[0], scratches[i], games, i, actions[i])


def sample_all(games: GameArrays, actions: Any) -> None:
    """Draw a random legal action in every game."""
    i = cuda.grid(1)
    if i < len(games.done):
        actions[i] = games.legal[i][below(games.rngs[i], games.count[i])]


def find_illegal(games: GameArrays, actions: Any, illegal: Any) -> None:
    """Write a game whose action is illegal into `illegal[0]`, if there is one."""
    i = cuda.grid(1)
    if i < len(games.done) and not is_legal(games, i, actions[i]):
        illegal[0] = i


def fill_masks(games: GameArrays, mask: Any) -> None:
    """Write the masks of legal actions."""
    i = cuda.grid(1)
    if i < len(games.done):
        for n in range(mask.shape[1]):
            mask[i][n] = 0
        for n in range(games.count[i]):
            mask[i][games.legal[i][n]] = 1


def scale_all(games: GameArrays, scales: Any, observation: Any) -> None:
    """Write the scaled observations; one thread per number."""
    k = cuda.grid(1)
    width = len(scales)
    if k < len(games.done) * width:
        i = k // width
        n = k % width
        observation[i][n] = games.raw_observation[i][n] * scales[n]


def play_random(
    boards: Any, states: Any, rngs: Any, seed_value: int, plies: int, decisions: Any
) -> None:
    """Play random games for `plies` plies per thread, restarting games that are over.

    The state, the scratch memory and the legal actions are local to the thread: a GPU interleaves
    local memory, so that threads reading the same field read adjacent addresses.
    """
    i = cuda.grid(1)
    if i >= len(decisions):
        return
    local_states = cuda.local.array(1, state_type)
    scratch = cuda.local.array(1, scratch_type)
    out = cuda.local.array(action_count, int16)
    rng = rngs[i]
    seed(rng, seed_value, i)
    start = len(states) - 1
    local_states[0] = states[start]
    s = local_states[0]
    for _ in range(plies):
        if s.turn == OVER:
            local_states[0] = states[start]
        apply(boards[0], s, scratch[0], random_action(boards[0], s, scratch[0], out, rng))
    states[i] = local_states[0]
    decisions[i] = plies


def play_random_in_arrays(
    boards: Any, scratches: Any, games: GameArrays, seed_value: int, plies: int
) -> None:
    """Play the games of `play_random` in global memory, as a batch does."""
    i = cuda.grid(1)
    if i >= len(games.done):
        return
    rng = games.rngs[i]
    seed(rng, seed_value, i)
    start = games.starts[i]
    games.states[i] = games.states[start]
    s = games.states[i]
    for _ in range(plies):
        if s.turn == OVER:
            games.states[i] = games.states[start]
        row = games.legal[i]
        apply(boards[0], s, scratches[i], random_action(boards[0], s, scratches[i], row, rng))
