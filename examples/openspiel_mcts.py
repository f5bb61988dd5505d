"""Let OpenSpiel's tree search play against a Roundhouse bot.

    python examples/openspiel_mcts.py northern --seats 3 --opponent greedy --simulations 50

The search plays seat 0, the bot all other seats. In games with hidden information, OpenSpiel's
information-set search is used, which resamples what its seat cannot know.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from roundhouse.research import openspiel


def searcher(game: pyspiel.Game, simulations: int, seed: int) -> pyspiel.Bot:
    """Create OpenSpiel's search for a game."""
    rng = np.random.RandomState(seed)
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return mcts.MCTSBot(game, 1.0, simulations, rollouts, random_state=rng)
    return ismcts.ISMCTSBot(
        game,
        rollouts,
        1.0,
        simulations,
        random_state=rng,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )


def main(arguments: list[str] | None = None) -> list[float]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="northern")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(arguments)

    openspiel.register()
    game = pyspiel.load_game(f"roundhouse_{args.game}(seats={args.seats})")
    bots = [searcher(game, args.simulations, args.seed)]
    for seat in range(1, args.seats):
        bots.append(openspiel.RoundhouseBot(game, args.opponent, args.seed + seat))
    returns: list[float] = pyspiel.evaluate_bots(game.new_initial_state(), bots, args.seed)
    print(f"OpenSpiel's search, {args.simulations} simulations: {returns[0]:+.3f}")
    print(f"{args.opponent}: {', '.join(f'{value:+.3f}' for value in returns[1:])}")
    return returns


if __name__ == "__main__":
    main()
