"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from typing import Any

from roundhouse.core.errors import BadOption
from roundhouse.core.game import Game
from roundhouse.core.meta import Meta
from roundhouse.core.text import capitalize_first
from roundhouse.core.translation import translate as _

Subparsers = Any  # argparse has no public name for it
JOURNAL = "games.jsonl"  # in the folder of --out: the games played so far


def command(
    subparsers: Subparsers, name: str, brief: str, examples: str = ""
) -> argparse.ArgumentParser:
    """Add a command's parser, with examples below its help if there are any."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        name,
        help=brief,
        description=capitalize_first(brief) + ".",
        epilog=f"{_('examples:')}\n{examples}" if examples else None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return parser


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar=_("GAME"), help=_("id of the game; `roundhouse games` lists them")
    )


def add_table(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that set up a table: seats, options, board."""
    parser.add_argument(
        "--seats", type=count, metavar="N", help=_("number of seats (4, or nearest)")
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar=_("NAME=VALUE"),
        help=_("option of the game; may be repeated"),
    )
    add_board(parser)


def add_board(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--board", metavar=_("FILE"), help=_("board file to play on (TOML)"))


def count(text: str) -> int:
    """Parse a positive integer."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(_("{number} is not a positive number", number=number))
    return number


def share(text: str) -> float:
    """Parse a number above 0 and at most 1."""
    number = float(text)
    if not 0 < number <= 1:
        raise argparse.ArgumentTypeError(_("{number} is not above 0 and at most 1", number=number))
    return number


def options(assignments: list[str]) -> dict[str, str]:
    """Parse `name=value` words into a dictionary."""
    chosen = {}
    for word in assignments:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadOption(_("write an option as name=value, not {word}", word=repr(word)))
        chosen[name] = value
    return chosen


def load(args: argparse.Namespace, speed: str | None = None) -> Game:
    """Load the game that the arguments name; build a missing native library."""
    from roundhouse.cli.build_native import prepare  # it imports this module
    from roundhouse.play import registry

    if speed is None:
        prepare(args.game)
    return registry.open_game(args.game, args.board, options(args.option), speed)


def seats(args: argparse.Namespace, meta: Meta) -> int:
    """Return the number of seats from the arguments, or the usual one."""
    number: int = args.seats or meta.usual_seats
    meta.check_seats(number)
    return number
