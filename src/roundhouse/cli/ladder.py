"""`roundhouse lab ladder GAME`: how far the levels of bots stand apart."""

from __future__ import annotations

import argparse
from pathlib import Path

from roundhouse.cli.arguments import JOURNAL, Subparsers, add_game, command, count, usual_seats
from roundhouse.cli.terminal import Progress
from roundhouse.core.errors import BadOption

EXAMPLES = """  roundhouse lab ladder northern --rounds 50 --out ladder/
  roundhouse lab ladder texas --rounds 60 --sparing expert=2 --sparing master=6
  roundhouse lab ladder rails --bots search:100,search:400,guided:100,guided:400

Bots sit with those next to them on the ladder, so name them from the weakest to the strongest: a
round is one game at every table of neighbours. A rating is fitted to the ranks of all games at once
(Plackett-Luce, Elo's scale: 400 points are odds of ten to one to come in ahead; the first is 0),
with one standard error; `step` is how far a bot stands above the one before it.

With --out each game is written down when it is over: the same command goes on where it was cut
short, and one with more rounds plays only the new ones.
"""


def add(tasks: Subparsers) -> None:
    parser = command(tasks, "ladder", "how far the levels of bots stand apart", EXAMPLES)
    add_game(parser)
    parser.add_argument(
        "--bots", metavar="A,B,...", help="who, from the weakest on (all levels in their order)"
    )
    parser.add_argument("--seats", type=count, metavar="N", help="how many play")
    parser.add_argument(
        "--rounds", type=count, default=20, metavar="K", help="games at each table (20)"
    )
    parser.add_argument(
        "--sparing",
        action="append",
        default=[],
        metavar="BOT=K",
        help="lay tables with this bot in every K-th round only; may be given several times",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="other games (0)")
    parser.add_argument("--jobs", type=count, default=0, metavar="N", help="processes (one a core)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on this Ray cluster instead")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write games and table there")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.bots.registry import levels
    from roundhouse.lab.journal import Journal
    from roundhouse.lab.ladder import as_text, climb
    from roundhouse.play import registry

    meta = registry.meta(args.game)
    named = args.bots.split(",") if args.bots else [level.name for level in levels()]
    with Progress(1, meta.title) as progress:
        found = climb(
            args.game,
            [bot.strip() for bot in named if bot.strip()],
            args.seats or usual_seats(meta),
            args.rounds,
            seed=args.seed,
            sparing=_sparing(args.sparing),
            jobs=args.jobs,
            ray_address=args.ray,
            journal=Journal(args.out / JOURNAL) if args.out else None,
            progress=progress.reach,
        )
    text = as_text(found)
    print(text)
    if args.out:
        (args.out / f"{args.game}-{found.seats}.txt").write_text(text + "\n", encoding="utf-8")
    return 0


def _sparing(given: list[str]) -> dict[str, int]:
    found = {}
    for word in given:
        bot, _, number = word.rpartition("=")
        if not (bot and number.isascii() and number.isdigit() and int(number) > 0):
            raise BadOption(f"--sparing is given as BOT=K, K from 1 on, not {word!r}")
        found[bot] = int(number)
    return found
