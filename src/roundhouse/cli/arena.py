"""`roundhouse arena`: let bots compete, with ratings and confidence intervals."""

from __future__ import annotations

import argparse
from pathlib import Path

from roundhouse.cli.arguments import JOURNAL, Subparsers, command, count
from roundhouse.cli.terminal import ProgressBar
from roundhouse.core.errors import BadSeats
from roundhouse.core.meta import Meta
from roundhouse.core.translation import translate as _

EXAMPLES = """  roundhouse arena --games texas --bots expert,greedy,random --seats 4 --rounds 200
  roundhouse arena --games all --bots hard,medium --rounds 100 --out arena/
  roundhouse arena --games northern --bots search:500,greedy,greedy --seats 3 --jobs 2
  roundhouse arena --games union --bots expert,hard --ray auto

A round is one game. With N seats, N consecutive rounds use the same random numbers and rotate the
bots through the seats. Bots are repeated until all seats are taken; name one several times to give
it more seats. A tie splits the win. Win shares have a 95% Wilson interval; `x fair` is the share of
wins divided by the share of seats; ratings are OpenSkill's (Plackett-Luce).

With --out, each game is saved when it ends. Run the same command again to resume; with more rounds,
only the new ones are played.
"""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "arena", _("let bots compete and rate them"), EXAMPLES)
    parser.add_argument("--games", required=True, metavar="A,B,...", help="game ids, or `all`")
    parser.add_argument("--bots", required=True, metavar="A,B,...", help="names of bots")
    parser.add_argument(
        "--seats", metavar="N,M,...", help="numbers of seats, or `all` (the usual number)"
    )
    parser.add_argument(
        "--rounds", type=count, default=40, metavar="K", help="games for each number of seats (40)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="random seed (0)")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write the table, plots, data and records to this folder",
    )
    parser.add_argument(
        "--jobs", type=count, default=0, metavar="N", help="processes (one per core)"
    )
    parser.add_argument("--ray", metavar="ADDRESS", help="address of a Ray cluster, or `auto`")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.lab.arena import as_text, compete, save
    from roundhouse.lab.journal import Execution, Journal
    from roundhouse.play import registry

    every = [meta.id for meta in registry.games()]
    games = every if args.games == "all" else _words(args.games)
    bots = _words(args.bots)
    journal = Journal(args.out / JOURNAL) if args.out else None
    results = []
    for game in games:
        meta = registry.meta(game)
        seats = _seats(args.seats, meta)
        with ProgressBar(args.rounds * len(seats), meta.title) as progress:
            results += compete(
                [game],
                bots,
                seats,
                args.rounds,
                seed=args.seed,
                execution=Execution(args.jobs, args.ray, journal, progress.update),
            )
        for result in results[-len(seats) :]:
            print(as_text(result), end="\n\n", flush=True)
    if args.out:
        save(results, args.out)
        print(f"Table, plots, data and records: {args.out}")
    return 0


def _seats(text: str | None, meta: Meta) -> list[int]:
    """Parse and check the numbers of seats to play with."""
    if text is None:
        return [meta.usual_seats]
    if text == "all":
        return list(meta.seats)
    for word in _words(text):
        if not word.isdigit():
            raise BadSeats(f"{word!r} is not a number of seats")
        meta.check_seats(int(word))
    return [int(word) for word in _words(text)]


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]
