"""The texts of notifications."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roundhouse.core.errors import UnknownGame
from roundhouse.core.text import join_words
from roundhouse.play import registry
from roundhouse.web.notifications.links import LinkSigner
from roundhouse.web.notifications.message import Notification
from roundhouse.web.notifications.outbox import REMINDER


def title_of(game: str) -> str:
    try:
        return registry.meta(game).title
    except UnknownGame:
        return game


def turn_message(row: Mapping[str, Any], links: LinkSigner) -> Notification:
    """Return the notification for a turn, without game details: others may read it."""
    title = title_of(row["game"])
    others = f" with {join_words(row['names'])}" if row["names"] else ""
    subject, text = f"Your turn: {title}", f"It's your turn in {title}{others}."
    if row["kind"] == REMINDER:
        subject = f"Your time is running out: {title}"
        text = f"Your time is running out in {title}{others}. It's your turn."
    return Notification(
        row["id"],
        subject,
        text,
        links.url(f"/t/{row['table_id']}") if links.site else "",
        unsubscribe_link(links, row["channel"]),
        row["game"],
        row["table_id"],
    )


def trial_message(channel: str, message_id: str, links: LinkSigner) -> Notification:
    """Return a test notification."""
    return Notification(
        message_id,
        "Test notification from Roundhouse",
        "This is what a notification looks like when it's your turn.",
        links.url("/me/notices") if links.site else "",
        unsubscribe_link(links, channel),
    )


def unsubscribe_link(links: LinkSigner, channel: str) -> str:
    if not links.site:
        return ""
    return links.url(f"/unsubscribe/{links.make(channel)}")
