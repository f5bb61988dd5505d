"""Types of the callbacks that report how a training run goes."""

from __future__ import annotations

from collections.abc import Callable

Log = Callable[[str], None]

# Arguments: the stage, the steps completed, the steps in total, and a note.
OnProgress = Callable[[str, int, int, str], None]


def ignore_progress(_stage: str, _completed: int, _total: int, _note: str) -> None:
    """Do nothing: the default `on_progress` callback."""
