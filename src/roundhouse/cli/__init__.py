"""The command line: `roundhouse COMMAND ...`.

A command is a module of this package with `add(subparsers)`, which says what it takes and sets
`run`, and `run(args)`, which returns the exit code. To add one, write the module and name it in
`COMMANDS`, where a hyphen is an underscore of the module's name. Modules import what is heavy
inside `run`: the help of one command loads no other.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from roundhouse.core.errors import RoundhouseError

COMMANDS = (
    "play",
    "serve",
    "admin",
    "games",
    "rules",
    "board",
    "simulate",
    "replay",
    "perft",
    "bench",
    "conformance",
    "arena",
    "analyse",
    "balance",
    "lab",
    "train",
    "new-game",
)

OK, PROBLEM, USAGE = 0, 1, 2
INTERRUPTED, PIPE_CLOSED = 130, 141  # as a shell counts them: 128 and the signal

EPILOG = """examples:
  roundhouse games                              what there is to play
  roundhouse play northern                      a game in the terminal against bots
  roundhouse simulate northern --games 100      bots among themselves, with a summary
  roundhouse COMMAND --help                     each command has examples of its own

exit codes: 0 all is well, 1 a problem was found, 2 the command was not understood
"""


def parser() -> argparse.ArgumentParser:
    """The whole grammar of the command line."""
    from roundhouse import __version__

    top = argparse.ArgumentParser(
        prog="roundhouse",
        description="Railway board games: play, watch, simulate, measure.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"roundhouse {__version__}")
    subparsers = top.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name in COMMANDS:
        import_module(f"{__name__}.{name.replace('-', '_')}").add(subparsers)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; what is the caller's to mend becomes one line on stderr."""
    grammar = parser()
    try:
        args = grammar.parse_args(argv)
        if args.command is None:
            grammar.print_help()
            return USAGE
        code: int = args.run(args)
        sys.stdout.flush()  # here, where a closed pipe is caught
        return code
    except RoundhouseError as error:
        print(f"roundhouse: {error}", file=sys.stderr)
        return USAGE if isinstance(error, LookupError) or _of_the_call(error) else PROBLEM
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read us has left. Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        print(f"roundhouse: {error}", file=sys.stderr)
        return PROBLEM


def _of_the_call(error: RoundhouseError) -> bool:
    """Whether the mistake was in the command rather than in a file."""
    from roundhouse.core.errors import BadOption, BadSeats

    return isinstance(error, BadOption | BadSeats)
