"""Hints: the best moves by search, for a user who plays against bots."""

from __future__ import annotations

from typing import Any

from roundhouse.table.errors import Clash
from roundhouse.table.table import Table
from roundhouse.web.bots.pool import Pool
from roundhouse.web.bots.worker_process import WorkerFailed
from roundhouse.web.tables.jobs import Job, position_job
from roundhouse.web.tables.service import Tables

NO_HINT = "No hint is available right now. Try again."


def hint_job(tables: Tables, table: Table, ply: int) -> Job:
    """Return the job for a hint; raise Clash if hints are not allowed here."""
    if not table.gives_hints:
        raise Clash("Hints are available only if all your opponents are bots.")
    if ply != table.match.ply:
        raise Clash("The table has just changed. Check the board and try again.")
    return position_job(tables, table)


async def hint(pool: Pool, job: Job) -> dict[str, Any] | None:
    """Return the best moves with winning chances, or None if no worker answered."""
    try:
        return await pool.hint(job)
    except WorkerFailed:
        return None
