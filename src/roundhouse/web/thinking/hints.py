"""Hints: what the search would play, for the one person at a table of bots."""

from __future__ import annotations

from typing import Any

from roundhouse.web.errors import Clash
from roundhouse.web.tables.jobs import Job, position_job
from roundhouse.web.tables.table import Table
from roundhouse.web.tables.tables import Tables
from roundhouse.web.thinking.pool import Pool
from roundhouse.web.thinking.worker_process import Lost

NO_HINT = "No hint could be worked out; try again."


def hint_job(tables: Tables, table: Table, ply: int) -> Job:
    """What is to be thought about, if hints are given here."""
    if not table.gives_hints:
        raise Clash("Hints are given at tables where all others are bots.")
    if ply != table.match.ply:
        raise Clash("The table has moved on; look again.")
    return position_job(tables, table)


async def hint(pool: Pool, job: Job) -> dict[str, Any] | None:
    """The best moves with the chance of winning that each gives; None if no worker answered."""
    try:
        return await pool.hint(job)
    except Lost:
        return None
