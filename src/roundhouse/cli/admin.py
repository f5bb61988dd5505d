"""`roundhouse admin`: back up, check and repair the database of a server."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from roundhouse.cli.arguments import Subparsers, command
from roundhouse.cli.serve import NotInstalled
from roundhouse.core.translation import translate as _

if TYPE_CHECKING:
    from roundhouse.web.settings import Settings
    from roundhouse.web.storage.database import Database

EXAMPLES = """  roundhouse admin backup monday.sqlite         copy the database while it is in use
  roundhouse admin check                        check that every game can be replayed
  roundhouse admin check --database postgresql://user@host/roundhouse
  roundhouse admin restore monday.sqlite        restore a copy; the old database is kept
  roundhouse admin downgrade 0014_tempos        undo an upgrade, for an earlier version
  roundhouse admin users ann                    list accounts with `ann` in their name
  roundhouse admin password Ann                 set and print a new password
  roundhouse admin close 7k2m...                close a table
  roundhouse admin reports                      list reported chat messages
  roundhouse admin statistics                   count accounts, tables and games
"""


def add(subparsers: Subparsers) -> None:
    parser = command(subparsers, "admin", _("manage the database of a server"), EXAMPLES)
    tasks = parser.add_subparsers(title="tasks", metavar="TASK", dest="task", required=True)
    copy = command(tasks, "backup", "copy a SQLite database while the server runs")
    copy.add_argument("file", metavar="FILE", type=Path, help="the copy to write; must not exist")
    back = command(tasks, "restore", "replace a SQLite database with a copy")
    back.add_argument("file", metavar="FILE", type=Path, help="the copy to restore")
    check = command(tasks, "check", "replay every game and list the damaged ones")
    older = command(tasks, "downgrade", "undo an upgrade of the database")
    older.add_argument("revision", metavar="REVISION", help="the schema of the earlier version")
    users = command(tasks, "users", "list accounts, newest first")
    users.add_argument("name", nargs="?", default="", metavar="TEXT", help="part of the name")
    users.add_argument(
        "--most", type=int, default=50, metavar="N", help="maximum number of accounts to list (50)"
    )
    password = command(tasks, "password", "set a new password for an account and print it")
    password.add_argument("name", metavar="NAME", help="name of the account")
    close = command(tasks, "close", "close a table")
    close.add_argument(
        "table", metavar="TABLE", help="id of the table: the last part of its address"
    )
    reports = command(tasks, "reports", "list reported chat messages")
    figures = command(tasks, "statistics", "count accounts, tables and games")
    for task, run in (
        (copy, run_backup),
        (back, run_restore),
        (check, run_check),
        (older, run_downgrade),
        (users, run_users),
        (password, run_password),
        (close, run_close),
        (reports, run_reports),
        (figures, run_statistics),
    ):
        task.add_argument(
            "--database", default="", metavar="URL", help="database URL, as for `serve`"
        )
        task.add_argument("--data", default="", metavar="DIR", help="data folder, as for `serve`")
        task.set_defaults(run=run)


def run_backup(args: argparse.Namespace) -> int:
    settings = _settings(args)
    from roundhouse.web.operations.backup import backup, sqlite_file

    backup(sqlite_file(settings.url), args.file)
    print(f"{args.file}: {os.path.getsize(args.file):,} bytes")
    return 0


def run_check(args: argparse.Namespace) -> int:
    settings = _settings(args)
    from roundhouse.core.text import count
    from roundhouse.web.operations.db_check import check_tables

    good = bad = 0
    for table, wrong in check_tables(settings):
        if wrong:
            bad += 1
            print(f"{table}: {wrong}" if table else wrong)
        else:
            good += 1
    print(f"{count(good, 'table')} good, {bad} not")
    return 1 if bad else 0


def run_restore(args: argparse.Namespace) -> int:
    settings = _settings(args)
    from roundhouse.web.operations.backup import restore

    old_database = restore(settings.url, args.file)
    note = f"; the old database is kept as {old_database}" if old_database else ""
    print(f"Restored {args.file}{note}")
    return 0


def run_downgrade(args: argparse.Namespace) -> int:
    with _database(args) as database:
        from roundhouse.web.storage.migrate import downgrade_schema

        downgrade_schema(database.engine, args.revision)
    print(f"The database has schema {args.revision}. Start the earlier version on it.")
    return 0


def run_users(args: argparse.Namespace) -> int:
    from datetime import UTC, datetime

    with _database(args) as database:
        from roundhouse.web.operations.admin import list_accounts

        rows = list_accounts(database.engine, args.name, args.most)
        if not rows:
            print(f"No account has {args.name!r} in its name." if args.name else "No accounts yet.")
        for row in rows:
            since = datetime.fromtimestamp(row["created"], UTC).date()
            print(f"{row['id']}  {row['name']:24}  since {since}  seats {row['seats']}")
    return 0


def run_password(args: argparse.Namespace) -> int:
    with _database(args) as database:
        from roundhouse.web.operations.admin import new_password

        print(new_password(database, args.name))
    return 0


def run_close(args: argparse.Namespace) -> int:
    with _database(args) as database:
        from roundhouse.web.operations.admin import close_table

        close_table(database, args.table)
    print(f"Closed table {args.table}")
    return 0


def run_reports(args: argparse.Namespace) -> int:
    with _database(args) as database:
        from roundhouse.web.social.chat import ChatMessages

        rows = ChatMessages(database).reported()
        if not rows:
            print("No reports.")
        for row in rows:
            print(
                f"{row['table_id']}  {row['name']}: {row['words']}  ({row['why'] or 'no reason'})"
            )
    return 0


def run_statistics(args: argparse.Namespace) -> int:
    with _database(args) as database:
        from roundhouse.web.operations.admin import count_site

        for what, count in count_site(database.engine):
            print(f"{count:12,}  {what}")
    return 0


@contextmanager
def _database(args: argparse.Namespace) -> Iterator[Database]:
    """Open the database, which must exist and have the current schema."""
    settings = _settings(args)
    from roundhouse.web.operations.admin import open_database

    with open_database(settings) as database:
        yield database


def _settings(args: argparse.Namespace) -> Settings:
    try:
        from roundhouse.web.settings import Settings, data_folder
        from roundhouse.web.storage import database  # noqa: F401 - fails here if a library is missing
    except ModuleNotFoundError as missing:
        raise NotInstalled(
            f"the web table needs {missing.name!r}; install it with: pip install roundhouse-games"
        ) from None
    return Settings(database=args.database, data=Path(args.data) if args.data else data_folder())
