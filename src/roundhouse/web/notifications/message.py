"""A notification, independent of the channel."""

from __future__ import annotations

from dataclasses import dataclass, field

from roundhouse.core.translation import current_language
from roundhouse.web.http.errors import ServerRefusal


class NotSent(ServerRefusal):
    """A notification could not be sent; the message tells the user why."""

    status = 502


@dataclass(frozen=True)
class Notification:
    """A notification. Retries keep its `id`, so that duplicates can be detected."""

    id: str
    subject: str
    text: str
    link: str = ""
    unsubscribe: str = ""  # a link that turns off notifications to this address
    game: str = ""
    table: str = ""
    language: str = field(default_factory=current_language)  # that the texts are in
