"""Board file -> tables, checked: a file that loads can be played to the end."""

from __future__ import annotations

from roundhouse.core.board import BoardFile
from roundhouse.core.board_layout import BoardLayout, Places, Squares
from roundhouse.games.rails.boards.components import read_components
from roundhouse.games.rails.boards.map import read_map
from roundhouse.games.rails.boards.paths import read_paths
from roundhouse.games.rails.boards.town import read_town, resource_districts, space_ids
from roundhouse.games.rails.state import Board

__all__ = ["LAYOUT", "build", "resource_districts", "space_ids"]

LAYOUT = BoardLayout(
    places=(
        Places("city", "city", spot=("at",), letter="C"),
        Places("start", "starting location", spot=("at",), letter="S", fresh={"side": "west"}),
    ),
    squares=Squares(
        "map.terrain.grid",
        "terrain",
        {
            "P": "plains",
            "H": "hills",
            "W": "river",
            "M": "mountain",
            "C": "city",
            "S": "starting location",
        },
    ),
)


def build(file: BoardFile) -> Board:
    board = Board()
    read_map(file, board)
    read_town(file, board)
    read_components(file, board)
    read_paths(board)
    return board
