"""What had a row per table, seat or session in its own table becomes columns."""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import op

revision = "0015_columns"
down_revision = "0014_tempos"


class Moved(NamedTuple):
    """A column that moves. `old` and `new` are its names before and after."""

    old: str
    new: str
    type: Any
    nullable: bool = False  # before; afterwards every column is


class Source(NamedTuple):
    """A table that is dissolved into another one with the same key.

    A row was missing where the first of the columns is null.
    """

    name: str
    target: str
    key: tuple[Moved, ...]
    columns: tuple[Moved, ...]


TABLE = (Moved("table_id", "id", sa.String(16)),)
SOURCES = (
    Source(
        "clocks",
        "tables",
        TABLE,
        (
            Moved("pace", "time_control", sa.String(20)),
            Moved("level", "clock_level", sa.String(40)),
            Moved("banks", "clock_left", sa.JSON()),
            Moved("running", "clock_running", sa.Integer(), nullable=True),
            Moved("since", "clock_since", sa.Float()),
            Moved("reminded", "clock_reminded", sa.Boolean()),
            Moved("away", "clock_away", sa.JSON()),
            Moved("vacation", "clock_vacation", sa.JSON()),
            Moved("votes", "clock_votes", sa.JSON()),
            Moved("due", "clock_due", sa.Float(), nullable=True),
        ),
    ),
    Source("tempos", "tables", TABLE, (Moved("tempo", "bot_delay", sa.String(20)),)),
    Source("settled", "tables", TABLE, (Moved("at", "settled", sa.Float()),)),
    Source("unrated", "tables", TABLE, (Moved("why", "unrated", sa.String(80)),)),
    Source(
        "orders",
        "chairs",
        (Moved("table_id", "table_id", sa.String(16)), Moved("seat", "seat", sa.Integer())),
        (Moved("programme", "orders", sa.JSON()), Moved("said", "orders_message", sa.Text())),
    ),
    Source(
        "session_uses",
        "sessions",
        (Moved("key", "key", sa.String(64)),),
        (Moved("seen", "seen", sa.Float()),),
    ),
)


def upgrade() -> None:
    for source in SOURCES:
        for column in source.columns:
            op.add_column(source.target, sa.Column(column.new, column.type))
        old, new = _tables(source)
        same = [old.c[column.old] == new.c[column.new] for column in source.key]
        values = {column.new: old.c[column.old] for column in source.columns}
        op.execute(sa.update(new).where(*same).values(**values))
        op.drop_table(source.name)
    op.create_index("ix_tables_clock_due", "tables", ["clock_due"])


def downgrade() -> None:
    op.drop_index("ix_tables_clock_due", "tables")
    for source in SOURCES:
        op.create_table(
            source.name,
            *(sa.Column(column.old, column.type, primary_key=True) for column in source.key),
            *(sa.Column(c.old, c.type, nullable=c.nullable) for c in source.columns),
        )
        old, new = _tables(source)
        moved = [*source.key, *source.columns]
        rows = sa.select(*(new.c[column.new] for column in moved))
        rows = rows.where(new.c[source.columns[0].new].is_not(None))
        op.execute(sa.insert(old).from_select([column.old for column in moved], rows))
        for column in source.columns:
            op.drop_column(source.target, column.new)
    op.create_index("ix_clocks_due", "clocks", ["due"])
    op.create_index("ix_session_uses_seen", "session_uses", ["seen"])


def _tables(source: Source) -> tuple[Any, Any]:
    """Return the dissolved table and its target for use in statements."""
    moved = [*source.key, *source.columns]
    return (
        sa.table(source.name, *(sa.column(column.old, column.type) for column in moved)),
        sa.table(source.target, *(sa.column(column.new, column.type) for column in moved)),
    )
