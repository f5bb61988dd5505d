"""How fast the search is: iterations and decisions a second and thread, and where the time goes.

    python bench/search.py [GAME ...] [--iterations N] [--seats N]

`rules` is the time of as many playouts, of as many plies, from the root and without any tree (the
room's `redeal`, `legal`, `prefer`, `apply` and `value`), as a share of the search's time. It may
pass 100%: in the tree an action costs less than in a playout, where every alternative is weighed.
"""

from __future__ import annotations

import argparse
import random
import time

from roundhouse import CHANCE, Game, State, games, load
from roundhouse.bots.search import Budget, Search, Workspace
from roundhouse.bots.tuning import tuning


def middle(game: Game, seats: int) -> State:
    """A position with a choice, in the middle of a game drawn by the room's liking."""
    from roundhouse.bots.instinct import InstinctBot

    rng = random.Random(1)
    bot = InstinctBot(game, rng)
    line = [game.start(seats)]
    while not line[-1].over:
        state = line[-1].clone()
        if state.turn == CHANCE:
            state.apply(rng.choices(state.legal(), state.weights())[0])
        else:
            state.apply(bot.choose(state))
        line.append(state)
    return next(state for state in line[len(line) // 2 :] if len(state.legal()) > 1)


def rules_alone(game: Game, state: State, iterations: int, plies: int) -> float:
    """Seconds that so many playouts of so many plies take: redeal, play on, judge."""
    space = Workspace(game, 1, 0, tuning(game), 100)
    space.place(state, state.turn, 0)
    begun = time.perf_counter()
    space.sample(state.turn, iterations, plies)
    return time.perf_counter() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[meta.id for meta in games()])
    parser.add_argument("--iterations", type=int, default=4000)
    parser.add_argument("--seats", type=int, default=4)
    args = parser.parse_args()
    print(f"{'game':<10}{'iterations/s':>14}{'decisions/s':>14}{'rules':>8}")
    for name in args.games:
        game = load(name)
        state = middle(game, args.seats)
        search = Search(game, random.Random(1))
        search.think(state, Budget(20))
        search = Search(game, random.Random(2))
        verdict = search.think(state, Budget(args.iterations))
        plies = round(verdict.decisions / verdict.iterations)
        alone = rules_alone(game, state, verdict.iterations, plies)
        print(f"{name:<10}{verdict.iterations / verdict.seconds:>14,.0f}"
              f"{verdict.decisions / verdict.seconds:>14,.0f}{alone / verdict.seconds:>8.0%}",
              flush=True)


if __name__ == "__main__":
    main()
