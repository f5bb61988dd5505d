"""`roundhouse board`: check a board file, or show sources of a board's facts."""

from __future__ import annotations

import argparse

from roundhouse.cli.arguments import Subparsers, add_game, command
from roundhouse.cli.terminal import table
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _

EXAMPLES = mark(
    """  roundhouse board check my-board.toml          check a board file
  roundhouse board check my.toml --game texas   when the file does not name its game
  roundhouse board show northern                show the source of each fact
  roundhouse board show northern > source.txt
"""
)


def add(subparsers: Subparsers) -> None:
    parser = command(
        subparsers, "board", _("check a board file, or show the sources of a board"), _(EXAMPLES)
    )
    parts = parser.add_subparsers(metavar="check|show", required=True)
    checking = command(
        parts, "check", _("check a board file; exit code 1 if it is invalid"), _(EXAMPLES)
    )
    checking.add_argument("file", metavar=_("FILE"), help=_("board file (TOML)"))
    checking.add_argument(
        "--game", metavar=_("GAME"), help=_("id of the game, if the file does not name it")
    )
    checking.set_defaults(run=check)
    showing = command(
        parts, "show", _("print the source of each fact of a game's board"), _(EXAMPLES)
    )
    add_game(showing)
    showing.add_argument("--text", action="store_true", help=_("print the board file itself"))
    showing.set_defaults(run=show)


def check(args: argparse.Namespace) -> int:
    from roundhouse.core.errors import BadBoard
    from roundhouse.core.rule import INTERPRETED
    from roundhouse.play import registry

    file = registry.read_board(args.file)
    game_id = args.game or file.game
    if game_id is None:
        raise BadBoard(file.name, "[meta]", _("`id` does not name a game; add --game"))
    game = registry.load(game_id, file, speed=INTERPRETED)
    for seats in game.meta.seats:
        game.start(seats)
    values = {"file": args.file, "game": game.meta.title, "digest": file.digest}
    print(_("{file}: a valid board of {game} (digest {digest})", **values))
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
    print(table([_("fact"), _("source")], facts))
    counts: dict[str, int] = {}
    for _fact, source in facts:
        counts[source] = counts.get(source, 0) + 1
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    sources = ", ".join(f"{source} {n}" for source, n in ranked)
    print("\n" + _("{count} entries: {sources}", count=len(facts), sources=sources))
    return 0
