"""`roundhouse replay FILE`: print the log of a record and check every move."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from roundhouse.cli.arguments import Subparsers, add_board, command
from roundhouse.cli.terminal import bold, dim, wrap
from roundhouse.cli.view_text import result_text, table_text
from roundhouse.core.errors import BadRecord
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.core.text import insert_names
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.play.record import Record, ReplayStep

EXAMPLES = mark(
    """  roundhouse replay games/northern-000001.game
  roundhouse replay my.game --step                          step through with keys
  roundhouse replay my.game --ply 20 --svg picture.svg      picture of the table before move 20

A broken record is replayed up to the broken line; then the error is printed, with exit code 1.
"""
)
KEYS = mark("Enter: next   b: back   t: table   q: quit")


def add(subparsers: Subparsers) -> None:
    parser = command(
        subparsers, "replay", _("print the log of a recorded game and check it"), _(EXAMPLES)
    )
    parser.add_argument("file", metavar=_("FILE"), help=_("record file (*.game)"))
    parser.add_argument("--step", action="store_true", help=_("step through the game with keys"))
    parser.add_argument(
        "--ply", type=int, metavar="N", help=_("stop before move N, counted from 0")
    )
    parser.add_argument(
        "--svg", type=Path, metavar=_("OUT"), help=_("write a picture of the table (SVG)")
    )
    parser.add_argument(
        "--seat", type=int, metavar="S", help=_("show what this seat may see (spectator)")
    )
    add_board(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from roundhouse.core.rule import INTERPRETED

    record = Record.load(args.file)
    game = record.load_game(args.board, INTERPRETED)
    replay = ReplayPrinter(game, record, args.seat)
    if args.ply is not None and not 0 <= args.ply <= len(record.moves):
        raise BadRecord(
            _(
                "there is no ply {ply}; the record has {count} moves",
                ply=args.ply,
                count=len(record.moves),
            ),
            1,
            args.file,
        )
    print(replay.title())
    state = replay.step(args.ply) if args.step else replay.print_log(args.ply)
    if args.svg:
        args.svg.write_text(game.draw(state.view(args.seat)), encoding="utf-8")
        print(_("Picture: {path}", path=args.svg))
    return 0


class ReplayPrinter:
    """A record shown as a log, for one seat or a spectator."""

    def __init__(self, game: Game, record: Record, seat: int | None) -> None:
        self.game, self.record, self.seat = game, record, seat
        spare = [_("Seat {n}", n=n) for n in range(record.seats)]
        self.names = [*record.names[: record.seats], *spare[len(record.names) :]]

    def title(self) -> str:
        chosen = "".join(f", {name} {value}" for name, value in self.record.options.items())
        return bold(f"{self.game.meta.title}{chosen}: {', '.join(self.names)}")

    def line(self, ply: int, step: ReplayStep) -> str:
        """Return the log sentence of a move, or the move itself if it has none."""
        sentence = self.game.sentence(step.before, step.action, step.after, self.seat)
        number = f"{ply:4}  "
        return wrap(
            insert_names(sentence, self.names) if sentence else dim(str(step.move)),
            "      ",
            number,
        )

    def table(self, state: State) -> str:
        view = state.view(self.seat)
        parts = [
            table_text(view, self.names, self.game.meta.unit),
            result_text(view, self.names, self.game.meta.unit),
        ]
        return "\n".join(filter(None, parts))

    def print_log(self, until: int | None) -> State:
        """Print the log up to a ply, or all of it, and the table there."""
        state = self.game.start(self.record.seats)
        # Exhaust the iterator: it checks the result after the last move.
        for ply, step in enumerate(islice(self.record.steps(self.game), until)):
            print(self.line(ply, step))
            state = step.after
        print(self.table(state))
        return state

    def step(self, begin: int | None) -> State:
        """Print one move for each key, starting at a ply."""
        steps = list(self.record.steps(self.game))
        states = [self.game.start(self.record.seats), *(step.after for step in steps)]
        ply = begin or 0
        print(self.table(states[ply]))
        print(dim(_(KEYS)))
        for key in _keys():
            if key == "q":
                break
            if key == "t":
                print(self.table(states[ply]))
            elif key == "b":
                ply = max(0, ply - 1)
                print(dim("      " + _("back before move {n}", n=ply)))
            elif ply < len(steps):
                print(self.line(ply, steps[ply]))
                ply += 1
                if ply == len(steps):
                    print(self.table(states[ply]))
        return states[ply]


def _keys() -> Iterator[str]:
    """Yield keys as they are pressed; from a pipe, the first letter of each line."""
    if not sys.stdin.isatty():
        for line in sys.stdin:
            yield line.strip()[:1]
        return
    try:
        import termios
        import tty
    except ImportError:  # Windows has no termios: read whole lines
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
