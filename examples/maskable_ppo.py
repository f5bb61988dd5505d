"""Learn a game against bots with MaskablePPO (sb3-contrib) on a CPU.

    pip install 'roundhouse-games[research,learn]'
    python examples/maskable_ppo.py northern --opponents greedy,random --seconds 120

The example prints the learner's share of the wins before, during and after training, against random
bots and against its training opponents. The fair share is 1 divided by the number of seats. A
learner needs opponents that it can sometimes beat: the default is a greedy bot and a random bot.
`--save FILE` saves the model.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

import roundhouse.research.gymnasium_env  # noqa: F401  (registers the environments)


def make(
    game: str, seats: int, opponents: list[str], margin: float = 0.0
) -> gymnasium.Env[Any, Any]:
    name = f"roundhouse/{game}-v1"
    return gymnasium.make(name, seats=seats, opponents=opponents, margin=margin)


def measure_win_share(
    model: MaskablePPO, game: str, seats: int, opponents: list[str], games: int
) -> float:
    """Return the learner's share of the wins against these bots, in random seats."""
    env = make(game, seats, opponents)
    won = 0.0
    for seed in range(games):
        observation, info = env.reset(seed=1_000_000 + seed)
        over = False
        while not over:
            masks = info["action_mask"].astype(bool)
            action, _ = model.predict(observation, action_masks=masks, deterministic=True)
            observation, reward, over, _, info = env.step(int(action))
        won += float(reward) + 1 / seats
    return won / games


class Clock(BaseCallback):
    """Stops the training after some seconds and reports progress."""

    def __init__(self, seconds: float, report: Any, every: float) -> None:
        super().__init__()
        self._ends, self._every, self._report = time.monotonic() + seconds, every, report
        self._next = time.monotonic() + every

    def _on_step(self) -> bool:
        if time.monotonic() >= self._next:
            start = time.monotonic()
            self._report(self.num_timesteps)
            self._ends += time.monotonic() - start  # evaluation does not count as training time
            self._next = time.monotonic() + self._every
        return time.monotonic() < self._ends


def main(arguments: list[str] | None = None) -> tuple[float, float]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="northern")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--opponents", default="greedy,random", help="names of bots")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--games", type=int, default=200, help="games per evaluation")
    parser.add_argument("--margin", type=float, default=0.8, help="weight of margins in the reward")
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save")
    args = parser.parse_args(arguments)

    torch.set_num_threads(1)  # small networks run fastest in one thread
    game, seats, opponents = args.game, args.seats, args.opponents.split(",")
    envs = DummyVecEnv([lambda: make(game, seats, opponents, args.margin)] * args.envs)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        learning_rate=1e-3,
        ent_coef=0.01,
        gamma=1.0,  # rewards come at the end of a game, however long it is
        seed=args.seed,
        device="cpu",
        policy_kwargs={"net_arch": [128, 128]},
    )

    def report(steps: int) -> float:
        share = measure_win_share(model, game, seats, ["random"], args.games)
        training_share = measure_win_share(model, game, seats, opponents, args.games)
        print(
            f"{steps:8d} steps: {share:6.1%} of the wins against random, "
            f"{training_share:6.1%} against {args.opponents} (fair: {1 / seats:.1%})"
        )
        return share

    before = report(0)
    model.learn(10**9, callback=Clock(args.seconds, report, max(args.seconds / 4, 1.0)))
    after = report(model.num_timesteps)
    if args.save:
        model.save(args.save)
    return before, after


if __name__ == "__main__":
    main()
