"""`roundhouse balance GAME`: measure fairness, openings, length and endings."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from roundhouse.cli.arguments import Subparsers, add_game, add_table, command, count, options
from roundhouse.cli.terminal import ProgressBar, table
from roundhouse.core.translation import translate as _

EXAMPLES = """  roundhouse balance northern
  roundhouse balance texas --seats 3 --games 400 --bot hard --out texas.html

With --out, each game is saved beside the report when it ends (texas.jsonl). Run the same command
again to resume; with more games, only the new ones are played.
"""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "balance", _("measure the balance of a game"), EXAMPLES)
    add_game(parser)
    add_table(parser)
    parser.add_argument(
        "--games", type=count, default=100, metavar="K", help="number of games (100)"
    )
    parser.add_argument(
        "--bot", default="medium", metavar="BOT", help="bot that plays every seat (medium)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="random seed (0)")
    parser.add_argument(
        "--jobs", type=count, default=0, metavar="N", help="processes (one per core)"
    )
    parser.add_argument("--ray", metavar="ADDRESS", help="address of a Ray cluster, or `auto`")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="report to write, with its data beside it (GAME-balance.html)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.lab.balance import measure, summary
    from roundhouse.lab.journal import Execution, Journal
    from roundhouse.lab.report import page
    from roundhouse.lab.schedule import GameSetup
    from roundhouse.play import registry

    meta = registry.meta(args.game)
    seats = args.seats or meta.usual_seats
    journal = Journal(args.out.with_suffix(".jsonl")) if args.out else None
    with ProgressBar(args.games, meta.title) as progress:
        balance, _ = measure(
            GameSetup(args.game, seats, options(args.option), args.board),
            args.bot,
            args.games,
            seed=args.seed,
            execution=Execution(args.jobs, args.ray, journal, progress.update),
        )
    data = summary(balance)
    for group in ("seat", "place") if data["by_place"] else ("seat",):
        rows = [
            (
                row[group],
                f"{row['share']:.1%}",
                " - ".join(f"{end:.1%}" for end in row["interval"]),
                row["mean_score"],
            )
            for row in data[f"by_{group}"]
        ]
        print(table([group, "wins", "95% interval", f"mean {meta.unit}"], rows))
        print()
    print(table(["end", "games"], list(data["ends"].items())))
    out = args.out or Path(f"{args.game}-balance.html")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page([balance]), encoding="utf-8")
    out.with_suffix(".json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    print(f"\nReport: {out}")
    return 0
