"""The board file of Northern Pacific: the published facts, and errors that say what is wrong."""

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


def test_the_published_board(northern: Game) -> None:
    data = northern.board_file.data
    assert len(data["city"]) == 25
    assert len(data["links"]["one_way"]) == 46
    assert len(data["links"]["two_way"]) == 4
    board: Any = northern.board
    assert sum(board.exits) == 54
    assert board.limit[3:7] == [2, 3, 3, 4]
    assert (board.start_large, board.start_small) == (1, 3)
    assert (board.bonus_large, board.bonus_small) == (2, 1)


def city(data: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in data["city"] if each["id"] == name)
    return found


BROKEN: list[tuple[Callable[[dict[str, Any]], Any], str | None]] = [
    (
        lambda d: d["links"]["one_way"].append(["fargo", "oz"]),
        r"\[links\] one_way number 47: there is no city 'oz'",
    ),
    (lambda d: d["links"]["one_way"].append(["fargo", "fargo"]), "leads from 'fargo' to itself"),
    (lambda d: d["links"]["one_way"].append(["fargo", "minot"]), "fargo - minot is there twice"),
    (lambda d: d["links"]["two_way"].append(["fargo", "minot"]), "is there twice"),
    (lambda d: d["links"]["one_way"].append(["fargo"]), "must be two cities"),
    (lambda d: d["links"]["one_way"].append("fargo"), "must be two cities"),
    (lambda d: d["links"]["one_way"].append([1, ["x"]]), "there is no city 1"),
    (
        lambda d: d["links"]["one_way"].remove(["vancouver", "seattle"]),
        r"\[links\]: a route can get stuck: minneapolis - .* - vancouver, and no link leads on",
    ),
    (lambda d: d["links"]["one_way"].append(["seattle", "portland"]), None),
    (lambda d: city(d, "fargo").pop("x"), r"\[\[city\]\] 'fargo': `x` is missing"),
    (lambda d: city(d, "fargo").update(y=9999), "`y` is 9999; it must be 0 to 520"),
    (lambda d: city(d, "fargo").update(label=[1]), "`label` must be two whole numbers"),
    (lambda d: city(d, "fargo").update(label_lines=[1]), "`label_lines` must be a list of texts"),
    (lambda d: city(d, "fargo").update(x=821, y=97), "'minot': stands where 'fargo' does"),
    (lambda d: d["links"].update(pair_bow=[]), r"\[links\]: `pair_bow` must be a whole number"),
    (lambda d: city(d, "fargo").pop("name"), "`name` is missing"),
    (lambda d: city(d, "fargo").update(id="minot"), "'minot': `id` is used twice"),
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


@pytest.mark.parametrize(("change", "reason"), BROKEN)
def test_errors_name_file_entry_and_reason(
    northern: Game, change: Callable[[dict[str, Any]], Any], reason: str | None
) -> None:
    data = deepcopy(northern.board_file.data)
    change(data)
    file = BoardFile("mine.toml", data)
    if reason is None:  # a link out of the end does no harm: nobody ever comes to use it
        registry.load("northern", file, speed=INTERPRETED)
        return
    with pytest.raises(BadBoard, match=reason) as caught:
        registry.load("northern", file, speed=INTERPRETED)
    assert caught.value.file == "mine.toml"


def test_a_board_of_ones_own_is_played(northern: Game) -> None:
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
