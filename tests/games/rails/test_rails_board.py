"""Board files: what is read, and what is refused with file, entry and reason."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from roundhouse.core.board import BoardFile
from roundhouse.core.errors import BadBoard
from roundhouse.core.game import Game
from roundhouse.games.rails import boards
from roundhouse.games.rails.state import Board, State

Data = dict[str, Any]


def test_map_counts(rails: Game) -> None:
    board = boards.build(rails.board_file)
    assert [board.tile.count(n) for n in range(3)] == [67, 70, 69]
    assert (board.cities, board.starts) == (24, 8)
    assert board.beside == [2, 3, 2, 3, 4, 3, 2, 3, 2]
    assert sum(board.tokens[4]) == 20


def test_structs_are_small() -> None:
    assert State.dtype.itemsize < 500
    assert Board.dtype.itemsize < 12_000


def move_city(data: Data) -> None:
    data["city"][0]["at"] = [0, 0]


def drop_city(data: Data) -> None:
    del data["city"][3]


def bad_terrain(data: Data) -> None:
    data["map"]["terrain"]["grid"][4] = "SXCPPMWWWHPPWHHHPCPS"


def short_row(data: Data) -> None:
    data["map"]["terrain"]["grid"][4] = "SWC"


def inner_start(data: Data) -> None:
    data["start"][0]["side"] = "east"


def two_yards(data: Data) -> None:
    data["district"][1] |= {"kind": "yard"}


def wrong_space(data: Data) -> None:
    data["action_spaces"]["ids"][0] = "gunpowder|coin"


def unknown_goal(data: Data) -> None:
    data["goal"][0]["id"] = "most-hats"


def too_many_workers(data: Data) -> None:
    data["player"]["workers"]["4"] = 4


def too_few_windows(data: Data) -> None:
    data["carriage"][1]["specialist_spaces"] = 3


def upgrade_total(data: Data) -> None:
    data["upgrade"][0]["level_3"] = {"any": 3}


def no_supply(data: Data) -> None:
    data["supply"]["resources"]["wood"] = 2


def short_table(data: Data) -> None:
    data["scoring"]["stations"]["vp"] = [1, 2]


def crowded_district(data: Data) -> None:
    data["district"][6]["at"] = [0]


def distant_district(data: Data) -> None:
    data["district"][6]["at"] = [0, 1, 2]


def odd_effect(data: Data) -> None:
    data["district"][0]["special"]["effect"] = ["house-on-site"]


def space_with_three_ends(data: Data) -> None:
    first, second = data["action_spaces"]["ids"][0].split("|")
    data["action_spaces"]["ids"][0] = f"{first}|{second}|{first}"


def nameless_city(data: Data) -> None:
    data["city"][0]["name"] = ""


def nameless_specialist(data: Data) -> None:
    del data["specialist"][0]["name"]


def odd_picks(data: Data) -> None:
    data["congress"][6]["reward"]["any_of"] = [["rail"], {}]


def strange_ground(data: Data) -> None:
    data["map"]["tile"]["X"] = "rail"


def tiles_in_cities(data: Data) -> None:
    data["map"]["tile"]["C"] = "rail"


def odd_reward(data: Data) -> None:
    data["congress"][3]["reward"] = {"choose": ["hats"], "times": 1, "vp": 1}


@pytest.mark.parametrize(
    ("spoil", "entry", "reason"),
    [
        (move_city, "[[city]] 'marysville'", "the grid has 'P'"),
        (drop_city, "[map.terrain] row 8", "without an entry"),
        (bad_terrain, "[map.terrain] row 4", "'X'"),
        (short_row, "[map.terrain] row 4", "20 letters"),
        (inner_start, "[[start]] 'west-1'", "not on the east edge"),
        (two_yards, "[[district]]", "one yard"),
        (wrong_space, "[action_spaces] 'gunpowder|coin'", "two neighbours"),
        (unknown_goal, "[[goal]] 'most-hats'", "no such goal"),
        (too_many_workers, "[player.workers]", "1 to 3"),
        (too_few_windows, "[[carriage]] number 2", "must be 2"),
        (upgrade_total, "[upgrade_rules]", "total is 20"),
        (no_supply, "[supply] resources", "too few wood"),
        (short_table, "[scoring.stations]", "18 numbers"),
        (odd_reward, "[[congress]] number 4", "carriage-upgrade"),
        (crowded_district, "[[district]] 'wood'", "2 numbers"),
        (distant_district, "[[district]] 'wood'", "2 numbers"),
        (odd_effect, "[[district]] 'gunpowder'", "must be text"),
        (space_with_three_ends, "[action_spaces] 'gunpowder|financier|gunpowder'", "two neighb"),
        (nameless_city, "[[city]] 'marysville'", "`name` is empty"),
        (nameless_specialist, "[[specialist]] 'crew'", "`name` is missing"),
        (odd_picks, "[[congress]] number 7", "there is no resource"),
        (strange_ground, "[map.tile] X", "P, H and W"),
        (tiles_in_cities, "[map.tile] C", "P, H and W"),
    ],
)
def test_bad_boards(rails: Game, spoil: Callable[[Data], None], entry: str, reason: str) -> None:
    data = copy.deepcopy(rails.board_file.data)
    spoil(data)
    with pytest.raises(BadBoard) as caught:
        boards.build(BoardFile("spoilt.toml", data))
    assert caught.value.file == "spoilt.toml"
    assert caught.value.entry == entry
    assert reason in caught.value.reason
