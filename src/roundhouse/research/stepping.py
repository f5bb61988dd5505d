"""One game of a batch, a decision at a time: what CPU threads and GPU threads both run.

Everything here is a rule over the contract, so it is compiled with a game's own rules for either
machine. A game of a batch is row i of every array in `Games`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from roundhouse.core.contract import CHANCE, OVER, apply, copy, legal, observe, ranks
from roundhouse.core.drivers import draw
from roundhouse.core.rng import below, seed
from roundhouse.core.rule import rule

NOTHING = -1  # no action


class Games(NamedTuple):
    """The arrays of a batch; a row is a game. `states` has one row more: the laid table."""

    states: Any
    rngs: Any  # four words each (core/rng.py)
    legal: Any  # the legal actions of the seat to act, ascending
    count: Any  # how many of them
    player: Any  # the seat to act
    seen: Any  # its observation, whole numbers
    reward: Any  # by seat, of the game that ended in the last step; 0 otherwise
    done: Any  # 1: a game ended in the last step and a new one has begun


@rule
def begin(board: Any, scratch: Any, games: Games, i: int, number: int) -> None:
    """Lay the table of game i, with a random sequence of its own."""
    seed(games.rngs[i], number, i)
    copy(games.states, i, len(games.states) - 1)
    go_on(board, scratch, games, i, NOTHING)


@rule
def go_on(board: Any, scratch: Any, games: Games, i: int, action: int) -> None:
    """Do this in game i, then what chance and the rules decide, until a seat has a choice; a game
    that is over is paid and begun anew.

    One loop with one call of each rule: a GPU's compiler puts every call's code where it stands.
    """
    s = games.states[i]
    row = games.legal[i]
    rng = games.rngs[i]
    games.done[i] = 0
    for seat in range(s.seats):
        games.reward[i][seat] = 0.0
    n = 0
    while n < 2:
        if action != NOTHING:
            apply(board, s, scratch, action)
        if s.turn == OVER:
            pay(board, scratch, games, i)
            games.done[i] = 1
            copy(games.states, i, len(games.states) - 1)
        n = legal(board, s, scratch, row)
        if s.turn == CHANCE:
            action = draw(board, s, row, n, rng)
            n = 0
        else:
            action = row[0]
    games.count[i] = n
    games.player[i] = s.turn
    observe(board, s, scratch, s.turn, games.seen[i])


@rule
def pay(board: Any, scratch: Any, games: Games, i: int) -> None:
    """The reward of a finished game: each seat's share of the win, less a fair share. Where the
    game itself has beaten everybody that is a tie of all, as in `rewards.win_shares`."""
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
def is_legal(games: Games, i: int, action: int) -> bool:
    row = games.legal[i]
    low = 0
    high = games.count[i]
    while low < high:
        middle = (low + high) // 2
        if row[middle] < action:
            low = middle + 1
        else:
            high = middle
    found: bool = low < games.count[i] and row[low] == action
    return found


# Ranges of games, for CPU threads


@rule
def begin_range(
    boards: Any, scratches: Any, games: Games, number: int, first: int, last: int
) -> None:
    for i in range(first, last):
        begin(boards[0], scratches[0], games, i, number)


@rule
def first_illegal(games: Games, actions: Any, first: int, last: int) -> int:
    """The first game of the range whose action is not legal, or -1."""
    for i in range(first, last):
        if not is_legal(games, i, actions[i]):
            return i
    return -1


@rule
def step_range(
    boards: Any, scratches: Any, games: Games, actions: Any, first: int, last: int
) -> None:
    for i in range(first, last):
        go_on(boards[0], scratches[0], games, i, actions[i])


@rule
def choose_range(games: Games, actions: Any, first: int, last: int) -> None:
    """Any legal action for each game, from the game's own random sequence."""
    for i in range(first, last):
        actions[i] = games.legal[i][below(games.rngs[i], games.count[i])]


@rule
def mask_range(games: Games, mask: Any, first: int, last: int) -> None:
    """1 at each legal action; the mask is all 0 before."""
    for i in range(first, last):
        for n in range(games.count[i]):
            mask[i][games.legal[i][n]] = 1
