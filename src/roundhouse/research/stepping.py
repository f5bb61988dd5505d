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

CHUNK = 256  # games a CPU thread takes at a time


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
    games.done[i] = 0
    for seat in range(games.states[len(games.states) - 1].seats):
        games.reward[i][seat] = 0.0
    lay(board, scratch, games, i)


@rule
def lay(board: Any, scratch: Any, games: Games, i: int) -> None:
    copy(games.states, i, len(games.states) - 1)
    advance(board, scratch, games, i)
    note(board, scratch, games, i)


@rule
def advance(board: Any, scratch: Any, games: Games, i: int) -> None:
    """Play what chance and the rules decide, until a seat has a choice or the game is over."""
    s = games.states[i]
    row = games.legal[i]
    rng = games.rngs[i]
    games.count[i] = 0
    while s.turn != OVER:
        n = legal(board, s, scratch, row)
        if s.turn == CHANCE:
            apply(board, s, scratch, draw(board, s, row, n, rng))
        elif n == 1:
            apply(board, s, scratch, row[0])
        else:
            games.count[i] = n
            return


@rule
def note(board: Any, scratch: Any, games: Games, i: int) -> None:
    """Write down whose decision it is and what it sees."""
    s = games.states[i]
    games.player[i] = s.turn
    observe(board, s, scratch, s.turn, games.seen[i])


@rule
def pay(board: Any, scratch: Any, games: Games, i: int) -> None:
    """The reward of a finished game: each seat's share of the win, less a fair share."""
    s = games.states[i]
    row = games.legal[i]
    ranks(board, s, scratch, row)
    winners = 0
    for seat in range(s.seats):
        if row[seat] == 0:
            winners += 1
    for seat in range(s.seats):
        share = 0.0
        if row[seat] == 0:
            share = 1.0 / winners
        games.reward[i][seat] = share - 1.0 / s.seats


@rule
def step(board: Any, scratch: Any, games: Games, i: int, action: int) -> None:
    """The seat to act in game i does this; a finished game is paid and begun anew."""
    s = games.states[i]
    if games.done[i] != 0:
        games.done[i] = 0
        for seat in range(s.seats):
            games.reward[i][seat] = 0.0
    apply(board, s, scratch, action)
    advance(board, scratch, games, i)
    if games.states[i].turn == OVER:
        pay(board, scratch, games, i)
        games.done[i] = 1
        lay(board, scratch, games, i)
    else:
        note(board, scratch, games, i)


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
        step(boards[0], scratches[0], games, i, actions[i])


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
