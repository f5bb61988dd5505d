"""The board file: its contents, and errors of invalid files."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

import roundhouse
from roundhouse.core.board import BoardFile
from roundhouse.core.errors import BadBoard
from roundhouse.core.game import Game
from roundhouse.games.southern.state import HASH
from roundhouse.play import registry

Change = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return BoardFile.parse(registry.text("southern", "board.toml"), "southern/board.toml").data


def test_published_values(game: Game) -> None:
    board = game.board
    assert (board.cities, board.links) == (50, 94)
    assert board.pay == [0, 3, 2, 1, 1, 1, 1]
    assert board.link_cost == 5
    assert board.start_cash[3:] == [33, 25, 20]
    assert len({(1 << n) % HASH for n in range(63)}) == 63


def test_links_of_the_rulebook_are_on_the_board(data: dict[str, Any]) -> None:
    links = {row["id"]: row for row in data["link"]}
    named = [
        "acme-oklahoma-city",
        "acme-plainview",
        "beaumont-cleveland",
        "beaumont-houston",
        "beaumont-nacogdoches",
        "mcalester-oklahoma-city",
        "mcalester-sherman",
        "paris-sherman",
    ]
    assert all(links[name]["provenance"] == "rulebook" for name in named)


def _row(key: str, n: int, field: str, value: object) -> Change:
    def change(data: dict[str, Any]) -> None:
        data[key][n][field] = value

    return change


def _board(field: str, value: object) -> Change:
    def change(data: dict[str, Any]) -> None:
        data["board"][field] = value

    return change


@pytest.mark.parametrize(
    ("change", "entry", "reason"),
    [
        (_board("link_cost", 0), "[board]", "`link_cost` is 0"),
        (_board("link_cost", "5"), "[board]", "a whole number"),
        (_board("city_income", [3, 2]), "[board]", "three whole numbers"),
        (_board("city_income", [30, 2, 1]), "[board]", "three whole numbers"),
        (_board("max_income", 20), "[board]", "`max_income` is 20"),
        (_board("railroad_order", ["sp"]), "[board]", "`railroad_order`"),
        (_row("railroad", 0, "shares", 6), "[[railroad]] 'sp'", "`shares` is 6"),
        (_row("railroad", 0, "link_cubes", 16), "[[railroad]] 'sp'", "`link_cubes` is 16"),
        (_row("railroad", 1, "home", "beaumont"), "[[railroad]] 'tp'", "another railroad's home"),
        (_row("railroad", 1, "home", "rome"), "[[railroad]] 'tp'", "no city 'rome'"),
        (_row("railroad", 5, "id", "sp"), "[[railroad]] 'sp'", "used twice"),
        (_row("starting_cash", 0, "players", 4), "[[starting_cash]] players 4", "twice"),
        (_row("city", 0, "x", 1201), "[[city]] 'abilene'", "`x` is 1201"),
        (_row("city", 0, "label_anchor", "left"), "[[city]] 'abilene'", "`label_anchor`"),
        (_row("link", 0, "a", "rome"), "[[link]] 'abilene-acme'", "no city 'rome'"),
        (_row("link", 0, "a", "acme"), "[[link]] 'abilene-acme'", "to itself"),
        (_row("link", 0, "id", "acme-abilene"), "[[link]] 'acme-abilene'", "alphabetical"),
        (_row("link", 0, "box_x", 900), "[[link]] 'abilene-acme'", "not on the line"),
        (_row("backdrop", 0, "points", [[1]]), "[[backdrop]] number 1", "pairs"),
        (lambda data: data["railroad"].pop(), "[[railroad]]", "5 of them"),
        (lambda data: data["starting_cash"].pop(), "[[starting_cash]]", "none for 5"),
        (
            lambda data: data["city"].append({**data["city"][0], "id": "island"}),
            "[[city]] 'island'",
            "no link leads there",
        ),
        (
            lambda data: data["city"].extend({**data["city"][0], "id": f"c{n}"} for n in range(14)),
            "[[city]]",
            "at most 63",
        ),
        (lambda data: data.pop("link"), "[[link]]", "missing"),
    ],
)
def test_invalid_boards(data: dict[str, Any], change: Change, entry: str, reason: str) -> None:
    bad = deepcopy(data)
    change(bad)
    with pytest.raises(BadBoard) as error:
        roundhouse.load("southern", BoardFile("mine.toml", bad), speed="interpreted")
    assert str(error.value).startswith(f"mine.toml: {entry}")
    assert reason in str(error.value)
