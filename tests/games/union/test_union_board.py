"""The board of Union Pacific, and the errors of invalid ones."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

import roundhouse
from roundhouse.core.board import BoardFile
from roundhouse.core.errors import BadBoard

from .states import game

Data = dict[str, Any]


def test_component_counts() -> None:
    board = game().board
    assert sum(board.shares) == 98
    assert sum(board.locomotives) == 131
    assert board.track_cards == [14, 9, 7, 6, 4]
    assert board.up_shares == 20
    assert sum(board.start[n].bit_count() for n in range(board.sections)) == 11
    assert sum(board.spaces) == 152
    assert [board.up_table[0], board.up_table[4]] == [[0, 10, 15, 20], [0, 2, 3, 4]]
    assert board.user_count == [4, 4, 4, 4]


def test_every_company_can_reach_enough_track() -> None:
    """Each company can reach at least as many sections as it has locomotives."""
    data = game().board_file.data
    for company in data["company"]:
        usable = [row for row in data["section"] if row["type"] in company["types"]]
        reached = {company["station"]}
        while True:
            more = {row[end] for row in usable if reached & {row["a"], row["b"]} for end in "ab"}
            if more <= reached:
                break
            reached |= more
        open_to = [row for row in usable if {row["a"], row["b"]} <= reached]
        assert len(open_to) >= company["locomotives"], company["id"]


def drop_shares(data: Data) -> None:
    data["company"][0]["shares"] = 17


def same_pair(data: Data) -> None:
    row = deepcopy(data["section"][0])
    data["section"].append(row | {"id": "again", "a": row["b"], "b": row["a"]})


def wrong_start(data: Data) -> None:
    data["section"][0]["start"], data["section"][0]["start_slot"] = ["green"], [0]


INVALID_BOARDS: dict[str, tuple[Callable[[Data], Any], str]] = {
    "shares": (drop_shares, "`company_shares` is 98; the file has 97"),
    "same pair": (same_pair, "are joined twice"),
    "wrong start": (wrong_start, "starts here but its station is 'elpaso'"),
    "unknown city": (lambda d: d["section"][3].update(a="atlantis"), "no city 'atlantis'"),
    "unknown track": (lambda d: d["section"][3].update(type="blue"), "unknown track 'blue'"),
    "spaces": (lambda d: d["section"][3].update(spaces=5), "`spaces` is 5; it must be 1 to 4"),
    "slots": (lambda d: d["section"][3].update(slots=[]), "0 slots for 2 spaces"),
    "start slot": (lambda d: d["section"][8].update(start_slot=[[1]]), "`start_slot` must name"),
    "track cards": (lambda d: d["cards"]["track"].pop("wild"), "`wild` is missing"),
    "odd track card": (lambda d: d["cards"]["track"].update(blue=1), "unknown track 'blue'"),
    "table": (lambda d: d["cards"]["union_pacific_dividend"]["table"].pop(), "must be 5 rows of 4"),
    "dividends": (lambda d: d["cards"].update(dividends=5), "`dividends` is 5; it must be 4 to 4"),
    "reserved": (lambda d: d["company"][9].update(id="up"), "'up' is a reserved word"),
    "types": (lambda d: d["company"][2].update(types=[]), "`types` is empty"),
    "abbreviation": (lambda d: d["company"][2].update(abbr="BNL"), "that no other company has"),
    "hex": (
        lambda d: d["company"][2].update(hex="yellow"),
        "`hex` is 'yellow'; it must be like #C62828",
    ),
    "station": (lambda d: d["company"][2].update(station="tampa"), "is the station of None"),
    "station of": (lambda d: d["city"][0].update(station_of="pink"), "no company 'pink'"),
    "outline": (lambda d: d["outline"].update(land=[[1, 2], [1]]), "must be 2 numbers"),
    "off the map": (lambda d: d["city"][0].update(x=2000), "it must be 0 to 1300"),
    "sections": (lambda d: d["board"].update(sections=87), "is 87; the file has 88"),
    "start count": (
        lambda d: d["company"][0].update(start_locomotives=1),
        "it starts on 2 sections",
    ),
}


@pytest.mark.parametrize("fault", INVALID_BOARDS)
def test_invalid_boards(fault: str) -> None:
    data = deepcopy(game().board_file.data)
    change, reason = INVALID_BOARDS[fault]
    change(data)
    with pytest.raises(BadBoard) as error:
        roundhouse.load("union", BoardFile("my.toml", data), speed="interpreted")
    assert error.value.file == "my.toml"
    assert reason in str(error.value)
