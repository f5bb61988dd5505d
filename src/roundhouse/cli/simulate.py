"""`roundhouse simulate GAME`: let bots play many games."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

from roundhouse.cli.arguments import Subparsers, add_game, add_table, command, count, load, seats
from roundhouse.cli.terminal import ProgressBar

EXAMPLES = """  roundhouse simulate northern
  roundhouse simulate northern --seats 3 --games 1000 --bots greedy,random,random --jobs 4
  roundhouse simulate northern --option variant=single --seed 7 --out games/

The bots rotate through the seats from game to game. The same seed gives the same games with any
number of jobs.
"""


def add(subparsers: Subparsers) -> None:
    parser = command(
        subparsers, "simulate", "let bots play many games and print a summary", EXAMPLES
    )
    add_game(parser)
    add_table(parser)
    parser.add_argument("--games", type=count, default=10, metavar="K", help="number of games (10)")
    parser.add_argument(
        "--bots",
        default="greedy,random",
        metavar="A,B,...",
        help="names of bots, repeated until all seats are taken (greedy,random)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="random seed (0)")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write a record of each game to this folder"
    )
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help="processes (1)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.cli.summary import Summary
    from roundhouse.lab.schedule import build_simulation_schedule, simulate

    game = load(args)
    bots = [bot.strip() for bot in args.bots.split(",") if bot.strip()] or ["random"]
    many = seats(args, game.meta)
    matchups = build_simulation_schedule(game, bots, many, args.games, args.seed, args.board)
    games = simulate(game, matchups, args.jobs)
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
    summary = Summary(game)
    code = 0
    with ProgressBar(args.games, game.meta.title) as progress, closing(games):
        try:
            for n, played in enumerate(games, 1):
                if args.out:
                    path = args.out / f"{args.game}-{n:06}.game"
                    path.write_text(played.record, encoding="utf-8")
                summary.count(played)
                progress.step()
        except KeyboardInterrupt:
            code = 130
    if summary.games:
        print(summary)
    if args.out:
        print(f"\n{summary.games} records in {args.out}")
    return code
