"""`roundhouse replay FILE`: a record as a story, checked move by move."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from roundhouse.cli.arguments import Subparsers, add_board, command
from roundhouse.cli.page import result_text, table_text
from roundhouse.cli.terminal import bold, dim, wrap
from roundhouse.core.errors import BadRecord
from roundhouse.core.game import Game, Position
from roundhouse.core.text import say
from roundhouse.play.record import Record, Step

EXAMPLES = """  roundhouse replay games/northern-000001.game
  roundhouse replay my.game --step                          a key for each move
  roundhouse replay my.game --ply 20 --svg picture.svg      the table before move 20

A broken record is told up to the broken line; then come line and reason, and exit code 1.
"""
KEYS = "Enter: on   b: back   t: the table   q: quit"


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "replay", "tell a recorded game, and check it", EXAMPLES)
    parser.add_argument("file", metavar="FILE", help="a record file (*.game)")
    parser.add_argument("--step", action="store_true", help="move by move, by keys")
    parser.add_argument("--ply", type=int, metavar="N", help="stop before move N, counted from 0")
    parser.add_argument("--svg", type=Path, metavar="OUT", help="write a picture of the table")
    parser.add_argument(
        "--seat", type=int, metavar="S", help="as this seat may know it (as a spectator)"
    )
    add_board(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.core.rule import INTERPRETED

    record = Record.load(args.file)
    game = record.load_game(args.board, INTERPRETED)
    story = Story(game, record, args.seat)
    if args.ply is not None and not 0 <= args.ply <= len(record.moves):
        raise BadRecord(
            f"there is no ply {args.ply}; the record has {len(record.moves)} moves", 1, args.file
        )
    print(story.title())
    state = story.step(args.ply) if args.step else story.tell(args.ply)
    if args.svg:
        args.svg.write_text(game.draw(state.view(args.seat)), encoding="utf-8")
        print(f"picture: {args.svg}")
    return 0


class Story:
    """A record told to somebody."""

    def __init__(self, game: Game, record: Record, seat: int | None) -> None:
        self.game, self.record, self.seat = game, record, seat
        spare = [f"Seat {n}" for n in range(record.seats)]
        self.names = [*record.names[: record.seats], *spare[len(record.names) :]]

    def title(self) -> str:
        chosen = "".join(f", {name} {value}" for name, value in self.record.options.items())
        return bold(f"{self.game.meta.title}{chosen}: {', '.join(self.names)}")

    def line(self, ply: int, step: Step) -> str:
        """What the log says of a move; the bare words where it says nothing."""
        said = self.game.sentence(step.before, step.action, step.after, self.seat)
        number = f"{ply:4}  "
        return wrap(say(said, self.names) if said else dim(str(step.move)), "      ", number)

    def table(self, state: Position) -> str:
        view = state.view(self.seat)
        parts = [
            table_text(view, self.names, self.game.meta.unit),
            result_text(view, self.names, self.game.meta.unit),
        ]
        return "\n".join(filter(None, parts))

    def tell(self, until: int | None) -> Position:
        """Print the log up to a ply (all of it), and the table there."""
        state = self.game.start(self.record.seats)
        # To its end where all is told: a wrong result is noticed after the last move.
        for ply, step in enumerate(islice(self.record.steps(self.game), until)):
            print(self.line(ply, step))
            state = step.after
        print(self.table(state))
        return state

    def step(self, begin: int | None) -> Position:
        """Print a move for each key, from a ply on."""
        steps = list(self.record.steps(self.game))
        states = [self.game.start(self.record.seats), *(step.after for step in steps)]
        ply = begin or 0
        print(self.table(states[ply]))
        print(dim(KEYS))
        for key in _keys():
            if key == "q":
                break
            if key == "t":
                print(self.table(states[ply]))
            elif key == "b":
                ply = max(0, ply - 1)
                print(dim(f"      back before move {ply}"))
            elif ply < len(steps):
                print(self.line(ply, steps[ply]))
                ply += 1
                if ply == len(steps):
                    print(self.table(states[ply]))
        return states[ply]


def _keys() -> Iterator[str]:
    """Keys as they are pressed; from a pipe, the first letter of each line."""
    if not sys.stdin.isatty():
        for line in sys.stdin:
            yield line.strip()[:1]
        return
    try:
        import termios
        import tty
    except ImportError:  # not on Windows: whole lines there
        while True:
            yield input().strip()[:1]
    quiet = sys.stdin.fileno()
    before = termios.tcgetattr(quiet)
    while True:
        tty.setcbreak(quiet)
        try:
            key = sys.stdin.read(1)
        finally:
            termios.tcsetattr(quiet, termios.TCSADRAIN, before)
        if key in ("", "\x04"):
            return
        yield key
