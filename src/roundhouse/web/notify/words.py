"""What notices say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roundhouse.core.errors import UnknownGame
from roundhouse.core.text import listed
from roundhouse.play import registry
from roundhouse.web.notify.links import UNSUBSCRIBE, Links
from roundhouse.web.notify.message import Message
from roundhouse.web.store.due import REMINDER


def title_of(game: str) -> str:
    try:
        return registry.meta(game).title
    except UnknownGame:
        return game


def turn_message(row: Mapping[str, Any], links: Links) -> Message:
    """That a game waits for you. Nothing of what happened there: a notice may be read by others."""
    title = title_of(row["game"])
    others = f" with {listed(row['names'])}" if row["names"] else ""
    subject, text = f"Your turn: {title}", f"It is your turn at {title}{others}."
    if row["kind"] == REMINDER:
        subject = f"Your time is running out: {title}"
        text = f"Your time is running out at {title}{others}; it is your turn."
    return Message(
        row["id"],
        subject,
        text,
        links.url(f"/t/{row['table_id']}") if links.site else "",
        unsubscribe_link(links, row["channel"]),
        row["game"],
        row["table_id"],
    )


def trial_message(channel: str, notice: str, links: Links) -> Message:
    return Message(
        notice,
        "A notice from Roundhouse",
        "This is how it looks when a game waits for you.",
        links.url("/me/notices") if links.site else "",
        unsubscribe_link(links, channel),
    )


def unsubscribe_link(links: Links, channel: str) -> str:
    if not links.site:
        return ""
    return links.url(f"/unsubscribe/{links.make(UNSUBSCRIBE, channel)}")
