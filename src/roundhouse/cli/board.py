"""`roundhouse board check FILE`, `roundhouse board show GAME`."""

from __future__ import annotations

import argparse

from roundhouse.cli.arguments import Subparsers, add_game, command
from roundhouse.cli.terminal import table

EXAMPLES = """  roundhouse board check my-board.toml          is it a playable board?
  roundhouse board check my.toml --game texas   where the file does not say of which game
  roundhouse board show northern                where each fact of the board comes from
  roundhouse board show northern > source.txt
"""


def add(subparsers: Subparsers) -> None:
    parser = command(
        subparsers, "board", "check a board file, or see where a board is from", EXAMPLES
    )
    parts = parser.add_subparsers(metavar="check|show", required=True)
    checking = command(parts, "check", "check a board file; a bad one gives exit code 1", EXAMPLES)
    checking.add_argument("file", metavar="FILE", help="a board file (TOML)")
    checking.add_argument("--game", metavar="GAME", help="of which game; usually the file says it")
    checking.set_defaults(run=check)
    showing = command(parts, "show", "print where each fact of a game's board comes from", EXAMPLES)
    add_game(showing)
    showing.add_argument("--text", action="store_true", help="print the board file itself")
    showing.set_defaults(run=show)


def check(args: argparse.Namespace) -> int:
    from roundhouse.core.errors import BadBoard
    from roundhouse.core.rule import INTERPRETED
    from roundhouse.play import registry

    file = registry.read_board(args.file)
    of = args.game or file.game
    if of is None:
        raise BadBoard(file.name, "[meta]", "`id` does not say the game; give it with --game")
    game = registry.load(of, file, speed=INTERPRETED)
    for seats in game.meta.seats:
        game.start(seats)
    print(f"{args.file}: a board of {game.meta.title}, in order (digest {file.digest})")
    return 0


def show(args: argparse.Namespace) -> int:
    from roundhouse.core.board import BoardFile, origins
    from roundhouse.play import registry

    text = registry.text(args.game, "board.toml")
    if args.text:
        print(text, end="")
        return 0
    file = BoardFile.parse(text, f"{args.game}/board.toml")
    found = list(origins(file.data))
    print(table(["fact", "comes from"], found))
    counts: dict[str, int] = {}
    for _, source in found:
        counts[source] = counts.get(source, 0) + 1
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    print(f"\n{len(found)} entries: " + ", ".join(f"{source} {n}" for source, n in ranked))
    return 0
