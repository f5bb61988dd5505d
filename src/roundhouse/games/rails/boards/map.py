"""Read terrain, cities and starts from a board file."""

from __future__ import annotations

from typing import Any

from roundhouse.core.board import BoardFile
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.games.rails.boards.entries import member, title
from roundhouse.games.rails.names import TILE_NAMES
from roundhouse.games.rails.state import CELLS, CITIES, COLUMNS, ROWS, STARTS, WORD, BoardLayout

CITY, START, MOUNTAIN = "C", "S", "M"
GROUND = "PHW"  # plains, hills and rivers: terrain that takes tiles


def read_map(file: BoardFile, board: BoardLayout) -> None:
    table = file.table("map")
    columns = file.number(table, "columns", "[map]", 2, COLUMNS)
    rows = file.number(table, "rows", "[map]", 1, ROWS)
    file.check(
        table.get("neighbours") == "orthogonal", "[map]", mark("neighbours must be orthogonal")
    )
    for cell in range(CELLS):
        x, y = cell % COLUMNS, cell // COLUMNS
        board.tile[cell] = board.city_at[cell] = board.start_at[cell] = -1
        board.column[cell] = x
        inside = x < columns and y < rows
        for n, (dx, dy) in enumerate(((0, -1), (-1, 0), (1, 0), (0, 1))):
            there = inside and 0 <= x + dx < columns and 0 <= y + dy < rows
            board.near[cell][n] = cell + dx + COLUMNS * dy if there else -1
    grid = _grid(file, file.get(table, "terrain", dict, "[map.terrain]"), columns, rows)
    _read_terrain(file, board, grid, file.get(table, "tile", dict, "[map.tile]"))
    _read_places(file, board, grid)


def _grid(file: BoardFile, table: dict[str, Any], columns: int, rows: int) -> list[str]:
    grid = file.get(table, "grid", list, "[map.terrain]")
    file.check(
        len(grid) == rows,
        "[map.terrain]",
        mark("{count} rows; [map] says {rows}"),
        count=len(grid),
        rows=rows,
    )
    for y, row in enumerate(grid):
        file.check(
            isinstance(row, str) and len(row) == columns,
            f"[map.terrain] {_('row {n}', n=y)}",
            mark("must be {columns} letters"),
            columns=columns,
        )
    return grid


def _read_terrain(
    file: BoardFile, board: BoardLayout, grid: list[str], table: dict[str, Any]
) -> None:
    """Read which tile each cell takes, and which cells can be built on."""
    tiles = {}
    for letter, name in table.items():
        if letter != "provenance":
            entry = f"[map.tile] {letter}"
            file.check(
                len(letter) == 1 and letter in GROUND, entry, mark("tiles are for P, H and W")
            )
            tiles[letter] = member(file, TILE_NAMES, name, entry, _("tile"))
    for y, letters in enumerate(grid):
        for x, letter in enumerate(letters):
            cell = x + COLUMNS * y
            if letter != MOUNTAIN:
                _put(board.firm, cell)
            if letter in tiles:
                board.tile[cell] = tiles[letter]
                _put(board.ground[tiles[letter]], cell)
            else:
                file.check(
                    letter in (MOUNTAIN, CITY, START),
                    f"[map.terrain] {_('row {n}', n=y)}",
                    mark("{letter} in column {x} is no terrain"),
                    letter=repr(letter),
                    x=x,
                )


def _put(cells: list[int], cell: int) -> None:
    cells[cell // WORD] |= 1 << (cell % WORD)


def _read_places(file: BoardFile, board: BoardLayout, grid: list[str]) -> None:
    """Read cities and starts, and check them against the grid."""
    cities, starts = file.ids("city", CITIES), file.ids("start", STARTS)
    for name in starts:
        file.check(name not in cities, f"[[start]] {name!r}", mark("a city has this id too"))
    taken: set[int] = set()
    for n, row in enumerate(file.rows("city")):
        cell = _place(file, row, f"[[city]] {row['id']!r}", grid, CITY, taken)
        board.city_cell[n], board.city_at[cell] = cell, n
    for n, row in enumerate(file.rows("start")):
        entry = f"[[start]] {row['id']!r}"
        cell = _place(file, row, entry, grid, START, taken)
        side = file.get(row, "side", str, entry)
        file.check(
            side in ("west", "east"),
            entry,
            mark("side is west or east, not {side}"),
            side=repr(side),
        )
        edge = 0 if side == "west" else len(grid[0]) - 1
        file.check(
            cell % COLUMNS == edge,
            entry,
            mark("is not on the west edge") if side == "west" else mark("is not on the east edge"),
        )
        board.start_cell[n], board.start_at[cell] = cell, n
        board.start_east[n] = int(side == "east")
        _put(board.gates, cell)
        _put(board.east if side == "east" else board.west, cell)
    board.cities, board.starts = len(cities), len(starts)
    for y, letters in enumerate(grid):
        for x, letter in enumerate(letters):
            file.check(
                letter not in (CITY, START) or x + COLUMNS * y in taken,
                f"[map.terrain] {_('row {n}', n=y)}",
                mark("column {x} is a {letter} without an entry"),
                x=x,
                letter=letter,
            )
    for coast in (0, 1):
        count = board.start_east[: board.starts].count(coast)
        file.check(count >= 4, "[[start]]", mark("each coast needs four: one for each seat"))


def _place(
    file: BoardFile, row: dict[str, Any], entry: str, grid: list[str], letter: str, taken: set[int]
) -> int:
    title(file, row, entry)
    at = file.get(row, "at", list, entry)
    file.check(
        len(at) == 2 and all(type(n) is int for n in at), entry, mark("`at` must be column and row")
    )
    x, y = at
    file.check(
        0 <= y < len(grid) and 0 <= x < len(grid[0]), entry, mark("{at} is off the map"), at=at
    )
    file.check(
        grid[y][x] == letter,
        entry,
        mark("the grid has {letter} at {at}, not {expected}"),
        letter=repr(grid[y][x]),
        at=at,
        expected=repr(letter),
    )
    cell: int = x + COLUMNS * y
    file.check(cell not in taken, entry, mark("{at} is taken"), at=at)
    taken.add(cell)
    return cell
