"""Add leases: the server process that runs the bots of a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002_leases"
down_revision = "0001_first"


def upgrade() -> None:
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("holder", sa.String(24), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("ix_tables_phase", "tables", ["phase"])
