"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from typing import Any

from roundhouse.core.errors import BadOption
from roundhouse.core.game import Game
from roundhouse.core.meta import Meta

Subparsers = Any  # argparse has no public name for it
JOURNAL = "games.jsonl"  # in the folder of --out: what has been played


def command(
    subparsers: Subparsers, name: str, brief: str, examples: str
) -> argparse.ArgumentParser:
    """A command's parser, with examples below its help."""
    made: argparse.ArgumentParser = subparsers.add_parser(
        name,
        help=brief,
        description=brief[0].upper() + brief[1:] + ".",
        epilog="examples:\n" + examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return made


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the game's id, as `roundhouse games` says")


def add_table(parser: argparse.ArgumentParser) -> None:
    """How the table is laid: seats, options, board."""
    parser.add_argument("--seats", type=count, metavar="N", help="how many play")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be given several times",
    )
    add_board(parser)


def add_board(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--board", metavar="FILE", help="play on this board file")


def count(text: str) -> int:
    """A number from 1 on."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is not a number from 1 on")
    return number


def options(given: list[str]) -> dict[str, str]:
    """`name=value` words as a table."""
    chosen = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadOption(f"an option is given as name=value, not {word!r}")
        chosen[name] = value
    return chosen


def load(args: argparse.Namespace, speed: str | None = None) -> Game:
    """The game that the arguments speak of."""
    from roundhouse.play import registry

    return registry.open_game(args.game, args.board, options(args.option), speed)


def seats(args: argparse.Namespace, meta: Meta) -> int:
    """The seats asked for, checked; or the usual number."""
    wanted: int = args.seats or usual_seats(meta)
    meta.check_seats(wanted)
    return wanted


def usual_seats(meta: Meta) -> int:
    return min(meta.seats, key=lambda n: abs(n - 4))
