"""The tables of the database: what their columns are.

What was added after the first release is marked `ADDED`: it is made at start in a database that
does not have it yet (`upgrade.py`). Such a column must be nullable or have a `server_default`.
"""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Float, Integer, MetaData, String, Table, Text

schema = MetaData()
ADDED = "added"  # a mark in the `info` of a table or a column

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
# When a session was last used. (A table of its own: a database from before it has it made.)
session_uses = Table(
    "session_uses",
    schema,
    Column("key", String(64), primary_key=True),
    Column("seen", Float, nullable=False, index=True),
    info={ADDED: True},
)
# What the names of accounts look like: nobody else may be called so.
account_names = Table(
    "account_names",
    schema,
    Column("skeleton", String(120), primary_key=True),
    Column("person", String(24), nullable=False, index=True),
    info={ADDED: True},
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
    info={ADDED: True},
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
    info={ADDED: True},
)
# Which server process thinks for a table at which a bot is to act, and until when it alone does.
leases = Table(
    "leases",
    schema,
    Column("table_id", String(16), primary_key=True),
    Column("holder", String(24), nullable=False),
    Column("until", Float, nullable=False),
    info={ADDED: True},
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
