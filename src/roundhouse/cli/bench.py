"""`roundhouse bench`: measure the speed of the games on this machine."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict

from roundhouse.cli.arguments import Subparsers, command
from roundhouse.cli.terminal import ProgressBar, table
from roundhouse.core.translation import translate as _
from roundhouse.lab.benchmark import Bench, Reading
from roundhouse.lab.pool import cores

EXAMPLES = """  roundhouse bench                              every game
  roundhouse bench northern --seats 3,4,6
  roundhouse bench northern --json --seconds 1 --no-starts

decisions/s: random play, including generation of legal actions. legal, copy: nanoseconds for one
call. cold, warm: seconds for a process that imports, loads and plays one game, with an empty
compile cache and with a full one. memory: the peak of that process. bench/README.md describes the
method.
"""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "bench", _("measure the speed of the games"), EXAMPLES)
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games (all)")
    parser.add_argument(
        "--seats",
        default="",
        metavar="N,N",
        help="numbers of seats (4, or the nearest that the game allows)",
    )
    parser.add_argument(
        "--seconds", type=float, default=3.0, help="seconds for each measurement (3)"
    )
    parser.add_argument(
        "--cores",
        type=int,
        default=cores(),
        metavar="N",
        help="processes of the runs on all cores (one per core)",
    )
    parser.add_argument("--no-starts", action="store_true", help="skip cold and warm starts")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.play import registry

    metas = [registry.meta(game) for game in args.games] or registry.games()
    numbers = [int(seats) for seats in args.seats.split(",") if seats]
    tables = [(meta, seats) for meta in metas for seats in numbers or [meta.usual_seats]]
    for meta, seats in tables:
        meta.check_seats(seats)
    readings: list[Reading] = []
    with ProgressBar(len(tables), "bench") as progress:
        for meta, seats in tables:
            bench = Bench(meta.id, seats, args.seconds, args.cores, not args.no_starts)
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
