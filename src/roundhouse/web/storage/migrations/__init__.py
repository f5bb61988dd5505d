"""Alembic migrations of the schema, run when a server starts (`upgrade.py`).

Each file in `versions/` is a revision: `revision` is a number and a word ("0004_clocks"),
`down_revision` the revision it follows. A released revision never changes. Two revisions may follow
the same one; both run. `schema.py` has the schema after all revisions.

- A revision may change any table, and copies the data in its own transaction.
- Its `downgrade` undoes it without losing what was written since.
- New columns are nullable. A server of the previous version that is still running must fail as a
  whole or write rows that are correct under the new schema; it must never write half of a change.

See docs/decisions/forward-migrations.md.
"""
