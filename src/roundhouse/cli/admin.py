"""`roundhouse admin`: looking after the database of a web table."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from roundhouse.cli.arguments import Subparsers, command
from roundhouse.cli.serve import NotInstalled

if TYPE_CHECKING:
    from roundhouse.web.settings import Settings

EXAMPLES = """  roundhouse admin backup monday.sqlite         a copy, while the server runs
  roundhouse admin check                        is every match whole?
  roundhouse admin check --database postgresql://user@host/roundhouse
"""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "admin", "look after the database of a web table", EXAMPLES)
    tasks = parser.add_subparsers(title="tasks", metavar="TASK", dest="task", required=True)
    copy = tasks.add_parser("backup", help="copy a SQLite database, while the server runs")
    copy.add_argument("file", metavar="FILE", type=Path, help="the copy; must not be there yet")
    check = tasks.add_parser("check", help="read every match and say which are damaged")
    for task, run in ((copy, run_backup), (check, run_check)):
        task.add_argument("--database", default="", metavar="URL", help="as `serve` has it")
        task.add_argument("--data", default="", metavar="DIR", help="the data folder")
        task.set_defaults(run=run)


def run_backup(args: argparse.Namespace) -> int:
    settings = _settings(args)
    from roundhouse.web.store.backup import backup, sqlite_file

    backup(sqlite_file(settings.url), args.file)
    print(f"{args.file}: {os.path.getsize(args.file):,} bytes")
    return 0


def run_check(args: argparse.Namespace) -> int:
    settings = _settings(args)
    from roundhouse.core.text import count
    from roundhouse.web.checkup import look_over

    good = bad = 0
    for table, wrong in look_over(settings):
        if wrong:
            bad += 1
            print(f"{table}: {wrong}" if table else wrong)
        else:
            good += 1
    print(f"{count(good, 'table')} good, {bad} not")
    return 1 if bad else 0


def _settings(args: argparse.Namespace) -> Settings:
    try:
        from roundhouse.web.settings import Settings, data_folder
        from roundhouse.web.store import store  # noqa: F401 - what is missing is missed here
    except ModuleNotFoundError as missing:
        raise NotInstalled(
            f"the web table needs {missing.name!r}; install it with: pip install 'roundhouse[web]'"
        ) from None
    return Settings(database=args.database, data=Path(args.data) if args.data else data_folder())
