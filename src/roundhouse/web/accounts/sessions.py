"""Sessions: their tokens, their form tokens and their users."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import sessions, users

TOUCH_INTERVAL = 3600.0  # seconds between two updates of a session's last use
_SESSION_QUERY = (  # every request runs it, so it is built once
    select(users, sessions.c.created.label("started"), sessions.c.seen)
    .select_from(sessions.join(users, users.c.id == sessions.c.person))
    .where(sessions.c.key == bindparam("key"))
)
BOT_TOKEN_PREFIX = "rhbot_"  # so that programs that look for leaked secrets recognize it


class Signer:
    """Signs session tokens, and the form tokens bound to them."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def _sign(self, purpose: str, text: str) -> str:
        result = hmac.new(self._secret, f"{purpose} {text}".encode(), hashlib.sha256)
        return result.hexdigest()[:32]

    def new_token(self) -> str:
        bare = secrets.token_urlsafe(24)
        return f"{bare}.{self._sign('session', bare)}"

    def is_valid(self, token: str) -> bool:
        bare, _, signature = token.partition(".")
        return hmac.compare_digest(self._sign("session", bare).encode(), signature.encode())

    def form_token(self, token: str) -> str:
        """Return the token that forms of this session must carry, against CSRF."""
        return self._sign("form", token)

    def is_valid_form(self, token: str, form_token: str) -> bool:
        return hmac.compare_digest(self.form_token(token).encode(), form_token.encode())

    @staticmethod
    def new_bot_token() -> str:
        """Return a random API token of a bot account."""
        return BOT_TOKEN_PREFIX + secrets.token_urlsafe(32)

    @staticmethod
    def is_bot_token(token: str) -> bool:
        """Return whether a token has the form of a bot account's."""
        return token.startswith(BOT_TOKEN_PREFIX)

    @staticmethod
    def key(token: str) -> str:
        """Return the key of a stored session or token: a stolen database has no tokens."""
        return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True)
class User:
    id: str
    name: str
    account: bool
    owner: str | None = None  # of a bot account
    text_mode: bool | None = None  # None: not chosen in this account
    language: str | None = None  # None: not chosen

    @property
    def is_bot(self) -> bool:
        return self.owner is not None


class Sessions:
    """Sessions of users, by the keys of their tokens.

    A session ends `idle` seconds after its last use, or `life` seconds after it started.
    """

    def __init__(self, database: Database, signer: Signer, idle: float, life: float) -> None:
        self._database, self._signer = database, signer
        self._idle, self._life = idle, life

    def find_user(self, token: str) -> User | None:
        """Return the user of a session or of a bot account's token; None: a new visitor."""
        if Signer.is_bot_token(token):
            mine = users.c.token_key == Signer.key(token)
            return user_from_row(self._database.row(select(users).where(mine)))
        if not token or not self._signer.is_valid(token):
            return None
        key = Signer.key(token)
        row = self._database.row(_SESSION_QUERY, {"key": key})
        if row is None:
            return None
        now = time.time()
        seen = now if row["seen"] is None else row["seen"]  # null in sessions of older releases
        if now - row["started"] > self._life or now - seen > self._idle:
            self.end(token)
            return None
        if row["seen"] is None or now - seen > TOUCH_INTERVAL:
            with self._database.writing() as db:
                db.execute(update(sessions).where(sessions.c.key == key).values(seen=now))
        return user_from_row(row)

    def begin(self, user: str) -> str:
        """Start a session and return its token."""
        token = self._signer.new_token()
        with self._database.writing() as db:
            begin_session(db, Signer.key(token), user)
        return token

    def end(self, token: str) -> None:
        with self._database.writing() as db:
            db.execute(delete(sessions).where(sessions.c.key == Signer.key(token)))

    def end_all(self, user: str) -> None:
        """Sign a user out on all devices."""
        with self._database.writing() as db:
            end_sessions(db, user)


def user_from_row(row: Row | None) -> User | None:
    if row is None:
        return None
    has_account = row["login"] is not None
    return User(
        row["id"], row["name"], has_account, row["owner"], row["text_mode"], row["language"]
    )


def begin_session(db: Connection, key: str, user: str) -> None:
    now = time.time()
    db.execute(insert(sessions).values(key=key, person=user, created=now, seen=now))


def end_sessions(db: Connection, user: str) -> None:
    db.execute(delete(sessions).where(sessions.c.person == user))
