"""Build and check the board tables from a board file."""

from __future__ import annotations

from roundhouse.core.board import BoardFile
from roundhouse.core.board_schema import BoardSchema, Places, Squares
from roundhouse.core.translation import mark
from roundhouse.games.rails.boards.components import read_components
from roundhouse.games.rails.boards.map import read_map
from roundhouse.games.rails.boards.paths import read_paths
from roundhouse.games.rails.boards.town import read_town, resource_districts, space_ids
from roundhouse.games.rails.state import BoardLayout

__all__ = ["LAYOUT", "build", "resource_districts", "space_ids"]

LAYOUT = BoardSchema(
    places=(
        Places("city", mark("city"), spot=("at",), letter="C"),
        Places(
            "start", mark("starting location"), spot=("at",), letter="S", fresh={"side": "west"}
        ),
    ),
    squares=Squares(
        "map.terrain.grid",
        mark("terrain"),
        {
            "P": mark("plains"),
            "H": mark("hills"),
            "W": mark("river"),
            "M": mark("mountain"),
            "C": mark("city"),
            "S": mark("starting location"),
        },
    ),
)


def build(file: BoardFile) -> BoardLayout:
    board = BoardLayout()
    read_map(file, board)
    read_town(file, board)
    read_components(file, board)
    read_paths(board)
    return board
