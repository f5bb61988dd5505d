"""Add notification channels and the outbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010_notices"
down_revision = "0009_hidden_tables"


def upgrade() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(24), nullable=False, index=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("style", sa.String(10), nullable=False),
        sa.Column("enabled", sa.Boolean, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("error", sa.Text, nullable=False),
        sa.Column("sent", sa.Float, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "due",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(24), nullable=False, index=True),
        sa.Column("channel", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(24), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.UniqueConstraint("table_id", "channel", "kind", name="uq_due_once"),
    )
    op.create_index("ix_due_state_at", "due", ["state", "at"])
