"""The board file of Northern Pacific: its contents, and errors of invalid files."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from roundhouse.core.board import BoardFile
from roundhouse.core.errors import BadBoard
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry


def test_published_board_values(northern: Game) -> None:
    data = northern.board_file.data
    assert len(data["city"]) == 25
    assert len(data["links"]["one_way"]) == 46
    assert len(data["links"]["two_way"]) == 4
    board: Any = northern.board
    assert sum(board.exits) == 54
    assert board.limit[3:7] == [2, 3, 3, 4]
    assert (board.start_large, board.start_small) == (1, 3)
    assert (board.bonus_large, board.bonus_small) == (2, 1)


def find_city(data: dict[str, Any], name: str) -> dict[str, Any]:
    match: dict[str, Any] = next(each for each in data["city"] if each["id"] == name)
    return match


INVALID_BOARDS: list[tuple[Callable[[dict[str, Any]], Any], str | None]] = [
    (
        lambda d: d["links"]["one_way"].append(["fargo", "oz"]),
        r"\[links\] one_way number 47: there is no city 'oz'",
    ),
    (lambda d: d["links"]["one_way"].append(["fargo", "fargo"]), "leads from 'fargo' to itself"),
    (lambda d: d["links"]["one_way"].append(["fargo", "minot"]), "fargo - minot appears twice"),
    (lambda d: d["links"]["two_way"].append(["fargo", "minot"]), "appears twice"),
    (lambda d: d["links"]["one_way"].append(["fargo"]), "must be two cities"),
    (lambda d: d["links"]["one_way"].append("fargo"), "must be two cities"),
    (lambda d: d["links"]["one_way"].append([1, ["x"]]), "there is no city 1"),
    (
        lambda d: d["links"]["one_way"].remove(["vancouver", "seattle"]),
        r"\[links\]: a route can get stuck: minneapolis - .* - vancouver, with no link to continue",
    ),
    (lambda d: d["links"]["one_way"].append(["seattle", "portland"]), None),
    (lambda d: find_city(d, "fargo").pop("x"), r"\[\[city\]\] 'fargo': `x` is missing"),
    (lambda d: find_city(d, "fargo").update(y=9999), "`y` is 9999; it must be 0 to 520"),
    (lambda d: find_city(d, "fargo").update(label=[1]), "`label` must be two whole numbers"),
    (
        lambda d: find_city(d, "fargo").update(label_lines=[1]),
        "`label_lines` must be a list of texts",
    ),
    (
        lambda d: find_city(d, "fargo").update(x=821, y=97),
        "'minot': is in the same place as 'fargo'",
    ),
    (lambda d: d["links"].update(pair_bow=[]), r"\[links\]: `pair_bow` must be a whole number"),
    (lambda d: find_city(d, "fargo").pop("name"), "`name` is missing"),
    (lambda d: find_city(d, "fargo").update(id="minot"), "'minot': `id` is used twice"),
    (
        lambda d: d["city"].extend({**d["city"][0], "id": f"c{n}"} for n in range(9)),
        "34 of them; at most 32 fit",
    ),
    (lambda d: d["route"].update(end="oz"), r"\[route\] end: there is no city 'oz'"),
    (lambda d: d["route"].update(end="minneapolis"), "start and end are the same city"),
    (lambda d: d["cube_limit"].pop("5"), r"\[cube_limit\]: `5` is missing"),
    (lambda d: d["cube_limit"].update({"5": 0}), "`5` is 0; it must be 1 to"),
    (lambda d: d["start_cubes"].update(small=True), "whole number, not True"),
    (lambda d: d["variant"].pop(), "there is no 'scoreless'"),
    (lambda d: d.pop("canvas"), r"\[canvas\]: `canvas` is missing"),
]


@pytest.mark.parametrize(("change", "reason"), INVALID_BOARDS)
def test_errors_name_file_entry_and_reason(
    northern: Game, change: Callable[[dict[str, Any]], Any], reason: str | None
) -> None:
    data = deepcopy(northern.board_file.data)
    change(data)
    file = BoardFile("mine.toml", data)
    if reason is None:  # a link from the end city is never used, so it is allowed
        registry.load("northern", file, speed=INTERPRETED)
        return
    with pytest.raises(BadBoard, match=reason) as error:
        registry.load("northern", file, speed=INTERPRETED)
    assert error.value.file == "mine.toml"


def test_custom_board_can_be_played(northern: Game) -> None:
    data = deepcopy(northern.board_file.data)
    data["city"].insert(0, {"id": "oz", "name": "Oz", "x": 600, "y": 300, "label": [600, 320]})
    data["links"]["one_way"] += [["minneapolis", "oz"], ["oz", "seattle"]]
    game = registry.load("northern", BoardFile("mine.toml", data), speed=INTERPRETED)
    state = game.start(3)
    for words in ("invest large oz", "lay oz", "lay seattle"):
        state.apply(game.parse(words))
    assert state.scores() == [6, 4, 4]
    assert game.board_file.digest != northern.board_file.digest
    assert "Oz" in game.draw(state.view(None))
