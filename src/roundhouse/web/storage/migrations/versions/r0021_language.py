"""Add the language of an account."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021_language"
down_revision = "0020_text_mode"


def upgrade() -> None:
    op.add_column("people", sa.Column("language", sa.String(8)))


def downgrade() -> None:
    op.drop_column("people", "language")
