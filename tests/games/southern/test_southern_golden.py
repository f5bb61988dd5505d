"""A whole game of Southern Pacific, its log and its picture: reviewed as differences."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from roundhouse.core.game import Game
from roundhouse.core.text import say
from roundhouse.lab.bot_game import play_game
from roundhouse.play.match import Match
from roundhouse.play.record import Record

Golden = Callable[[Path, str], None]

GOLDEN = Path(__file__).parent / "golden"
RECORD = GOLDEN / "four.game"
PICTURED = 300  # the ply of the picture: the middle of the game


@pytest.fixture
def match(game: Game, request: pytest.FixtureRequest) -> Match:
    if request.config.getoption("--update-golden"):
        GOLDEN.mkdir(exist_ok=True)
        record, _ = play_game(game, ["greedy", "instinct", "greedy", "random"], "golden")
        record.save(RECORD)
    return Match.of_record(game, Record.load(RECORD))


def test_the_record_replays_to_its_result(match: Match) -> None:
    assert match.over
    assert match.record().dumps() == RECORD.read_text(encoding="utf-8")


def test_the_log(match: Match, golden: Golden) -> None:
    lines = [f"{ply:3} {say(said, match.names)}\n" for ply, said in match.sentences(None)]
    golden(GOLDEN / "four.log", "".join(lines))


@pytest.mark.parametrize(("drawing", "seat"), [("map", None), ("railroads", None), ("hand", 0)])
def test_the_pictures(match: Match, golden: Golden, drawing: str, seat: int | None) -> None:
    view = match.state_at(PICTURED).view(seat)
    svg = match.game.draw(view, drawing).replace("><", ">\n<")  # a line an element: differences
    golden(GOLDEN / f"{drawing}.svg", svg + "\n")
