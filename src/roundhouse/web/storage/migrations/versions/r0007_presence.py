"""Add presence: which users have which table open."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007_presence"
down_revision = "0006_orders"


def upgrade() -> None:
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("holder", sa.String(24), primary_key=True, index=True),
        sa.Column("until", sa.Float, nullable=False),
    )
