"""Computer analyses of finished games, made by the worker and kept as documents."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from roundhouse.browser.documents import Documents
from roundhouse.browser.local_bots import Ask
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.table.errors import Clash
from roundhouse.table.presentation.chances import AnalysisStatus
from roundhouse.table.replays import Replay
from roundhouse.web.bots.budgets import POINT_SECONDS, POINTS

BUSY = mark("Another game is being analyzed. Try again when it is ready.")


class LocalAnalyses:
    """The analyses; one game at a time."""

    def __init__(
        self, documents: Documents, ask: Ask, finish: Callable[[], Awaitable[None]]
    ) -> None:
        self._documents, self._ask, self._finish = documents, ask, finish
        self._task: asyncio.Task[None] | None = None
        self._source = ""
        self._progress = (0, 1)
        self._partial: dict[str, Any] | None = None
        self._failed: set[str] = set()

    def status(self, source: str) -> AnalysisStatus:
        if self._task is not None and self._source == source:
            return AnalysisStatus(self._partial, self._progress)
        return AnalysisStatus(self._documents.get("analyses", source), None, source in self._failed)

    def note(self, reply: dict[str, Any]) -> None:
        """Take over the progress of the analysis."""
        if "partial" in reply:
            self._partial = reply["partial"]
        elif "progress" in reply:
            done, total = reply["progress"]
            self._progress = (done, max(total, 1))

    def start(self, replay: Replay, board_text: str, reviewed: list[int]) -> None:
        """Analyze a finished game; `reviewed` are the seats of which every move counts."""
        if not replay.match.over:
            raise Clash(_("Only finished games can be analyzed."))
        if self._documents.get("analyses", replay.source) is not None:
            return
        if self._task is not None:
            if self._source != replay.source:
                raise Clash(_(BUSY))
            return
        game = replay.match.game
        request = {
            "ask": "chances",
            "game": game.meta.id,
            "rules": game.rules,
            "options": dict(game.options),
            "board": board_text,
            "record": replay.match.record().dumps(),
            "seats": reviewed,
            "points": POINTS,
            "seconds": POINT_SECONDS,
        }
        self._source, self._progress, self._partial = replay.source, (0, 1), None
        self._task = asyncio.get_running_loop().create_task(self._analyze(request))

    async def _analyze(self, request: dict[str, Any]) -> None:
        try:
            result = await self._ask(request)
            self._documents.put("analyses", self._source, result)
            self._failed.discard(self._source)
        except OSError:
            self._failed.add(self._source)
        finally:
            self._task = None
        await self._finish()
