"""`roundhouse simulate GAME`: let bots play many games."""

from __future__ import annotations

import argparse
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from roundhouse.cli.arguments import Subparsers, add_game, add_table, command, count, load, seats
from roundhouse.cli.terminal import ProgressBar, table
from roundhouse.core.game import Game
from roundhouse.core.translation import translate as _
from roundhouse.lab.schedule import GameResult


@dataclass
class Wins:
    """The wins of a bot or a seat; a shared win counts as a fraction for each."""

    games: int = 0
    wins: float = 0.0
    shared: int = 0
    points: int = 0

    def row(self, name: object) -> tuple[object, ...]:
        share = f"{100 * self.wins / self.games:.1f} %"
        return (name, self.games, round(self.wins, 2), share, self.shared, self.points / self.games)


class Summary:
    """Counts of finished games, printed as tables."""

    def __init__(self, game: Game) -> None:
        self.game, self.games, self.unwon = game, 0, 0
        self.bots: dict[str, Wins] = {}
        self.seats: dict[int, Wins] = {}
        self.lengths: list[int] = []
        self.scores: list[int] = []
        self.ends: Counter[str] = Counter()

    def count(self, played: GameResult) -> None:
        self.games += 1
        self.lengths.append(played.moves)
        self.scores += played.scores
        winners = played.ranks.count(0)
        self.unwon += not winners
        for seat, bot in enumerate(played.matchup.bots):
            for wins in (self.bots.setdefault(bot, Wins()), self.seats.setdefault(seat, Wins())):
                wins.games += 1
                wins.points += played.scores[seat]
                if played.ranks[seat] == 0:
                    wins.wins += 1 / winners
                    wins.shared += winners > 1
        self.ends[played.end] += 1

    def __str__(self) -> str:
        heads = ["games", "wins", "share", "shared", f"mean {self.game.meta.unit}"]
        bots = sorted(self.bots.items(), key=lambda item: (-item[1].wins / item[1].games, item[0]))
        parts = [
            f"{self.game.meta.title}: {self.games} games, {len(self.seats)} seats{self._options()}",
            table(["bot", *heads], [wins.row(bot) for bot, wins in bots]),
            table(["seat", *heads], [wins.row(seat) for seat, wins in self.seats.items()]),
            table(
                ["", "least", "mean", "most"],
                [
                    ("plies", min(self.lengths), fmean(self.lengths), max(self.lengths)),
                    (self.game.meta.unit, min(self.scores), fmean(self.scores), max(self.scores)),
                ],
            ),
        ]
        if self.unwon:
            parts.append(f"won by no seat: {self.unwon}")
        if self.ends:
            parts.append(table(["end", "games"], self.ends.most_common()))
        return "\n\n".join(parts)

    def _options(self) -> str:
        return "".join(f", {name} {value}" for name, value in self.game.options.items())


EXAMPLES = """  roundhouse simulate northern
  roundhouse simulate northern --seats 3 --games 1000 --bots greedy,random,random --jobs 4
  roundhouse simulate northern --option variant=single --seed 7 --out games/

The bots rotate through the seats from game to game. The same seed gives the same games with any
number of jobs.
"""


def add(subparsers: Subparsers) -> None:
    parser = command(
        subparsers, "simulate", _("let bots play many games and print a summary"), EXAMPLES
    )
    add_game(parser)
    add_table(parser)
    parser.add_argument("--games", type=count, default=10, metavar="K", help="number of games (10)")
    parser.add_argument(
        "--bots",
        default="greedy,random",
        metavar="A,B,...",
        help="names of bots, repeated until all seats are taken (greedy,random)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="random seed (0)")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write a record of each game to this folder"
    )
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help="processes (1)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.cli.simulate import Summary
    from roundhouse.lab.schedule import build_simulation_schedule, simulate

    game = load(args)
    bots = [bot.strip() for bot in args.bots.split(",") if bot.strip()] or ["random"]
    many = seats(args, game.meta)
    matchups = build_simulation_schedule(game, bots, many, args.games, args.seed, args.board)
    games = simulate(game, matchups, args.jobs)
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
    summary = Summary(game)
    code = 0
    with ProgressBar(args.games, game.meta.title) as progress, closing(games):
        try:
            for n, played in enumerate(games, 1):
                if args.out:
                    path = args.out / f"{args.game}-{n:06}.game"
                    path.write_text(played.record, encoding="utf-8")
                summary.count(played)
                progress.step()
        except KeyboardInterrupt:
            code = 130
    if summary.games:
        print(summary)
    if args.out:
        print(f"\n{summary.games} records in {args.out}")
    return code
