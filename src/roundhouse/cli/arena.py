"""`roundhouse arena`: bots against each other, with ratings and intervals."""

from __future__ import annotations

import argparse
from pathlib import Path

from roundhouse.cli.arguments import JOURNAL, Subparsers, command, count, usual_seats
from roundhouse.cli.terminal import Progress
from roundhouse.core.errors import BadSeats
from roundhouse.core.meta import Meta

EXAMPLES = """  roundhouse arena --games texas --bots expert,greedy,random --seats 4 --rounds 200
  roundhouse arena --games all --bots hard,medium --rounds 100 --out arena/
  roundhouse arena --games northern --bots search:500,greedy,greedy --seats 3 --jobs 2
  roundhouse arena --games union --bots expert,hard --ray auto

A round is one game. Every so many rounds as there are seats share their luck, with everybody
moved on by one seat. Bots are repeated until all seats are taken; name one several times to give
it more. Wins are shares (a tie is split) with Wilson's 95% interval; `x fair` is the share of
wins as a multiple of the share of seats; ratings are OpenSkill's (Plackett-Luce).

With --out each game is written down when it is over: the same command goes on where it was cut
short, and one with more rounds plays only the new ones.
"""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "arena", "let bots compete, and rate them", EXAMPLES)
    parser.add_argument("--games", required=True, metavar="A,B,...", help="game ids, or `all`")
    parser.add_argument("--bots", required=True, metavar="A,B,...", help="who plays")
    parser.add_argument(
        "--seats", metavar="N,M,...", help="numbers of seats, or `all` (the usual one)"
    )
    parser.add_argument(
        "--rounds", type=count, default=40, metavar="K", help="games at each table (40)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="other games (0)")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write table, plots, data and records into this folder",
    )
    parser.add_argument("--jobs", type=count, default=0, metavar="N", help="processes (one a core)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on this Ray cluster instead")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.lab.arena import as_text, compete, save
    from roundhouse.lab.journal import Journal
    from roundhouse.play import registry

    every = [meta.id for meta in registry.games()]
    games = every if args.games == "all" else _words(args.games)
    bots = _words(args.bots)
    journal = Journal(args.out / JOURNAL) if args.out else None
    results = []
    for game in games:
        meta = registry.meta(game)
        seats = _seats(args.seats, meta)
        with Progress(args.rounds * len(seats), meta.title) as progress:
            results += compete(
                [game],
                bots,
                seats,
                args.rounds,
                seed=args.seed,
                jobs=args.jobs,
                ray_address=args.ray,
                journal=journal,
                progress=progress.reach,
            )
        for result in results[-len(seats) :]:
            print(as_text(result), end="\n\n", flush=True)
    if args.out:
        save(results, args.out)
        print(f"table, plots, data and records in {args.out}")
    return 0


def _seats(given: str | None, meta: Meta) -> list[int]:
    """The numbers of seats to play at, checked."""
    if given is None:
        return [usual_seats(meta)]
    if given == "all":
        return list(meta.seats)
    for word in _words(given):
        if not word.isdigit():
            raise BadSeats(f"{word!r} is not a number of seats")
        meta.check_seats(int(word))
    return [int(word) for word in _words(given)]


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]
