"""Add standing orders."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006_orders"
down_revision = "0005_clocks"


def upgrade() -> None:
    op.create_table(
        "orders",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("programme", sa.JSON, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
    )
