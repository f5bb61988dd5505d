"""Sample continuations of a game, as lines that can be replayed."""

from __future__ import annotations

import random
from collections.abc import Callable

from roundhouse.bots.search import Budget, Search
from roundhouse.core.state import State, automatic_action
from roundhouse.play.perspective import determinize
from roundhouse.play.record import Move

LINE_BUDGET = Budget(1_500, stop_when_decided=True)  # for each decision
MAX_TREE_EDGES = 60_000
MAX_DECISIONS = 4  # in a line, the first included
MAX_PLIES = 12  # in a line, chance events included


def line_after(
    state: State,
    action: int,
    rng: random.Random,
    budget: Budget = LINE_BUDGET,
    on_search: Callable[[], None] | None = None,
) -> list[Move]:
    """Return a move and a continuation, in which seats search and chance is sampled.

    `on_search` is called before each search, so that callers can report progress.
    """
    game = state.game
    current = state.clone()
    moves = [Move(current.turn, game.text(action))]
    current.apply(action)
    decisions = 1
    while not current.over and decisions < MAX_DECISIONS and len(moves) < MAX_PLIES:
        chosen = automatic_action(current, rng)
        if chosen is None:
            if on_search:
                on_search()
            search = Search(game, random.Random(rng.getrandbits(60)), pool=MAX_TREE_EDGES)
            chosen = search.run(determinize(current, current.turn, rng), budget).best
            decisions += 1
        moves.append(Move(current.turn, game.text(chosen)))
        current.apply(chosen)
    return moves
