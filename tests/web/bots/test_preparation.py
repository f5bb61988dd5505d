"""What players are told while bots play below their level."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from roundhouse.core.backends import native_library
from roundhouse.web.boards.storage import Boards
from roundhouse.web.boards.upload_sandbox import Reader
from roundhouse.web.bots.pool import NO_LIBRARY, Pool
from roundhouse.web.bots.preparation import Preparation
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.games import GameLibrary


def test_preparation_tells_the_time_left_until_it_is_finished() -> None:
    preparation = Preparation("rails", asyncio.Semaphore(1))
    assert preparation.message().startswith("Preparing strong bots: Pacific Rails Inc., ")
    preparation.finished.set()
    assert preparation.message() == ""


def test_server_without_libraries_and_numba_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(f"sqlite:///{tmp_path / 'roundhouse.sqlite'}")
    monkeypatch.setattr(native_library, "SHIPPED", tmp_path)
    monkeypatch.setenv("ROUNDHOUSE_LIBRARIES", str(tmp_path))
    monkeypatch.setitem(sys.modules, "numba", None)
    pool = Pool(GameLibrary(Boards(database), Reader()), 1, 1.0)
    for jit, message in (("1", NO_LIBRARY), ("0", "")):
        monkeypatch.setenv("ROUNDHOUSE_JIT", jit)
        assert pool.speed("northern") == "interpreted"
        assert pool.preparation_message("northern") == message
    database.close()
