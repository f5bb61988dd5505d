"""`roundhouse admin`: looking after the database of a web table."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from roundhouse.cli.arguments import Subparsers, command
from roundhouse.cli.serve import NotInstalled

if TYPE_CHECKING:
    from roundhouse.web.settings import Settings
    from roundhouse.web.store.store import Store

EXAMPLES = """  roundhouse admin backup monday.sqlite         a copy, while the server runs
  roundhouse admin check                        is every match whole?
  roundhouse admin check --database postgresql://user@host/roundhouse
  roundhouse admin restore monday.sqlite        put a copy in its place; what was there is kept
  roundhouse admin users ann                    accounts whose name has these letters in it
  roundhouse admin password Ann                 a new password for somebody who forgot it
  roundhouse admin close 7k2m...                break up a table that cannot go on
  roundhouse admin reports                      what was reported of what was said at tables
  roundhouse admin statistics                   how many of what there are
"""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "admin", "look after the database of a web table", EXAMPLES)
    tasks = parser.add_subparsers(title="tasks", metavar="TASK", dest="task", required=True)
    copy = tasks.add_parser("backup", help="copy a SQLite database, while the server runs")
    copy.add_argument("file", metavar="FILE", type=Path, help="the copy; must not be there yet")
    back = tasks.add_parser("restore", help="put a copy in the place of a SQLite database")
    back.add_argument("file", metavar="FILE", type=Path, help="the copy")
    check = tasks.add_parser("check", help="read every match and say which are damaged")
    users = tasks.add_parser("users", help="list accounts, the newest first")
    users.add_argument("name", nargs="?", default="", metavar="LETTERS", help="in their name")
    users.add_argument("--most", type=int, default=50, metavar="N", help="so many (50)")
    password = tasks.add_parser("password", help="give an account a new password, and print it")
    password.add_argument("name", metavar="NAME", help="of the account")
    close = tasks.add_parser("close", help="break up a table, whoever hosts it")
    close.add_argument("table", metavar="TABLE", help="the end of its address")
    reports = tasks.add_parser("reports", help="what was reported of what was said at tables")
    figures = tasks.add_parser("statistics", help="how many of what there are")
    for task, run in (
        (copy, run_backup),
        (back, run_restore),
        (check, run_check),
        (users, run_users),
        (password, run_password),
        (close, run_close),
        (reports, run_reports),
        (figures, run_statistics),
    ):
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


def run_restore(args: argparse.Namespace) -> int:
    settings = _settings(args)
    from roundhouse.web.store.restore import restore

    kept = restore(settings.url, args.file)
    print(f"{args.file} is the database now" + (f"; what was there is {kept}" if kept else ""))
    return 0


def run_users(args: argparse.Namespace) -> int:
    from datetime import UTC, datetime

    with _database(args) as store:
        from roundhouse.web.store.statistics import accounts

        found = accounts(store.engine, args.name, args.most)
        if not found:
            print(f"no account has {args.name!r} in its name" if args.name else "no accounts yet")
        for row in found:
            since = datetime.fromtimestamp(row["created"], UTC).date()
            print(f"{row['id']}  {row['name']:24}  since {since}  seats {row['seats']}")
    return 0


def run_password(args: argparse.Namespace) -> int:
    with _database(args) as store:
        from roundhouse.web.admin import new_password

        print(new_password(store, args.name))
    return 0


def run_close(args: argparse.Namespace) -> int:
    with _database(args) as store:
        from roundhouse.web.admin import close_table

        close_table(store, args.table)
    print(f"{args.table} is closed")
    return 0


def run_reports(args: argparse.Namespace) -> int:
    with _database(args) as store:
        from roundhouse.web.store.remarks import Remarks

        found = Remarks(store).reported()
        if not found:
            print("nothing was reported")
        for row in found:
            print(
                f"{row['table_id']}  {row['name']}: {row['words']}  ({row['why'] or 'no reason'})"
            )
    return 0


def run_statistics(args: argparse.Namespace) -> int:
    with _database(args) as store:
        from roundhouse.web.store.statistics import statistics

        for what, count in statistics(store.engine):
            print(f"{count:12,}  {what}")
    return 0


@contextmanager
def _database(args: argparse.Namespace) -> Iterator[Store]:
    """The database, which must be there and be laid out as this version needs it."""
    settings = _settings(args)
    from roundhouse.web.admin import opened

    with opened(settings) as store:
        yield store


def _settings(args: argparse.Namespace) -> Settings:
    try:
        from roundhouse.web.settings import Settings, data_folder
        from roundhouse.web.store import store  # noqa: F401 - what is missing is missed here
    except ModuleNotFoundError as missing:
        raise NotInstalled(
            f"the web table needs {missing.name!r}; install it with: pip install 'roundhouse[web]'"
        ) from None
    return Settings(database=args.database, data=Path(args.data) if args.data else data_folder())
