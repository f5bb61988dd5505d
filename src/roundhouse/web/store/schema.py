"""The tables of the database as they are now: what the revisions in `migrations/` come to.

What is added later is better a table of its own than a column: a database of a release before can
then still be read as it is.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

schema = MetaData()

vault = Table(
    "vault",
    schema,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
people = Table(
    "people",
    schema,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("login", String(40), unique=True),
    Column("password", Text),
    Column("created", Float, nullable=False),
)
sessions = Table(
    "sessions",
    schema,
    Column("key", String(64), primary_key=True),
    Column("person", String(24), index=True),
    Column("created", Float, nullable=False),
)
# When a session was last used.
session_uses = Table(
    "session_uses",
    schema,
    Column("key", String(64), primary_key=True),
    Column("seen", Float, nullable=False, index=True),
)
# What the names of accounts look like: nobody else may be called so.
account_names = Table(
    "account_names",
    schema,
    Column("skeleton", String(120), primary_key=True),
    Column("person", String(24), nullable=False, index=True),
)
boards = Table(
    "boards",
    schema,
    Column("digest", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),
)
# Who has sent a board, and under which name: it is listed to them alone.
board_owners = Table(
    "board_owners",
    schema,
    Column("digest", String(16), primary_key=True),
    Column("person", String(24), primary_key=True, index=True),
    Column("name", String(80), nullable=False),
)
tables = Table(
    "tables",
    schema,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("board", String(16), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("host", String(24), nullable=False, index=True),
    Column("listed", Boolean, nullable=False),
    Column("phase", String(10), nullable=False, index=True),
    Column("revision", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False, index=True),
    Column("source", String(16), nullable=False),
    Column("proposal", JSON),
    Index("ix_tables_phase_updated", "phase", "updated"),
)
chairs = Table(
    "chairs",
    schema,
    Column("table_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("person", String(24), index=True),
    Column("level", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("invite", String(40), unique=True),
    Column("resigned", Boolean, nullable=False),
)
entries = Table(
    "entries",
    schema,
    Column("table_id", String(16), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("words", Text, nullable=False),
    Column("at", Float, nullable=False),
)
# Tables that somebody does not want to see among their own any more.
hidden_tables = Table(
    "hidden_tables",
    schema,
    Column("person", String(24), primary_key=True),
    Column("table_id", String(16), primary_key=True),
)
# States of long matches, so that they are not played again from the beginning.
snapshots = Table(
    "snapshots",
    schema,
    Column("table_id", String(16), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("entries", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("seal", String(64), nullable=False),
)
# The clock of each table (web/clocks/clock.py), and when somebody has to look at it again.
clocks = Table(
    "clocks",
    schema,
    Column("table_id", String(16), primary_key=True),
    Column("pace", String(20), nullable=False),
    Column("level", String(40), nullable=False),
    Column("banks", JSON, nullable=False),
    Column("running", Integer),
    Column("since", Float, nullable=False),
    Column("reminded", Boolean, nullable=False),
    Column("away", JSON, nullable=False),
    Column("vacation", JSON, nullable=False),
    Column("votes", JSON, nullable=False),
    Column("due", Float, index=True),
)
# How soon the bots of a table answer (web/tempo.py).
tempos = Table(
    "tempos",
    schema,
    Column("table_id", String(16), primary_key=True),
    Column("tempo", String(20), nullable=False),
)
# When a server last looked at the clocks: while none does, no clock runs.
heartbeat = Table(
    "heartbeat",
    schema,
    Column("name", String(20), primary_key=True),
    Column("at", Float, nullable=False),
)
# Standing orders: a seat's own programme, and why the last one ended.
orders = Table(
    "orders",
    schema,
    Column("table_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("programme", JSON, nullable=False),
    Column("said", Text, nullable=False),
)
# Who has which table open at which server process; good for a while, then it has to be said again.
presence = Table(
    "presence",
    schema,
    Column("table_id", String(16), primary_key=True),
    Column("person", String(24), primary_key=True),
    Column("holder", String(24), primary_key=True, index=True),
    Column("until", Float, nullable=False),
)
# Which server process thinks for a table at which a bot is to act, and until when it alone does.
leases = Table(
    "leases",
    schema,
    Column("table_id", String(16), primary_key=True),
    Column("holder", String(24), nullable=False),
    Column("until", Float, nullable=False),
)
records = Table(
    "records",
    schema,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("person", String(24), nullable=False),
    Column("created", Float, nullable=False),
)
# What the search made of a finished game. (The name in the database is older than the word.)
chances = Table(
    "insights",
    schema,
    Column("source", String(16), primary_key=True),
    Column("data", JSON, nullable=False),
    Column("created", Float, nullable=False),
)
