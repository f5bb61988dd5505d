"""`roundhouse conformance GAME`: does a room keep the contract?"""

from __future__ import annotations

import argparse
import sys

from roundhouse.cli.arguments import Subparsers, add_board, add_game, command, count
from roundhouse.cli.terminal import table
from roundhouse.core.rule import CUDA, SPEEDS

EXAMPLES = """  roundhouse conformance northern        every seat count and option, both speeds
  roundhouse conformance northern --seats 4 --games 50
  roundhouse conformance northern --speed cuda --games 1      an NVIDIA card beside the others
"""


def add(subparsers: Subparsers) -> None:
    parser = command(
        subparsers, "conformance", "check a game against the contract of all games", EXAMPLES
    )
    add_game(parser)
    parser.add_argument("--seats", type=count, metavar="N", help="only this many (all)")
    parser.add_argument(
        "--games", type=count, default=2, metavar="K", help="random games for each table (2)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="other random games")
    parser.add_argument(
        "--speed",
        choices=[*SPEEDS, CUDA],
        metavar="SPEED",
        help=f"compare the interpreted rules with this one ({', '.join([*SPEEDS[1:], CUDA])}); "
        "without it, with every speed that each machine has",
    )
    add_board(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.core.errors import BadLesson
    from roundhouse.play import registry
    from roundhouse.play.conformance import Nonconformance, all_options, check
    from roundhouse.play.lesson import check_lesson, lesson_of

    speeds = tuple(dict.fromkeys((SPEEDS[0], args.speed))) if args.speed else SPEEDS
    meta = registry.meta(args.game)
    if args.seats:
        meta.check_seats(args.seats)
    rows = []
    for options in all_options(args.game):
        for seats in (args.seats,) if args.seats else meta.seats:
            try:
                report = check(
                    args.game,
                    seats,
                    games=args.games,
                    options=options,
                    board=args.board,
                    seed=args.seed,
                    speeds=speeds,
                )
            except Nonconformance as complaint:
                print(f"roundhouse: {complaint}", file=sys.stderr)
                return 1
            said = " ".join(f"{name}={value}" for name, value in options.items())
            rows.append(
                (
                    seats,
                    said or "-",
                    report.games,
                    report.plies,
                    report.views,
                    report.redeals,
                    report.drawings,
                )
            )
    print(table(["seats", "options", "games", "plies", "views", "redeals", "drawings"], rows))
    taught = lesson_of(args.game)
    if taught is not None:
        try:
            steps = check_lesson(taught)
        except BadLesson as complaint:
            print(f"roundhouse: {complaint}", file=sys.stderr)
            return 1
        print(f"lesson: {steps} steps, {taught.minutes} minutes")
    print(f"{meta.title} keeps the contract, {' and '.join(speeds)}")
    return 0
