"""One run of self-play training: train with PPO, then promote the network."""

from __future__ import annotations

import shutil

import torch

from roundhouse.core.rule import default_speed
from roundhouse.play import registry
from roundhouse.train.callbacks import Log, OnProgress, ignore_progress
from roundhouse.train.config import SELF_PLAY, TrainConfig
from roundhouse.train.evaluation import NetworkArena
from roundhouse.train.folder import TrainingFolder, read_weights
from roundhouse.train.ppo_trainer import PPOTrainer
from roundhouse.train.promotion import promote_candidate
from roundhouse.train.requirements import check_compiled


def run_self_play(
    config: TrainConfig, log: Log = print, on_progress: OnProgress = ignore_progress
) -> bool:
    """Train by self-play for `config.seconds`, then promote the network.

    Args:
        config: The settings of the run.
        log: Called with each line of the log.
        on_progress: Called after each update and each game of the arena.

    Returns:
        Whether the new network was promoted.

    Raises:
        TrainingError: The rules are interpreted, the folder holds another training, or weights
            do not fit.
    """
    options = dict(config.options)
    game = registry.open_game(config.game, None, options, default_speed())
    check_compiled(game)
    folder = TrainingFolder(config.folder)
    folder.check(game, SELF_PLAY)
    on_progress("compiling", 0, 1, "")
    torch.set_float32_matmul_precision("high")  # TF32 is much faster on a GPU
    trainer = PPOTrainer(
        game, config.folder, config.device, config.ppo, folder.candidate.name, options
    )
    if config.start_weights:
        trainer.start_from(read_weights(config.start_weights), config.start_weights.name)
        if not folder.weights.exists():
            shutil.copy(config.start_weights, folder.weights)  # the best network so far
    for path in config.population:
        trainer.add_to_population(read_weights(path), path.name)
    trainer.run(config.seconds, log, on_progress)
    log(f"{trainer.progress.updates} updates, {trainer.progress.decisions:,} decisions in total")
    arena = NetworkArena.of(config, folder.candidate, folder.weights)
    return promote_candidate(folder, arena, log, on_progress)
