"""`roundhouse play GAME`: a game in the terminal against bots."""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from roundhouse.cli.arguments import Subparsers, add_table, command, load, seats
from roundhouse.cli.sitting import Sitting
from roundhouse.core.errors import BadSeats
from roundhouse.lab.bot_game import bot_named, names, seating
from roundhouse.play.match import Match
from roundhouse.play.record import Record

EXAMPLES = """  roundhouse play northern
  roundhouse play northern --seats 3 --bots greedy --seat 0
  roundhouse play northern-1.game               go on with a saved game

At the prompt type a number, or some words to look for among the choices; `help` tells the rest.
"""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "play", "play in the terminal against bots", EXAMPLES)
    parser.add_argument(
        "game", metavar="GAME|FILE", help="the game's id, or a saved game (*.game) to go on with"
    )
    add_table(parser)
    parser.add_argument(
        "--bots",
        default="greedy",
        metavar="A,B,...",
        help="your opponents, repeated until all seats are taken (greedy)",
    )
    parser.add_argument("--seat", type=int, metavar="S", help="yours, counted from 0 (any)")
    parser.add_argument("--name", default="Player", help="what you are called (Player)")
    parser.add_argument("--seed", type=int, metavar="S", help="the same chance each time")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    rng = random.Random(args.seed)
    begin = resumed if args.game.endswith(".game") or Path(args.game).is_file() else fresh
    return begin(args, rng).run()


def fresh(args: argparse.Namespace, rng: random.Random) -> Sitting:
    """A new game: the player's seat, then bots clockwise."""
    game = load(args)
    many = seats(args, game.meta)
    mine = rng.randrange(many) if args.seat is None else args.seat
    if not 0 <= mine < many:
        raise BadSeats(f"there is no seat {mine}; seats count from 0 to {many - 1}")
    opponents = seating([bot.strip() for bot in args.bots.split(",")], many - 1)
    called = list(names(opponents))
    bots: list[str | None] = list(opponents)
    called.insert(mine, args.name)
    bots.insert(mine, None)
    return Sitting(Match(game, many, called), mine, bots, rng)


def resumed(args: argparse.Namespace, rng: random.Random) -> Sitting:
    """A saved game. Who is a bot is told by the names; the player is the first who is not."""
    record = Record.load(args.game)
    game = record.load_game(args.board)
    match = Match.of_record(game, record)
    bots = [bot_named(name, game) for name in match.names]
    people = [seat for seat, bot in enumerate(bots) if bot is None]
    mine = args.seat if args.seat is not None else people[0] if people else 0
    if not 0 <= mine < record.seats:
        raise BadSeats(f"there is no seat {mine}; seats count from 0 to {record.seats - 1}")
    stand_in = args.bots.split(",")[0].strip()
    filled = [None if seat == mine else bot or stand_in for seat, bot in enumerate(bots)]
    return Sitting(match, mine, filled, rng, Path(args.game))
