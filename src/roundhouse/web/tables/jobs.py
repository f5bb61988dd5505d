"""What a worker gets to think about: never the true state, but one that its seat could imagine."""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.play.perspective import imagine
from roundhouse.web.tables.table import Table
from roundhouse.web.tables.tables import Tables


@dataclass(frozen=True)
class Job:
    """A position of a match, for a worker."""

    table: str
    ply: int
    seat: int
    level: str
    game: str
    rules: int
    options: dict[str, str]
    board: str  # a digest, or empty for the game's own
    state: bytes = b""


def bot_job(tables: Tables, table: Table) -> Job | None:
    """What the bot that is to act should think about; None if no bot is."""
    seat = table.thinking
    return None if seat is None else position_job(tables, table, table.chairs[seat].level)


def position_job(tables: Tables, table: Table, level: str = "") -> Job:
    """The position as the seat to act may imagine it."""
    seat, row = table.match.state.turn, table.row
    imagined = imagine(table.match.state, seat, tables.rng)
    return Job(
        table.id,
        table.match.ply,
        seat,
        level,
        row["game"],
        row["rules"],
        dict(row["options"]),
        row["board"],
        imagined.pack(),
    )
