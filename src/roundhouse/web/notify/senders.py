"""All ways of telling somebody something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from roundhouse.web.notify.mail import Post
from roundhouse.web.notify.message import Message, NotSent
from roundhouse.web.notify.push import send_push
from roundhouse.web.notify.webhook import send_webhook
from roundhouse.web.store.channels import MAIL, PUSH, WEBHOOK


@dataclass(frozen=True)
class Senders:
    post: Post
    push_key: str  # empty: no push
    contact: str  # whom the browsers' makers may ask: a mail address or the site
    inside: bool  # whether private addresses may be reached

    async def send(self, way: str, address: str, style: str, message: Message) -> None:
        """Returns when the other side has taken it; raises NotSent."""
        if way == MAIL:
            await self.post.send(address, message)
        elif way == WEBHOOK:
            await send_webhook(address, style, message, self.inside)
        elif way == PUSH:
            await send_push(address, message, self.push_key, self.contact, self.inside)
        else:
            raise NotSent(f"There is no way {way!r}.")

    async def send_to(self, channel: Mapping[str, Any], message: Message) -> None:
        await self.send(channel["kind"], channel["address"], channel["style"], message)
