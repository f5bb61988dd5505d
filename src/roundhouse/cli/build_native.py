"""`roundhouse build-native [GAME ...]`: compile games ahead of time."""

from __future__ import annotations

import argparse
import sys

from roundhouse.cli.arguments import Subparsers, command

EXAMPLES = """  roundhouse build-native                   every game, for this machine
  roundhouse build-native rails --target x86-64-v2
"""
WIDTH = 30  # characters of the progress bar


def add(subparsers: Subparsers) -> None:
    parser = command(
        subparsers, "build-native", "compile games into libraries that need no compiler", EXAMPLES
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games (all)")
    parser.add_argument(
        "--target",
        action="append",
        default=[],
        metavar="SET",
        help="instruction set: x86-64-v2, x86-64-v3 or generic; may be repeated (this machine's)",
    )
    parser.add_argument("--folder", default="", metavar="DIR", help="where to write (the cache)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.bots.native_builds import BuildFailed, build_libraries, missing_libraries
    from roundhouse.play import registry

    games = args.games or [meta.id for meta in registry.games()]
    for game in games:
        registry.package(game)  # raises UnknownGame
    if not (args.target or args.folder):
        games = missing_libraries(games)
    parts = dict.fromkeys(games, 0.0)

    def show(game: str, part: float) -> None:
        parts[game] = part
        done = sum(parts.values()) / len(parts)
        bar = "#" * round(WIDTH * done)
        active = ", ".join(g for g, p in parts.items() if 0.0 < p < 1.0)
        print(f"\r[{bar:<{WIDTH}}] {100 * done:3.0f} % {active:<40.40}", end="", file=sys.stderr)

    show_progress = show if sys.stderr.isatty() else lambda game, part: None
    try:
        build_libraries(games, args.target, show_progress, args.folder)
    except BuildFailed as error:
        print(f"\nroundhouse: {error}", file=sys.stderr)
        return 1
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(f"{len(games)} libraries built" if games else "every library is up to date")
    return 0
