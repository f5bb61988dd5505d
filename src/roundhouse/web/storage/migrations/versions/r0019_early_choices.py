"""Add who can choose before their turn, for lists of tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019_early_choices"
down_revision = "0018_bot_accounts"


def upgrade() -> None:
    op.add_column("chairs", sa.Column("chooses_early", sa.Boolean()))


def downgrade() -> None:
    op.drop_column("chairs", "chooses_early")
