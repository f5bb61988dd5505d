"""A worker's bots: each belongs to one seat of one match."""

from __future__ import annotations

import random
from base64 import b64encode
from typing import Any

import pytest

from roundhouse.bots.bot import Bot
from roundhouse.core.game import Game, Position
from roundhouse.play import registry
from roundhouse.play.match import Match
from roundhouse.web.thinking import worker as worker_module
from roundhouse.web.thinking.worker import BOTS, Worker

SEATS = 3


@pytest.fixture
def asked() -> Worker:
    return Worker(lambda said: None)


def request(
    match: Match, table: str, level: str = "easy", seat: int | None = None, **more: Any
) -> dict[str, Any]:
    return {
        "ask": "move",
        "game": match.game.meta.id,
        "rules": match.game.rules,
        "options": match.game.options,
        "board": "",
        "compiled": False,
        "table": table,
        "seat": match.state.turn if seat is None else seat,
        "level": level,
        "state": b64encode(match.state.pack()).decode(),
        "seconds": 0.05,
        **more,
    }


class Witness(Bot):
    """A bot that remembers whose positions it was handed."""

    def __init__(self, name: str, game: Game, rng: random.Random) -> None:
        self.seen: list[tuple[int, bytes]] = []
        self.level = name

    def choose(self, state: Position) -> int:
        self.seen.append((state.turn, state.pack()))
        return state.legal()[0]


def test_one_seats_bot_never_sees_what_another_was_handed(
    asked: Worker, monkeypatch: pytest.MonkeyPatch, northern: Game
) -> None:
    """Two matches whose seats think in turn, with bots of two levels, in one worker process."""
    made: list[Witness] = []

    def make(name: str, game: Game, rng: random.Random) -> Witness:
        made.append(Witness(name, game, rng))
        return made[-1]

    monkeypatch.setattr(worker_module, "make_bot", make)
    matches = {"one": Match(northern, SEATS), "two": Match(northern.fork(), SEATS)}
    handed: dict[tuple[str, int, str], list[tuple[int, bytes]]] = {}
    for turn in range(12):
        for table, match in matches.items():
            seat = match.state.turn
            level = "easy" if seat else "hard"
            handed.setdefault((table, seat, level), []).append((seat, match.state.pack()))
            words = asked.answer(request(match, table, level))["words"]
            match.submit(seat, words, turn)
    assert len(handed) == 2 * SEATS
    assert sorted(bot.seen for bot in made) == sorted(handed.values())
    assert {bot.level for bot in made} == {"easy", "hard"}


def test_a_search_is_kept_for_its_seat_and_for_no_other(asked: Worker) -> None:
    match = Match(registry.load("union", speed="interpreted"), 2)
    match.advance(random.Random(1))
    first = asked.bot(request(match, "one", seat=0))
    assert asked.bot(request(match, "one", seat=0)) is first  # from move to move
    others = [
        asked.bot(request(match, "one", seat=1)),
        asked.bot(request(match, "two", seat=0)),
        asked.bot(request(match, "one", "medium", seat=0)),
    ]
    assert len({id(bot) for bot in (first, *others)}) == 4


def test_only_so_many_bots_are_kept(asked: Worker, northern: Game) -> None:
    match = Match(northern, SEATS)
    for table in range(2 * BOTS):
        assert asked.answer(request(match, f"t{table}", "random"))["words"]
    assert len(asked._bots) == BOTS


def test_a_bot_with_no_time_left_answers_all_the_same(asked: Worker, northern: Game) -> None:
    match = Match(northern, SEATS)
    said = asked.answer(request(match, "one", "expert", seconds=0.2))
    assert northern.parse(said["words"]) in match.state.legal()
