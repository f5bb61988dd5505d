"""`roundhouse play GAME`: play against bots in the terminal."""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from roundhouse.cli.arguments import Subparsers, add_table, command, load, seats
from roundhouse.cli.plain_session import PlainSession
from roundhouse.cli.terminal_session import TerminalSession
from roundhouse.core.errors import BadSeats
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.lab.bot_game import names, parse_bot_name, seating
from roundhouse.play.match import Match
from roundhouse.play.record import Record

EXAMPLES = mark(
    """  roundhouse play northern
  roundhouse play northern --seats 3 --bots greedy --seat 0
  roundhouse play northern-1.game               resume a saved game
  roundhouse play northern --plain              for screen readers and programs

At the prompt, type the number of a choice, or words to search for; `help` lists all commands.
"""
)


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "play", _("play against bots in the terminal"), _(EXAMPLES))
    parser.add_argument(
        "game", metavar=_("GAME|FILE"), help=_("id of a game, or a saved game (*.game) to resume")
    )
    add_table(parser)
    parser.add_argument(
        "--bots",
        default="greedy",
        metavar="A,B,...",
        help=_("your opponents, repeated until all seats are taken (greedy)"),
    )
    parser.add_argument(
        "--seat", type=int, metavar="S", help=_("your seat, counted from 0 (random)")
    )
    parser.add_argument(
        "--name", default=_("Player"), metavar=_("NAME"), help=_("your name (Player)")
    )
    parser.add_argument("--seed", type=int, metavar="S", help=_("random seed (random)"))
    parser.add_argument(
        "--plain", action="store_true", help=_("tell everything in sentences, one a line, no map")
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    rng = random.Random(args.seed)
    start = resume if args.game.endswith(".game") or Path(args.game).is_file() else start_new
    return start(args, rng).run()


def session_type(args: argparse.Namespace) -> type[TerminalSession]:
    """Return the kind of session."""
    return PlainSession if args.plain else TerminalSession


def start_new(args: argparse.Namespace, rng: random.Random) -> TerminalSession:
    """Start a new game between the player and bots."""
    game = load(args)
    many = seats(args, game.meta)
    mine = rng.randrange(many) if args.seat is None else args.seat
    if not 0 <= mine < many:
        raise BadSeats(
            _("there is no seat {seat}; seats count from 0 to {last}", seat=mine, last=many - 1)
        )
    opponents = seating([bot.strip() for bot in args.bots.split(",")], many - 1)
    called = list(names(opponents))
    bots: list[str | None] = list(opponents)
    called.insert(mine, args.name)
    bots.insert(mine, None)
    return session_type(args)(Match(game, many, called), mine, bots, rng)


def resume(args: argparse.Namespace, rng: random.Random) -> TerminalSession:
    """Resume a saved game; the names tell bots from the player."""
    record = Record.load(args.game)
    game = record.load_game(args.board)
    match = Match.from_record(game, record)
    bots = [parse_bot_name(name, game) for name in match.names]
    player_seats = [seat for seat, bot in enumerate(bots) if bot is None]
    mine = args.seat if args.seat is not None else player_seats[0] if player_seats else 0
    if not 0 <= mine < record.seats:
        raise BadSeats(
            _(
                "there is no seat {seat}; seats count from 0 to {last}",
                seat=mine,
                last=record.seats - 1,
            )
        )
    stand_in = args.bots.split(",")[0].strip()
    filled = [None if seat == mine else bot or stand_in for seat, bot in enumerate(bots)]
    return session_type(args)(match, mine, filled, rng, Path(args.game))
