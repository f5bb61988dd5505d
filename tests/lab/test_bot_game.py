"""Games among bots: seats, names, seeds."""

from __future__ import annotations

import pytest

from roundhouse.bots.registry import UnknownBot
from roundhouse.core.game import Game
from roundhouse.lab.bot_game import bot_named, names, play_game, seating


def test_bots_are_repeated_and_move_round_the_table() -> None:
    assert seating(["a", "b"], 3) == ["a", "b", "a"]
    assert seating(["a", "b"], 3, 1) == ["b", "a", "b"]
    assert seating(["a", "b", "c"], 3, 4) == ["b", "c", "a"]


def test_names_say_who_plays(northern: Game) -> None:
    assert names(["greedy", "random", "greedy"]) == ("greedy 1", "random 1", "greedy 2")
    assert bot_named("greedy 2", northern) == "greedy"
    assert bot_named("Ann", northern) is None
    assert bot_named("Louis 14", northern) is None


def test_a_seed_gives_one_game_at_every_speed(northern: Game, fast_northern: Game) -> None:
    bots = ["greedy", "random", "greedy"]
    one, state = play_game(northern, bots, "7")
    other, _ = play_game(fast_northern, bots, "7")
    assert state.over
    assert one.dumps() == other.dumps()
    assert play_game(northern, bots, "8")[0].dumps() != one.dumps()


def test_an_unknown_bot(northern: Game) -> None:
    with pytest.raises(UnknownBot, match=r"no bot 'deep'; there are: .*random"):
        play_game(northern, ["deep"] * 3, "0")
