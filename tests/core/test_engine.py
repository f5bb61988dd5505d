from __future__ import annotations

import pytest

from roundhouse.core.errors import BadState
from roundhouse.core.game import Game


def lengths(game: Game, games: int, seed: int, stream: int = 0) -> list[int]:
    start = game.engine.load(game.start(4).pack())
    return game.engine.random_games(start, games, seed, stream)


def test_random_games_are_the_same_at_both_speeds(northern: Game, fast_northern: Game) -> None:
    assert lengths(northern, 8, 42) == lengths(fast_northern, 8, 42)


def test_seeds_and_streams_matter(northern_at_speed: Game) -> None:
    game = northern_at_speed
    assert lengths(game, 8, 1) == lengths(game, 8, 1)
    assert lengths(game, 8, 1) != lengths(game, 8, 2)
    assert lengths(game, 8, 1) != lengths(game, 8, 1, 1)


def test_random_games_leave_the_start_alone(northern_at_speed: Game) -> None:
    engine = northern_at_speed.engine
    start = engine.load(northern_at_speed.start(3).pack())
    before = engine.pack(start)
    engine.random_games(start, 2, 0)
    assert engine.perft(start, 2) == 2485
    assert engine.pack(start) == before


def test_a_fork_has_buffers_of_its_own(northern_at_speed: Game) -> None:
    engine = northern_at_speed.engine
    fork = engine.fork()
    assert fork.out is not engine.out
    assert fork.boards is engine.boards
    assert fork.legal is engine.legal
    start = engine.load(northern_at_speed.start(3).pack())
    assert fork.random_games(start, 3, 5) == engine.random_games(start, 3, 5)


def test_put_writes_into_a_batch(northern_at_speed: Game) -> None:
    engine = northern_at_speed.engine
    packed = northern_at_speed.start(5).pack()
    batch = engine.batch(2)
    engine.put(batch, 1, packed)
    assert engine.pack(batch[1:]) == packed
    assert engine.pack(batch) == bytes(len(packed))


def test_put_keeps_no_tie_to_what_was_put(northern_at_speed: Game) -> None:
    engine = northern_at_speed.engine
    source = northern_at_speed.start(3)
    batch = engine.batch(1)
    engine.put(batch, 0, source.pack())
    engine.apply(engine.boards, batch, engine.scratches, northern_at_speed.parse("lay fargo"))
    assert source.pack() == northern_at_speed.start(3).pack()


def test_bytes_of_another_game_are_refused(northern_at_speed: Game) -> None:
    with pytest.raises(BadState, match="bytes"):
        northern_at_speed.engine.load(b"")


def test_a_twin_reads_like_the_record(northern_at_speed: Game) -> None:
    state = northern_at_speed.start(6)
    assert state.twin.seats == 6
    assert state.twin.small[:6] == [3] * 6


def test_perft_of_depth_nought_is_one(northern_at_speed: Game) -> None:
    assert northern_at_speed.start(3).perft(0) == 1
