"""Games between bots: seats, names and seeds."""

from __future__ import annotations

import pytest

from roundhouse.bots.registry import UnknownBot
from roundhouse.core.game import Game
from roundhouse.lab.bot_game import names, parse_bot_name, play_game, seating


def test_seating_repeats_and_rotates_bots() -> None:
    assert seating(["a", "b"], 3) == ["a", "b", "a"]
    assert seating(["a", "b"], 3, 1) == ["b", "a", "b"]
    assert seating(["a", "b", "c"], 3, 4) == ["b", "c", "a"]


def test_names_identify_bots(northern: Game) -> None:
    assert names(["greedy", "random", "greedy"]) == ("greedy 1", "random 1", "greedy 2")
    assert parse_bot_name("greedy 2", northern) == "greedy"
    assert parse_bot_name("Ann", northern) is None
    assert parse_bot_name("Louis 14", northern) is None


def test_a_seed_gives_the_same_game_at_both_speeds(northern: Game, fast_northern: Game) -> None:
    bots = ["greedy", "random", "greedy"]
    one, state = play_game(northern, bots, "7")
    other, _ = play_game(fast_northern, bots, "7")
    assert state.over
    assert one.dumps() == other.dumps()
    assert play_game(northern, bots, "8")[0].dumps() != one.dumps()


def test_an_unknown_bot(northern: Game) -> None:
    with pytest.raises(UnknownBot, match=r"no bot 'deep'; there are: .*random"):
        play_game(northern, ["deep"] * 3, "0")
