"""Errors of requests, each with its HTTP status."""

from __future__ import annotations

from roundhouse.core.errors import (
    BadBoard,
    BadOption,
    BadRecord,
    BadSeats,
    IllegalAction,
    RoundhouseError,
    StaleMove,
    UnknownGame,
    UnknownMove,
)
from roundhouse.table.errors import (
    Clash,
    InvalidArguments,
    NotFound,
    NotSignedIn,
    NotYours,
    Refusal,
)


class Unplayable(Clash):
    """A table whose game is not available on this server."""

    def __init__(
        self, reason: str, table: str, host: str, revision: int, *, closed: bool, finished: bool
    ) -> None:
        super().__init__(reason)
        self.table, self.host, self.revision = table, host, revision
        self.closed, self.finished = closed, finished


class ServerRefusal(Refusal):
    """A refusal that only a server has, with its HTTP status."""

    status = 400


class TooMany(ServerRefusal):
    """Too many requests of one kind."""

    status = 429

    def __init__(self, message: str, wait: int) -> None:
        super().__init__(message)
        self.wait = wait


class Full(TooMany):
    """The server has no capacity for more requests."""

    status = 503


class CannotServe(RoundhouseError):
    """The server cannot start, for a reason that the operator must fix."""


MAX_REASON_LENGTH = 600  # characters: errors quote the request

_STATUS: dict[type[RoundhouseError], int] = {
    NotFound: 404,
    NotYours: 403,
    NotSignedIn: 401,
    Clash: 409,
    InvalidArguments: 422,
    StaleMove: 409,
    UnknownGame: 404,
    IllegalAction: 422,
    UnknownMove: 422,
    BadOption: 422,
    BadSeats: 422,
    BadRecord: 422,
    BadBoard: 422,
}


def status_of(error: RoundhouseError) -> int:
    """Return the HTTP status of an error."""
    if isinstance(error, ServerRefusal):
        return error.status
    for kind, status in _STATUS.items():
        if isinstance(error, kind):
            return status
    return 400


def reason(error: Exception) -> str:
    """Return the message of an error, shortened for a response."""
    return short(str(error))


def short(message: str) -> str:
    printable = message.encode("utf-8", "replace").decode()
    if len(printable) <= MAX_REASON_LENGTH:
        return printable
    return printable[:MAX_REASON_LENGTH].rstrip() + " …"
