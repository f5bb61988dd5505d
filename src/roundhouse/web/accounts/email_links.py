"""Links in emails: they work once, for a day, and are stored as hashes."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time

from sqlalchemy import Connection, and_, delete, func, insert, select

from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.table.errors import NotYours
from roundhouse.web.storage.database import Database, Row
from roundhouse.web.storage.schema import channels, email_links

STALE = mark("This link has expired or is invalid. Request a new one.")
CONFIRM, RECOVER = "confirm", "recover"
LINK_HOURS = 24
MAX_BY_ADDRESS = 6  # emails of one purpose to one email address, while their links are valid
MAX_BY_ORIGIN = 2  # of these, requested from one network address


class EmailLinks:
    """Creates links for a channel and finds the channel of a link.

    A stranger gets few emails sent to someone, and cannot keep the owner of the address from
    getting one: the owner uses another network address, or one of the earlier emails.
    """

    def __init__(self, database: Database, secret: str, site: str) -> None:
        self._database, self._secret, self._site = database, secret.encode(), site

    def create(self, purpose: str, channel: str, address: str, requester: str) -> str | None:
        """Return the secret of a new link, or None after too many emails to this address."""
        token, now = secrets.token_urlsafe(32), time.time()
        target = self._hash(_mailbox(address))
        row = {
            "key": _key(token),
            "purpose": purpose,
            "channel": channel,
            "address": target,
            "origin": self._hash(f"{target} {requester}"),
            "expires": now + LINK_HOURS * 3600,
        }
        live = and_(email_links.c.purpose == purpose, email_links.c.expires > now)
        with self._database.writing() as db:
            if self._database.shared:  # one request after the other
                db.execute(select(func.pg_advisory_xact_lock(func.hashtext(target))))
            origins = list(
                db.scalars(
                    select(email_links.c.origin).where(live, email_links.c.address == target)
                )
            )
            if len(origins) >= MAX_BY_ADDRESS or origins.count(row["origin"]) >= MAX_BY_ORIGIN:
                return None
            db.execute(insert(email_links).values(**row))
        return token

    def find(self, purpose: str, token: str) -> Row:
        """Return the channel of a link; raises NotYours if the channel was removed, too."""
        row = self._database.row(
            select(channels)
            .select_from(channels.join(email_links, email_links.c.channel == channels.c.id))
            .where(email_links.c.key == _key(token), email_links.c.purpose == purpose)
            .where(email_links.c.expires > time.time())
        )
        if row is None:
            raise NotYours(_(STALE))
        return row

    def url(self, purpose: str, token: str) -> str:
        return f"{self._site}/{purpose}/{token}"

    def revoke(self, token: str) -> None:
        """Delete a link whose email was not sent."""
        with self._database.writing() as db:
            db.execute(delete(email_links).where(email_links.c.key == _key(token)))

    def _hash(self, text: str) -> str:
        return hmac.new(self._secret, f"email {text}".encode(), hashlib.sha256).hexdigest()


def use_link(db: Connection, token: str) -> None:
    """Use up a link in a transaction; raises NotYours if another one was faster."""
    if db.execute(delete(email_links).where(email_links.c.key == _key(token))).rowcount != 1:
        raise NotYours(_(STALE))


def delete_links_of(db: Connection, user: str) -> None:
    """Delete the links that were sent to a user."""
    mine = select(channels.c.id).where(channels.c.person == user)
    db.execute(delete(email_links).where(email_links.c.channel.in_(mine)))


def _mailbox(address: str) -> str:
    """Return where an email arrives: many providers ignore case, and a tag after `+`."""
    name, _, host = address.casefold().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"


def _key(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
