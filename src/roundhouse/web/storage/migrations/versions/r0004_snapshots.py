"""Add snapshots of long matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004_snapshots"
down_revision = "0003_accounts"


def upgrade() -> None:
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
    )
