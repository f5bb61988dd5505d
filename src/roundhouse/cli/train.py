"""`roundhouse train GAME`: a slice of training of a network for a game."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

from roundhouse.cli.arguments import Subparsers, add_game, command, count, options
from roundhouse.cli.terminal import Progress
from roundhouse.core.errors import BadOption

EXAMPLES = """  roundhouse train northern --out training/northern
  roundhouse train union --out training/union --minutes 30 --iterations 1000 --arena 60
  roundhouse train texas --out training/texas --how selfplay --device cuda
  roundhouse train rails --out training/rails --how selfplay --device cuda --lasting 0.99

One slice: searches play (or the network plays itself) for so many minutes, a network learns what
came of it, and plays an arena against the best one so far. What does not win its fair share is
not kept. The same command again is the next slice: it goes on with what lies in the folder.
Compiling counts as playing; learning and the arena come after the minutes. Needs Torch
(pip install 'roundhouse[train]').
"""

# What has no meaning for the other kind.
OWN = {"search": ("unguided", "epochs"), "selfplay": ("lasting",)}


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "train", "train a network for a game", EXAMPLES)
    add_game(parser)
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="the folder of the training"
    )
    parser.add_argument(
        "--how",
        choices=("search", "selfplay"),
        default="search",
        help="learn from searches, or by self-play (search)",
    )
    parser.add_argument(
        "--minutes", type=above_zero, default=9.0, metavar="M", help="of playing (9)"
    )
    parser.add_argument(
        "--teachers", type=count, default=0, metavar="N", help="searches side by side (one a core)"
    )
    parser.add_argument(
        "--iterations", type=count, default=500, metavar="N", help="of a search a move (500)"
    )
    parser.add_argument(
        "--unguided",
        type=part,
        metavar="P",
        help="of searches: at so many seats without the network, to learn from them: 0 to 1 (0)",
    )
    parser.add_argument(
        "--epochs", type=above_zero, metavar="E", help="of searches: times all is learned (8)"
    )
    parser.add_argument(
        "--lasting",
        type=part,
        metavar="L",
        help="of self-play: how far back a surprise reaches, 0 to 1; 0.99 for long games (0.95)",
    )
    parser.add_argument(
        "--device", choices=("cpu", "cuda"), default="cpu", help="where the network learns (cpu)"
    )
    parser.add_argument(
        "--arena",
        type=none_or_more,
        default=32,
        metavar="GAMES",
        help="against the best network so far; 0 keeps the new one unseen (32)",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="play only with this option; others are changed from game to game",
    )
    parser.set_defaults(run=run)


def above_zero(text: str) -> float:
    number = float(text)
    if not 0.0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not a number above 0")
    return number


def part(text: str) -> float:
    number = float(text)
    if not 0.0 <= number <= 1.0:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 to 1")
    return number


def none_or_more(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{number} is not a number from 0 on")
    return number


def run(args: argparse.Namespace) -> int:
    from roundhouse.lab.pool import cores
    from roundhouse.play import registry
    from roundhouse.train.needs import check_machine

    chosen = options(args.option)
    registry.meta(args.game).check_options(chosen)
    _check_kind(args)
    check_machine(args.device)
    jobs = args.teachers or cores()
    try:
        with Bars() as bars:
            work = from_searches if args.how == "search" else by_self_play
            work(args, chosen, jobs, bars)
    except KeyboardInterrupt:
        print(f"\nstopped; the same command goes on with what lies in {args.out}", file=sys.stderr)
        raise
    return 0


def _check_kind(args: argparse.Namespace) -> None:
    """What only the other kind of training knows would be passed over in silence."""
    for how, names in OWN.items():
        given = [name for name in names if getattr(args, name) is not None]
        if given and how != args.how:
            raise BadOption(f"--{given[0]} is for --how {how}, not for --how {args.how}")


class Bars:
    """A progress bar for each part of a slice, and lines above it."""

    def __init__(self) -> None:
        self._bar: Progress | None = None
        self._what = ""

    def tell(self, what: str, done: int, of: int, note: str) -> None:
        if self._bar is None or what != self._what:
            self._clear()
            self._bar, self._what = Progress(of, what), what
        self._bar.title = f"{what}, {note}" if note else what
        self._bar.reach(min(done, of), max(1, of))

    def say(self, text: str) -> None:
        self._clear()
        print(text, flush=True)

    def _clear(self) -> None:
        if self._bar is not None:
            self._bar.__exit__(None, None, None)

    def __enter__(self) -> Bars:
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()


def from_searches(args: argparse.Namespace, chosen: dict[str, str], jobs: int, bars: Bars) -> None:
    from roundhouse.train.imitation import Course
    from roundhouse.train.school import School, Slice

    work = Slice(
        args.minutes * 60,
        jobs,
        args.iterations,
        Course(epochs=args.epochs or Course.epochs),
        args.device,
        arena=args.arena,
        unguided=args.unguided or 0.0,
    )
    School(args.game, args.out, chosen).run(work, bars.say, bars.tell)


def by_self_play(args: argparse.Namespace, chosen: dict[str, str], jobs: int, bars: Bars) -> None:
    from roundhouse.train import self_play
    from roundhouse.train.trainer import Plan

    self_play.run(
        args.game,
        args.out,
        chosen,
        args.device,
        args.minutes * 60,
        lasting=Plan.lasting if args.lasting is None else args.lasting,
        arena=args.arena,
        iterations=args.iterations,
        jobs=jobs,
        say=bars.say,
        tell=bars.tell,
    )
