"""Turns of Northern Pacific: the worked examples, and the rulings of RULES.md."""

from __future__ import annotations

import pytest

from roundhouse.core.board import BoardFile
from roundhouse.core.errors import BadBoard
from roundhouse.core.game import Game
from roundhouse.games.northern.boards import build

from .positions import before_seattle, changed, city, legal, play, table

TO_BUTTE = ("lay sioux-falls", "lay rapid-city", "lay billings", "lay butte")


def test_the_start() -> None:
    state = table(4)
    s = state.twin
    assert state.turn == 0
    assert s.small[:4] == [3] * 4
    assert s.large[:4] == [1] * 4
    assert sum(s.filled) == 0
    assert legal(state, "lay") == {"duluth", "sioux-falls", "fargo", "aberdeen"}
    assert len(legal(state, "invest small")) == 23  # all but Minneapolis and Seattle
    assert legal(state, "invest small") == legal(state, "invest large")


def test_after_billings_butte_great_falls() -> None:
    state = table(4, *TO_BUTTE, "lay great-falls")
    assert legal(state, "lay") == {"shelby", "lewiston"}


def test_an_arrival_pays_everybody_in_the_city() -> None:
    """Blue has a large cube there, red two small ones, yellow one small one."""
    blue, red, yellow = 0, 1, 2
    state = table(
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
    before = state.twin.copy()
    play(state, "lay terry")
    after = state.twin
    gains = [
        (after.large[seat] - before.large[seat], after.small[seat] - before.small[seat])
        for seat in range(6)
    ]
    assert gains[blue] == (1, 2)
    assert gains[red] == (0, 4)
    assert gains[yellow] == (0, 2)
    assert gains[3:] == [(0, 0)] * 3
    assert after.filled[city(state, "terry")] == 0


@pytest.mark.parametrize(("seats", "limit"), [(3, 2), (4, 3), (5, 3), (6, 4)])
def test_cities_hold_so_many_cubes(seats: int, limit: int) -> None:
    state = table(seats)
    for n in range(limit):
        assert "terry" in legal(state, "invest small")
        play(state, "invest large terry" if n == 0 else "invest small terry")
    assert "terry" not in legal(state, "invest small")
    assert "terry" not in legal(state, "invest large")


def test_a_connected_city_takes_no_cubes() -> None:
    assert "fargo" not in legal(table(3, "lay fargo"), "invest small")


def test_an_empty_hand_must_lay() -> None:
    state = changed(table(3), small=[0, 3, 3], large=[0, 1, 1])
    assert legal(state, "invest small") == legal(state, "invest large") == set()
    assert len(state.legal()) == 4


def test_only_a_hand_with_a_large_cube_invests_one() -> None:
    state = table(3, "invest large terry", "lay fargo", "lay minot")
    assert legal(state, "invest large") == set()
    assert legal(state, "invest small")


def test_the_round_ends_at_seattle() -> None:
    state = table(3)
    at_terry = [[0] * 6 for _ in range(32)]
    at_terry[city(state, "terry")] = [2, 1, 0, 0, 0, 0]
    filled = [0] * 32
    filled[city(state, "terry")] = 3
    state = before_seattle(
        state, small=[5, 0, 2], large=[1, 0, 1], small_at=at_terry, filled=filled
    )
    assert state.scores() == [0, 0, 0]
    play(state, "lay seattle")
    s = state.twin
    assert s.good[:3] == [6, 0, 3]
    assert s.bad[:3] == [2, 1, 0]
    assert s.round_number == 2
    assert s.small[:3] == [3] * 3
    assert s.large[:3] == [1] * 3
    assert sum(s.filled) == sum(map(sum, s.small_at)) == 0
    assert legal(state, "lay") == {"duluth", "sioux-falls", "fargo", "aberdeen"}


def test_n1_the_supply_never_runs_out() -> None:
    state = table(6, "invest large fargo")
    state = changed(state, small=[500] * 6)
    play(state, "lay fargo")
    assert state.twin.small[0] == 502


def test_n2_no_city_is_connected_twice() -> None:
    """Of a two-way pair, the way back is closed once one has come that way."""
    assert "great-falls" in legal(table(3, *TO_BUTTE), "lay")
    assert "butte" not in legal(table(3, *TO_BUTTE, "lay great-falls"), "lay")
    other_way = table(3, "lay fargo", "lay minot", "lay terry", "lay great-falls")
    assert "butte" in legal(other_way, "lay")
    play(other_way, "lay butte")
    assert legal(other_way, "lay") == {"lewiston"}


def test_n3_a_city_out_of_reach_may_be_invested_in() -> None:
    state = table(3, "lay fargo")  # Duluth and Sioux Falls are reached from Minneapolis only
    assert {"duluth", "sioux-falls"} <= legal(state, "invest small")


def test_n5_there_is_always_a_link_to_lay(northern: Game) -> None:
    """Every city but the end has an exit; that no way gets stuck is checked at load."""
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
def test_n7_play_goes_on_to_the_left_of_whoever_reached_seattle(variant: str) -> None:
    for seat in range(4):
        state = before_seattle(table(4, variant=variant), turn=seat)
        play(state, "lay seattle")
        assert state.twin.round_number == 2
        assert state.turn == (seat + 1) % 4
