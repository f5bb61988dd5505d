"""Revisions of the database schema, and the migrations between them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

FOLDER = Path(__file__).parent / "migrations"
# Releases before migrations stored no revision. A table introduced by each release identifies it;
# the latest release comes first.
UNSTAMPED = (("session_uses", "0003_accounts"), ("leases", "0002_leases"), ("tables", "0001_first"))


def head_revisions() -> set[str]:
    """Return the latest revisions; there may be several heads."""
    return set(_scripts().get_heads())


def unknown_revisions(db: Connection) -> list[str]:
    """Return the revisions of a database that this version does not know."""
    known = {script.revision for script in _scripts().walk_revisions()}
    return sorted(set(current_revisions(db)) - known)


def current_revisions(db: Connection) -> tuple[str, ...]:
    """Return the revisions that a database is at."""
    return MigrationContext.configure(db).get_current_heads()


def stamp(db: Connection, there: set[str]) -> None:
    """Record the revision of a database from before migrations, by its tables."""
    result = next((revision for table, revision in UNSTAMPED if table in there), None)
    if result is not None:
        MigrationContext.configure(db).stamp(_scripts(), result)


def migrate(db: Connection) -> None:
    """Run the missing migrations in the transaction of `db`."""
    _run(db, lambda at: _scripts()._upgrade_revs("heads", at))


def downgrade(db: Connection, revision: str) -> None:
    """Undo the migrations after `revision` in the transaction of `db`."""
    _run(db, lambda at: _scripts()._downgrade_revs(revision, at))


def reversible_revisions() -> list[str]:
    """Return the revisions that `downgrade` can go back to, the latest first."""
    result: list[str] = []
    for script in _scripts().walk_revisions():
        if not hasattr(script.module, "downgrade"):
            break
        result.append(str(script.down_revision))
    return result


def _run(db: Connection, steps_from: Callable[[Any], Any]) -> None:
    def steps(at: Any, _: MigrationContext) -> Any:
        return steps_from(at)

    context = MigrationContext.configure(db, opts={"fn": steps})
    with Operations.context(context):
        context.run_migrations()


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(FOLDER))
