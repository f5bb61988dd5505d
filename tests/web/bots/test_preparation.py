"""What players are told while bots play below their level."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from roundhouse.bots.native_builds import can_build
from roundhouse.core.backends import native_library
from roundhouse.web.boards.storage import Boards
from roundhouse.web.boards.upload_sandbox import Reader
from roundhouse.web.bots.bot_status import NO_MESSAGE
from roundhouse.web.bots.pool import NO_LIBRARY, Pool
from roundhouse.web.bots.preparation import Preparation
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.games import GameLibrary


def test_preparation_tells_the_time_left_until_it_is_finished() -> None:
    preparation = Preparation("rails", asyncio.Semaphore(1))
    assert preparation.message().write().startswith("Preparing strong bots: Pacific Rails Inc., ")
    preparation.finished.set()
    assert preparation.message() == NO_MESSAGE


@pytest.mark.slow
@pytest.mark.skipif(not can_build(), reason="no compiler")
def test_closing_server_does_not_wait_for_a_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build takes minutes, and nothing else may end while it runs."""
    monkeypatch.setenv("ROUNDHOUSE_LIBRARIES", str(tmp_path))

    async def close_early() -> None:
        preparation = Preparation("rails", asyncio.Semaphore(1))
        task = asyncio.create_task(preparation.run())
        while not preparation._progress.part:
            await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert preparation.finished.is_set()

    asyncio.run(close_early())
    assert list(tmp_path.glob("*.so")) == []  # the build was not completed


def test_server_without_libraries_and_numba_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(f"sqlite:///{tmp_path / 'roundhouse.sqlite'}")
    monkeypatch.setattr(native_library, "SHIPPED", tmp_path)
    monkeypatch.setenv("ROUNDHOUSE_LIBRARIES", str(tmp_path))
    monkeypatch.setitem(sys.modules, "numba", None)
    pool = Pool(GameLibrary(Boards(database), Reader()), 1, 1.0)
    for jit, message in (("1", NO_LIBRARY), ("0", NO_MESSAGE)):
        monkeypatch.setenv("ROUNDHOUSE_JIT", jit)
        assert pool.speed("northern") == "interpreted"
        assert pool.preparation_message("northern") == message
    database.close()
