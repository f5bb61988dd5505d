"""Sends notifications on any kind of channel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from roundhouse.core.translation import translate as _
from roundhouse.web.notifications.channel_storage import MAIL, PUSH, WEBHOOK
from roundhouse.web.notifications.mail import Mailer
from roundhouse.web.notifications.message import Notification, NotSent
from roundhouse.web.notifications.push import send_push
from roundhouse.web.notifications.webhook import send_webhook


@dataclass(frozen=True)
class Senders:
    """The senders of all kinds of channels."""

    post: Mailer
    push_key: str  # empty: push is off
    contact: str  # for push services: an email address or the site
    inside: bool  # whether private addresses are allowed

    async def send(self, kind: str, address: str, style: str, message: Notification) -> None:
        """Send a message and return when it was accepted; raises NotSent."""
        if kind == MAIL:
            await self.post.send(address, message)
        elif kind == WEBHOOK:
            await send_webhook(address, style, message, self.inside)
        elif kind == PUSH:
            await send_push(address, message, self.push_key, self.contact, self.inside)
        else:
            raise NotSent(_("Unknown kind of channel: {kind}.", kind=kind))

    async def send_to(self, channel: Mapping[str, Any], message: Notification) -> None:
        await self.send(channel["kind"], channel["address"], channel["style"], message)
