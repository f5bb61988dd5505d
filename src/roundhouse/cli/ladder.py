"""`roundhouse lab ladder GAME`: measure the rating gaps between bot levels."""

from __future__ import annotations

import argparse
from pathlib import Path

from roundhouse.cli.arguments import JOURNAL, Subparsers, add_game, command, count
from roundhouse.cli.terminal import ProgressBar
from roundhouse.core.errors import BadOption

EXAMPLES = """  roundhouse lab ladder northern --rounds 50 --out ladder/
  roundhouse lab ladder texas --rounds 60 --sparing expert=2 --sparing master=6
  roundhouse lab ladder rails --bots search:100,search:400,guided:100,guided:400

Each bot plays against its neighbours on the ladder, so name bots from the weakest to the strongest.
A round is one game for each group of neighbours. Ratings are fitted to the ranks of all games at
once (Plackett-Luce on the Elo scale: 400 points mean odds of ten to one; the first bot has 0), with
one standard error. `step` is the gap to the bot before.

With --out, each game is saved when it ends. Run the same command again to resume; with more rounds,
only the new ones are played.
"""


def add(tasks: Subparsers) -> None:
    parser = command(tasks, "ladder", "measure the rating gaps between levels of bots", EXAMPLES)
    add_game(parser)
    parser.add_argument(
        "--bots", metavar="A,B,...", help="names of bots, weakest first (all levels)"
    )
    parser.add_argument("--seats", type=count, metavar="N", help="number of seats")
    parser.add_argument(
        "--rounds",
        type=count,
        default=20,
        metavar="K",
        help="games for each group of neighbours (20)",
    )
    parser.add_argument(
        "--sparing",
        action="append",
        default=[],
        metavar="BOT=K",
        help="let this bot play only in every Kth round; may be repeated",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="random seed (0)")
    parser.add_argument(
        "--jobs", type=count, default=0, metavar="N", help="processes (one per core)"
    )
    parser.add_argument("--ray", metavar="ADDRESS", help="address of a Ray cluster, or `auto`")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write games and table to this folder"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.bots.registry import levels
    from roundhouse.lab.journal import Execution, Journal
    from roundhouse.lab.ladder import as_text, build_ladder_schedule, measure_ladder
    from roundhouse.play import registry

    meta = registry.meta(args.game)
    named = args.bots.split(",") if args.bots else [level.name for level in levels()]
    bots = [bot.strip() for bot in named if bot.strip()]
    seats, sparing = args.seats or meta.usual_seats, _parse_sparing(args.sparing)
    journal = Journal(args.out / JOURNAL) if args.out else None
    matchups = build_ladder_schedule(args.game, bots, seats, args.rounds, args.seed, sparing)
    with ProgressBar(1, meta.title) as progress:
        ladder = measure_ladder(
            bots, matchups, Execution(args.jobs, args.ray, journal, progress.update)
        )
    text = as_text(ladder)
    print(text)
    if args.out:
        (args.out / f"{args.game}-{ladder.seats}.txt").write_text(text + "\n", encoding="utf-8")
    return 0


def _parse_sparing(assignments: list[str]) -> dict[str, int]:
    intervals = {}
    for word in assignments:
        bot, _, number = word.rpartition("=")
        if not (bot and number.isascii() and number.isdigit() and int(number) > 0):
            raise BadOption(f"write --sparing as BOT=K with K at least 1, not {word!r}")
        intervals[bot] = int(number)
    return intervals
