"""Users and accounts in the database."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any, Protocol

from sqlalchemy import Connection, and_, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from roundhouse.table.table import ENDED
from roundhouse.web.accounts.email_links import delete_links_of, use_link
from roundhouse.web.accounts.sessions import begin_session, end_sessions
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import account_names, chairs, tables, users
from roundhouse.web.tables.storage.lists import tables_with

MAX_LOGIN = 40  # characters, as the columns of these names
MAX_SKELETON = 120


class GuestData(Protocol):
    """Data of a guest that moves to the account they sign in to, in one transaction."""

    def transfer_guest(self, db: Connection, guest: str, user: str) -> None: ...


class Accounts:
    """Users; account names are compared by skeleton so that no two look alike."""

    def __init__(self, database: Database, guest_data: Sequence[GuestData] = ()) -> None:
        self._database, self._guest_data = database, guest_data

    def find_user(self, user: str) -> Row | None:
        return self._database.row(select(users).where(users.c.id == user))

    def find_user_by_login(self, login: str) -> Row | None:
        return self._database.row(select(users).where(users.c.login == login))

    def bots_of(self, owner: str) -> list[Row]:
        rows = select(users).where(users.c.owner == owner)
        return self._database.rows(rows.order_by(users.c.created))

    def add_bot(self, row: Mapping[str, Any], skeletons: Set[str], most: int) -> bool:
        """Add a bot account; return False if its owner has `most` of them.

        Raises IntegrityError if the name is taken.
        """
        with self._database.writing() as db:
            db.execute(select(users.c.id).where(users.c.id == row["owner"]).with_for_update())
            mine = select(func.count()).select_from(users).where(users.c.owner == row["owner"])
            if (db.scalar(mine) or 0) >= most:
                return False
            db.execute(insert(users).values(**row, created=time.time()))
            _reserve(db, row["id"], skeletons)
            return True

    def set_bot_token(self, bot: str, token_key: str | None) -> None:
        """Replace the token of a bot account, or revoke it."""
        here = and_(users.c.id == bot, users.c.owner.is_not(None))
        with self._database.writing() as db:
            db.execute(update(users).where(here).values(token_key=token_key))

    def count_tables(self, user: str, kind: str) -> int:
        """Return how many unfinished tables have a chair of this kind for a user."""
        mine = select(chairs.c.table_id).where(chairs.c.person == user, chairs.c.kind == kind)
        rows = select(func.count()).select_from(tables)
        rows = rows.where(tables.c.id.in_(mine), tables.c.phase != ENDED)
        with self._database.reading() as db:
            return db.scalar(rows) or 0

    def add_user(self, row: Mapping[str, Any], session: str) -> None:
        with self._database.writing() as db:
            db.execute(insert(users).values(**row, created=time.time()))
            begin_session(db, session, row["id"])

    def rename_guest(self, user: str, name: str) -> None:
        """Change the name of a guest, unless the guest has become an account meanwhile."""
        guest = and_(users.c.id == user, users.c.login.is_(None))
        with self._database.writing() as db:
            db.execute(update(users).where(guest).values(name=name))

    def set_password(self, user: str, password_hash: str, session: str, link: str) -> None:
        """Use up a link, replace the password, and replace all sessions by a new one."""
        with self._database.writing() as db:
            use_link(db, link)
            replace_password(db, user, password_hash)
            begin_session(db, session, user)

    def set_text_mode(self, user: str, is_on: bool) -> None:
        with self._database.writing() as db:
            db.execute(update(users).where(users.c.id == user).values(text_mode=is_on))

    def set_language(self, user: str, language: str) -> None:
        with self._database.writing() as db:
            db.execute(update(users).where(users.c.id == user).values(language=language))

    def transfer_guest(self, guest: str, user: str) -> list[str]:
        """Move all data of a guest to a user and return the tables that changed."""
        with self._database.writing() as db:
            touched = tables_with(db, guest)
            end_sessions(db, guest)
            for data in self._guest_data:
                data.transfer_guest(db, guest, user)
        return sorted(touched)

    def owners(self, skeletons: Set[str]) -> set[str]:
        """Return the users whose account names have one of these skeletons."""
        rows = select(account_names.c.person).where(account_names.c.skeleton.in_(skeletons))
        return set(self._database.scalars(rows))

    def register(self, user: str, skeletons: Set[str], session: str, **values: Any) -> bool:
        """Turn a guest into an account and replace all its sessions by a new one.

        Returns False if the user is no guest any more. Raises IntegrityError if the name is taken.
        """
        guest = and_(users.c.id == user, users.c.login.is_(None))
        with self._database.writing() as db:
            if db.execute(update(users).where(guest).values(**values)).rowcount != 1:
                return False
            _reserve(db, user, skeletons)
            end_sessions(db, user)
            begin_session(db, session, user)
        return True

    def rename(self, user: str, skeletons: Set[str], login: Set[str], name: str) -> None:
        """Change the display name of an account; the sign-in name stays reserved.

        `login` has the skeletons of the sign-in name. Raises IntegrityError if the name is taken.
        """
        mine = account_names.c.person == user
        with self._database.writing() as db:
            # First of all, so that another change of the name waits.
            db.execute(update(users).where(users.c.id == user).values(name=name))
            unused = account_names.c.skeleton.not_in(login | skeletons)
            db.execute(delete(account_names).where(mine, unused))
            rows = set(db.scalars(select(account_names.c.skeleton).where(mine)))
            _reserve(db, user, skeletons - rows)

    def fill(self, skeletons: Callable[[str], Set[str]]) -> None:
        """Add the skeletons that older accounts lack, the oldest account first.

        A skeleton that another account has stays with it: older releases allowed similar names.
        """
        accounts = select(users.c.id, users.c.login, users.c.name).where(users.c.login.is_not(None))
        reserved = set(self._database.scalars(select(account_names.c.skeleton)))
        missing: dict[str, str] = {}
        for row in self._database.rows(accounts.order_by(users.c.created)):
            for folded in skeletons(row["login"]) | skeletons(row["name"]):
                if folded not in reserved and len(folded) <= MAX_SKELETON:
                    missing.setdefault(folded, row["id"])
        if missing:
            rows = [{"skeleton": folded, "person": user} for folded, user in missing.items()]
            with self._database.writing() as db:
                make = postgresql.insert if self._database.shared else sqlite.insert
                db.execute(make(account_names).on_conflict_do_nothing(), rows)


def _reserve(db: Connection, user: str, skeletons: Iterable[str]) -> None:
    """Reserve what a name looks like.

    Raises IntegrityError if another account has it.
    """
    for folded in sorted(skeletons):
        db.execute(insert(account_names).values(skeleton=folded, person=user))


def replace_password(db: Connection, user: str, password_hash: str) -> None:
    """Set a password, and end all sessions and earlier links in emails."""
    db.execute(update(users).where(users.c.id == user).values(password=password_hash))
    end_sessions(db, user)
    delete_links_of(db, user)
