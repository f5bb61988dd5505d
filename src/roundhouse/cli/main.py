"""The command line: `roundhouse COMMAND ...`.

Each command is a module of this package with two functions: `add(subparsers)` declares the
arguments and sets `run`, and `run(args)` returns the exit code. To add a command, write the module
and list its name in `COMMANDS`; a hyphen in the name is an underscore in the module's name. Import
heavy modules inside `run`, so that the help of one command loads no other.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from roundhouse.cli.language import (
    add_language,
    read_environment,
    take_language,
    translate_argparse,
)
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.translation import ENGLISH, mark, use_language
from roundhouse.core.translation import translate as _

COMMANDS = (
    "play",
    "serve",
    "site",
    "admin",
    "games",
    "rules",
    "board",
    "simulate",
    "replay",
    "perft",
    "bench",
    "conformance",
    "build-native",
    "arena",
    "analyse",
    "balance",
    "lab",
    "train",
    "mcp",
    "new-game",
    "translations",
)

FOR_PLAYERS = ("play", "games", "rules", "board", "replay", "analyse")
DEFAULT = ("serve", "--open")  # what `roundhouse` alone does
INSTALL_JIT = "pip install 'roundhouse-games[jit]'"
NEEDS_JIT = ("numba", "numpy", "llvmlite")  # modules of the extra `jit`

OK, PROBLEM, USAGE = 0, 1, 2
INTERRUPTED, PIPE_CLOSED = 130, 141  # shell convention: 128 plus the signal

EPILOG = mark(
    """examples:
  roundhouse                                    start the table and open a browser
  roundhouse games                              list the games
  roundhouse play northern                      play against bots in the terminal
  roundhouse simulate northern --games 100      let bots play, and print a summary
  roundhouse COMMAND --help                     show a command's options and examples

exit codes: 0 success, 1 a problem was found, 2 the command line is wrong
"""
)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    from roundhouse import __version__

    translate_argparse()
    top = argparse.ArgumentParser(
        prog="roundhouse",
        description=_("Play, host, analyse and simulate railway board games."),
        epilog=_(EPILOG),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,  # or `--lang` would be an unread `--language`
    )
    top.add_argument(
        "--version",
        action="version",
        version=f"roundhouse {__version__}",
        help=_("show program's version number and exit"),
    )
    add_language(top)
    subparsers = top.add_subparsers(title=_("commands"), metavar=_("COMMAND"), dest="command")
    for name in COMMANDS:
        import_module(f"{__package__}.{name.replace('-', '_')}").add(subparsers)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; print errors as one line on stderr."""
    with use_language(read_environment(os.environ)):
        try:
            language, words = take_language(sys.argv[1:] if argv is None else argv)
        except RoundhouseError as error:
            print(f"roundhouse: {error}", file=sys.stderr)
            return USAGE
    words = words or list(DEFAULT)
    command = next((word for word in words if not word.startswith("-")), "")
    is_for_players = command in FOR_PLAYERS or command not in COMMANDS
    with use_language(language if is_for_players else ENGLISH):
        return _run(words)


def _run(words: Sequence[str]) -> int:
    try:
        args = build_parser().parse_args(words)
        code: int = args.run(args)
        sys.stdout.flush()  # a closed pipe raises here, inside the try
        return code
    except RoundhouseError as error:
        print(f"roundhouse: {error}", file=sys.stderr)
        return USAGE if isinstance(error, LookupError) or _is_usage_error(error) else PROBLEM
    except ModuleNotFoundError as missing:
        if missing.name not in NEEDS_JIT:
            raise
        print(
            "roundhouse: "
            + _("this needs {name}: {command}", name=missing.name, command=INSTALL_JIT),
            file=sys.stderr,
        )
        return PROBLEM
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone. Point stdout elsewhere, or Python reports the error again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        print(f"roundhouse: {error}", file=sys.stderr)
        return PROBLEM


def _is_usage_error(error: RoundhouseError) -> bool:
    """Tell a mistake in the command line from a problem in a file."""
    from roundhouse.core.errors import BadOption, BadSeats

    return isinstance(error, BadOption | BadSeats)
