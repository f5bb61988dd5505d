"""Learning a game with MaskablePPO (sb3-contrib) on a CPU, against bots.

    pip install 'roundhouse[research,learn]'
    python examples/maskable_ppo.py northern --opponents greedy,random --seconds 120

Prints how the learner does before, while and after it learns: its share of the wins against random
bots and against those it learns from, where the fair share is one in the number of seats. It
learns best at a table that it can sometimes beat: one greedy bot to learn from, one random bot to
win against. `--save FILE` keeps what it has learned.
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


def win_share(model: MaskablePPO, game: str, seats: int, opponents: list[str], games: int) -> float:
    """The learner's share of the wins against these bots, a seat drawn for each game."""
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
    """Ends the learning after so many seconds, and tells how it goes."""

    def __init__(self, seconds: float, report: Any, every: float) -> None:
        super().__init__()
        self._ends, self._every, self._report = time.monotonic() + seconds, every, report
        self._next = time.monotonic() + every

    def _on_step(self) -> bool:
        if time.monotonic() >= self._next:
            begun = time.monotonic()
            self._report(self.num_timesteps)
            self._ends += time.monotonic() - begun  # looking is not learning
            self._next = time.monotonic() + self._every
        return time.monotonic() < self._ends


def main(arguments: list[str] | None = None) -> tuple[float, float]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="northern")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--opponents", default="greedy,random", help="from the learner's left on")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--games", type=int, default=200, help="played to see how it does")
    parser.add_argument("--margin", type=float, default=0.8, help="part of the reward that is one")
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save")
    asked = parser.parse_args(arguments)

    torch.set_num_threads(1)  # the networks are small
    game, seats, opponents = asked.game, asked.seats, asked.opponents.split(",")
    envs = DummyVecEnv([lambda: make(game, seats, opponents, asked.margin)] * asked.envs)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        learning_rate=1e-3,
        ent_coef=0.01,
        gamma=1.0,  # a game is won at its end, however long it is
        seed=asked.seed,
        device="cpu",
        policy_kwargs={"net_arch": [128, 128]},
    )

    def report(steps: int) -> float:
        share = win_share(model, game, seats, ["random"], asked.games)
        taught = win_share(model, game, seats, opponents, asked.games)
        print(
            f"{steps:8d} steps: {share:6.1%} of the wins against random, "
            f"{taught:6.1%} against {asked.opponents} (fair: {1 / seats:.1%})"
        )
        return share

    before = report(0)
    model.learn(10**9, callback=Clock(asked.seconds, report, max(asked.seconds / 4, 1.0)))
    after = report(model.num_timesteps)
    if asked.save:
        model.save(asked.save)
    return before, after


if __name__ == "__main__":
    main()
