"""Turn a board file into tables; a file with a fault raises an error naming it."""

from __future__ import annotations

from roundhouse.core.board import BoardFile
from roundhouse.core.board_schema import BoardSchema, Places

from .state import KINDS, STATIONS, BoardLayout

# What the board editor shows on the map.
LAYOUT = BoardSchema(
    size=("canvas.width", "canvas.height"),
    places=(Places("station", "station", fresh={"cost": 1, "points": 1}),),
)


def build(file: BoardFile) -> BoardLayout:
    """Check a board file and return its tables."""
    board = BoardLayout()
    board.stations = len(file.ids("station", STATIONS))
    canvas = file.table("canvas")
    width = file.number(canvas, "width", "[canvas]", 1)
    height = file.number(canvas, "height", "[canvas]", 1)
    for n, row in enumerate(file.rows("station")):
        entry = f"[[station]] {row['id']!r}"
        board.cost[n] = file.number(row, "cost", entry, 1, 50)
        board.points[n] = file.number(row, "points", entry, 1, 50)
        file.get(row, "name", str, entry)  # used by the drawing
        file.number(row, "x", entry, 0, width)
        file.number(row, "y", entry, 0, height)
    cards: list[object] = file.get(file.table("deck"), "cards", list, "[deck]")
    file.check(len(cards) == KINDS, "[deck]", f"`cards` must be {KINDS} numbers")
    for kind, number in enumerate(cards):
        board.deck[kind] = file.number({"cards": number}, "cards", "[deck]", 0, 50)
    file.check(sum(board.deck) > 0, "[deck]", "there is no card")
    return board
