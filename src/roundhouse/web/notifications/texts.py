"""The texts of notifications."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from itsdangerous import BadData, URLSafeTimedSerializer

from roundhouse.core.errors import UnknownGame
from roundhouse.core.formats import format_moment
from roundhouse.core.text import join_words
from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.table.errors import NotYours
from roundhouse.web.accounts.email_links import STALE
from roundhouse.web.notifications.message import Notification
from roundhouse.web.notifications.outbox import REMINDER

UNSUBSCRIBE = "unsubscribe"


class LinkSigner:
    """Signs and verifies links."""

    def __init__(self, secret: str, site: str) -> None:
        self._serializer = URLSafeTimedSerializer(secret, salt=UNSUBSCRIBE)
        self.site = site.rstrip("/")

    def make(self, channel: str) -> str:
        return str(self._serializer.dumps([channel]))

    def read(self, token: str) -> str:
        """Return the channel of a token; raises NotYours."""
        try:
            (channel,) = self._serializer.loads(token)
        except (BadData, ValueError):
            raise NotYours(_(STALE)) from None
        return str(channel)

    def url(self, path: str) -> str:
        return f"{self.site}{path}"


def title_of(game: str) -> str:
    try:
        return registry.meta(game).title
    except UnknownGame:
        return game


def turn_message(row: Mapping[str, Any], links: LinkSigner) -> Notification:
    """Return the notification for a turn, without game details: others may read it."""
    title, others = title_of(row["game"]), join_words(row["names"])
    if row["kind"] == REMINDER:
        subject = _("Your time is running out: {game}", game=title)
        text = (
            _(
                "Your time is running out in {game} with {names}. It's your turn.",
                game=title,
                names=others,
            )
            if others
            else _("Your time is running out in {game}. It's your turn.", game=title)
        )
    else:
        subject = _("Your turn: {game}", game=title)
        text = (
            _("It's your turn in {game} with {names}.", game=title, names=others)
            if others
            else _("It's your turn in {game}.", game=title)
        )
    sentences = [text]
    if row["expires"] is not None:
        sentences.append(_("You have until {moment} UTC.", moment=format_moment(row["expires"])))
    return Notification(
        row["id"],
        subject,
        " ".join(sentences),
        links.url(f"/t/{row['table_id']}") if links.site else "",
        unsubscribe_link(links, row["channel"]),
        row["game"],
        row["table_id"],
    )


def trial_message(channel: str, message_id: str, links: LinkSigner) -> Notification:
    """Return a test notification."""
    return Notification(
        message_id,
        _("Test notification from Roundhouse"),
        _("This is what a notification looks like when it's your turn."),
        links.url("/me/notices") if links.site else "",
        unsubscribe_link(links, channel),
    )


def unsubscribe_link(links: LinkSigner, channel: str) -> str:
    if not links.site:
        return ""
    return links.url(f"/unsubscribe/{links.make(channel)}")
