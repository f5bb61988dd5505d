"""`roundhouse bench`: how fast, measured here and now."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict

from roundhouse.cli.arguments import Subparsers, command, usual_seats
from roundhouse.cli.terminal import Progress, table
from roundhouse.lab.benchmark import Bench, Reading
from roundhouse.lab.pool import cores

EXAMPLES = """  roundhouse bench                              every game
  roundhouse bench northern --seats 3,4,6
  roundhouse bench northern --json --seconds 1 --no-starts

decisions/s: random play with legal generation. legal, copy: nanoseconds of one. cold, warm:
seconds of a process that imports, loads and plays one game, with nothing compiled yet and once
more. memory: the peak of that process. bench/README.md has the method.
"""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "bench", "measure the speed of the games", EXAMPLES)
    parser.add_argument("games", nargs="*", metavar="GAME", help="which (all)")
    parser.add_argument(
        "--seats", default="", metavar="N,N", help="for how many (4, or as near as the game allows)"
    )
    parser.add_argument("--seconds", type=float, default=3.0, help="for each reading (3)")
    parser.add_argument(
        "--cores",
        type=int,
        default=cores(),
        metavar="N",
        help="what `all cores` is (those of the machine)",
    )
    parser.add_argument("--no-starts", action="store_true", help="leave out cold and warm starts")
    parser.add_argument("--json", action="store_true", help="print a list of objects")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.play import registry

    boxes = [registry.meta(game) for game in args.games] or registry.games()
    asked = [int(seats) for seats in args.seats.split(",") if seats]
    tables = [(box, seats) for box in boxes for seats in asked or [usual_seats(box)]]
    for box, seats in tables:
        box.check_seats(seats)
    readings: list[Reading] = []
    with Progress(len(tables), "bench") as progress:
        for box, seats in tables:
            bench = Bench(box.id, seats, args.seconds, args.cores, not args.no_starts)
            readings += bench.run()
            progress.step()
    print(
        json.dumps([asdict(each) for each in readings], indent=2) if args.json else _table(readings)
    )
    return 0


def _table(readings: Sequence[Reading]) -> str:
    heads = [
        "game",
        "seats",
        "speed",
        "cores",
        "decisions/s",
        "times",
        "legal ns",
        "copy ns",
        "cold s",
        "warm s",
        "state B",
        "memory MB",
    ]
    return table(
        heads,
        [
            (
                each.game,
                each.seats,
                each.speed,
                each.cores,
                round(each.decisions_per_second),
                each.times_interpreted,
                _or_blank(each.legal_ns),
                _or_blank(each.clone_ns),
                _or_blank(each.cold_start_seconds),
                _or_blank(each.warm_start_seconds),
                each.state_bytes,
                _or_blank(each.memory_mb),
            )
            for each in readings
        ],
    )


def _or_blank(number: float | None) -> float | str:
    return "" if number is None else number
