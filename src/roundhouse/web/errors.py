"""What a visitor can get wrong, with the status that says so."""

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


class Refusal(RoundhouseError):
    """A request that is answered with a reason a person can read."""

    status = 400


class NotFound(Refusal):
    status = 404


class NotYours(Refusal):
    """Somebody else's seat, table or secret."""

    status = 403


class NotSignedIn(Refusal):
    status = 401


class Clash(Refusal):
    """The table is not in a state for this."""

    status = 409


class Unplayable(Clash):
    """A table whose game cannot be played or shown here."""

    def __init__(
        self, reason: str, table: str, host: str, revision: int, *, closed: bool, finished: bool
    ) -> None:
        super().__init__(reason)
        self.table, self.host, self.revision = table, host, revision
        self.closed, self.finished = closed, finished


class TooMany(Refusal):
    """Too many requests of one kind."""

    status = 429

    def __init__(self, message: str, wait: int) -> None:
        super().__init__(message)
        self.wait = wait


class Full(TooMany):
    """The server has no room for more, whoever asks."""

    status = 503


class CannotServe(RoundhouseError):
    """The server cannot be started; the reason is the operator's to mend."""


LONGEST_REASON = 600  # letters: errors repeat what was sent, and that may be anything

_STATUS: dict[type[RoundhouseError], int] = {
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
    """The HTTP status that fits an error of the engine or of the web."""
    if isinstance(error, Refusal):
        return error.status
    for kind, status in _STATUS.items():
        if isinstance(error, kind):
            return status
    return 400


def reason(error: Exception) -> str:
    """What an error says, as it may be put into an answer."""
    return short(str(error))


def short(said: str) -> str:
    printable = said.encode("utf-8", "replace").decode()
    if len(printable) <= LONGEST_REASON:
        return printable
    return printable[:LONGEST_REASON].rstrip() + " …"
