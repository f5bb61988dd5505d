"""How fast the search is: iterations and decisions a second and thread.

    python bench/search.py [GAME ...] [--iterations N] [--seats N]

From the middle of a game, with an empty tree. Where the time goes is bench/profile.py's to say.
"""

from __future__ import annotations

import argparse
import random

from roundhouse import CHANCE, Game, State, games, load
from roundhouse.bots.registry import make_bot
from roundhouse.bots.search import Budget, Search


def middle(game: Game, seats: int) -> State:
    """A position with a choice, in the middle of a game drawn by the room's liking."""
    rng = random.Random(1)
    bot = make_bot("instinct", game, rng)
    line = [game.start(seats)]
    while not line[-1].over:
        state = line[-1].clone()
        if state.turn == CHANCE:
            state.apply(rng.choices(state.legal(), state.weights())[0])
        else:
            state.apply(bot.choose(state))
        line.append(state)
    return next(state for state in line[len(line) // 2 :] if len(state.legal()) > 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[meta.id for meta in games()])
    parser.add_argument("--iterations", type=int, default=4000)
    parser.add_argument("--seats", type=int, default=4)
    args = parser.parse_args()
    print(f"{'game':<10}{'iterations/s':>14}{'decisions/s':>14}")
    for name in args.games:
        game = load(name)
        state = middle(game, args.seats)
        search = Search(game, random.Random(1))
        search.think(state, Budget(20))
        search = Search(game, random.Random(2))
        verdict = search.think(state, Budget(args.iterations))
        print(
            f"{name:<10}{verdict.iterations / verdict.seconds:>14,.0f}"
            f"{verdict.decisions / verdict.seconds:>14,.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
