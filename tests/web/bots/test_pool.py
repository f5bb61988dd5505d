"""Which requests share worker processes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.web.bots.test_models import make_job
from tests.web.learning.test_review_shares import random_game

from roundhouse.web.boards.storage import Boards
from roundhouse.web.boards.upload_sandbox import Reader
from roundhouse.web.bots.pool import Pool
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.games import GameLibrary

TIMEOUT_S = 60.0


@pytest.fixture
def pool(tmp_path: Path) -> Iterator[Pool]:
    """Yield a pool with one worker for bots."""
    database = Database(f"sqlite:///{tmp_path / 'roundhouse.sqlite'}")
    yield Pool(GameLibrary(Boards(database), Reader()), 1, 1.0)
    database.close()


@pytest.mark.slow
def test_an_analysis_delays_no_bot(pool: Pool) -> None:
    """With one worker for bots, a bot moves while a game is being analyzed."""
    job = replace(make_job("random"), options={"variant": "single"})

    async def is_analysis_running_after_a_move() -> bool:
        is_running = asyncio.Event()
        analysis = asyncio.create_task(pool.chances(job, random_game(), lambda _: is_running.set()))
        try:
            async with asyncio.timeout(TIMEOUT_S):
                await is_running.wait()
                await pool.move(make_job("random"))
            return not analysis.done()
        finally:
            analysis.cancel()
            await asyncio.gather(analysis, return_exceptions=True)
            await pool.close()

    assert asyncio.run(is_analysis_running_after_a_move())
