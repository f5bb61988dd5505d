"""Add puzzle answers and puzzle ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013_puzzles"
down_revision = "0012_tournaments"


def upgrade() -> None:
    op.create_table(
        "puzzle_tries",
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("puzzle", sa.String(40), primary_key=True),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "puzzle_standings",
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("longest", sa.Integer, nullable=False),
    )
