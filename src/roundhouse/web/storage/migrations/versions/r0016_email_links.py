"""Add links in emails that work once, and normalize names to sign in with.

The names become composed (NFC) and visible.
"""

from __future__ import annotations

import re
import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0016_email_links"
down_revision = "0015_columns"

_PEOPLE = sa.table("people", sa.column("id", sa.String), sa.column("login", sa.String))


# What names lose from this version on.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc"
    "\U0001d159\U000e0100-\U000e01ef]"
)


def upgrade() -> None:
    op.create_table(
        "email_links",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(10), nullable=False),
        sa.Column("channel", sa.String(24), nullable=False, index=True),
        sa.Column("address", sa.String(64), nullable=False, index=True),
        sa.Column("origin", sa.String(64), nullable=False),
        sa.Column("expires", sa.Float, nullable=False, index=True),
    )
    _compose_logins()


def downgrade() -> None:
    op.drop_table("email_links")


def _compose_logins() -> None:
    """Compose the names to sign in with, except where the composed name is taken."""
    db = op.get_bind()
    rows = db.execute(sa.select(_PEOPLE).where(_PEOPLE.c.login.is_not(None))).all()
    logins = {login for _, login in rows}
    for user, login in rows:
        visible = " ".join(unicodedata.normalize("NFC", _INVISIBLE.sub("", login)).split())
        composed = visible.casefold()
        if composed and composed not in logins:
            logins.add(composed)
            db.execute(_PEOPLE.update().where(_PEOPLE.c.id == user).values(login=composed))
