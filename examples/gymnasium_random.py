"""Play randomly against bots in a Gymnasium vector environment of 16 games.

python examples/gymnasium_random.py northern --opponents greedy --steps 500
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np

import roundhouse.research.gymnasium_env  # noqa: F401  (registers the environments)


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="northern")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--opponents", default="greedy")
    parser.add_argument("--steps", type=int, default=500)
    args = parser.parse_args(arguments)

    envs = gymnasium.make_vec(
        f"roundhouse/{args.game}-v1", num_envs=16, seats=args.seats, opponents=args.opponents
    )
    rng = np.random.default_rng(0)
    _, infos = envs.reset(seed=0)
    rewards: list[float] = []
    for _ in range(args.steps):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        _, reward, over, _, infos = envs.step(actions)
        rewards += reward[over].tolist()
    mean = float(np.mean(rewards)) if rewards else 0.0
    print(f"{len(rewards)} games against {args.opponents}: {mean:+.3f} a game")
    return mean


if __name__ == "__main__":
    main()
