from __future__ import annotations

import pytest

from roundhouse.core import drivers
from roundhouse.core.errors import BadState
from roundhouse.core.game import Game
from roundhouse.core.rule import COMPILED, INTERPRETED


def random_game_lengths(game: Game, games: int, seed: int, stream: int = 0) -> list[int]:
    start = game.engine.load(game.start(4).pack())
    return game.engine.random_games(start, games, seed, stream)


def test_random_games_are_the_same_at_both_speeds(northern: Game, fast_northern: Game) -> None:
    assert random_game_lengths(northern, 8, 42) == random_game_lengths(fast_northern, 8, 42)


def test_seed_and_stream_determine_the_games(northern_at_speed: Game) -> None:
    game = northern_at_speed
    assert random_game_lengths(game, 8, 1) == random_game_lengths(game, 8, 1)
    assert random_game_lengths(game, 8, 1) != random_game_lengths(game, 8, 2)
    assert random_game_lengths(game, 8, 1) != random_game_lengths(game, 8, 1, 1)


def test_random_games_do_not_change_the_start(northern_at_speed: Game) -> None:
    engine = northern_at_speed.engine
    start = engine.load(northern_at_speed.start(3).pack())
    before = engine.get(start, 0)
    engine.random_games(start, 2, 0)
    assert engine.perft(before, 2) == 2485
    assert engine.get(start, 0) == before


def test_fork_has_its_own_buffers(northern_at_speed: Game) -> None:
    engine = northern_at_speed.engine
    fork = engine.fork()
    assert fork.out is not engine.out
    assert fork.boards is engine.boards
    assert fork.bind is engine.bind
    assert fork.results is not engine.results
    start = engine.load(northern_at_speed.start(3).pack())
    assert fork.random_games(start, 3, 5) == engine.random_games(start, 3, 5)


def test_put_writes_into_a_batch(northern_at_speed: Game) -> None:
    engine = northern_at_speed.engine
    packed = northern_at_speed.start(5).pack()
    batch = engine.batch(2)
    engine.put(batch, 1, packed)
    assert engine.get(batch, 1) == packed
    assert engine.get(batch, 0) == bytes(len(packed))


@pytest.mark.parametrize(
    "speed", [INTERPRETED, pytest.param(COMPILED, marks=[pytest.mark.slow, pytest.mark.jit])]
)
def test_put_copies_the_data(northern: Game, speed: str) -> None:
    engine = northern.at_speed(speed).engine
    source = northern.start(3)
    batch = engine.batch(1)
    engine.put(batch, 0, source.pack())
    play_out = engine.bind(drivers.play_out)
    board, scratch, rng = engine.boards[0], engine.scratches[0], engine.generator(1)
    assert play_out(board, batch[0], scratch, engine.out, rng, 1) == 1
    assert engine.get(batch, 0) != source.pack()
    assert source.pack() == northern.start(3).pack()


def test_bytes_of_the_wrong_length_are_refused(northern_at_speed: Game) -> None:
    with pytest.raises(BadState, match="bytes"):
        northern_at_speed.engine.load(b"")


def test_py_state_has_the_fields_of_the_layout(northern_at_speed: Game) -> None:
    state = northern_at_speed.start(6)
    assert state.py_state.seats == 6
    assert state.py_state.small[:6] == [3] * 6


def test_perft_of_depth_zero_is_one(northern_at_speed: Game) -> None:
    assert northern_at_speed.start(3).perft(0) == 1
