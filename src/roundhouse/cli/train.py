"""`roundhouse train GAME`: one training run of a network for a game."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from roundhouse.cli.arguments import Subparsers, add_game, command, count, options
from roundhouse.cli.terminal import ProgressBar
from roundhouse.core.errors import BadOption
from roundhouse.core.translation import translate as _

if TYPE_CHECKING:
    from roundhouse.train.config import TrainConfig

EXAMPLES = """  roundhouse train northern --out training/northern
  roundhouse train union --out training/union --minutes 30 --iterations 1000 --arena 60
  roundhouse train texas --out training/texas --method selfplay --device cuda
  roundhouse train rails --out training/rails --method selfplay --device cuda --gae-lambda 0.99

One run: searches play (or the network plays against itself) for --minutes, a network learns from
the games, and the new network plays an arena against the best one so far. It is promoted if it
wins at least its fair share. Run the same command again to continue in the same folder. Compiling
counts as playing; learning and the arena take additional time. Needs Torch
(pip install 'roundhouse-games[train]').
"""

# Flags of one method, by the name of the method.
METHOD_FLAGS = {
    "search": ("unguided_fraction", "epochs", "no_priors"),
    "selfplay": ("gae_lambda", "start_weights", "population"),
}


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "train", _("train a network for a game"), EXAMPLES)
    add_game(parser)
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="DIR",
        help="training folder; an existing one is continued",
    )
    parser.add_argument(
        "--method",
        choices=("search", "selfplay"),
        default="search",
        help="learn from searches, or by self-play (search)",
    )
    parser.add_argument(
        "--minutes", type=positive_number, default=9.0, metavar="M", help="minutes of playing (9)"
    )
    parser.add_argument(
        "--workers", type=count, default=0, metavar="N", help="processes (one per core)"
    )
    parser.add_argument(
        "--iterations",
        type=count,
        default=500,
        metavar="N",
        help="search iterations per move (500)",
    )
    parser.add_argument(
        "--unguided-fraction",
        type=fraction,
        metavar="P",
        help="search: share of the seats that search without the network, 0 to 1 (0)",
    )
    parser.add_argument(
        "--epochs", type=positive_number, metavar="E", help="search: passes over the dataset (8)"
    )
    parser.add_argument(
        "--no-priors",
        action="store_true",
        default=None,
        help="search: learn without the heuristic's priors, as self-play must",
    )
    parser.add_argument(
        "--start-weights",
        type=Path,
        metavar="FILE",
        help="selfplay: weights to begin with (new ones)",
    )
    parser.add_argument(
        "--population",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="selfplay: networks that stay as they are and play against the learner",
    )
    parser.add_argument(
        "--gae-lambda",
        type=fraction,
        metavar="L",
        help="selfplay: lambda of GAE, 0 to 1; use 0.99 for long games (0.95)",
    )
    parser.add_argument(
        "--device", choices=("cpu", "cuda"), default="cpu", help="device of the network (cpu)"
    )
    parser.add_argument(
        "--arena",
        type=whole_number,
        default=32,
        metavar="GAMES",
        help="games against the best network so far; 0 promotes the new one untested (32)",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="fix an option of the game; other options vary from game to game",
    )
    parser.set_defaults(run=run)


def positive_number(text: str) -> float:
    """Parse a finite number above 0."""
    number = float(text)
    if not 0.0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not a number above 0")
    return number


def fraction(text: str) -> float:
    """Parse a number from 0 to 1."""
    number = float(text)
    if not 0.0 <= number <= 1.0:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 to 1")
    return number


def whole_number(text: str) -> int:
    """Parse an integer that is not negative."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{number} is negative")
    return number


def run(args: argparse.Namespace) -> int:
    from roundhouse.play import registry
    from roundhouse.train.requirements import check_machine

    game_options = options(args.option)
    registry.meta(args.game).check_options(game_options)
    _check_flags(args)
    check_machine(args.device)
    config = _train_config(args, game_options)
    try:
        with Bars() as bars:
            if args.method == "search":
                from roundhouse.train.imitation_trainer import ImitationTrainer

                ImitationTrainer(config).run(bars.log, bars.on_progress)
            else:
                from roundhouse.train.self_play import run_self_play

                run_self_play(config, bars.log, bars.on_progress)
    except KeyboardInterrupt:
        print(f"\nStopped. Run the same command to continue in {args.out}.", file=sys.stderr)
        raise
    return 0


def _check_flags(args: argparse.Namespace) -> None:
    """Refuse a flag that the chosen method would ignore."""
    for method, names in METHOD_FLAGS.items():
        flags = [f"--{name.replace('_', '-')}" for name in names if getattr(args, name) is not None]
        if flags and method != args.method:
            raise BadOption(f"{flags[0]} is for --method {method}, not for --method {args.method}")


def _train_config(args: argparse.Namespace, game_options: dict[str, str]) -> TrainConfig:
    from roundhouse.lab.pool import cores
    from roundhouse.train.config import ImitationParams, PPOParams, TrainConfig, as_options

    return TrainConfig(
        game=args.game,
        folder=args.out,
        method=args.method,
        options=as_options(game_options),
        device=args.device,
        seconds=args.minutes * 60,
        workers=args.workers or cores(),
        iterations=args.iterations,
        arena_games=args.arena,
        imitation=ImitationParams(
            epochs=args.epochs or ImitationParams.epochs,
            unguided_fraction=args.unguided_fraction or 0.0,
            use_priors=not args.no_priors,
        ),
        start_weights=args.start_weights,
        population=tuple(args.population or ()),
        ppo=PPOParams.for_device(args.device, args.gae_lambda, bool(args.population)),
    )


class Bars:
    """A progress bar for each stage of a run, with log lines above it."""

    def __init__(self) -> None:
        self._bar: ProgressBar | None = None
        self._stage = ""

    def on_progress(self, stage: str, completed: int, total: int, note: str) -> None:
        if self._bar is None or stage != self._stage:
            self._clear()
            self._bar, self._stage = ProgressBar(total, stage), stage
        self._bar.title = f"{stage}, {note}" if note else stage
        self._bar.update(min(completed, total), max(1, total))

    def log(self, text: str) -> None:
        self._clear()
        print(text, flush=True)

    def _clear(self) -> None:
        if self._bar is not None:
            self._bar.__exit__(None, None, None)

    def __enter__(self) -> Bars:
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()
