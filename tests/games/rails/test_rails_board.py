"""Board files: contents, and errors that name file, entry and reason."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from roundhouse.core.board import BoardFile
from roundhouse.core.errors import BadBoard
from roundhouse.core.game import Game
from roundhouse.games.rails import boards
from roundhouse.games.rails.state import BoardLayout, StateLayout

Data = dict[str, Any]


def test_map_counts(rails: Game) -> None:
    board = boards.build(rails.board_file)
    assert [board.tile.count(n) for n in range(3)] == [67, 70, 69]
    assert (board.cities, board.starts) == (24, 8)
    assert board.beside == [2, 3, 2, 3, 4, 3, 2, 3, 2]
    assert sum(board.tokens[4]) == 20


def test_structs_are_small() -> None:
    assert StateLayout.packed_size < 500
    assert BoardLayout.packed_size < 12_000


def move_city(data: Data) -> None:
    data["city"][0]["at"] = [0, 0]


def drop_city(data: Data) -> None:
    del data["city"][3]


def set_bad_terrain(data: Data) -> None:
    data["map"]["terrain"]["grid"][4] = "SXCPPMWWWHPPWHHHPCPS"


def shorten_row(data: Data) -> None:
    data["map"]["terrain"]["grid"][4] = "SWC"


def flip_start_side(data: Data) -> None:
    data["start"][0]["side"] = "east"


def add_second_yard(data: Data) -> None:
    data["district"][1] |= {"kind": "yard"}


def misname_space(data: Data) -> None:
    data["action_spaces"]["ids"][0] = "gunpowder|coin"


def misname_goal(data: Data) -> None:
    data["goal"][0]["id"] = "most-hats"


def raise_worker_count(data: Data) -> None:
    data["player"]["workers"]["4"] = 4


def change_window_count(data: Data) -> None:
    data["carriage"][1]["specialist_spaces"] = 3


def change_upgrade_total(data: Data) -> None:
    data["upgrade"][0]["level_3"] = {"any": 3}


def reduce_supply(data: Data) -> None:
    data["supply"]["resources"]["wood"] = 2


def shorten_score_table(data: Data) -> None:
    data["scoring"]["stations"]["vp"] = [1, 2]


def shorten_district_position(data: Data) -> None:
    data["district"][6]["at"] = [0]


def lengthen_district_position(data: Data) -> None:
    data["district"][6]["at"] = [0, 1, 2]


def set_effect_to_list(data: Data) -> None:
    data["district"][0]["special"]["effect"] = ["house-on-site"]


def add_third_end_to_space(data: Data) -> None:
    first, second = data["action_spaces"]["ids"][0].split("|")
    data["action_spaces"]["ids"][0] = f"{first}|{second}|{first}"


def clear_city_name(data: Data) -> None:
    data["city"][0]["name"] = ""


def delete_specialist_name(data: Data) -> None:
    del data["specialist"][0]["name"]


def set_invalid_choice(data: Data) -> None:
    data["congress"][6]["reward"]["any_of"] = [["rail"], {}]


def add_unknown_terrain(data: Data) -> None:
    data["map"]["tile"]["X"] = "rail"


def allow_tiles_in_cities(data: Data) -> None:
    data["map"]["tile"]["C"] = "rail"


def set_invalid_reward(data: Data) -> None:
    data["congress"][3]["reward"] = {"choose": ["hats"], "times": 1, "vp": 1}


@pytest.mark.parametrize(
    ("change", "entry", "reason"),
    [
        (move_city, "[[city]] 'marysville'", "the grid has 'P'"),
        (drop_city, "[map.terrain] row 8", "without an entry"),
        (set_bad_terrain, "[map.terrain] row 4", "'X'"),
        (shorten_row, "[map.terrain] row 4", "20 letters"),
        (flip_start_side, "[[start]] 'west-1'", "not on the east edge"),
        (add_second_yard, "[[district]]", "one yard"),
        (misname_space, "[action_spaces] 'gunpowder|coin'", "two neighbours"),
        (misname_goal, "[[goal]] 'most-hats'", "no such goal"),
        (raise_worker_count, "[player.workers]", "1 to 3"),
        (change_window_count, "[[carriage]] number 2", "must be 2"),
        (change_upgrade_total, "[upgrade_rules]", "total is 20"),
        (reduce_supply, "[supply] resources", "too few wood"),
        (shorten_score_table, "[scoring.stations]", "18 numbers"),
        (set_invalid_reward, "[[congress]] number 4", "carriage-upgrade"),
        (shorten_district_position, "[[district]] 'wood'", "2 numbers"),
        (lengthen_district_position, "[[district]] 'wood'", "2 numbers"),
        (set_effect_to_list, "[[district]] 'gunpowder'", "must be text"),
        (add_third_end_to_space, "[action_spaces] 'gunpowder|financier|gunpowder'", "two neighb"),
        (clear_city_name, "[[city]] 'marysville'", "`name` is empty"),
        (delete_specialist_name, "[[specialist]] 'crew'", "`name` is missing"),
        (set_invalid_choice, "[[congress]] number 7", "there is no resource"),
        (add_unknown_terrain, "[map.tile] X", "P, H and W"),
        (allow_tiles_in_cities, "[map.tile] C", "P, H and W"),
    ],
)
def test_invalid_boards(
    rails: Game, change: Callable[[Data], None], entry: str, reason: str
) -> None:
    data = copy.deepcopy(rails.board_file.data)
    change(data)
    with pytest.raises(BadBoard) as error:
        boards.build(BoardFile("invalid.toml", data))
    assert error.value.file == "invalid.toml"
    assert error.value.entry == entry
    assert reason in error.value.reason
