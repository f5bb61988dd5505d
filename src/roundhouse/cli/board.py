"""`roundhouse board`: check a board file, or show sources of a board's facts."""

from __future__ import annotations

import argparse

from roundhouse.cli.arguments import Subparsers, add_game, command
from roundhouse.cli.terminal import table

EXAMPLES = """  roundhouse board check my-board.toml          check a board file
  roundhouse board check my.toml --game texas   when the file does not name its game
  roundhouse board show northern                show the source of each fact
  roundhouse board show northern > source.txt
"""


def add(subparsers: Subparsers) -> None:
    parser = command(
        subparsers, "board", "check a board file, or show the sources of a board", EXAMPLES
    )
    parts = parser.add_subparsers(metavar="check|show", required=True)
    checking = command(parts, "check", "check a board file; exit code 1 if it is invalid", EXAMPLES)
    checking.add_argument("file", metavar="FILE", help="board file (TOML)")
    checking.add_argument(
        "--game", metavar="GAME", help="id of the game, if the file does not name it"
    )
    checking.set_defaults(run=check)
    showing = command(parts, "show", "print the source of each fact of a game's board", EXAMPLES)
    add_game(showing)
    showing.add_argument("--text", action="store_true", help="print the board file itself")
    showing.set_defaults(run=show)


def check(args: argparse.Namespace) -> int:
    from roundhouse.core.errors import BadBoard
    from roundhouse.core.rule import INTERPRETED
    from roundhouse.play import registry

    file = registry.read_board(args.file)
    game_id = args.game or file.game
    if game_id is None:
        raise BadBoard(file.name, "[meta]", "`id` does not name a game; add --game")
    game = registry.load(game_id, file, speed=INTERPRETED)
    for seats in game.meta.seats:
        game.start(seats)
    print(f"{args.file}: a valid board of {game.meta.title} (digest {file.digest})")
    return 0


def show(args: argparse.Namespace) -> int:
    from roundhouse.core.board import BoardFile, origins
    from roundhouse.play import registry

    text = registry.text(args.game, "board.toml")
    if args.text:
        print(text, end="")
        return 0
    file = BoardFile.parse(text, f"{args.game}/board.toml")
    facts = list(origins(file.data))
    print(table(["fact", "source"], facts))
    counts: dict[str, int] = {}
    for _, source in facts:
        counts[source] = counts.get(source, 0) + 1
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    print(f"\n{len(facts)} entries: " + ", ".join(f"{source} {n}" for source, n in ranked))
    return 0
