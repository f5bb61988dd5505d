"""`roundhouse conformance GAME`: check a game against the common contract."""

from __future__ import annotations

import argparse
import sys

from roundhouse.cli.arguments import Subparsers, add_board, add_game, command, count
from roundhouse.cli.terminal import table
from roundhouse.core.rule import COMPILED, CUDA, INTERPRETED, NATIVE
from roundhouse.core.translation import translate as _

EXAMPLES = """  roundhouse conformance northern        every number of seats and option, all speeds
  roundhouse conformance northern --seats 4 --games 50
  roundhouse conformance northern --speed cuda --games 1      compare with an NVIDIA GPU
"""


def add(subparsers: Subparsers) -> None:
    parser = command(
        subparsers, "conformance", _("check a game against the common contract"), EXAMPLES
    )
    add_game(parser)
    parser.add_argument("--seats", type=count, metavar="N", help="number of seats (all)")
    parser.add_argument(
        "--games",
        type=count,
        default=2,
        metavar="K",
        help="random games for each number of seats and option (2)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="random seed (0)")
    parser.add_argument(
        "--speed",
        choices=[INTERPRETED, NATIVE, COMPILED, CUDA],
        metavar="SPEED",
        help="backend to compare with the interpreted rules: "
        f"{NATIVE}, {COMPILED}, {CUDA} (all but cuda that are available)",
    )
    add_board(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.core.backends import available_speeds
    from roundhouse.core.errors import BadLesson
    from roundhouse.play import registry
    from roundhouse.play.conformance import CheckSettings, Nonconformance, all_options, check
    from roundhouse.play.lesson import check_lesson, get_lesson

    speeds = available_speeds(registry.package(args.game))
    if args.speed:
        speeds = tuple(dict.fromkeys((INTERPRETED, args.speed)))
    meta = registry.meta(args.game)
    if args.seats:
        meta.check_seats(args.seats)
    settings = CheckSettings(args.board, seed=args.seed, speeds=speeds)
    rows = []
    for options in all_options(args.game):
        for seats in (args.seats,) if args.seats else meta.seats:
            try:
                report = check(
                    args.game, seats, games=args.games, options=options, settings=settings
                )
            except Nonconformance as complaint:
                print(f"roundhouse: {complaint}", file=sys.stderr)
                return 1
            chosen = " ".join(f"{name}={value}" for name, value in options.items())
            rows.append(
                (
                    seats,
                    chosen or "-",
                    report.games,
                    report.plies,
                    report.views,
                    report.redeals,
                    report.drawings,
                )
            )
    print(table(["seats", "options", "games", "plies", "views", "redeals", "drawings"], rows))
    lesson = get_lesson(args.game)
    if lesson is not None:
        try:
            steps = check_lesson(lesson)
        except BadLesson as complaint:
            print(f"roundhouse: {complaint}", file=sys.stderr)
            return 1
        print(f"lesson: {steps} steps, {lesson.minutes} minutes")
    print(f"{meta.title} keeps the contract: {', '.join(speeds)}")
    return 0
