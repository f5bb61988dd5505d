"""Games that start under version 1 of the rules finish under it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from roundhouse.core.errors import BadOption, BadRecord
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.lab.bot_game import play_game
from roundhouse.play import registry
from roundhouse.play.match import Match
from roundhouse.play.record import Record

RECORDS = Path(__file__).parent / "records"


@pytest.mark.parametrize("seats", [2, 6])
def test_match_of_rules_1_continues_under_rules_1(seats: int) -> None:
    whole = Record.load(RECORDS / f"texas-{seats}-seats.game")
    assert whole.rules == 1
    half = replace(whole, moves=whole.moves[: len(whole.moves) // 2], result=None)
    game = half.load_game(speed=INTERPRETED)
    match = Match.from_record(game, half)
    for move in whole.moves[match.ply :]:
        match.submit(move.seat, move.words, match.ply)
    assert match.record().dumps() == whole.dumps()


def test_new_games_use_rules_2(game: Game) -> None:
    assert game.rules == game.start(2).py_state.rules == Record.begin(game, 2).rules == 2


def test_record_rejects_other_rules_and_other_boards(game: Game, old_game: Game) -> None:
    record = Record.load(RECORDS / "texas-2-seats.game")
    with pytest.raises(BadRecord, match="played by version 1"):
        record.check_game(game)
    with pytest.raises(BadRecord, match="played on another board"):
        replace(record, rules=2).check_game(
            registry.load("texas", game.board_file, speed=INTERPRETED)
        )
    record.check_game(old_game)


def test_default_board_depends_on_the_rules_version() -> None:
    assert registry.board_name("texas") == registry.board_name("texas", 2) == "board.toml"
    assert registry.board_name("texas", 1) == "board.rules1.toml"
    assert registry.default_board("texas", 1).digest != registry.default_board("texas").digest
    assert registry.board_name("northern", 1) == "board.toml"
    with pytest.raises(BadOption, match="no version 3"):
        registry.board_name("texas", 3)


def test_bots_play_rules_1(old_game: Game) -> None:
    record, last = play_game(old_game, ["instinct", "instinct"], "old")
    assert last.over
    assert record.rules == 1
