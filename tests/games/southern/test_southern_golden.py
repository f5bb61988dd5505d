"""A whole game of Southern Pacific: its record, log and drawings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from roundhouse.core.game import Game
from roundhouse.core.text import insert_names
from roundhouse.lab.bot_game import play_game
from roundhouse.play.match import Match
from roundhouse.play.record import Record

Golden = Callable[[Path, str], None]

GOLDEN = Path(__file__).parent / "golden"
RECORD = GOLDEN / "four.game"
DRAWN_PLY = 300  # in the middle of the game


@pytest.fixture
def match(game: Game, request: pytest.FixtureRequest) -> Match:
    if request.config.getoption("--update-golden"):
        GOLDEN.mkdir(exist_ok=True)
        record, _ = play_game(game, ["greedy", "instinct", "greedy", "random"], "golden")
        record.save(RECORD)
    return Match.from_record(game, Record.load(RECORD))


def test_record_replays_to_its_result(match: Match) -> None:
    assert match.over
    assert match.record().dumps() == RECORD.read_text(encoding="utf-8")


def test_log_matches_golden_file(match: Match, golden: Golden) -> None:
    lines = [f"{ply:3} {insert_names(text, match.names)}\n" for ply, text in match.sentences(None)]
    golden(GOLDEN / "four.log", "".join(lines))


@pytest.mark.parametrize(("drawing", "seat"), [("map", None), ("railroads", None), ("hand", 0)])
def test_drawings_match_golden_files(
    match: Match, golden: Golden, drawing: str, seat: int | None
) -> None:
    view = match.state_at(DRAWN_PLY).view(seat)
    svg = match.game.draw(view, drawing).replace(
        "><", ">\n<"
    )  # one element per line, for readable differences
    golden(GOLDEN / f"{drawing}.svg", svg + "\n")
