"""Add the clocks of tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005_clocks"
down_revision = "0004_snapshots"


def upgrade() -> None:
    op.create_table(
        "clocks",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("pace", sa.String(20), nullable=False),
        sa.Column("level", sa.String(40), nullable=False),
        sa.Column("banks", sa.JSON, nullable=False),
        sa.Column("running", sa.Integer),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("reminded", sa.Boolean, nullable=False),
        sa.Column("away", sa.JSON, nullable=False),
        sa.Column("vacation", sa.JSON, nullable=False),
        sa.Column("votes", sa.JSON, nullable=False),
        sa.Column("due", sa.Float, index=True),
    )
    op.create_table(
        "heartbeat",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
