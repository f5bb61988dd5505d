"""`roundhouse lab dataset GAME`: games by bots as a table to learn from."""

from __future__ import annotations

import argparse
from pathlib import Path

from roundhouse.cli import ladder, puzzles
from roundhouse.cli.arguments import (
    JOURNAL,
    Subparsers,
    add_game,
    add_table,
    command,
    count,
    options,
    usual_seats,
)
from roundhouse.cli.terminal import Progress

EXAMPLES = """  roundhouse lab dataset northern --games 100 --bots search:200 --out data/
  roundhouse lab dataset union --seats 3 --bots hard,greedy --games 1000 --ray auto --out data/

Writes a Parquet file, one row a decision, and a datasheet beside it. Each game is written down when
it is over: the same command goes on where it was cut short. The same command gives the same rows.
"""


def add(subparsers: Subparsers) -> None:
    parser = command(
        subparsers, "lab", "data for research, puzzles, and the ladder of levels", EXAMPLES
    )
    tasks = parser.add_subparsers(title="tasks", metavar="TASK", dest="task", required=True)
    dataset = command(tasks, "dataset", "games by bots, one row a decision (Parquet)", EXAMPLES)
    add_game(dataset)
    add_table(dataset)
    dataset.add_argument("--games", type=count, default=100, metavar="K", help="how many (100)")
    dataset.add_argument(
        "--bots", default="search:200", metavar="A,B,...", help="who plays (search:200)"
    )
    dataset.add_argument("--seed", type=int, default=0, metavar="S", help="other games (0)")
    dataset.add_argument("--jobs", type=count, default=0, metavar="N", help="processes")
    dataset.add_argument("--ray", metavar="ADDRESS", help="play on this Ray cluster instead")
    dataset.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="the folder to write into"
    )
    dataset.set_defaults(run=run)
    puzzles.add(tasks)
    ladder.add(tasks)


def run(args: argparse.Namespace) -> int:
    from roundhouse.lab.dataset import Asked, check_library, make
    from roundhouse.lab.journal import Journal
    from roundhouse.play import registry

    check_library()  # before any game is played
    meta = registry.meta(args.game)
    asked = Asked(
        args.game,
        args.seats or usual_seats(meta),
        tuple(bot.strip() for bot in args.bots.split(",") if bot.strip()),
        args.games,
        args.seed,
        tuple(sorted(options(args.option).items())),
        args.board,
    )
    with Progress(args.games, meta.title) as progress:
        path, rows = make(
            asked,
            args.out,
            Journal(args.out / JOURNAL),
            jobs=args.jobs,
            ray_address=args.ray,
            progress=progress.reach,
        )
    print(f"{rows} decisions of {args.games} games in {path}")
    return 0
