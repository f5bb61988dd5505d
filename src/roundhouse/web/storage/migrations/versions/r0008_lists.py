"""Add an index for the list of open tables."""

from __future__ import annotations

from alembic import op

revision = "0008_lists"
down_revision = "0007_presence"


def upgrade() -> None:
    op.create_index("ix_tables_phase_updated", "tables", ["phase", "updated"])
