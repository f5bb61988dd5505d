"""Add the bot delay of each table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014_tempos"
down_revision = "0013_puzzles"


def upgrade() -> None:
    op.create_table(
        "tempos",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("tempo", sa.String(20), nullable=False),
    )
