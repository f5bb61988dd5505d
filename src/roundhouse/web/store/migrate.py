"""Which revision of the layout a database is at, and the way from there to the newest."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

FOLDER = Path(__file__).parent / "migrations"
# Releases before there were migrations said nothing about themselves: they are known by a table
# that came with them, the latest first.
UNMARKED = (("session_uses", "0003_accounts"), ("leases", "0002_leases"), ("tables", "0001_first"))


def newest() -> set[str]:
    """The revisions that nothing builds on; there may be several."""
    return set(_scripts().get_heads())


def unknown(db: Connection) -> list[str]:
    """The revisions a database is at that this version of Roundhouse has never heard of."""
    known = {script.revision for script in _scripts().walk_revisions()}
    return sorted(set(marked(db)) - known)


def marked(db: Connection) -> tuple[str, ...]:
    """The revisions a database says it is at."""
    return MigrationContext.configure(db).get_current_heads()


def mark(db: Connection, there: set[str]) -> None:
    """Say in a database of a release before migrations where it is, by the tables that it has."""
    found = next((revision for table, revision in UNMARKED if table in there), None)
    if found is not None:
        MigrationContext.configure(db).stamp(_scripts(), found)


def migrate(db: Connection) -> None:
    """Run what is missing, in the transaction that `db` is in."""
    scripts = _scripts()

    def steps(at: Any, _: MigrationContext) -> Any:
        return scripts._upgrade_revs("heads", at)

    context = MigrationContext.configure(db, opts={"fn": steps})
    with Operations.context(context):
        context.run_migrations()


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(FOLDER))
