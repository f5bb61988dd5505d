"""`roundhouse build-native [GAME ...]`: compile games ahead of time."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from roundhouse.cli.arguments import Subparsers, command
from roundhouse.cli.terminal import PercentBar
from roundhouse.core.translation import translate as _

EXAMPLES = """  roundhouse build-native                   every game, for this machine
  roundhouse build-native rails --target x86-64-v2
  roundhouse build-native --target wasm32 --target wasm32-simd128 --folder site/libraries

A library contains a game's rules, search and network. It is used whenever it fits the sources; a
game whose sources have changed gets a new one. Building needs Numba and a C compiler. Libraries for
Python in a browser (wasm32) need the package ziglang: pip install 'roundhouse-games[site]'
"""


def add(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "build-native",
        _("compile games into libraries that need no compiler"),
        EXAMPLES,
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games (all)")
    parser.add_argument(
        "--target",
        action="append",
        default=[],
        metavar="SET",
        help="instruction set, may be repeated: x86-64-v2, x86-64-v3, generic, wasm32, "
        "wasm32-simd128, or another platform: linux-aarch64, darwin-arm64, darwin-x86_64, "
        "win32-amd64 (this machine's)",
    )
    parser.add_argument("--folder", default="", metavar="DIR", help="where to write (the cache)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.bots.native_builds import missing_libraries
    from roundhouse.play import registry

    games = args.games or [meta.id for meta in registry.games()]
    for game in games:
        registry.package(game)  # raises UnknownGame
    if not (args.target or args.folder):
        games = missing_libraries(games)
    if games:
        build(games, "Native libraries", args.target, args.folder)
    print(f"Libraries built: {', '.join(games)}." if games else "Every library is up to date.")
    return 0


def build(games: Sequence[str], title: str, targets: Sequence[str] = (), folder: str = "") -> None:
    """Build libraries in parallel and show the progress; raise BuildFailed."""
    from roundhouse.bots.native_builds import build_libraries

    parts = dict.fromkeys(games, 0.0)
    with PercentBar(title) as bar:
        bar.update(0, bar.total)

        def show(game: str, part: float) -> None:
            parts[game] = part
            bar.update(round(100 * sum(parts.values()) / len(parts)), bar.total)

        build_libraries(games, targets, show, folder)


def prepare(game: str) -> None:
    """Build a game's library before play if it is missing and this machine can."""
    from roundhouse.bots.native_builds import BuildFailed, can_build
    from roundhouse.core.backends import choose_speed
    from roundhouse.core.rule import COMPILED, INTERPRETED
    from roundhouse.play import registry

    speed = choose_speed(registry.package(game))
    if speed == INTERPRETED and os.environ.get("ROUNDHOUSE_JIT", "1") != "0":
        print(
            f"roundhouse: there is no native library for {game!r}, so its bots are slow and weak; "
            "pip install 'roundhouse-games[jit]' to build one",
            file=sys.stderr,
        )
    if speed != COMPILED or not can_build():
        return
    title = f"Preparing strong bots: {registry.meta(game).title}"
    try:
        build([game], title)
    except BuildFailed as error:
        print(f"roundhouse: {error}; Numba compiles the game instead", file=sys.stderr)
