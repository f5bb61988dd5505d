"""All complaints about a board at once, the first as the game itself would say it, with the way."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from roundhouse.core.board import BoardFile
from roundhouse.core.errors import BadBoard
from roundhouse.play import registry
from roundhouse.play.board_check import MOST, OF_ONE, Complaint, complaints, where

GAMES = [box.id for box in registry.games()]
Data = dict[str, Any]


def own(game: str) -> Data:
    return tomllib.loads(registry.text(game, "board.toml"))


def check(game: str, data: Data) -> list[Complaint]:
    return complaints(registry.room(game), BoardFile("mine.toml", data))


@pytest.mark.parametrize("game", GAMES)
def test_our_boards_are_in_order(game: str) -> None:
    assert check(game, own(game)) == []


def two_wrong_cities(data: Data) -> None:
    data["city"][3]["x"] = 99_999
    data["city"][4]["name"] = 5


def wrong_totals(data: Data) -> None:
    data["section"][1]["a"] = "nowhere"
    data["board"]["cities"] = 3


def wrong_hexes(data: Data) -> None:
    data["hex"][4]["value"] = 7
    data["hex"][9]["value"] = 8


def wrong_pair(data: Data) -> None:
    data["city"][2]["y"] = -1
    data["links"]["one_way"][3][0] = "x"


def wrong_grid(data: Data) -> None:
    data["map"]["terrain"]["grid"][4] = "Q" * 20
    del data["district"][0]["kind"]


WRONG: list[tuple[str, Callable[[Data], None], list[tuple[str | int, ...]]]] = [
    ("southern", two_wrong_cities, [("city", 3, "x"), ("city", 4, "name")]),
    ("union", wrong_totals, [("section", 1), ("board", "cities")]),
    ("texas", wrong_hexes, [("hex", 4, "value"), ("hex", 9, "value")]),
    ("northern", wrong_pair, [("city", 2, "y"), ("links", "one_way", 3)]),
    ("rails", wrong_grid, [("map", "terrain")]),
]


@pytest.mark.parametrize(("game", "spoil", "ways"), WRONG, ids=[game for game, _, _ in WRONG])
def test_several_faults_with_the_way_to_each(
    game: str, spoil: Callable[[Data], None], ways: list[tuple[str | int, ...]]
) -> None:
    data = own(game)
    spoil(data)
    found = check(game, data)
    told = [complaint.path for complaint in found]
    assert [way for way in ways if way in told] == ways, found
    assert len(found) <= MOST
    assert all(sum(c.entry == other.entry for other in found) <= OF_ONE for c in found)
    with pytest.raises(BadBoard) as caught:
        registry.room(game).build(BoardFile("mine.toml", data))
    assert (found[0].entry, found[0].reason) == (caught.value.entry, caught.value.reason)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("nonsense", [{}, {"city": 3, "hex": 3}, {"board": [], "meta": "x"}])
def test_nonsense_is_complained_of_and_nothing_breaks(game: str, nonsense: Data) -> None:
    assert check(game, nonsense)


@pytest.mark.parametrize("game", GAMES)
def test_without_any_table_there_is_a_complaint(game: str) -> None:
    """Some scenery and notes may be left out; nothing that is left out may break the checker."""
    needed = 0
    for key in own(game):
        data = own(game)
        del data[key]
        needed += bool(check(game, data))
    assert needed >= 3


def test_the_way_is_only_as_long_as_the_file() -> None:
    data = {"city": [{"id": "a'b", "x": 1}], "t": {"u": {"k": [5]}}}
    assert where(data, """[[city]] "a'b\"""", "`x` is 1") == ("city", 0, "x")
    assert where(data, "[[city]] number 1", "must be a table") == ("city", 0)
    assert where(data, "[[city]] number 9", "`x`") == ("city",)
    assert where(data, "[[city]] 'gone'", "") == ("city",)
    assert where(data, "[t.u] k number 1", "") == ("t", "u", "k", 0)
    assert where(data, "[t.u]", "`k` is short") == ("t", "u", "k")
    assert where(data, "[v]", "`v` is missing") == ()
    assert where(data, "the file", "not TOML") == ()
