"""`roundhouse lab puzzles GAME`: make, check and grade puzzles from bots' games."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from roundhouse.cli.arguments import Subparsers, add_game, command, count, options, share
from roundhouse.cli.terminal import ProgressBar, table

if TYPE_CHECKING:
    from roundhouse.lab.puzzles.checking import CheckResult
    from roundhouse.play.puzzles import PuzzleSet

EXAMPLES = """  roundhouse lab puzzles northern --count 100 --out northern.jsonl
  roundhouse lab puzzles texas --count 20 --bots expert --jobs 1 --out texas.jsonl
  roundhouse lab puzzles union --count 60 --seed 1 --gap 0.08 --easiest 0 --out harder.jsonl
  roundhouse lab puzzles southern --gap 0.04 --player-gap 0.05 --min-level medium --out hard.jsonl
  roundhouse lab puzzles union --out union.jsonl --merge harder.jsonl --max-share 0.4
  roundhouse lab puzzles northern --check --sample 50
  roundhouse lab puzzles northern --check --out northern.jsonl --sample 1000 --drop
  roundhouse lab puzzles northern --levels --sample 100
  roundhouse lab puzzles northern --grade --out northern.jsonl

Lets strong bots play and collects decisions with one right answer; docs/explanation/puzzles.md
describes the criteria. Puzzles are saved after each game. Run the same command again to resume, or
with a larger count to add more.
--gap lowers or raises the distance that the best move needs, and --easiest limits the puzzles of
the weakest level per game; with 0, decisions that this level finds are not searched at all.
--min-level skips decisions that a weaker level finds. --player-gap is the distance that the
player itself must have seen for a decision to be searched.
--merge adds the puzzles of another file, made with another seed. With --max-share, the commonest
kinds of puzzles of a level that has too many are then retired: only their addresses still work.
--check searches a sample again for ten times as long and counts the answers that change; with
--drop, those puzzles are removed from the file.
--levels lets every level of bots try a sample and prints the share that each solves.
--grade determines the lowest level that solves each puzzle of a file, and updates the file.
"""


def add(tasks: Subparsers) -> None:
    parser = command(tasks, "puzzles", "make, check and grade puzzles", EXAMPLES)
    add_game(parser)
    parser.add_argument(
        "--count", type=count, default=100, metavar="K", help="number of puzzles (100)"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="puzzle file (*.jsonl)")
    parser.add_argument("--seats", type=count, metavar="N", help="number of seats")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="option of the game; may be repeated",
    )
    parser.add_argument("--bots", default="hard", metavar="A,B,...", help="names of bots (hard)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="random seed (0)")
    parser.add_argument(
        "--jobs", type=count, default=0, metavar="N", help="processes (one per core)"
    )
    parser.add_argument("--ray", metavar="ADDRESS", help="address of a Ray cluster, or `auto`")
    parser.add_argument(
        "--gap", type=share, metavar="SHARE", help="distance of the best move, of the win (0.15)"
    )
    parser.add_argument(
        "--player-gap",
        type=share,
        metavar="SHARE",
        help="distance that the player itself saw (2/3 of --gap)",
    )
    parser.add_argument(
        "--easiest", type=int, metavar="N", help="puzzles of the weakest level per game (1)"
    )
    parser.add_argument(
        "--min-level", metavar="LEVEL", help="weaker levels must not solve a puzzle (beginner)"
    )
    parser.add_argument(
        "--min-moves", type=count, default=2, metavar="N", help="legal moves of a puzzle (2)"
    )
    parser.add_argument(
        "--max-share", type=share, metavar="SHARE", help="largest part that one level may have"
    )
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--merge", type=Path, metavar="FILE", help="add the puzzles of this file")
    mode.add_argument("--check", action="store_true", help="check a puzzle file, or the game's own")
    mode.add_argument(
        "--levels", action="store_true", help="measure the share that each level solves"
    )
    mode.add_argument("--grade", action="store_true", help="grade the puzzles of a file again")
    parser.add_argument(
        "--sample", type=count, default=50, metavar="K", help="number of puzzles to check (50)"
    )
    parser.add_argument("--drop", action="store_true", help="remove puzzles that --check refutes")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.core.errors import BadOption

    if args.drop and not (args.check and args.out):
        raise BadOption("--drop needs a file to check: --check --out FILE --drop")
    if args.grade and not args.out:
        raise BadOption("--grade needs a file: --grade --out FILE")
    if (args.merge or args.max_share) and not (args.merge and args.out):
        raise BadOption("--merge and --max-share need a file: --out FILE --merge FILE")
    if args.merge:
        return _merge(args)
    if args.levels:
        return _solve(args)
    if args.grade:
        return _grade(args)
    return _check(args) if args.check else _make(args)


def _make(args: argparse.Namespace) -> int:
    from roundhouse.core.errors import BadOption
    from roundhouse.lab.puzzles import PuzzleSettings
    from roundhouse.lab.puzzles.maker import make
    from roundhouse.play import registry

    if args.out is None:
        raise BadOption("name the file to write: --out FILE")
    meta = registry.meta(args.game)
    settings = PuzzleSettings(
        args.game,
        args.seats or meta.usual_seats,
        args.seed,
        tuple(bot.strip() for bot in args.bots.split(",") if bot.strip()),
        tuple(sorted(options(args.option).items())),
    )
    if args.gap is not None:
        if args.gap <= settings.accepted_margin:
            raise BadOption(f"--gap must be above {settings.accepted_margin}")
        promising = settings.min_player_gap / settings.min_gap * args.gap
        settings = replace(settings, min_gap=args.gap, min_player_gap=round(promising, 4))
    if args.player_gap is not None:
        settings = replace(settings, min_player_gap=args.player_gap)
    settings = replace(settings, min_moves=args.min_moves)
    if args.easiest is not None:
        settings = replace(settings, max_easiest_per_game=args.easiest)
    if args.min_level is not None:
        if args.min_level not in settings.levels:
            raise BadOption(f"--min-level must be one of {', '.join(settings.levels)}")
        settings = replace(settings, min_level=args.min_level)
    with ProgressBar(args.count, meta.title) as progress:
        total = make(
            settings,
            args.count,
            args.out,
            jobs=args.jobs,
            ray_address=args.ray,
            progress=progress.update,
        )
    print(f"{total} puzzles in {args.out}")
    return 0


def _merge(args: argparse.Namespace) -> int:
    from roundhouse.lab.puzzles.file import limit_share, merge
    from roundhouse.play.puzzles import load_puzzles

    added = merge(args.out, args.merge)
    retired = limit_share(args.out, args.max_share) if args.max_share else 0
    print(f"{added} puzzles added to {args.out}, {retired} retired")
    _print_levels([puzzle.difficulty for puzzle in load_puzzles(args.out).puzzles])
    return 0


def _print_levels(names: list[str]) -> None:
    from roundhouse.lab.puzzles.settings import GRADING_LEVELS

    rows = [(name, str(names.count(name))) for name in GRADING_LEVELS]
    print(table(["level", "puzzles"], rows))


def _book(args: argparse.Namespace) -> PuzzleSet:
    """Load the file of --out, or the game's own puzzles."""
    from roundhouse.play.puzzles import get_puzzles, load_puzzles

    return load_puzzles(args.out) if args.out else get_puzzles(args.game)


def _solve(args: argparse.Namespace) -> int:
    from roundhouse.lab.puzzles.solving import measure_rates

    book = _book(args)
    if not book.puzzles:
        print(f"{args.game} has no puzzles")
        return 1
    with ProgressBar(min(args.sample, len(book.puzzles)), book.game) as progress:
        solved = measure_rates(
            book,
            args.sample,
            seed=args.seed,
            jobs=args.jobs,
            ray_address=args.ray,
            progress=progress.update,
        )
    print(f"{len(solved)} of {len(book.puzzles)} puzzles")
    _print_shares(solved)
    return 0


def _grade(args: argparse.Namespace) -> int:
    from roundhouse.lab.puzzles.file import regrade
    from roundhouse.lab.puzzles.solving import grade_puzzles

    book = _book(args)
    with ProgressBar(len(book.puzzles), book.game) as progress:
        levels = grade_puzzles(book, jobs=args.jobs, ray_address=args.ray, progress=progress.update)
    changed = regrade(args.out, levels)
    print(f"{changed} of {len(levels)} puzzles in {args.out} have a new level")
    _print_levels([*levels.values()])
    return 0


def _print_shares(solved: list[dict[str, float]]) -> None:
    from roundhouse.lab.puzzles.solving import mean_rates

    rows = [(name, f"{share:.0%}") for name, share in mean_rates(solved).items()]
    print(table(["level", "solves"], rows))


def _check(args: argparse.Namespace) -> int:
    from roundhouse.lab.puzzles.checking import check
    from roundhouse.lab.puzzles.file import drop

    book = _book(args)
    if not book.puzzles:
        print(f"{args.game} has no puzzles")
        return 1

    checked: list[CheckResult] = []

    def on_result(one: CheckResult, done: int, of: int) -> None:
        checked.append(one)
        if one.is_overturned:
            right = ", ".join(answer.move for answer in one.puzzle.answers)
            print(f"{one.puzzle.id}: {right}; the long search plays {one.move}", flush=True)
        progress.update(done, of)

    code = 0
    with ProgressBar(min(args.sample, len(book.puzzles)), book.game) as progress:
        try:
            check(
                book,
                args.sample,
                seed=args.seed,
                jobs=args.jobs,
                ray_address=args.ray,
                progress=on_result,
            )
        except KeyboardInterrupt:  # the searches are long: report what was checked so far
            code = 130  # shell convention: 128 plus the signal
    if not checked:
        print("Stopped before a puzzle was checked.")
        return code
    overturned = [one.puzzle.id for one in checked if one.is_overturned]
    share = len(overturned) / len(checked)
    print(f"{len(overturned)} of {len(checked)} overturned ({share:.1%})\n")
    if args.drop and overturned:
        drop(args.out, overturned)
        print(f"Removed them from {args.out}\n")
    _print_shares([one.solved for one in checked])
    return code
