"""Games that were begun by version 1 of the rules are finished by it."""

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
def test_a_match_of_rules_1_plays_on(seats: int) -> None:
    whole = Record.load(RECORDS / f"texas-{seats}-seats.game")
    assert whole.rules == 1
    half = replace(whole, moves=whole.moves[: len(whole.moves) // 2], result=None)
    game = half.load_game(speed=INTERPRETED)
    match = Match.of_record(game, half)
    for move in whole.moves[match.ply :]:
        match.submit(move.seat, move.words, match.ply)
    assert match.record().dumps() == whole.dumps()


def test_new_games_are_of_rules_2(game: Game) -> None:
    assert game.rules == game.start(2).twin.rules == Record.begin(game, 2).rules == 2


def test_a_record_is_not_replayed_by_other_rules_or_on_another_board(
    game: Game, old_game: Game
) -> None:
    record = Record.load(RECORDS / "texas-2-seats.game")
    with pytest.raises(BadRecord, match="played by version 1"):
        record.check_game(game)
    with pytest.raises(BadRecord, match="played on another board"):
        replace(record, rules=2).check_game(
            registry.load("texas", game.board_file, speed=INTERPRETED)
        )
    record.check_game(old_game)


def test_the_own_board_goes_with_the_rules() -> None:
    assert registry.board_name("texas") == registry.board_name("texas", 2) == "board.toml"
    assert registry.board_name("texas", 1) == "board.rules1.toml"
    assert registry.own_board("texas", 1).digest != registry.own_board("texas").digest
    assert registry.board_name("northern", 1) == "board.toml"
    with pytest.raises(BadOption, match="no version 3"):
        registry.board_name("texas", 3)


def test_bots_play_by_rules_1(old_game: Game) -> None:
    record, last = play_game(old_game, ["instinct", "instinct"], "old")
    assert last.over
    assert record.rules == 1
