"""The board file: its contents, and errors of invalid files."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from roundhouse.core.board import BoardFile, origins
from roundhouse.core.errors import BadBoard
from roundhouse.core.game import Game
from roundhouse.games.texas.boards import build


def test_component_counts(game: Game) -> None:
    board, data = game.board, game.board_file.data
    kinds = [row["kind"] for row in data["hex"]]
    assert len(kinds) == board.hexes == 115
    assert kinds.count("ranch") == 22
    assert kinds.count("west") == sum(board.western) == 5
    assert sum(row["cubes"] for row in data["railroads"].values()) == 90
    assert sum(board.shares) == 20
    assert sum(board.closed) == 4
    assert list(board.cubes) == [12, 16, 18, 20, 14]
    oklahoma = next(row for row in data["hex"] if row.get("name") == "Oklahoma City")
    assert oklahoma["value"] == 2


def test_neighbours_are_adjacent_on_the_canvas(game: Game) -> None:
    board, rows = game.board, game.board_file.data["hex"]
    for n, row in enumerate(rows):
        around = board.side[n][: board.sides[n]]
        assert around == sorted(set(around))
        near = [
            m
            for m, other in enumerate(rows)
            if m != n and (row["x"] - other["x"]) ** 2 + (row["y"] - other["y"]) ** 2 < 75**2
        ]
        assert around == near
        assert all(n in board.side[m][: board.sides[m]] for m in around)


def test_facts_name_their_sources(game: Game) -> None:
    text = dict(origins(game.board_file.data))
    assert "reconstruction" in text["board"]
    assert "inferred" in text["board decision_steps"]
    assert text["hex i3 value"] == "rulebook"


def test_board_of_rules_1_differs_only_in_the_tp_flag(old_game: Game, game: Game) -> None:
    # Records of version 1 name the digest, so the file must not change.
    assert old_game.board_file.digest == "95de4498b17bf624"
    assert old_game.board.tp_enters == 0
    assert game.board.tp_enters == 1
    old, new = old_game.board.copy(), game.board.copy()
    old.tp_enters = new.tp_enters
    assert old.pack() == new.pack()


def hexes(data: dict[str, Any], name: str) -> dict[str, Any]:
    match: dict[str, Any] = next(row for row in data["hex"] if row["id"] == name)
    return match


FAULTS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "used twice": lambda d: hexes(d, "d7").update(id="d6"),
    "the id says": lambda d: hexes(d, "d7").update(q=4),
    "the grid puts it": lambda d: hexes(d, "d7").update(x=10.0),
    "`kind` is": lambda d: hexes(d, "d7").update(kind="lake"),
    "`value` is": lambda d: hexes(d, "i3").update(value=3),
    "letter": lambda d: hexes(d, "d7").update(id="dd"),
    "`hexes` must be 115": lambda d: d["board"].update(hexes=116),
    "`cities` must be": lambda d: d["board"].update(cities=31),
    "name 'Dallas' is used twice": lambda d: hexes(d, "i6").update(name="Dallas"),
    "ranch hexes": lambda d: (
        hexes(d, "c3").update(kind="city", name="X", value=1),
        d["board"].update(cities=33),
    ),
    "`hexes` must be those": lambda d: d["west"].update(hexes=["a3", "a4", "a5", "a6"]),
    "the rulebook says 14": lambda d: d["railroads"]["GHH"].update(cubes=15),
    "the rulebook says 6": lambda d: d["railroads"]["SP"].update(shares=5),
    "must be GHH": lambda d: d["railroads"].pop("TP"),
    "there is no hex": lambda d: d["railroads"]["MP"].update(start_hex="z1"),
    "`start_hex` must be": lambda d: d["railroads"]["MP"].update(start_hex="m3"),
    "closed (T2)": lambda d: d["railroads"]["TP"].update(start_closed_to_others=True),
    "`enters_start_cities` is for T&P": lambda d: d["railroads"]["SP"].update(
        enters_start_cities=True
    ),
    "must be true or false": lambda d: d["railroads"]["TP"].update(enters_start_cities=1),
    "for 4 seats": lambda d: d["setup"]["starting_cash"].update({"4": 31}),
    "auction_order": lambda d: d["setup"].update(auction_order=["KATY", "GHH", "MP", "SP"]),
    "`track` is 0": lambda d: d["tracks"]["decisions"].update(track=0),
    "from 1 to 8": lambda d: d["tracks"].update(round=[1, 2]),
    "`end_after_round`": lambda d: d["events"].update(end_after_round=7),
    "`tp_opens_after_ranch` is missing": lambda d: d["events"].pop("tp_opens_after_ranch"),
    "six of axial": lambda d: d["grid"].update(directions=[[1, 0]]),
    "can get there": lambda d: (
        d["hex"].append(
            {"id": "x9", "q": 23, "r": -3, "kind": "plain", "value": 0, "x": 1432.0, "y": 642.9}
        ),
        d["board"].update(hexes=116, canvas=[1600, 800]),
    ),
}


@pytest.mark.parametrize("reason", FAULTS)
def test_invalid_boards(game: Game, reason: str) -> None:
    data = copy.deepcopy(game.board_file.data)
    FAULTS[reason](data)
    with pytest.raises(BadBoard) as error:
        build(BoardFile("mine.toml", data))
    assert reason in str(error.value)
    assert str(error.value).startswith("mine.toml: [")
