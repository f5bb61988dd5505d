"""The settings of a training run: one object for command line and both methods."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from roundhouse.core.search_params import SearchParams

SEARCH, SELF_PLAY = "search", "selfplay"

POPULATION_FRACTION = 0.6  # `opponent_fraction` where there is a population

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ImitationParams:
    """Hyperparameters of imitation learning.

    Attributes:
        epochs: Passes over the dataset.
        batch_size: Decisions per optimizer step.
        learning_rate: Peak of the cosine schedule.
        max_seconds: Time limit of the optimization.
        unguided_fraction: Share of the seats that search without the network, from 0 to 1.
        use_priors: Whether the network reads the priors of the game's heuristic. Without them it
            can play in a population of self-play.
        seed: Seed of the optimization.
    """

    epochs: float = 8.0
    batch_size: int = 1024
    learning_rate: float = 1.5e-3
    max_seconds: float = math.inf
    unguided_fraction: float = 0.0
    use_priors: bool = True
    seed: int = 0


@dataclass(frozen=True)
class PPOParams:
    """Hyperparameters of self-play with PPO.

    Attributes:
        num_envs: Games played at once.
        num_steps: Decisions per game between two updates.
        minibatch_size: Decisions per optimizer step.
        epochs: Passes over each rollout.
        learning_rate: Learning rate at the start; it is annealed linearly.
        min_learning_rate: Learning rate at the end.
        entropy_coef: Weight of the entropy bonus at the start; it is annealed linearly.
        min_entropy_coef: Weight of the entropy bonus at the end.
        gae_lambda: Decay of the TD errors in the advantage, from 0 to 1.
        anneal_seconds: Seconds of training after which both annealed values are at their minimum.
        snapshot_interval: Updates between two snapshots of the network.
        num_opponents: Snapshots that play as opponents at a time.
        opponent_fraction: Part of the games in which snapshots and the population play.
        eval_interval: Updates between two evaluations.
        eval_games: Games of an evaluation.
        seed: Seed of the games and of the optimization.
    """

    num_envs: int = 65536
    num_steps: int = 64
    minibatch_size: int = 65536
    epochs: int = 1
    learning_rate: float = 7e-4
    min_learning_rate: float = 5e-5
    entropy_coef: float = 0.03
    min_entropy_coef: float = 0.003
    gae_lambda: float = 0.95
    anneal_seconds: float = 750.0
    snapshot_interval: int = 150
    num_opponents: int = 4
    opponent_fraction: float = 0.2
    eval_interval: int = 400
    eval_games: int = 2048
    seed: int = 0

    @classmethod
    def for_device(
        cls, device: str, gae_lambda: float | None = None, has_population: bool = False
    ) -> PPOParams:
        """Return the defaults for a device.

        Args:
            device: `"cpu"` or `"cuda"`.
            gae_lambda: Replaces the default if not None.
            has_population: Whether a population plays against the learner.

        Returns:
            Parameters whose rollouts are small enough for the device.
        """
        decay = cls.gae_lambda if gae_lambda is None else gae_lambda
        fraction = POPULATION_FRACTION if has_population else cls.opponent_fraction
        if device == "cuda":
            return cls(gae_lambda=decay, opponent_fraction=fraction)
        # A processor plays thousands of times fewer games a second than a GPU.
        return cls(
            num_envs=512,
            num_steps=32,
            minibatch_size=4096,
            epochs=2,
            anneal_seconds=3600.0,
            snapshot_interval=40,
            eval_interval=40,
            eval_games=256,
            gae_lambda=decay,
            opponent_fraction=fraction,
        )


@dataclass(frozen=True)
class TrainConfig:
    """Every setting of one training run.

    Attributes:
        game: Name of the game.
        folder: Training folder (train/folder.py). A second run continues from its files.
        method: `"search"` to imitate searches, `"selfplay"` for PPO.
        options: Options that are fixed in all games. The others vary from game to game.
        device: Where the network learns: `"cpu"` or `"cuda"`.
        seconds: Time to play: of the generators, or of self-play.
        workers: Processes that play games.
        iterations: Search iterations per move, for generators and for the arena.
        arena_games: Games against the best network so far; 0 promotes without games.
        search_params: Search parameters of the generators; None uses those of the game.
        start_weights: Weights that self-play begins with; None begins with new ones.
        population: Weights of networks that stay as they are and play against the learner.
        imitation: Hyperparameters of `method="search"`.
        ppo: Hyperparameters of `method="selfplay"`.
    """

    game: str
    folder: Path
    method: str = SEARCH
    options: Options = ()
    device: str = "cpu"
    seconds: float = 540.0
    workers: int = 1
    iterations: int = 500
    arena_games: int = 0
    search_params: SearchParams | None = None
    start_weights: Path | None = None
    population: tuple[Path, ...] = ()
    imitation: ImitationParams = field(default_factory=ImitationParams)
    ppo: PPOParams = field(default_factory=PPOParams)


def as_options(options: Mapping[str, str]) -> Options:
    """Return options as a hashable value.

    Args:
        options: Values by the name of the option.

    Returns:
        Pairs of name and value, sorted by name.
    """
    return tuple(sorted(options.items()))
