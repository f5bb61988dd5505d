"""The bots of a worker: each belongs to one seat of one match."""

from __future__ import annotations

import random
from base64 import b64encode
from typing import Any

import pytest

from roundhouse.bots.bot import Bot
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.play import registry
from roundhouse.play.match import Match
from roundhouse.web.bots import worker as worker_module
from roundhouse.web.bots.worker import BOTS, Worker

SEATS = 3


@pytest.fixture
def worker() -> Worker:
    return Worker(lambda message: None)


def request(
    match: Match, table: str, level: str = "easy", seat: int | None = None, **more: Any
) -> dict[str, Any]:
    return {
        "ask": "move",
        "game": match.game.meta.id,
        "rules": match.game.rules,
        "options": match.game.options,
        "board": "",
        "speed": "interpreted",
        "table": table,
        "seat": match.state.turn if seat is None else seat,
        "level": level,
        "state": b64encode(match.state.pack()).decode(),
        "seconds": 0.05,
        **more,
    }


class RecordingBot(Bot):
    """A bot that records the positions it receives."""

    def __init__(self, name: str, game: Game, rng: random.Random) -> None:
        self.seen: list[tuple[int, bytes]] = []
        self.level = name

    def choose(self, state: State) -> int:
        self.seen.append((state.turn, state.pack()))
        return state.legal()[0]


def test_bot_never_receives_another_seats_positions(
    worker: Worker, monkeypatch: pytest.MonkeyPatch, northern: Game
) -> None:
    """Play two matches with bots of two levels in one worker process."""
    recording_bots: list[RecordingBot] = []

    def make_recording_bot(name: str, game: Game, rng: random.Random) -> RecordingBot:
        recording_bots.append(RecordingBot(name, game, rng))
        return recording_bots[-1]

    monkeypatch.setattr(worker_module, "make_bot", make_recording_bot)
    matches = {"one": Match(northern, SEATS), "two": Match(northern.fork(), SEATS)}
    positions: dict[tuple[str, int, str], list[tuple[int, bytes]]] = {}
    for turn in range(12):
        for table, match in matches.items():
            seat = match.state.turn
            level = "easy" if seat else "hard"
            positions.setdefault((table, seat, level), []).append((seat, match.state.pack()))
            words = worker.answer(request(match, table, level))["words"]
            match.submit(seat, words, turn)
    assert len(positions) == 2 * SEATS
    assert sorted(bot.seen for bot in recording_bots) == sorted(positions.values())
    assert {bot.level for bot in recording_bots} == {"easy", "hard"}


def test_bot_is_reused_only_for_its_seat(worker: Worker) -> None:
    match = Match(registry.load("union", speed="interpreted"), 2)
    match.advance(random.Random(1))
    first = worker.bot(request(match, "one", seat=0))
    assert worker.bot(request(match, "one", seat=0)) is first  # for each move
    others = [
        worker.bot(request(match, "one", seat=1)),
        worker.bot(request(match, "two", seat=0)),
        worker.bot(request(match, "one", "medium", seat=0)),
    ]
    assert len({id(bot) for bot in (first, *others)}) == 4


def test_number_of_cached_bots_is_limited(worker: Worker, northern: Game) -> None:
    match = Match(northern, SEATS)
    for table in range(2 * BOTS):
        assert worker.answer(request(match, f"t{table}", "random"))["words"]
    assert len(worker._bots) == BOTS


def test_bot_with_too_little_time_still_moves(worker: Worker, northern: Game) -> None:
    match = Match(northern, SEATS)
    message = worker.answer(request(match, "one", "expert", seconds=0.2))
    assert northern.parse(message["words"]) in match.state.legal()


def test_move_comes_with_the_second_move_of_the_search(worker: Worker, northern: Game) -> None:
    match = Match(northern, SEATS)
    reply = worker.answer(request(match, "t", "search:40", seconds=5.0))
    legal = {northern.text(action) for action in match.state.legal()}
    assert reply["runner_up"] in legal - {reply["words"]}
    assert worker.answer(request(match, "u", level="beginner"))["runner_up"] == ""
