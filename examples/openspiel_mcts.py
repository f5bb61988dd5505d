"""OpenSpiel's tree search at our table, against a bot of ours.

    python examples/openspiel_mcts.py northern --seats 3 --opponent greedy --simulations 50

The search plays seat 0, the bot all others. Games with secrets are searched with OpenSpiel's
information-set search, which draws again what its seat cannot know.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from roundhouse.research import openspiel


def searcher(game: pyspiel.Game, simulations: int, seed: int) -> pyspiel.Bot:
    """OpenSpiel's search for this game."""
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
    asked = parser.parse_args(arguments)

    openspiel.register()
    game = pyspiel.load_game(f"roundhouse_{asked.game}(seats={asked.seats})")
    bots = [searcher(game, asked.simulations, asked.seed)]
    for seat in range(1, asked.seats):
        bots.append(openspiel.RoundhouseBot(game, asked.opponent, asked.seed + seat))
    returns: list[float] = pyspiel.evaluate_bots(game.new_initial_state(), bots, asked.seed)
    print(f"OpenSpiel's search, {asked.simulations} simulations: {returns[0]:+.3f}")
    print(f"{asked.opponent}: {', '.join(f'{value:+.3f}' for value in returns[1:])}")
    return returns


if __name__ == "__main__":
    main()
