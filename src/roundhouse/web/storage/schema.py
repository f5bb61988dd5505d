"""The current database schema, the result of all revisions in `migrations/`.

A new fact about a row becomes a column of its table, which is null in older rows; a revision adds
it and can remove it again. A table of its own is for facts with another key or another lifetime.
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
    UniqueConstraint,
)

schema = MetaData()

vault = Table(
    "vault",
    schema,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
users = Table(
    "people",
    schema,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("login", String(40), unique=True),
    Column("password", Text),
    Column("created", Float, nullable=False),
    Column("owner", String(24), index=True),  # of a bot account; null: a person
    Column("token_key", String(64)),  # hash of a bot account's API token
    Column("text_mode", Boolean),  # whether tables are shown in words; null: not chosen
    Column("language", String(8)),  # of pages and emails; null: not chosen
    Index("uq_people_token_key", "token_key", unique=True),
)
sessions = Table(
    "sessions",
    schema,
    Column("key", String(64), primary_key=True),
    Column("person", String(24), index=True),
    Column("created", Float, nullable=False),
    Column("seen", Float),  # when it was last used
)
# Skeletons of account names: no other user may have a name that looks the same. An account that
# was renamed has two, of its name and of the name it signs in with.
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
# Who uploaded a board, and under which name. It is listed for them only.
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
    # The clock (table/clock.py), and when it needs attention next.
    Column("time_control", String(20)),
    Column("clock_level", String(40)),
    Column("clock_left", JSON),
    Column("clock_running", Integer),
    Column("clock_since", Float),
    Column("clock_reminded", Boolean),
    Column("clock_away", JSON),
    Column("clock_vacation", JSON),
    Column("clock_votes", JSON),
    Column("clock_due", Float, index=True),
    Column("bot_delay", String(20)),
    Column("settled", Float),  # when results, ratings and tournament scores were recorded
    Column("unrated", String(80)),  # why it is excluded from ratings, such as a hint
    Column("bot_accounts", Boolean),  # whether any bot account may take an open seat
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
    Column("orders", JSON(none_as_null=True)),  # standing orders; null: none
    Column("orders_message", Text),  # why the last order ended
    Column("chooses_early", Boolean),  # whether the user can choose before their turn
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
# Tables that a user has removed from their list.
hidden_tables = Table(
    "hidden_tables",
    schema,
    Column("person", String(24), primary_key=True),
    Column("table_id", String(16), primary_key=True),
)
# States of long matches, so that loading one does not replay every move.
snapshots = Table(
    "snapshots",
    schema,
    Column("table_id", String(16), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("entries", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("seal", String(64), nullable=False),
)
# When a server last checked the clocks. Clocks are paused while no server runs.
heartbeat = Table(
    "heartbeat",
    schema,
    Column("name", String(20), primary_key=True),
    Column("at", Float, nullable=False),
)
# Who has which table open at which server process, and until when the report is valid.
presence = Table(
    "presence",
    schema,
    Column("table_id", String(16), primary_key=True),
    Column("person", String(24), primary_key=True),
    Column("holder", String(24), primary_key=True, index=True),
    Column("until", Float, nullable=False),
)
# Which server process plays the bots of a table, and until when its lease is valid. A table of its
# own: see docs/decisions/leases-in-their-own-table.md.
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
    Column("person", String(24), nullable=False, index=True),
    Column("created", Float, nullable=False),
)
# The computer analysis of a finished game.
chances = Table(
    "insights",
    schema,
    Column("source", String(16), primary_key=True),
    Column("data", JSON, nullable=False),
    Column("created", Float, nullable=False),
)
# Notification channels. An email address is not used until it is confirmed.
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
    Column("error", Text, nullable=False),  # of the last attempt; empty: none
    Column("sent", Float, nullable=False),  # time of the last notification; 0: never
    Column("created", Float, nullable=False),
)
# Links in emails that work once. The key is a hash of the link's secret; the email address and who
# asked for the email are keyed hashes.
email_links = Table(
    "email_links",
    schema,
    Column("key", String(64), primary_key=True),
    Column("purpose", String(10), nullable=False),  # confirm or recover
    Column("channel", String(24), nullable=False, index=True),
    Column("address", String(64), nullable=False, index=True),
    Column("origin", String(64), nullable=False),
    Column("expires", Float, nullable=False, index=True),
)
# Notifications to send, one row per channel. A row stays after sending until the turn ends, so that
# each turn is notified once.
outbox = Table(
    "due",
    schema,
    Column("id", String(24), primary_key=True),
    Column("table_id", String(16), nullable=False),
    Column("person", String(24), nullable=False, index=True),
    Column("channel", String(24), nullable=False),
    Column("kind", String(12), nullable=False),  # turn or reminder
    Column("state", String(10), nullable=False),  # waiting, sent or failed
    Column("at", Float, nullable=False),  # not before
    Column("tries", Integer, nullable=False),
    Column("holder", String(24), nullable=False),  # the process that is sending it,
    Column("until", Float, nullable=False),  # and until when its claim is valid
    UniqueConstraint("table_id", "channel", "kind", name="uq_due_once"),
    Index("ix_due_state_at", "state", "at"),
)
results = Table(
    "results",
    schema,
    Column("table_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("player", String(64), nullable=False),  # a user, bot:<level>, or empty
    Column("rank", Integer, nullable=False),  # 0 is the best
    Column("score", Integer, nullable=False),
    Column("levels", String(200), nullable=False),  # of the bots at the table; empty: none
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
# Relationships between users: friend, block or mute.
relationships = Table(
    "ties",
    schema,
    Column("person", String(24), primary_key=True),
    Column("other", String(24), primary_key=True, index=True),
    Column("kind", String(10), primary_key=True),
    Column("created", Float, nullable=False),
)
# Chat messages at a table, of the players or of the spectators.
chat_messages = Table(
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
    Column("bot_accounts", Boolean),  # whether bot accounts may enter
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
    Column("table_id", String(16), unique=True),  # empty: not created yet
    Column("result", JSON),  # ranks and scores of a finished table
)
# A user's first answer to a puzzle. Later answers do not count.
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
# A user's puzzle rating in a game.
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
