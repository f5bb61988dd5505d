"""`roundhouse lab`: datasets, puzzles, ladder, language models, exploiters."""

from __future__ import annotations

import argparse
from pathlib import Path

from roundhouse.cli import exploit, ladder, llm, puzzles
from roundhouse.cli.arguments import (
    JOURNAL,
    Subparsers,
    add_game,
    add_table,
    command,
    count,
    options,
)
from roundhouse.cli.terminal import ProgressBar
from roundhouse.core.translation import translate as _

EXAMPLES = """  roundhouse lab dataset northern --games 100 --bots search:200 --out data/
  roundhouse lab dataset union --seats 3 --bots hard,greedy --games 1000 --ray auto --out data/

Writes a Parquet file with one row per decision, and a datasheet beside it. Each game is saved when
it ends; run the same command again to resume. The same command always gives the same rows.
"""


def add(subparsers: Subparsers) -> None:
    parser = command(
        subparsers, "lab", _("make datasets and puzzles, and measure bots and models"), EXAMPLES
    )
    tasks = parser.add_subparsers(title="tasks", metavar="TASK", dest="task", required=True)
    dataset = command(
        tasks, "dataset", "write games by bots as Parquet, one row per decision", EXAMPLES
    )
    add_game(dataset)
    add_table(dataset)
    dataset.add_argument(
        "--games", type=count, default=100, metavar="K", help="number of games (100)"
    )
    dataset.add_argument(
        "--bots", default="search:200", metavar="A,B,...", help="names of bots (search:200)"
    )
    dataset.add_argument("--seed", type=int, default=0, metavar="S", help="random seed (0)")
    dataset.add_argument(
        "--jobs", type=count, default=0, metavar="N", help="processes (one per core)"
    )
    dataset.add_argument("--ray", metavar="ADDRESS", help="address of a Ray cluster, or `auto`")
    dataset.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="folder to write to"
    )
    dataset.set_defaults(run=run)
    puzzles.add(tasks)
    ladder.add(tasks)
    llm.add(tasks)
    exploit.add(tasks)


def run(args: argparse.Namespace) -> int:
    from roundhouse.lab.dataset import DatasetConfig, import_pyarrow, make
    from roundhouse.lab.journal import Execution, Journal
    from roundhouse.play import registry

    import_pyarrow()  # before any game is played
    meta = registry.meta(args.game)
    spec = DatasetConfig(
        args.game,
        args.seats or meta.usual_seats,
        tuple(bot.strip() for bot in args.bots.split(",") if bot.strip()),
        args.games,
        args.seed,
        tuple(sorted(options(args.option).items())),
        args.board,
    )
    with ProgressBar(args.games, meta.title) as progress:
        path, rows = make(
            spec,
            args.out,
            Execution(args.jobs, args.ray, Journal(args.out / JOURNAL), progress.update),
        )
    print(f"{rows} decisions of {args.games} games: {path}")
    return 0
