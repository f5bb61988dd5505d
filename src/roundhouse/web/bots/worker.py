"""The worker process: reads one request per line and writes one answer per line.

It computes bots' moves, hints, and analyses of finished games. It also reports that it has started
to think, its progress, and regularly that it is alive.

It ends when its input ends, so no worker outlives its server. Rules are interpreted until another
process has compiled the game (`preparation.py`), so that the first answer is not late.
"""

from __future__ import annotations

import json
import os
import random
import sys
import threading
import time
from base64 import b64decode
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Protocol, TextIO, TypeVar, runtime_checkable

from roundhouse.bots.bot import Bot
from roundhouse.bots.registry import make_bot
from roundhouse.bots.search import Budget
from roundhouse.bots.warm_up import warm_up_bots as warm
from roundhouse.core.board import BoardFile
from roundhouse.core.game import Game
from roundhouse.core.rule import COMPILED
from roundhouse.lab.analysis import Scope, analyse, winning_chances
from roundhouse.play import registry
from roundhouse.play.record import Record

HEARTBEAT_SECONDS = 0.5  # seconds between two heartbeats
GAMES = 16  # games in memory
BACKGROUND_NICENESS = 5
BOTS = 12  # each may hold a search tree of some tens of megabytes

JobRequest = dict[str, Any]
JobReply = dict[str, Any]
T = TypeVar("T")


@runtime_checkable
class Stoppable(Protocol):
    """A bot that can be asked to move at once."""

    def stop(self) -> None: ...


class Worker:
    """The state that a worker keeps between requests."""

    def __init__(self, send: Callable[[JobReply], None], *, has_threads: bool = True) -> None:
        self._send, self._has_threads = send, has_threads
        self._games: OrderedDict[Hashable, Game] = OrderedDict()
        self._bots: OrderedDict[Hashable, Bot] = OrderedDict()

    def answer(self, request: JobRequest) -> JobReply:
        """Return a move, a hint, or an analysis."""
        if request["ask"] == "move":
            return self._move(request)
        if request["ask"] == "hint":
            return self._hint(request)
        return self._chances(request)

    def game(self, request: JobRequest) -> Game:
        def load() -> Game:
            board = BoardFile.parse(request["board"], "board") if request["board"] else None
            return registry.open_game(
                request["game"], board, request["options"], request["speed"], request["rules"]
            )

        return _cached(self._games, _game_key(request), load, GAMES)

    def bot(self, request: JobRequest) -> Bot:
        """Return the bot of one seat of one match.

        Its search tree contains what that seat may know, so no other seat's bot may use it.
        """
        key = (*_game_key(request), request["table"], request["seat"], request["level"])
        return _cached(
            self._bots,
            key,
            lambda: make_bot(request["level"], self.game(request), random.Random()),
            BOTS,
        )

    def _move(self, request: JobRequest) -> JobReply:
        state = self.game(request).unpack(b64decode(request["state"]))
        bot = self.bot(request)
        self._send({"thinking": True})
        alarm = None
        if self._has_threads and isinstance(bot, Stoppable):
            alarm = threading.Timer(request["seconds"], bot.stop)
            alarm.start()
        try:
            action = bot.choose(state)
        finally:
            if alarm:
                alarm.cancel()
        search = bot.last_search
        runner_up = ""
        if search and len(search.moves) > 1 and search.best == action:
            runner_up = state.game.text(search.moves[1].action)
        doubt = search.ambiguity if search else 0.0
        return {"words": state.game.text(action), "doubt": doubt, "runner_up": runner_up}

    def _hint(self, request: JobRequest) -> JobReply:
        state = self.game(request).unpack(b64decode(request["state"]))
        budget = Budget(seconds=request["seconds"])
        self._send({"thinking": True})
        return analyse(state, state.turn, budget, rng=random.Random())

    def _chances(self, request: JobRequest) -> JobReply:
        return winning_chances(
            Record.loads(request["record"]),
            Budget(seconds=request["seconds"]),
            game=self.game(request),
            scope=Scope(tuple(request["seats"]), request["points"]),
            progress=lambda done, of: self._send({"progress": [done, of]}),
            on_partial=lambda result: self._send({"partial": result}),
        )


def _game_key(request: JobRequest) -> tuple[Hashable, ...]:
    options = json.dumps(request["options"], sort_keys=True)
    return request["game"], request["rules"], options, request["board"], request["speed"]


def _cached(
    cache: OrderedDict[Hashable, T], key: Hashable, make: Callable[[], T], max_size: int
) -> T:
    """Return a cached value or make it; drop the least recently used ones."""
    if key not in cache:
        cache[key] = make()
        while len(cache) > max_size:
            cache.popitem(last=False)
    cache.move_to_end(key)
    return cache[key]


class LineWriter:
    """The output to the server, in whole lines."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._lock = threading.Lock()
        self.busy = False

    def send(self, message: JobReply) -> None:
        with self._lock:
            self._out.write(json.dumps(message) + "\n")
            self._out.flush()

    def send_heartbeats(self) -> None:
        """Send heartbeats while there is work.

        This works during a search, because compiled code releases the interpreter lock.
        """
        while True:
            time.sleep(HEARTBEAT_SECONDS)
            if self.busy:
                self.send({"heartbeat": True})


def warm_up_bots(game: str) -> None:
    """Compile a game and its bots for all processes on this machine."""
    os.nice(10)
    warm(registry.load(game, speed=COMPILED))


def main() -> None:
    if len(sys.argv) > 2 and sys.argv[1] == "--warm":
        warm_up_bots(sys.argv[2])
        return
    if "--background" in sys.argv[1:] and hasattr(os, "nice"):
        os.nice(BACKGROUND_NICENESS)  # bots and pages come first
    # Answers go to stdout; redirect what libraries print, so that it does not get between them.
    line = LineWriter(sys.stdout)
    sys.stdout = sys.stderr
    threading.Thread(target=line.send_heartbeats, daemon=True).start()
    worker = Worker(line.send)
    line.send({"ready": True})
    for request in sys.stdin:
        line.busy = True
        try:
            answer = worker.answer(json.loads(request))
        except Exception as error:  # the server reports it and asks another worker
            answer = {"error": f"{type(error).__name__}: {error}"}
        line.busy = False
        line.send(answer)


if __name__ == "__main__":
    main()
