"""The log as a page shows it. The games write the sentences (`games/*/log.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from roundhouse.table.presentation.markup import rich


@dataclass(frozen=True)
class LogLine:
    """A sentence of the log; its link shows the position after the move."""

    ply: int
    text: Markup
    new: bool = False


def log_lines(
    log: Sequence[tuple[int, str]], names: Sequence[str], since: int | None = None
) -> list[LogLine]:
    """Return the lines of a log in order; those from ply `since` on are new."""
    return [
        LogLine(ply + 1, rich(text, names), since is not None and ply >= since) for ply, text in log
    ]
