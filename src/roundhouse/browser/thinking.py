"""The program of a worker: moves of bots, hints and analyses, in Pyodide."""

from __future__ import annotations

import json
from collections.abc import Callable

from roundhouse.core.backends import choose_speed
from roundhouse.play import registry
from roundhouse.web.bots.worker import Worker


class Thinker:
    """Answers the requests of a tab; `send` gets progress as JSON."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._worker = Worker(lambda reply: send(json.dumps(reply)), has_threads=False)

    def answer(self, request: str) -> str:
        """Return a move, a hint or an analysis, or the error."""
        sent = json.loads(request)
        sent["speed"] = choose_speed(registry.package(sent["game"]))
        try:
            return json.dumps({**self._worker.answer(sent), "speed": sent["speed"]})
        except Exception as error:  # the tab plays a simple move instead
            return json.dumps({"error": f"{type(error).__name__}: {error}"})
