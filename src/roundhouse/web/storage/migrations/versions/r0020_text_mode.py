"""Add the text mode of an account."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020_text_mode"
down_revision = "0019_early_choices"


def upgrade() -> None:
    op.add_column("people", sa.Column("text_mode", sa.Boolean()))


def downgrade() -> None:
    op.drop_column("people", "text_mode")
