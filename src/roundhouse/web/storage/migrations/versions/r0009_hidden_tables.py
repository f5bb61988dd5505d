"""Add tables that users have hidden from their list."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009_hidden_tables"
down_revision = "0008_lists"


def upgrade() -> None:
    op.create_table(
        "hidden_tables",
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("table_id", sa.String(16), primary_key=True),
    )
