"""Add session expiry, unique account names and board owners."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003_accounts"
down_revision = "0002_leases"


def upgrade() -> None:
    op.create_table(
        "session_uses",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("seen", sa.Float, nullable=False, index=True),
    )
    op.create_table(
        "account_names",
        sa.Column("skeleton", sa.String(120), primary_key=True),
        sa.Column("person", sa.String(24), nullable=False, index=True),
    )
    op.create_table(
        "board_owners",
        sa.Column("digest", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(24), primary_key=True, index=True),
        sa.Column("name", sa.String(80), nullable=False),
    )
