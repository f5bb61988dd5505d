"""Index the uploaded records by user, for their quota."""

from __future__ import annotations

from alembic import op

revision = "0017_record_owner"
down_revision = "0016_email_links"


def upgrade() -> None:
    op.create_index("ix_records_person", "records", ["person"])


def downgrade() -> None:
    op.drop_index("ix_records_person", "records")
