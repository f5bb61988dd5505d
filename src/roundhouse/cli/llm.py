"""`roundhouse lab llm GAME`: measure a language model against the ladder of bots."""

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
    load,
    options,
    seats,
)
from roundhouse.cli.terminal import ProgressBar

EXAMPLES = """  roundhouse lab llm northern --model llm:qwen3@http://127.0.0.1:8000/v1 --out run/
  roundhouse lab llm texas --model 'llm:qwen3@http://127.0.0.1:8000/v1#seconds=120:legal=0'
  roundhouse lab llm union --model text:greedy --rounds 10 --judge 0

In each round the model plays one game with every group of neighbours on the ladder. Ratings are
fitted to the ranks of all games at once (400 points mean odds of ten to one; the first bot has 0),
with one standard error. A search judges a sample of the model's decisions and tells what each kind
of decision gave away, as shares of the win.

With --out, each game and every prompt and answer is saved when it ends. Run the same command again
to resume; with more rounds, only the new games are played.
"""


def add(tasks: Subparsers) -> None:
    parser = command(tasks, "llm", "measure a language model against the ladder of bots", EXAMPLES)
    add_game(parser)
    parser.add_argument(
        "--model",
        required=True,
        metavar="NAME",
        help="llm:MODEL@URL, model-NAME, or a reader of text such as text:greedy",
    )
    parser.add_argument(
        "--bots",
        metavar="A,B,...",
        default="random,instinct,beginner,easy,medium",
        help="bots of the ladder, weakest first (random,instinct,beginner,easy,medium)",
    )
    add_table(parser)
    parser.add_argument("--rounds", type=count, default=4, metavar="K", help="rounds to play (4)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="random seed (0)")
    parser.add_argument(
        "--judge", type=int, default=100, metavar="N", help="decisions to judge (100); 0: none"
    )
    parser.add_argument(
        "--iterations",
        type=count,
        default=2000,
        metavar="N",
        help="iterations of the search that judges a decision (2000)",
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write games, transcript and report to this folder"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    import random

    from roundhouse.bots.search import Budget
    from roundhouse.lab.llm import (
        LlmRun,
        as_data,
        as_text,
        build_llm_schedule,
        judge_decisions,
        play_model,
        summarize,
    )
    from roundhouse.lab.schedule import GameSetup
    from roundhouse.play import registry

    meta = registry.meta(args.game)
    spec = LlmRun(
        args.model,
        GameSetup(args.game, seats(args, meta), options(args.option), args.board),
        tuple(bot.strip() for bot in args.bots.split(",") if bot.strip()),
        args.rounds,
        args.seed,
        args.out,
    )
    total = len(build_llm_schedule(spec))
    game = load(args)
    with ProgressBar(total, meta.title) as progress:
        games = play_model(spec, game, progress.update)
    rng, budget = random.Random(args.seed), Budget(args.iterations)
    kinds = judge_decisions(args.model, game, games, budget, args.judge, rng) if args.judge else ()
    report = summarize(spec, games, kinds)
    text = as_text(report)
    print(text)
    if args.out:
        (args.out / "report.txt").write_text(text + "\n", encoding="utf-8")
        data = json.dumps(as_data(report), indent=1)
        (args.out / "report.json").write_text(data + "\n", encoding="utf-8")
    return 0
