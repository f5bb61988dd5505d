"""Stepping one game of a batch to its next decision, on the CPU or the GPU.

Everything here is a rule over any game, so it is compiled together with the rules of a game
for either device. Game i of a batch is row i of every array in `GameArrays`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from roundhouse.core.drivers import NO_ACTION, advance, find_action
from roundhouse.core.placeholders import copy, observe, ranks
from roundhouse.core.rng import below, seed
from roundhouse.core.rule import rule


class GameArrays(NamedTuple):
    """The arrays of a batch, with one row per game."""

    states: Any  # more rows at the end: the initial states
    starts: Any  # the row of the initial state
    rngs: Any  # random streams of four words each (core/rng.py)
    legal: Any  # the legal actions of the seat to act, ascending
    count: Any  # the number of legal actions
    player: Any  # the seat to act
    raw_observation: Any  # the observation of that seat: integers, not scaled
    reward: Any  # by seat, if the game ended in the last step; otherwise 0
    done: Any  # 1 if the game ended in the last step and a new one has started


@rule
def start_game(board: Any, scratch: Any, games: GameArrays, i: int, seed_value: int) -> None:
    """Start game `i` with its own random stream and play to the first decision."""
    seed(games.rngs[i], seed_value, i)
    copy(games.states, i, games.starts[i])
    step_game(board, scratch, games, i, NO_ACTION)


@rule
def step_game(board: Any, scratch: Any, games: GameArrays, i: int, action: int) -> None:
    """Play an action in game `i`, then chance and forced moves, to the next choice.

    A finished game is rewarded and started again.
    """
    s = games.states[i]
    games.done[i] = 0
    for seat in range(len(games.reward[i])):
        games.reward[i][seat] = 0.0
    n = 0
    while n == 0:
        n = advance(board, s, scratch, action, games.legal[i], games.rngs[i])
        if n == 0:
            write_rewards(board, scratch, games, i)
            games.done[i] = 1
            copy(games.states, i, games.starts[i])
            action = NO_ACTION
    games.count[i] = n
    games.player[i] = s.turn
    observe(board, s, scratch, s.turn, games.raw_observation[i])


@rule
def write_rewards(board: Any, scratch: Any, games: GameArrays, i: int) -> None:
    """Write the rewards of a finished game: share of the win minus the fair share.

    If the game itself beats all players, they tie, as in `research/rewards.py`.
    """
    s = games.states[i]
    row = games.legal[i]
    ranks(board, s, scratch, row)
    winners = 0
    for seat in range(s.seats):
        if row[seat] == 0:
            winners += 1
    for seat in range(s.seats):
        share = 0.0
        if winners == 0:
            share = 1.0 / s.seats
        elif row[seat] == 0:
            share = 1.0 / winners
        games.reward[i][seat] = share - 1.0 / s.seats


@rule
def is_legal(games: GameArrays, i: int, action: int) -> bool:
    """Return whether an action is legal in game `i`."""
    return find_action(games.legal[i], games.count[i], action) >= 0


# Ranges of games, one per CPU thread.


@rule
def start_range(
    boards: Any, scratches: Any, games: GameArrays, seed_value: int, first: int, last: int
) -> None:
    """Start the games of a range."""
    for i in range(first, last):
        start_game(boards[0], scratches[0], games, i, seed_value)


@rule
def find_first_illegal(games: GameArrays, actions: Any, first: int, last: int) -> int:
    """Return the first game of a range whose action is illegal, or -1."""
    for i in range(first, last):
        if not is_legal(games, i, actions[i]):
            return i
    return -1


@rule
def step_range(
    boards: Any, scratches: Any, games: GameArrays, actions: Any, first: int, last: int
) -> None:
    """Play one action in each game of a range."""
    for i in range(first, last):
        step_game(boards[0], scratches[0], games, i, actions[i])


@rule
def sample_range(games: GameArrays, actions: Any, first: int, last: int) -> None:
    """Draw a random legal action for each game of a range."""
    for i in range(first, last):
        actions[i] = games.legal[i][below(games.rngs[i], games.count[i])]


@rule
def fill_mask_range(games: GameArrays, mask: Any, first: int, last: int) -> None:
    """Write 1 at each legal action into a mask of zeros."""
    for i in range(first, last):
        for n in range(games.count[i]):
            mask[i][games.legal[i][n]] = 1
