"""The list of open tables is read off in its order, however many tables there are."""

from __future__ import annotations

from alembic import op

revision = "0103_open_tables"
down_revision = "0102_tournaments"


def upgrade() -> None:
    op.create_index("ix_tables_open", "tables", ["listed", "phase", "updated"])
