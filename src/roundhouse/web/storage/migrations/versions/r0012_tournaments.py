"""Tournaments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012_tournaments"
down_revision = "0011_people"


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("host", sa.String(24), nullable=False, index=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("clock", sa.String(40), nullable=False),
        sa.Column("phase", sa.String(10), nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
    )
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(16), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(24), index=True),
        sa.Column("level", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.UniqueConstraint("tournament", "person", name="uq_entrants_once"),
    )
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.String(16), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("players", sa.JSON, nullable=False),
        sa.Column("table_id", sa.String(16), unique=True),
        sa.Column("result", sa.JSON),
    )
