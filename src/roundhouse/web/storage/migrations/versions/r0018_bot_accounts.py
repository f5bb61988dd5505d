"""Add bot accounts: their owners and tokens, and what admits them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018_bot_accounts"
down_revision = "0017_record_owner"

_CHAIRS = sa.table("chairs", sa.column("kind", sa.String), sa.column("person", sa.String))


def upgrade() -> None:
    op.add_column("people", sa.Column("owner", sa.String(24)))
    op.add_column("people", sa.Column("token_key", sa.String(64)))
    op.create_index("ix_people_owner", "people", ["owner"])
    op.create_index("uq_people_token_key", "people", ["token_key"], unique=True)
    op.add_column("tables", sa.Column("bot_accounts", sa.Boolean()))
    op.add_column("tournaments", sa.Column("bot_accounts", sa.Boolean()))


def downgrade() -> None:
    """Keep bot accounts as accounts that no one can sign in to; open reserved seats."""
    op.execute(_CHAIRS.update().where(_CHAIRS.c.kind == "open").values(person=None))
    op.drop_column("tournaments", "bot_accounts")
    op.drop_column("tables", "bot_accounts")
    op.drop_index("uq_people_token_key", "people")
    op.drop_index("ix_people_owner", "people")
    op.drop_column("people", "token_key")
    op.drop_column("people", "owner")
