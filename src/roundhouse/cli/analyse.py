"""`roundhouse analyse FILE`: review a recorded game with the search."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from roundhouse.cli.arguments import Subparsers, add_board, command, count
from roundhouse.cli.terminal import ProgressBar, table
from roundhouse.core.formats import format_change, format_percent
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.translation import translate_in_context as pgettext

EXAMPLES = mark(
    """  roundhouse analyse my.game
  roundhouse analyse my.game --iterations 20000 --threads 4 --out my.json --chart my.svg

Each decision is analysed with what its seat knew. `cost` is how much win probability the move lost
against the best move; `accuracy` is how much of the win probability at stake a seat's moves kept.
The data is written to FILE with .json in place of .game.
"""
)


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "analyse", _("review a recorded game"), _(EXAMPLES))
    parser.add_argument("file", type=Path, metavar=_("FILE"), help=_("record file (*.game)"))
    add_board(parser)
    parser.add_argument(
        "--iterations",
        type=count,
        default=2000,
        metavar="N",
        help=_("search iterations for each decision (2000)"),
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=10.0,
        metavar="S",
        help=_("maximum seconds for each decision (10)"),
    )
    parser.add_argument(
        "--threads", type=count, default=0, metavar="N", help=_("search threads (one per core)")
    )
    parser.add_argument(
        "--out", type=Path, metavar=_("FILE"), help=_("write the data to this file")
    )
    parser.add_argument(
        "--chart",
        type=Path,
        metavar=_("FILE"),
        help=_("write a chart of the win probabilities (SVG)"),
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.bots.search import Budget
    from roundhouse.lab.analysis import review
    from roundhouse.lab.charts import chances_chart
    from roundhouse.lab.pool import cores
    from roundhouse.play.record import Record

    record = Record.load(args.file)
    game = record.load_game(args.board)
    with ProgressBar(max(1, len(record.moves)), game.meta.title) as progress:
        report = review(
            record,
            Budget(args.iterations, args.seconds),
            game=game,
            threads=args.threads or cores(),
            progress=progress.update,
        )
    print(_report_text(report))
    out = args.out or args.file.with_suffix(".json")
    out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print("\n" + _("Data: {path}", path=out))
    if args.chart:
        chances = report["chances"]
        turning = [point["ply"] for point in report["turning_points"]]
        chart = chances_chart(
            game.meta.title, chances["shares"], chances["plies"], turning, record.names
        )
        args.chart.write_text(chart, encoding="utf-8")
        print(_("Chart: {path}", path=args.chart))
    return 0


def _report_text(report: dict[str, Any]) -> str:
    rows = []
    for entry in report["plies"]:
        shares = " ".join(f"{format_percent(share):>4}" for share in entry["shares"])
        best = entry["moves"][0]["move"] if entry["moves"] else ""
        cost = "" if entry["cost"] is None else format_percent(entry["cost"])
        rows.append(
            (
                str(entry["ply"]),
                str(entry["seat"]),
                entry["played"],
                best,
                cost,
                shares,
                ", ".join(f"{step['seat']} {step['move']}" for step in entry["line"][1:4]),
            )
        )
    headings = [_("ply"), _("seat"), pgettext("move", "played"), _("best"), _("cost"), _("chances")]
    parts = [table([*headings, _("and then")], rows)]
    played = [
        (
            str(row["seat"]),
            report["names"][row["seat"]],
            format_percent(row["accuracy"], 1),
            row["decisions"],
        )
        for row in report["accuracy"]
        if row["accuracy"] is not None
    ]
    parts.append(
        _("Accuracy") + "\n" + table([_("seat"), _("name"), _("accuracy"), _("decisions")], played)
    )
    if report["turning_points"]:
        points = [
            (str(p["ply"]), p["move"], str(p["seat"]), format_change(p["change"]))
            for p in report["turning_points"]
        ]
        parts.append(
            _("Turning points")
            + "\n"
            + table([_("ply"), _("move"), _("seat"), _("chance")], points)
        )
    return "\n\n".join(parts)
