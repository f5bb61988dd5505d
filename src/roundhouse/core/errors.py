"""Errors, named for what the caller got wrong. Each message says what to do next."""

from __future__ import annotations


class RoundhouseError(Exception):
    """The root of every error that is the caller's to mend."""


class UnknownGame(RoundhouseError, LookupError):
    """No room has this id."""


class BadOption(RoundhouseError, ValueError):
    """The game has no such option, or the option no such value."""


class BadSeats(RoundhouseError, ValueError):
    """The game is not for this many seats."""


class IllegalAction(RoundhouseError, ValueError):
    """The action is not legal in this state."""


class UnknownMove(RoundhouseError, ValueError):
    """The words name no action of this game."""


class StaleMove(RoundhouseError, ValueError):
    """The move was made for another ply than the current one."""


class BadState(RoundhouseError, ValueError):
    """The bytes are not a packed state of this game."""


class BadRoom(RoundhouseError, TypeError):
    """A room breaks the contract of `core/room.py`; names package, file and reason."""

    def __init__(self, package: str, file: str, reason: str) -> None:
        super().__init__(f"room {package}, {file}: {reason}")
        self.package, self.file, self.reason = package, file, reason


class BadBoard(RoundhouseError, ValueError):
    """The board file breaks a rule of boards; names file, entry and reason."""

    def __init__(self, file: str, entry: str, reason: str) -> None:
        super().__init__(f"{file}: {entry}: {reason}")
        self.file, self.entry, self.reason = file, entry, reason


class BadRecord(RoundhouseError, ValueError):
    """The record file is broken; names the line (counted from 1) and the reason."""

    def __init__(self, reason: str, line: int = 1, file: str = "record") -> None:
        super().__init__(f"{file}: line {line}: {reason}")
        self.reason, self.line, self.file = reason, line, file


class BadLesson(RoundhouseError, ValueError):
    """A lesson cannot be taught; names file, step (counted from 1, or a place) and reason."""

    def __init__(self, file: str, step: int | str, reason: str) -> None:
        where = f"step {step}" if isinstance(step, int) else step
        super().__init__(f"{file}: {where}: {reason}")
        self.file, self.step, self.reason = file, step, reason
