"""The log as a page prints it. The sentences are the rooms' (`games/*/log.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from roundhouse.web.show.markup import rich


@dataclass(frozen=True)
class LogLine:
    """A sentence; its link shows the table after the move it tells of."""

    ply: int
    text: Markup
    new: bool = False


def log_lines(
    log: Sequence[tuple[int, str]], names: Sequence[str], since: int | None = None
) -> list[LogLine]:
    """Lines of a log, in their order; `new` from ply `since` on."""
    return [
        LogLine(ply + 1, rich(text, names), since is not None and ply >= since) for ply, text in log
    ]
