"""How fast the search is: iterations and decisions a second and thread.

    python bench/search.py [GAME ...] [--iterations N] [--seats N]

From the middle of a game, with an empty tree. Where the time goes is bench/profile.py's to say.
"""

from __future__ import annotations

import argparse
import random

from measure import game_by_preference, middle
from roundhouse import games, load
from roundhouse.bots.search import Budget, Search


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[meta.id for meta in games()])
    parser.add_argument("--iterations", type=int, default=4000)
    parser.add_argument("--seats", type=int, default=4)
    args = parser.parse_args()
    print(f"{'game':<10}{'iterations/s':>14}{'decisions/s':>14}")
    for name in args.games:
        game = load(name)
        state = middle(game_by_preference(game, args.seats))
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
