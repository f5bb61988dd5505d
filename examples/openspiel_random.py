"""Play randomly in OpenSpiel, where chance is a player.

python examples/openspiel_random.py "roundhouse_northern(seats=4,variant=single)"
"""

from __future__ import annotations

import argparse
import random

import pyspiel

from roundhouse.research import openspiel


def main(arguments: list[str] | None = None) -> list[float]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="roundhouse_northern")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(arguments)

    openspiel.register()
    game, rng = pyspiel.load_game(args.game), random.Random(args.seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    print(state)
    print("returns:", state.returns())
    returns: list[float] = state.returns()
    return returns


if __name__ == "__main__":
    main()
