"""`roundhouse rules GAME`: print the rules of a game as implemented."""

from __future__ import annotations

import argparse

from roundhouse.cli.arguments import Subparsers, add_game, command

EXAMPLES = """  roundhouse rules northern
  roundhouse rules northern | less
"""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "rules", "print the rules of a game with all rulings", EXAMPLES)
    add_game(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.cli.markdown import render
    from roundhouse.play import registry

    print(render(registry.text(args.game, "RULES.md")))
    return 0
