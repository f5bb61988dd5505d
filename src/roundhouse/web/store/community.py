"""The tables of the database that are about people: notices, results, ratings, ties, talk,
tournaments. (`schema.py` has those of the games; both are one layout.)"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from roundhouse.web.store.schema import schema

# Ways to reach a person. A mail address is good for nothing until it is confirmed.
channels = Table(
    "channels",
    schema,
    Column("id", String(24), primary_key=True),
    Column("person", String(24), nullable=False, index=True),
    Column("kind", String(10), nullable=False),  # mail, webhook or push
    Column("address", Text, nullable=False),
    Column("style", String(10), nullable=False),  # of a webhook
    Column("enabled", Boolean, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("error", Text, nullable=False),  # what went wrong last; empty: nothing
    Column("sent", Float, nullable=False),  # when something was last sent there; 0: never
    Column("created", Float, nullable=False),
)
# Who is waited for at which table and is to be told so, one row for each way. It stays when it was
# sent, for as long as they are waited for: so they are told once.
due = Table(
    "due",
    schema,
    Column("id", String(24), primary_key=True),
    Column("table_id", String(16), nullable=False),
    Column("person", String(24), nullable=False, index=True),
    Column("channel", String(24), nullable=False),
    Column("kind", String(12), nullable=False),  # turn, or another word for what it is about
    Column("state", String(10), nullable=False),  # waiting, sent or failed
    Column("at", Float, nullable=False),  # not before
    Column("tries", Integer, nullable=False),
    Column("holder", String(24), nullable=False),  # the process that is sending it,
    Column("until", Float, nullable=False),  # and until when it alone does
    UniqueConstraint("table_id", "channel", "kind", name="uq_due_once"),
    Index("ix_due_state_at", "state", "at"),
)
# Tables whose end has been counted: results, ratings, tournaments.
settled = Table(
    "settled",
    schema,
    Column("table_id", String(16), primary_key=True),
    Column("at", Float, nullable=False),
)
# Tables that do not count for ratings, and why: a hint was given, ...
unrated = Table(
    "unrated",
    schema,
    Column("table_id", String(16), primary_key=True),
    Column("why", String(80), nullable=False),
)
results = Table(
    "results",
    schema,
    Column("table_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("player", String(64), nullable=False),  # a person, or bot:<level>, or nobody: empty
    Column("rank", Integer, nullable=False),  # 0 is the best
    Column("score", Integer, nullable=False),
    Column("levels", String(200), nullable=False),  # of the bots at the table; empty: people only
    Column("rated", Boolean, nullable=False),
    Column("change", Float, nullable=False),  # of the rating's mean
    Column("at", Float, nullable=False),
    Index("ix_results_player_at", "player", "at"),
)
ratings = Table(
    "ratings",
    schema,
    Column("player", String(64), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("rank_by", Float, nullable=False),
    Column("sure", Boolean, nullable=False),
    Index("ix_ratings_board", "game", "sure", "rank_by"),
)
# What somebody has said about somebody else: friend, block or mute.
ties = Table(
    "ties",
    schema,
    Column("person", String(24), primary_key=True),
    Column("other", String(24), primary_key=True, index=True),
    Column("kind", String(10), primary_key=True),
    Column("created", Float, nullable=False),
)
# What is said at a table, among those who sit there or among those who watch.
remarks = Table(
    "remarks",
    schema,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(16), nullable=False, index=True),
    Column("side", String(10), nullable=False),  # seats or watchers
    Column("person", String(24), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("words", Text, nullable=False),
    Column("at", Float, nullable=False),
)
reports = Table(
    "reports",
    schema,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("remark", Integer, nullable=False, index=True),
    Column("person", String(24), nullable=False),
    Column("why", String(300), nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("remark", "person", name="uq_reports_once"),
)
tournaments = Table(
    "tournaments",
    schema,
    Column("id", String(16), primary_key=True),
    Column("title", String(80), nullable=False),
    Column("host", String(24), nullable=False, index=True),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("kind", String(12), nullable=False),  # robin or pools
    Column("seats", Integer, nullable=False),  # at a table; of pools: at most
    Column("clock", String(40), nullable=False),
    Column("phase", String(10), nullable=False, index=True),  # open, playing or over
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
)
entrants = Table(
    "entrants",
    schema,
    Column("tournament", String(16), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("person", String(24), index=True),  # empty: a bot
    Column("level", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    UniqueConstraint("tournament", "person", name="uq_entrants_once"),
)
pairings = Table(
    "pairings",
    schema,
    Column("tournament", String(16), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("players", JSON, nullable=False),  # entrants, in the order of their seats
    Column("table_id", String(16), unique=True),  # empty: not laid yet
    Column("result", JSON),  # ranks and scores, when it is over
)
# What somebody answered to a puzzle when they first tried it: only that counts.
puzzle_tries = Table(
    "puzzle_tries",
    schema,
    Column("person", String(24), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("puzzle", String(40), primary_key=True),
    Column("right", Boolean, nullable=False),
    Column("move", Text, nullable=False),
    Column("at", Float, nullable=False),
)
# How well somebody solves the puzzles of a game.
puzzle_standings = Table(
    "puzzle_standings",
    schema,
    Column("person", String(24), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
)
