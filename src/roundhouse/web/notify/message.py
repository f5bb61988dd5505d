"""What somebody is told, whichever way."""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.web.errors import Refusal


class NotSent(Refusal):
    """A notice did not get there; says why, in words for the one who gave the address."""

    status = 502


@dataclass(frozen=True)
class Message:
    """A notice. Its `id` stays the same when it has to be sent again, so that a mail server or a
    program that gets it twice can tell."""

    id: str
    subject: str
    text: str
    link: str = ""
    unsubscribe: str = ""  # a link that ends notices to this address with one click
    game: str = ""
    table: str = ""
