"""Exceptions, named by what is wrong; each message says what to do next."""

from __future__ import annotations

from roundhouse.core.translation import translate as _


class RoundhouseError(Exception):
    """The base class of every error that the caller can fix."""


class UnknownGame(RoundhouseError, LookupError):
    """No game has this id."""


class BadOption(RoundhouseError, ValueError):
    """The option or the value of the option does not exist."""


class BadSeats(RoundhouseError, ValueError):
    """The game does not have this number of seats."""


class IllegalAction(RoundhouseError, ValueError):
    """The action is not legal in this state."""


class UnknownMove(RoundhouseError, ValueError):
    """The words do not name an action of this game."""


class UnknownPlace(RoundhouseError, LookupError):
    """The board has no place of this name."""


class StaleMove(RoundhouseError, ValueError):
    """The move was made for a ply that is no longer the current one."""


class BadState(RoundhouseError, ValueError):
    """The bytes are not a packed state of this game."""


class InvalidGameDefinition(RoundhouseError, TypeError):
    """A violation of `core/definition.py`; the text names package, file and reason."""

    def __init__(self, package: str, file: str, reason: str) -> None:
        super().__init__(f"game {package}, {file}: {reason}")
        self.package, self.file, self.reason = package, file, reason


class BadBoard(RoundhouseError, ValueError):
    """The board file is invalid; the message names file, entry and reason."""

    def __init__(self, file: str, entry: str, reason: str) -> None:
        super().__init__(_("{file}: {entry}: {reason}", file=file, entry=entry, reason=reason))
        self.file, self.entry, self.reason = file, entry, reason


class BadRecord(RoundhouseError, ValueError):
    """The record file is invalid; the message names file, line (from 1) and reason."""

    def __init__(self, reason: str, line: int = 1, file: str = "record") -> None:
        super().__init__(_("{file}: line {line}: {reason}", file=file, line=line, reason=reason))
        self.reason, self.line, self.file = reason, line, file


class BadLesson(RoundhouseError, ValueError):
    """The lesson is invalid; the message names file, step (from 1) and reason."""

    def __init__(self, file: str, step: int | str, reason: str) -> None:
        where = f"step {step}" if isinstance(step, int) else step
        super().__init__(f"{file}: {where}: {reason}")
        self.file, self.step, self.reason = file, step, reason
