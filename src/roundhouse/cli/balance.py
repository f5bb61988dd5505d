"""`roundhouse balance GAME`: is it fair, which openings win, how long, how does it end?"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from roundhouse.cli.arguments import (
    Subparsers,
    add_game,
    add_table,
    command,
    count,
    options,
    usual_seats,
)
from roundhouse.cli.terminal import Progress, table

EXAMPLES = """  roundhouse balance northern
  roundhouse balance texas --seats 3 --games 400 --bot hard --out texas.html

With --out each game is written down beside the report when it is over (texas.jsonl): the same
command goes on where it was cut short, and one with more games plays only the new ones.
"""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "balance", "measure a game's balance, as a report", EXAMPLES)
    add_game(parser)
    add_table(parser)
    parser.add_argument("--games", type=count, default=100, metavar="K", help="how many (100)")
    parser.add_argument("--bot", default="medium", metavar="BOT", help="who plays (medium)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="other games (0)")
    parser.add_argument("--jobs", type=count, default=0, metavar="N", help="processes (one a core)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on this Ray cluster instead")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the report; its data goes beside it (GAME-balance.html)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.lab.balance import measure, summary
    from roundhouse.lab.journal import Journal
    from roundhouse.lab.report import page
    from roundhouse.play import registry

    meta = registry.meta(args.game)
    seats = args.seats or usual_seats(meta)
    journal = Journal(args.out.with_suffix(".jsonl")) if args.out else None
    with Progress(args.games, meta.title) as progress:
        balance, _ = measure(
            args.game,
            seats,
            args.bot,
            args.games,
            seed=args.seed,
            jobs=args.jobs,
            ray_address=args.ray,
            options=options(args.option),
            board=args.board,
            journal=journal,
            progress=progress.reach,
        )
    data = summary(balance)
    for what in ("seat", "place") if data["by_place"] else ("seat",):
        rows = [
            (
                row[what],
                f"{row['share']:.1%}",
                " - ".join(f"{end:.1%}" for end in row["interval"]),
                row["mean_score"],
            )
            for row in data[f"by_{what}"]
        ]
        print(table([what, "wins", "95% interval", f"mean {meta.unit}"], rows))
        print()
    print(table(["end", "games"], list(data["ends"].items())))
    out = args.out or Path(f"{args.game}-balance.html")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page([balance]), encoding="utf-8")
    out.with_suffix(".json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    print(f"\nreport in {out}")
    return 0
