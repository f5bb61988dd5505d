"""Turns of Northern Pacific: worked examples and rulings of RULES.md."""

from __future__ import annotations

import pytest

from roundhouse.core.board import BoardFile
from roundhouse.core.errors import BadBoard
from roundhouse.core.game import Game
from roundhouse.games.northern.boards import build

from .states import city_index, legal_moves, new_state, play, set_up_last_link, with_fields

TO_BUTTE = ("lay sioux-falls", "lay rapid-city", "lay billings", "lay butte")


def test_initial_state() -> None:
    state = new_state(4)
    s = state.py_state
    assert state.turn == 0
    assert s.small[:4] == [3] * 4
    assert s.large[:4] == [1] * 4
    assert sum(s.filled) == 0
    assert legal_moves(state, "lay") == {"duluth", "sioux-falls", "fargo", "aberdeen"}
    assert len(legal_moves(state, "invest small")) == 23  # all except Minneapolis and Seattle
    assert legal_moves(state, "invest small") == legal_moves(state, "invest large")


def test_legal_links_after_billings_butte_great_falls() -> None:
    state = new_state(4, *TO_BUTTE, "lay great-falls")
    assert legal_moves(state, "lay") == {"shelby", "lewiston"}


def test_arrival_pays_all_cubes_in_the_city() -> None:
    """Check an arrival with one large cube of blue, two small of red, one of yellow."""
    blue, red, yellow = 0, 1, 2
    state = new_state(
        6,
        "invest large terry",
        "invest small terry",
        "invest small terry",
        "invest small minot",
        "invest small minot",
        "invest small minot",
        "lay fargo",
        "invest small terry",
        "lay bismarck",
    )
    before = state.py_state.copy()
    play(state, "lay terry")
    after = state.py_state
    gains = [
        (after.large[seat] - before.large[seat], after.small[seat] - before.small[seat])
        for seat in range(6)
    ]
    assert gains[blue] == (1, 2)
    assert gains[red] == (0, 4)
    assert gains[yellow] == (0, 2)
    assert gains[3:] == [(0, 0)] * 3
    assert after.filled[city_index(state, "terry")] == 0


@pytest.mark.parametrize(("seats", "limit"), [(3, 2), (4, 3), (5, 3), (6, 4)])
def test_cube_limit_of_a_city(seats: int, limit: int) -> None:
    state = new_state(seats)
    for n in range(limit):
        assert "terry" in legal_moves(state, "invest small")
        play(state, "invest large terry" if n == 0 else "invest small terry")
    assert "terry" not in legal_moves(state, "invest small")
    assert "terry" not in legal_moves(state, "invest large")


def test_connected_city_accepts_no_cubes() -> None:
    assert "fargo" not in legal_moves(new_state(3, "lay fargo"), "invest small")


def test_player_without_cubes_must_lay_track() -> None:
    state = with_fields(new_state(3), small=[0, 3, 3], large=[0, 1, 1])
    assert legal_moves(state, "invest small") == legal_moves(state, "invest large") == set()
    assert len(state.legal()) == 4


def test_large_investment_requires_a_large_cube() -> None:
    state = new_state(3, "invest large terry", "lay fargo", "lay minot")
    assert legal_moves(state, "invest large") == set()
    assert legal_moves(state, "invest small")


def test_round_ends_at_seattle() -> None:
    state = new_state(3)
    at_terry = [[0] * 6 for _ in range(32)]
    at_terry[city_index(state, "terry")] = [2, 1, 0, 0, 0, 0]
    filled = [0] * 32
    filled[city_index(state, "terry")] = 3
    state = set_up_last_link(
        state, small=[5, 0, 2], large=[1, 0, 1], small_at=at_terry, filled=filled
    )
    assert state.scores() == [0, 0, 0]
    play(state, "lay seattle")
    s = state.py_state
    assert s.good[:3] == [6, 0, 3]
    assert s.bad[:3] == [2, 1, 0]
    assert s.round_number == 2
    assert s.small[:3] == [3] * 3
    assert s.large[:3] == [1] * 3
    assert sum(s.filled) == sum(map(sum, s.small_at)) == 0
    assert legal_moves(state, "lay") == {"duluth", "sioux-falls", "fargo", "aberdeen"}


def test_n1_supply_never_runs_out() -> None:
    state = new_state(6, "invest large fargo")
    state = with_fields(state, small=[500] * 6)
    play(state, "lay fargo")
    assert state.py_state.small[0] == 502


def test_n2_no_city_is_connected_twice() -> None:
    """Check that using one link of a two-way pair closes the other."""
    assert "great-falls" in legal_moves(new_state(3, *TO_BUTTE), "lay")
    assert "butte" not in legal_moves(new_state(3, *TO_BUTTE, "lay great-falls"), "lay")
    other_way = new_state(3, "lay fargo", "lay minot", "lay terry", "lay great-falls")
    assert "butte" in legal_moves(other_way, "lay")
    play(other_way, "lay butte")
    assert legal_moves(other_way, "lay") == {"lewiston"}


def test_n3_unreachable_city_accepts_cubes() -> None:
    state = new_state(3, "lay fargo")  # Duluth and Sioux Falls are reached from Minneapolis only
    assert {"duluth", "sioux-falls"} <= legal_moves(state, "invest small")


def test_n5_there_is_always_a_link_to_lay(northern: Game) -> None:
    """Check that all cities have an exit, and loading rejects routes without one."""
    board = northern.board
    assert all(board.exits[n] > 0 for n in range(board.cities) if n != board.end)
    data = northern.board_file.data
    links = {
        **data["links"],
        "one_way": [link for link in data["links"]["one_way"] if link[0] != "portland"],
    }
    with pytest.raises(BadBoard, match=r"a route can get stuck: minneapolis - .* - portland"):
        build(BoardFile("b", {**data, "links": links}))


@pytest.mark.parametrize("variant", ["standard", "scoreless"])
def test_n7_next_round_starts_left_of_the_seat_that_reached_seattle(variant: str) -> None:
    for seat in range(4):
        state = set_up_last_link(new_state(4, variant=variant), turn=seat)
        play(state, "lay seattle")
        assert state.py_state.round_number == 2
        assert state.turn == (seat + 1) % 4
