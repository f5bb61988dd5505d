"""`roundhouse rules GAME`: print the rules of a game as implemented."""

from __future__ import annotations

import argparse

from roundhouse.cli.arguments import Subparsers, add_game, command
from roundhouse.core.translation import translate as _

EXAMPLES = """  roundhouse rules northern
  roundhouse rules northern | less
  roundhouse rules northern --short
"""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "rules", _("print the rules of a game with all rulings"), EXAMPLES)
    add_game(parser)
    parser.add_argument("--short", action="store_true", help=_("only what you need to play"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.cli.markdown import render
    from roundhouse.play import registry

    read = registry.short_rules if args.short else registry.full_rules
    print(render(read(args.game)))
    return 0
