"""How a game may go on after a move: a line that can be played out on the board."""

from __future__ import annotations

import random
from collections.abc import Callable

from roundhouse.bots.search import Budget, Search
from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Position
from roundhouse.play.perspective import imagine
from roundhouse.play.record import Move

THOUGHT = Budget(1_500, settle=True)  # a decision
POOL = 60_000
DECISIONS = 4  # of the seats, in a line, with the first
PLIES = 12  # in all, with what chance does


def line_after(
    state: Position,
    action: int,
    rng: random.Random,
    budget: Budget = THOUGHT,
    on_the_way: Callable[[], None] | None = None,
) -> list[Move]:
    """The move and what may follow: every seat thinks as it may, chance is drawn. `on_the_way` is
    called before each search, by whoever waits for signs of life."""
    game = state.game
    at = state.clone()
    moves = [Move(at.turn, game.text(action))]
    at.apply(action)
    made = 1
    while not at.over and made < DECISIONS and len(moves) < PLIES:
        actions = at.legal()
        if at.turn == CHANCE:
            chosen = rng.choices(actions, at.weights())[0]
        elif len(actions) == 1:
            chosen = actions[0]
        else:
            if on_the_way:
                on_the_way()
            thinking = Search(game, random.Random(rng.getrandbits(60)), pool=POOL)
            chosen = thinking.think(imagine(at, at.turn, rng), budget).best
            made += 1
        moves.append(Move(at.turn, game.text(chosen)))
        at.apply(chosen)
    return moves
