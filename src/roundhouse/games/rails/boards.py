"""Board file -> tables, checked: a file that loads can be played to the end.

The map and the town are read here, components and scoring in `components.py`.
"""

from __future__ import annotations

from typing import Any

from roundhouse.core.board import BoardFile
from roundhouse.games.rails.components import (
    RESOURCE_NAMES,
    SPECIALIST_NAMES,
    TILE_NAMES,
    TOKEN_NAMES,
    member,
    read_components,
)
from roundhouse.games.rails.paths import read_paths
from roundhouse.games.rails.state import (
    CARRIAGE_UPGRADE,
    CELLS,
    CITIES,
    COLUMNS,
    DISTRICTS,
    HOUSE_ON_SITE,
    RAILWAY_STATION,
    RESOURCE_KIND,
    ROWS,
    SPACES,
    STARTS,
    TELEGRAPH_STATION,
    TRAIN_KIND,
    WORD,
    WORDS,
    YARD_KIND,
    Board,
)

__all__ = [
    "RESOURCE_NAMES",
    "SPECIALIST_NAMES",
    "TILE_NAMES",
    "TOKEN_NAMES",
    "build",
    "resource_districts",
    "space_ids",
]

PASSED_LETTERS = {"C": "city", "S": "start"}
MOUNTAIN = "M"
KINDS = {"resource": RESOURCE_KIND, "train": TRAIN_KIND, "yard": YARD_KIND}
EFFECTS = {
    "house-on-site": HOUSE_ON_SITE,
    "carriage-upgrade": CARRIAGE_UPGRADE,
    "railway-station": RAILWAY_STATION,
    "telegraph-station": TELEGRAPH_STATION,
}


def build(file: BoardFile) -> Board:
    board = Board()
    _read_map(file, board)
    _read_places(file, board)
    _read_town(file, board)
    read_components(file, board)
    read_paths(board)
    return board


def space_ids(file: BoardFile) -> list[str]:
    """The action spaces, `<district>|<district>` each."""
    ids = file.get(file.table("action_spaces"), "ids", list, "[action_spaces]")
    file.check(len(ids) == SPACES, "[action_spaces]", f"there must be {SPACES}, not {len(ids)}")
    file.check(len(set(map(str, ids))) == len(ids), "[action_spaces]", "one is there twice")
    return [str(name) for name in ids]


def resource_districts(file: BoardFile) -> list[str]:
    """The id of each resource's district, in the order of the resources."""
    found: dict[str, str] = {}
    for row in file.rows("district", DISTRICTS):
        if row.get("kind") == "resource":
            entry = f"[[district]] {row.get('id')!r}"
            resource = file.get(row, "resource", str, entry)
            member(file, RESOURCE_NAMES, resource, entry, "resource")
            file.check(resource not in found, entry, f"a second district of {resource!r}")
            found[resource] = str(row["id"])
    for name in RESOURCE_NAMES:
        file.check(name in found, "[[district]]", f"no district collects {name!r}")
    return [found[name] for name in RESOURCE_NAMES]


def _read_map(file: BoardFile, board: Board) -> None:
    table = file.table("map")
    columns = file.number(table, "columns", "[map]", 2, COLUMNS)
    rows = file.number(table, "rows", "[map]", 1, ROWS)
    file.check(table.get("neighbours") == "orthogonal", "[map]", "neighbours must be orthogonal")
    tiles = {
        letter: member(file, TILE_NAMES, name, f"[map.tile] {letter}", "tile")
        for letter, name in file.get(table, "tile", dict, "[map.tile]").items()
        if letter != "provenance"
    }
    grid = _grid(file, file.get(table, "terrain", dict, "[map.terrain]"), columns, rows)
    for cell in range(CELLS):
        x, y = cell % COLUMNS, cell // COLUMNS
        board.tile[cell] = board.city_at[cell] = board.start_at[cell] = -1
        board.column[cell] = x
        inside = x < columns and y < rows
        for n, (dx, dy) in enumerate(((0, -1), (-1, 0), (1, 0), (0, 1))):
            there = inside and 0 <= x + dx < columns and 0 <= y + dy < rows
            board.near[cell][n] = cell + dx + COLUMNS * dy if there else -1
        if not inside:
            continue
        letter = grid[y][x]
        if letter != MOUNTAIN:
            _put(board.firm, 0, cell)
        if letter in tiles:
            board.tile[cell] = tiles[letter]
            _put(board.ground, tiles[letter] * WORDS, cell)
        else:
            file.check(
                letter == MOUNTAIN or letter in PASSED_LETTERS,
                f"[map.terrain] row {y}",
                f"{letter!r} in column {x} is no terrain",
            )


def _grid(file: BoardFile, table: dict[str, Any], columns: int, rows: int) -> list[str]:
    grid = file.get(table, "grid", list, "[map.terrain]")
    file.check(len(grid) == rows, "[map.terrain]", f"{len(grid)} rows; [map] says {rows}")
    for y, row in enumerate(grid):
        file.check(
            isinstance(row, str) and len(row) == columns,
            f"[map.terrain] row {y}",
            f"must be {columns} letters",
        )
    return grid


def _put(words: list[int], at: int, cell: int) -> None:
    words[at + cell // WORD] |= 1 << (cell % WORD)


def _read_places(file: BoardFile, board: Board) -> None:
    """Cities and starts, each where the grid has its letter."""
    grid = file.data["map"]["terrain"]["grid"]
    cities, starts = file.ids("city", CITIES), file.ids("start", STARTS)
    for name in starts:
        file.check(name not in cities, f"[[start]] {name!r}", "a city has this id too")
    taken: set[int] = set()
    for n, row in enumerate(file.rows("city")):
        cell = _place(file, row, f"[[city]] {row['id']!r}", grid, "C", taken)
        board.city_cell[n], board.city_at[cell] = cell, n
    for n, row in enumerate(file.rows("start")):
        entry = f"[[start]] {row['id']!r}"
        cell = _place(file, row, entry, grid, "S", taken)
        side = file.get(row, "side", str, entry)
        file.check(side in ("west", "east"), entry, f"side is west or east, not {side!r}")
        edge = 0 if side == "west" else len(grid[0]) - 1
        file.check(cell % COLUMNS == edge, entry, f"is not on the {side} edge")
        board.start_cell[n], board.start_at[cell] = cell, n
        board.start_east[n] = int(side == "east")
        _put(board.gates, 0, cell)
        _put(board.east if side == "east" else board.west, 0, cell)
    board.cities, board.starts = len(cities), len(starts)
    for y, letters in enumerate(grid):
        for x, letter in enumerate(letters):
            file.check(
                letter not in PASSED_LETTERS or x + COLUMNS * y in taken,
                f"[map.terrain] row {y}",
                f"column {x} is a {letter} without an entry",
            )
    for coast in (0, 1):
        count = board.start_east[: board.starts].count(coast)
        file.check(count >= 4, "[[start]]", "each coast needs four: one for each seat")


def _place(
    file: BoardFile, row: dict[str, Any], entry: str, grid: list[str], letter: str, taken: set[int]
) -> int:
    file.get(row, "name", str, entry)
    at = file.get(row, "at", list, entry)
    file.check(
        len(at) == 2 and all(type(n) is int for n in at), entry, "`at` must be column and row"
    )
    x, y = at
    file.check(0 <= y < len(grid) and 0 <= x < len(grid[0]), entry, f"{at} is off the map")
    file.check(grid[y][x] == letter, entry, f"the grid has {grid[y][x]!r} at {at}, not {letter!r}")
    cell: int = x + COLUMNS * y
    file.check(cell not in taken, entry, f"{at} is taken")
    taken.add(cell)
    return cell


def _read_town(file: BoardFile, board: Board) -> None:
    ids = file.ids("district", DISTRICTS)
    file.check(len(ids) == DISTRICTS, "[[district]]", f"there must be {DISTRICTS}")
    resource_districts(file)
    places: dict[tuple[int, int], int] = {}
    foremen: set[int] = set()
    for n, row in enumerate(file.rows("district")):
        entry = f"[[district]] {ids[n]!r}"
        file.get(row, "name", str, entry)
        x, y = file.get(row, "at", list, entry)
        file.check(
            x in (0, 1, 2) and y in (0, 1, 2) and (x, y) not in places,
            entry,
            "`at` must be a free place of the three by three",
        )
        places[x, y] = n
        kind = file.get(row, "kind", str, entry)
        file.check(kind in KINDS, entry, f"kind is one of {', '.join(KINDS)}, not {kind!r}")
        board.kind[n] = KINDS[kind]
        if kind == "resource":
            _read_special(file, board, n, row, entry)
        elif kind == "train":
            board.about[n] = member(file, SPECIALIST_NAMES, row.get("foreman"), entry, "foreman")
            file.check(board.about[n] not in foremen, entry, "this foreman has a district already")
            foremen.add(board.about[n])
        else:
            board.yard = n
    file.check(board.kind.count(YARD_KIND) == 1, "[[district]]", "there must be one yard")
    wanted = {
        frozenset((n, places[x + dx, y + dy]))
        for (x, y), n in places.items()
        for dx, dy in ((1, 0), (0, 1))
        if (x + dx, y + dy) in places
    }
    for n, name in enumerate(space_ids(file)):
        entry = f"[action_spaces] {name!r}"
        ends = [member(file, ids, end, entry, "district") for end in name.split("|")]
        file.check(frozenset(ends) in wanted, entry, "does not lie between two neighbours")
        wanted.discard(frozenset(ends))
        for i, district in enumerate(sorted(ends)):
            board.space_ends[n][i] = district
            board.spaces[district][board.beside[district]] = n
            board.beside[district] += 1


def _read_special(file: BoardFile, board: Board, n: int, row: dict[str, Any], entry: str) -> None:
    resource = member(file, RESOURCE_NAMES, row["resource"], entry, "resource")
    board.about[n] = resource
    board.site_count[resource] = file.number(row, "building_sites", entry, 0, 20)
    special = file.get(row, "special", dict, entry)
    board.special_pay[resource] = member(file, RESOURCE_NAMES, special.get("pay"), entry, "pay")
    file.check(special.get("amount") == 1, entry, "a special action costs 1")
    effect = special.get("effect")
    file.check(effect in EFFECTS, entry, f"there is no special action {effect!r}")
    board.special_effect[resource] = EFFECTS[str(effect)]
    board.special_vp[resource] = file.number(special, "vp", entry, 0, 20)
    used = board.special_effect[resource] in (RAILWAY_STATION, TELEGRAPH_STATION)
    file.check(
        not used or board.special_vp[resource] == 0,
        entry,
        "stations and telegraphs have no VP of their own here",
    )
