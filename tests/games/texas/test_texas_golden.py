"""A whole game of Texas & Pacific, rules version 2: its record, log and drawings.

T&P builds in Little Rock near the end, which rules version 1 forbids.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import Golden

from roundhouse.core.game import Game
from roundhouse.core.text import insert_names
from roundhouse.lab.bot_game import play_game
from roundhouse.play.match import Match
from roundhouse.play.record import Record

GOLDEN = Path(__file__).parent / "golden"
RECORD = GOLDEN / "three.game"
DRAWN_PLY = 343  # right after T&P builds in Little Rock


@pytest.fixture
def match(game: Game, request: pytest.FixtureRequest) -> Match:
    if request.config.getoption("--update-golden"):
        GOLDEN.mkdir(exist_ok=True)
        record, _ = play_game(game, ["greedy", "instinct", "greedy"], "38")
        record.save(RECORD)
    return Match.from_record(game, Record.load(RECORD))


def test_record_replays_to_its_result(match: Match) -> None:
    assert match.over
    assert match.record().rules == 2
    assert match.record().dumps() == RECORD.read_text(encoding="utf-8")


def test_log_matches_golden_file(match: Match, golden: Golden) -> None:
    lines = [f"{ply:3} {insert_names(text, match.names)}\n" for ply, text in match.sentences(None)]
    golden(GOLDEN / "three.log", "".join(lines))


@pytest.mark.parametrize(("drawing", "seat"), [("map", None), ("railroads", None), ("hand", 0)])
def test_drawings_match_golden_files(
    match: Match, golden: Golden, drawing: str, seat: int | None
) -> None:
    view = match.state_at(DRAWN_PLY).view(seat)
    # One element per line, for readable differences.
    svg = match.game.draw(view, drawing).replace("><", ">\n<")
    golden(GOLDEN / f"{drawing}.svg", svg + "\n")
