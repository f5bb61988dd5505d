"""`roundhouse lab puzzles GAME`: puzzles from games of strong bots, and doubting them again."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from roundhouse.cli.arguments import Subparsers, add_game, command, count, options, usual_seats
from roundhouse.cli.terminal import Progress, table

if TYPE_CHECKING:
    from roundhouse.lab.puzzles.checking import Doubted
    from roundhouse.play.puzzles import PuzzleBook

EXAMPLES = """  roundhouse lab puzzles northern --count 100 --out northern.jsonl
  roundhouse lab puzzles texas --count 20 --bots expert --jobs 1 --out texas.jsonl
  roundhouse lab puzzles northern --check --sample 50
  roundhouse lab puzzles northern --check --out northern.jsonl --sample 1000 --drop
  roundhouse lab puzzles northern --levels --sample 100
  roundhouse lab puzzles northern --grade --out northern.jsonl

Plays games of strong bots and looks for decisions with one right answer: docs/puzzles.md says what
counts. What a game gave is in the file when it is done: the same command goes on where it was cut
short, and one with a larger count goes on from there.
--check looks at a sample again with a ten times longer search, and says how many it overturns;
with --drop they are taken out of the file, and the first command makes others in their place.
--levels lets every level of bots try a sample, and says what share each solves.
--grade finds out anew which level finds each puzzle of a file, and writes that into it.
"""


def add(tasks: Subparsers) -> None:
    parser = command(tasks, "puzzles", "decisions with one right answer, to learn from", EXAMPLES)
    add_game(parser)
    parser.add_argument("--count", type=count, default=100, metavar="K", help="how many (100)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file of puzzles (*.jsonl)")
    parser.add_argument("--seats", type=count, metavar="N", help="how many play")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    parser.add_argument("--bots", default="hard", metavar="A,B,...", help="who plays (hard)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="other games (0)")
    parser.add_argument("--jobs", type=count, default=0, metavar="N", help="processes (one a core)")
    parser.add_argument("--ray", metavar="ADDRESS", help="work on this Ray cluster instead")
    looking = parser.add_mutually_exclusive_group()
    looking.add_argument("--check", action="store_true", help="doubt a file, or the game's own")
    looking.add_argument("--levels", action="store_true", help="let every level try it")
    looking.add_argument("--grade", action="store_true", help="rate a file's puzzles anew")
    parser.add_argument(
        "--sample", type=count, default=50, metavar="K", help="how many to look at (50)"
    )
    parser.add_argument("--drop", action="store_true", help="take out what a check overturns")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.core.errors import BadOption

    if args.drop and not (args.check and args.out):
        raise BadOption("--drop goes with a check of a file: --check --out FILE --drop")
    if args.grade and not args.out:
        raise BadOption("--grade writes into a file: --grade --out FILE")
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
        raise BadOption("say where the puzzles go: --out FILE")
    meta = registry.meta(args.game)
    settings = PuzzleSettings(
        args.game,
        args.seats or usual_seats(meta),
        args.seed,
        tuple(bot.strip() for bot in args.bots.split(",") if bot.strip()),
        tuple(sorted(options(args.option).items())),
    )
    with Progress(args.count, meta.title) as progress:
        found = make(
            settings,
            args.count,
            args.out,
            jobs=args.jobs,
            ray_address=args.ray,
            progress=progress.reach,
        )
    print(f"{found} puzzles in {args.out}")
    return 0


def _book(args: argparse.Namespace) -> PuzzleBook:
    """The file that is named, or the game's own."""
    from roundhouse.play.puzzles import book_of, load_book

    return load_book(args.out) if args.out else book_of(args.game)


def _solve(args: argparse.Namespace) -> int:
    from roundhouse.lab.puzzles.solving import solving

    book = _book(args)
    if not book.puzzles:
        print(f"{args.game} has no puzzles")
        return 1
    with Progress(min(args.sample, len(book.puzzles)), book.game) as progress:
        found = solving(
            book,
            args.sample,
            seed=args.seed,
            jobs=args.jobs,
            ray_address=args.ray,
            progress=progress.reach,
        )
    print(f"{len(found)} of {len(book.puzzles)} puzzles")
    _print_shares(found)
    return 0


def _grade(args: argparse.Namespace) -> int:
    from roundhouse.lab.puzzles.file import regrade
    from roundhouse.lab.puzzles.grading import grades
    from roundhouse.lab.puzzles.solving import levels_of

    book = _book(args)
    with Progress(len(book.puzzles), book.game) as progress:
        found = grades(book, jobs=args.jobs, ray_address=args.ray, progress=progress.reach)
    changed = regrade(args.out, found)
    print(f"{changed} of {len(found)} puzzles in {args.out} are of another level now")
    counted = [*found.values()]
    rows = [(name, str(counted.count(name))) for name in levels_of(book)]
    print(table(["level", "finds first"], rows))
    return 0


def _print_shares(found: list[dict[str, float]]) -> None:
    from roundhouse.lab.puzzles.solving import shares

    rows = [(name, f"{share:.0%}") for name, share in shares(found).items()]
    print(table(["level", "solves"], rows))


def _check(args: argparse.Namespace) -> int:
    from roundhouse.lab.puzzles.checking import check
    from roundhouse.lab.puzzles.file import drop

    book = _book(args)
    if not book.puzzles:
        print(f"{args.game} has no puzzles")
        return 1

    found: list[Doubted] = []

    def said(one: Doubted, done: int, of: int) -> None:
        found.append(one)
        if one.overturned:
            right = ", ".join(answer.move for answer in one.puzzle.answers)
            print(f"{one.puzzle.id}: {right}; the long search plays {one.move}", flush=True)
        progress.reach(done, of)

    code = 0
    with Progress(min(args.sample, len(book.puzzles)), book.game) as progress:
        try:
            check(
                book,
                args.sample,
                seed=args.seed,
                jobs=args.jobs,
                ray_address=args.ray,
                progress=said,
            )
        except KeyboardInterrupt:  # the searches are long: what was seen until now is told
            code = 130  # as a shell counts it
    if not found:
        print("stopped before a puzzle was looked at")
        return code
    overturned = [one.puzzle.id for one in found if one.overturned]
    share = len(overturned) / len(found)
    print(f"{len(overturned)} of {len(found)} overturned ({share:.1%})\n")
    if args.drop and overturned:
        drop(args.out, overturned)
        print(f"they are no longer in {args.out}\n")
    _print_shares([one.solved for one in found])
    return code
