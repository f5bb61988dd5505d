"""`roundhouse games`: list the games and their options."""

from __future__ import annotations

import argparse

from roundhouse.cli.arguments import Subparsers, command
from roundhouse.cli.terminal import bold, dim, wrap

EXAMPLES = """  roundhouse games
  roundhouse rules northern
"""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "games", "list the games and their options", EXAMPLES)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.play import registry

    for meta in registry.games():
        low, high = meta.minutes
        print(
            f"{bold(meta.id.ljust(10))} {meta.title}, {meta.seats[0]}-{meta.seats[-1]} seats, "
            f"{low}-{high} minutes, {meta.stage}"
        )
        print(wrap(meta.tagline, " " * 11))
        for name, option in meta.options.items():
            for value, meaning in option.values.items():
                usual = " (default)" if value == option.default else ""
                print(wrap(f"{name}={value}{usual}: {meaning}", " " * 15, " " * 11))
        print(dim(wrap(meta.credits, " " * 11)))
    return 0
