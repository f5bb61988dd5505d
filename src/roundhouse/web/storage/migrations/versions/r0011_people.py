"""Add results, ratings, friends, blocks and chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011_people"
down_revision = "0010_notices"


def upgrade() -> None:
    _results_and_ratings()
    _friends_and_talk()


def _results_and_ratings() -> None:
    op.create_table(
        "settled",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "unrated",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("why", sa.String(80), nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("levels", sa.String(200), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("change", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("rank_by", sa.Float, nullable=False),
        sa.Column("sure", sa.Boolean, nullable=False),
    )
    op.create_index("ix_results_player_at", "results", ["player", "at"])
    op.create_index("ix_ratings_board", "ratings", ["game", "sure", "rank_by"])


def _friends_and_talk() -> None:
    op.create_table(
        "ties",
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("other", sa.String(24), primary_key=True, index=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "remarks",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(16), nullable=False, index=True),
        sa.Column("side", sa.String(10), nullable=False),
        sa.Column("person", sa.String(24), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("remark", sa.Integer, nullable=False, index=True),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("why", sa.String(300), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.UniqueConstraint("remark", "person", name="uq_reports_once"),
    )
