"""`roundhouse games`: list the games and their options."""

from __future__ import annotations

import argparse

from roundhouse.cli.arguments import Subparsers, command
from roundhouse.cli.terminal import bold, dim, wrap
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _

STAGES = {"alpha": mark("alpha"), "beta": mark("beta"), "stable": mark("stable")}
EXAMPLES = """  roundhouse games
  roundhouse rules northern
"""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "games", _("list the games and their options"), EXAMPLES)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.play import registry

    for meta in registry.games():
        low, high = meta.minutes
        print(
            bold(meta.id.ljust(10)),
            _(
                "{game}, {fewest}-{most} seats, {low}-{high} minutes, {stage}",
                game=meta.title,
                fewest=meta.seats[0],
                most=meta.seats[-1],
                low=low,
                high=high,
                stage=_(STAGES[meta.stage]),
            ),
        )
        print(wrap(_(meta.tagline), " " * 11))
        for name, option in meta.options.items():
            for value, meaning in option.values.items():
                usual = " " + _("(default)") if value == option.default else ""
                print(wrap(f"{name}={value}{usual}: {_(meaning)}", " " * 15, " " * 11))
        print(dim(wrap(_(meta.credits), " " * 11)))
    return 0
