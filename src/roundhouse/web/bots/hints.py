"""Hints: the best moves by search, for a user who plays against bots."""

from __future__ import annotations

from typing import Any

from roundhouse.web.bots.pool import Pool
from roundhouse.web.bots.worker_process import WorkerFailed
from roundhouse.web.tables.jobs import Job


async def hint(pool: Pool, job: Job) -> dict[str, Any] | None:
    """Return the best moves with winning chances, or None if no worker answered."""
    try:
        return await pool.hint(job)
    except WorkerFailed:
        return None
