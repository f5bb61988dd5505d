"""A process that thinks: one request a line comes in, one answer a line goes out.

It plays for bots, gives hints, and says who was winning when in a finished game; long work sends
lines of progress before its answer. It also says when it has begun to think, and now and then
that it is still there.

It ends when its input does, so no worker outlives its server. Rules run interpreted until the
game has been compiled on this machine; compiling is another process's work (`--warm`), so that
the first answer is not late.
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
from roundhouse.bots.compile_ahead import compile_bots as warm
from roundhouse.bots.registry import make_bot
from roundhouse.bots.search import Budget
from roundhouse.core.board import BoardFile
from roundhouse.core.game import Game
from roundhouse.core.rule import COMPILED, INTERPRETED
from roundhouse.lab.analysis import analyse, winning_chances
from roundhouse.play import registry
from roundhouse.play.record import Record

BEAT = 0.5  # seconds between two signs of life
GAMES = 16  # kept in memory
BOTS = 12  # each may keep a tree of some tens of megabytes

Request = dict[str, Any]
Answer = dict[str, Any]
Made = TypeVar("Made")


@runtime_checkable
class Stoppable(Protocol):
    """A bot that can be told to answer at once."""

    def stop(self) -> None: ...


class Worker:
    """What one such process keeps from request to request."""

    def __init__(self, say: Callable[[Answer], None]) -> None:
        self._say = say
        self._games: OrderedDict[Hashable, Game] = OrderedDict()
        self._bots: OrderedDict[Hashable, Bot] = OrderedDict()

    def answer(self, request: Request) -> Answer:
        """What was asked for: the words of a bot's move, a hint, or the chances along a record."""
        if request["ask"] == "move":
            return self._move(request)
        if request["ask"] == "hint":
            return self._hint(request)
        return self._chances(request)

    def game(self, request: Request) -> Game:
        def load() -> Game:
            board = BoardFile.parse(request["board"], "board") if request["board"] else None
            return registry.open_game(
                request["game"],
                board,
                request["options"],
                COMPILED if request["compiled"] else INTERPRETED,
                request["rules"],
            )

        return _kept(self._games, _game_key(request), load, GAMES)

    def bot(self, request: Request) -> Bot:
        """The bot of one seat of one match. What a search keeps from move to move is what that
        seat may know: no other seat's bot ever gets to see it."""
        key = (*_game_key(request), request["table"], request["seat"], request["level"])
        return _kept(
            self._bots,
            key,
            lambda: make_bot(request["level"], self.game(request), random.Random()),
            BOTS,
        )

    def _move(self, request: Request) -> Answer:
        state = self.game(request).unpack(b64decode(request["state"]))
        bot = self.bot(request)
        self._say({"thinking": True})
        alarm = None
        if isinstance(bot, Stoppable):
            alarm = threading.Timer(request["seconds"], bot.stop)
            alarm.start()
        try:
            action = bot.choose(state)
        finally:
            if alarm:
                alarm.cancel()
        doubt = bot.thought.doubt if bot.thought else 0.0
        return {"words": state.game.text(action), "doubt": doubt}

    def _hint(self, request: Request) -> Answer:
        state = self.game(request).unpack(b64decode(request["state"]))
        budget = Budget(seconds=request["seconds"])
        self._say({"thinking": True})
        return analyse(state, state.turn, budget, rng=random.Random())

    def _chances(self, request: Request) -> Answer:
        return winning_chances(
            Record.loads(request["record"]),
            Budget(seconds=request["seconds"]),
            game=self.game(request),
            points=request["points"],
            progress=lambda done, of: self._say({"progress": [done, of]}),
        )


def _game_key(request: Request) -> tuple[Hashable, ...]:
    options = json.dumps(request["options"], sort_keys=True)
    return request["game"], request["rules"], options, request["board"], request["compiled"]


def _kept(
    kept: OrderedDict[Hashable, Made], key: Hashable, make: Callable[[], Made], most: int
) -> Made:
    """What is kept under a key, or is made now; what was not asked for longest goes."""
    if key not in kept:
        kept[key] = make()
        while len(kept) > most:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return kept[key]


class Line:
    """What is said to the server, whole lines only."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._lock = threading.Lock()
        self.busy = False

    def say(self, said: Answer) -> None:
        with self._lock:
            self._out.write(json.dumps(said) + "\n")
            self._out.flush()

    def beat(self) -> None:
        """While there is work: a sign of life. (Compiled code lets go of the interpreter.)"""
        while True:
            time.sleep(BEAT)
            if self.busy:
                self.say({"beat": True})


def compile_bots(game: str) -> None:
    """Compile a game and its bots, once for all processes of this machine."""
    os.nice(10)
    warm(registry.load(game, speed=COMPILED))


def main() -> None:
    if len(sys.argv) > 2 and sys.argv[1] == "--warm":
        compile_bots(sys.argv[2])
        return
    # Answers go where they were asked for; whatever a library prints must not get between them.
    line = Line(sys.stdout)
    sys.stdout = sys.stderr
    threading.Thread(target=line.beat, daemon=True).start()
    worker = Worker(line.say)
    line.say({"ready": True})
    for request in sys.stdin:
        line.busy = True
        try:
            said = worker.answer(json.loads(request))
        except Exception as error:  # the server asks another worker and reports it
            said = {"error": f"{type(error).__name__}: {error}"}
        line.busy = False
        line.say(said)


if __name__ == "__main__":
    main()
