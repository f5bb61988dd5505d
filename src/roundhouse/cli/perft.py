"""`roundhouse perft GAME`: count the action sequences of each depth."""

from __future__ import annotations

import argparse
import time

from roundhouse.cli.arguments import Subparsers, add_game, add_table, command, count, load, seats
from roundhouse.cli.terminal import table
from roundhouse.core.translation import translate as _

EXAMPLES = """  roundhouse perft northern --seats 3 --depth 3
  roundhouse perft northern --option variant=single
"""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "perft", _("count the action sequences from the start"), EXAMPLES)
    add_game(parser)
    add_table(parser)
    parser.add_argument(
        "--depth", type=count, default=3, metavar="D", help="maximum number of actions (3)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    game = load(args)
    state = game.start(seats(args, game.meta))
    rows = []
    for depth in range(1, args.depth + 1):
        began = time.perf_counter()
        nodes = state.perft(depth)
        rows.append((depth, nodes, time.perf_counter() - began))
    print(table(["depth", "sequences", "seconds"], rows))
    return 0
