"""A process that thinks: one request a line comes in, one answer a line goes out.

It plays for bots, gives hints, and says who was winning when in a finished game; long work sends
lines of progress before its answer.

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
from base64 import b64decode
from functools import lru_cache
from typing import Any

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


@lru_cache(maxsize=16)
def _game(game: str, options: str, board: str, speed: str) -> Game:
    sheet = BoardFile.parse(board, "board") if board else None
    return registry.load(game, sheet, speed=speed, **json.loads(options))


@lru_cache(maxsize=64)
def _bot(game: str, options: str, board: str, speed: str, level: str) -> Bot:
    return make_bot(level, _game(game, options, board, speed), random.Random())


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """What was asked for: the words of a bot's move, a hint, or the chances along a record."""
    speed = COMPILED if request["compiled"] else INTERPRETED
    key = (request["game"], json.dumps(request["options"], sort_keys=True), request["board"], speed)
    return ANSWERS[request["ask"]](request, key)


def _move(request: dict[str, Any], key: tuple[str, str, str, str]) -> dict[str, Any]:
    state = _game(*key).unpack(b64decode(request["state"]))
    bot = _bot(*key, request["level"])
    stop = getattr(bot, "stop", None)
    alarm = threading.Timer(request["seconds"], stop) if stop else None
    if alarm:
        alarm.start()
    try:
        action = bot.choose(state)
    finally:
        if alarm:
            alarm.cancel()
    return {"words": state.game.text(action)}


def _hint(request: dict[str, Any], key: tuple[str, str, str, str]) -> dict[str, Any]:
    state = _game(*key).unpack(b64decode(request["state"]))
    budget = Budget(seconds=request["seconds"])
    return analyse(state, state.turn, budget, rng=random.Random())


def _chances(request: dict[str, Any], key: tuple[str, str, str, str]) -> dict[str, Any]:
    record = Record.loads(request["record"])
    budget = Budget(seconds=request["seconds"])
    return winning_chances(
        record,
        budget,
        game=_game(*key),
        points=request["points"],
        progress=lambda done, of: _say({"progress": [done, of]}),
    )


ANSWERS = {"move": _move, "hint": _hint, "chances": _chances}

# Answers go where they were asked for; whatever a library prints must not get between them.
_answers = sys.stdout


def _say(said: dict[str, Any]) -> None:
    print(json.dumps(said), file=_answers, flush=True)


def compile_bots(game: str) -> None:
    """Compile a game and its bots, once for all processes of this machine."""
    os.nice(10)
    warm(registry.load(game, speed=COMPILED))


def main() -> None:
    if len(sys.argv) > 2 and sys.argv[1] == "--warm":
        compile_bots(sys.argv[2])
        return
    sys.stdout = sys.stderr
    for line in sys.stdin:
        try:
            said = answer(json.loads(line))
        except Exception as error:  # the server falls back on another bot and reports it
            said = {"error": f"{type(error).__name__}: {error}"}
        _say(said)


if __name__ == "__main__":
    main()
