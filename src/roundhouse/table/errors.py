"""Errors that a table raises, each with a readable reason."""

from __future__ import annotations

from roundhouse.core.errors import RoundhouseError


class Refusal(RoundhouseError):
    """A request that is refused."""


class NotFound(Refusal):
    """Something that does not exist."""


class NotYours(Refusal):
    """Another user's seat, table or secret."""


class NotSignedIn(Refusal):
    """A request that needs a user."""


class Clash(Refusal):
    """The command is not possible in the current state of the table."""


class InvalidArguments(Refusal):
    """An argument of a command that is missing or has a wrong value."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason
