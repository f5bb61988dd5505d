"""Faults of boards: several at once, each with its path."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from roundhouse.core.board import BoardFile, number_entry
from roundhouse.core.errors import BadBoard
from roundhouse.core.translation import PSEUDO, use_language
from roundhouse.play import registry
from roundhouse.play.board_check import (
    MAX_FAULTS,
    MAX_FAULTS_PER_ENTRY,
    BoardFault,
    find_faults,
    find_path,
)

GAMES = [meta.id for meta in registry.games()]
Data = dict[str, Any]


def default_board(game: str) -> Data:
    return tomllib.loads(registry.text(game, "board.toml"))


@pytest.fixture(params=["en", "de", "fr", PSEUDO])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with use_language(request.param):
        yield request.param


def faults_of(game: str, data: Data) -> list[BoardFault]:
    return find_faults(registry.definition(game), BoardFile("mine.toml", data))


@pytest.mark.parametrize("game", GAMES)
def test_default_boards_have_no_faults(game: str) -> None:
    assert faults_of(game, default_board(game)) == []


def damage_cities(data: Data) -> None:
    data["city"][3]["x"] = 99_999
    data["city"][4]["name"] = 5


def damage_totals(data: Data) -> None:
    data["section"][1]["a"] = "nowhere"
    data["board"]["cities"] = 3


def damage_hexes(data: Data) -> None:
    data["hex"][4]["value"] = 7
    data["hex"][9]["value"] = 8


def damage_links(data: Data) -> None:
    data["city"][2]["y"] = -1
    data["links"]["one_way"][3][0] = "x"


def damage_grid(data: Data) -> None:
    data["map"]["terrain"]["grid"][4] = "Q" * 20
    del data["district"][0]["kind"]


DAMAGES: list[tuple[str, Callable[[Data], None], list[tuple[str | int, ...]]]] = [
    ("southern", damage_cities, [("city", 3, "x"), ("city", 4, "name")]),
    ("union", damage_totals, [("section", 1), ("board", "cities")]),
    ("texas", damage_hexes, [("hex", 4, "value"), ("hex", 9, "value")]),
    ("northern", damage_links, [("city", 2, "y"), ("links", "one_way", 3)]),
    ("rails", damage_grid, [("map", "terrain")]),
]


@pytest.mark.parametrize(
    ("game", "damage", "expected_paths"), DAMAGES, ids=[game for game, _, _ in DAMAGES]
)
def test_several_faults_are_reported_with_their_paths(
    game: str,
    damage: Callable[[Data], None],
    expected_paths: list[tuple[str | int, ...]],
    language: str,
) -> None:
    data = default_board(game)
    damage(data)
    faults = faults_of(game, data)
    paths = [fault.path for fault in faults]
    assert [path for path in expected_paths if path in paths] == expected_paths, faults
    assert len(faults) <= MAX_FAULTS
    assert language != PSEUDO or all(fault.reason.startswith("⟦") for fault in faults)
    assert all(
        sum(c.entry == other.entry for other in faults) <= MAX_FAULTS_PER_ENTRY for c in faults
    )
    with pytest.raises(BadBoard) as excinfo:
        registry.definition(game).build(BoardFile("mine.toml", data))
    assert (faults[0].entry, faults[0].reason) == (excinfo.value.entry, excinfo.value.reason)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("nonsense", [{}, {"city": 3, "hex": 3}, {"board": [], "meta": "x"}])
def test_nonsense_gives_faults_and_no_crash(game: str, nonsense: Data) -> None:
    assert faults_of(game, nonsense)


@pytest.mark.parametrize("game", GAMES)
def test_missing_table_is_a_fault(game: str) -> None:
    """Some tables are optional; omitting any of them must not crash the check."""
    required_tables = 0
    for key in default_board(game):
        data = default_board(game)
        del data[key]
        required_tables += bool(faults_of(game, data))
    assert required_tables >= 3


def test_find_path_of_a_numbered_entry(language: str) -> None:
    data = {"city": [{"x": 1}], "t": {"u": {"k": [5]}}}
    assert find_path(data, number_entry("[[city]]", 1), "`x`") == ("city", 0, "x")
    assert find_path(data, number_entry("[t.u] k", 1), "") == ("t", "u", "k", 0)
    assert find_path(data, number_entry("[t.u]", 1), "`k`") == ("t", "u", "k")


def test_find_path_stops_at_the_last_existing_key() -> None:
    data = {"city": [{"id": "a'b", "x": 1}], "t": {"u": {"k": [5]}}}
    assert find_path(data, """[[city]] "a'b\"""", "`x` is 1") == ("city", 0, "x")
    assert find_path(data, "[[city]] number 1", "must be a table") == ("city", 0)
    assert find_path(data, "[[city]] number 9", "`x`") == ("city",)
    assert find_path(data, "[[city]] 'gone'", "") == ("city",)
    assert find_path(data, "[t.u] k number 1", "") == ("t", "u", "k", 0)
    assert find_path(data, "[t.u]", "`k` is short") == ("t", "u", "k")
    assert find_path(data, "[v]", "`v` is missing") == ()
    assert find_path(data, "the file", "not TOML") == ()
