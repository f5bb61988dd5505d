"""Board file -> tables, checked against the rulebook's components and the grid's geometry."""

from __future__ import annotations

import re
from math import sqrt
from typing import Any

from roundhouse.core.board import Sheet, origins
from roundhouse.games.texas.actions import DECISION_IDS, RAILROAD_IDS
from roundhouse.games.texas.state import HEXES, RAILROADS, RANCHES, SEATS, TP, Board

# What is in the box, railroad by railroad: start city, income, track cubes, certificates.
BOX = (
    ("Galveston", 3, 14, 2),
    ("Wichita", 4, 18, 4),
    ("Little Rock", 5, 20, 5),
    ("New Orleans", 6, 22, 6),
    ("Dallas", 2, 16, 3),
)
START_CASH = {2: 60, 3: 40, 4: 30, 5: 24, 6: 20}
WEST_HEXES = 5
KINDS = ("plain", "city", "ranch", "west", "start")
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def build(sheet: Sheet) -> Board:
    board = Board()
    ids = sheet.ids("hex", HEXES)
    head = sheet.table("board")
    for key, count in (("hexes", len(ids)), ("ranches", RANCHES), ("west_hexes", WEST_HEXES)):
        sheet.check(head.get(key) == count, "[board]", f"`{key}` must be {count}")
    board.base_cost = sheet.number(head, "base_hex_cost", "[board]", 1, 20)
    for key in ("title", "provenance"):
        sheet.get(head, key, str, "[board]")
    board.hexes = len(ids)
    _hexes(sheet, board, ids)
    _neighbours(sheet, board, ids)
    _ranches(sheet, board)
    _west(sheet, board, ids)
    _railroads(sheet, board, ids)
    _setup(sheet, board)
    _tracks(sheet, board)
    _check_land(sheet, board, ids)
    _measure_west(board)
    _check_scenery(sheet)
    sheet.check(any(True for _ in origins(sheet.data)), "[board]",
                "no `provenance` says where the facts come from")
    return board


def _hexes(sheet: Sheet, board: Board, ids: list[str]) -> None:
    """Ids against coordinates, coordinates against the canvas, kinds against values."""
    grid = sheet.table("grid")
    radius = sheet.number(grid, "hex_radius", "[grid]", 10, 200)
    left, top = _pair(sheet, grid, "origin", "[grid]")
    width, height = _pair(sheet, sheet.table("board"), "canvas", "[board]")
    sheet.check(0 < width <= 5000 and 0 < height <= 5000, "[board]",
                "`canvas` must be 1 to 5000 wide and high")
    names: list[str] = []
    for n, row in enumerate(sheet.rows("hex", HEXES)):
        entry = f"[[hex]] {ids[n]!r}"
        q, r = column_row(sheet, ids[n])
        for key, right in (("q", q), ("r", r)):
            found = sheet.number(row, key, entry, -HEXES, HEXES)
            sheet.check(found == right, entry, f"`{key}` is {found}; the id says {right}")
        x, y = left + 1.5 * radius * q, top + sqrt(3) * radius * (r + q / 2)
        for key, place, most in (("x", x, width), ("y", y, height)):
            spot = _spot(sheet, row, key, entry)
            sheet.check(abs(spot - place) < 0.5 and 0 <= spot <= most, entry,
                        f"`{key}` is {spot}; the grid puts it at {place:.1f} of {most}")
        kind = sheet.get(row, "kind", str, entry)
        sheet.check(kind in KINDS, entry, f"`kind` is {kind!r}; it is one of {', '.join(KINDS)}")
        low, high = {"plain": (0, 0), "ranch": (1, 1), "west": (0, 2)}.get(kind, (1, 2))
        board.gain[n] = sheet.number(row, "value", entry, low, high)
        if kind == "ranch":
            sheet.get({"note": "", **row}, "note", str, entry)
        elif board.gain[n] > 0:
            name = sheet.get(row, "name", str, entry)
            sheet.check(bool(name) and name not in names, entry, f"name {name!r} is used twice")
            names.append(name)
        sheet.check(board.gain[n] > 0 or "name" not in row, entry, "a named hex needs a value")
    counted = sheet.table("board").get("cities")
    sheet.check(counted == len(names), "[board]", f"`cities` must be {len(names)}")


def column_row(sheet: Sheet, name: str) -> tuple[int, int]:
    """The axial coordinates that an id like d7 stands for."""
    match = re.fullmatch(r"([a-z])([1-9][0-9]?)", name)
    if match is None:
        sheet.fail(f"[[hex]] {name!r}", "`id` must be a column's letter and a row's number")
    q = ord(match[1]) - ord("a")
    return q, int(match[2]) - 1 - q // 2


def _spot(sheet: Sheet, table: dict[str, Any], key: str, entry: str) -> float:
    """A finite number, whole or not."""
    spot = table.get(key)
    good = isinstance(spot, int | float) and not isinstance(spot, bool) and abs(spot) < 1e6
    sheet.check(good, entry, f"`{key}` must be a number, not {spot!r}")
    return float(spot)  # type: ignore[arg-type]


def _pair(sheet: Sheet, table: dict[str, Any], key: str, entry: str) -> tuple[int, int]:
    pair = sheet.get(table, key, list, entry)
    good = len(pair) == 2 and all(isinstance(n, int) and not isinstance(n, bool) for n in pair)
    sheet.check(good, entry, f"`{key}` must be two whole numbers")
    return pair[0], pair[1]


def _neighbours(sheet: Sheet, board: Board, ids: list[str]) -> None:
    directions = sheet.get(sheet.table("grid"), "directions", list, "[grid]")
    six = [list(direction) for direction in DIRECTIONS]
    sheet.check(len(directions) == 6 and all(d in directions for d in six), "[grid]",
                "`directions` must be the six of axial coordinates")
    place = {column_row(sheet, name): n for n, name in enumerate(ids)}
    for (q, r), n in place.items():
        around = sorted(place[at] for dq, dr in DIRECTIONS if (at := (q + dq, r + dr)) in place)
        board.sides[n] = len(around)
        board.side[n][: len(around)] = around


def _ranches(sheet: Sheet, board: Board) -> None:
    found = [n for n, row in enumerate(sheet.rows("hex")) if row["kind"] == "ranch"]
    sheet.check(len(found) == RANCHES, "[[hex]]",
                f"{len(found)} ranch hexes; the box has {RANCHES} markers")
    board.ranch_hex[:] = found
    board.ranch_number[:] = [found.index(n) if n in found else -1 for n in range(HEXES)]


def _west(sheet: Sheet, board: Board, ids: list[str]) -> None:
    listed = sheet.get(sheet.table("west"), "hexes", list, "[west]")
    kind = [ids[n] for n, row in enumerate(sheet.rows("hex")) if row["kind"] == "west"]
    sheet.check(sorted(map(str, listed)) == sorted(kind), "[west]",
                f"`hexes` must be those of kind 'west': {', '.join(kind)}")
    sheet.check(len(kind) == WEST_HEXES, "[west]",
                f"{len(kind)} Go West hexes; the rulebook has {WEST_HEXES}")
    for name in kind:
        board.western[ids.index(name)] = 1


def _railroads(sheet: Sheet, board: Board, ids: list[str]) -> None:
    table = sheet.table("railroads")
    sheet.check(sorted(table) == sorted(name.upper() for name in RAILROAD_IDS), "[railroads]",
                f"must be {', '.join(RAILROAD_IDS).upper()}")
    for n, name in enumerate(RAILROAD_IDS):
        entry, row = f"[railroads.{name.upper()}]", table[name.upper()]
        sheet.check(isinstance(row, dict), entry, "must be a table")
        city, income, cubes, shares = BOX[n]
        for key, right in (("start_city", city), ("start_income", income), ("cubes", cubes),
                           ("cubes_to_build", cubes - 2), ("shares", shares)):
            sheet.check(row.get(key) == right, entry,
                        f"`{key}` is {row.get(key)!r}; the rulebook says {right!r}")
        for key in ("label", "name"):
            sheet.get(row, key, str, entry)
        colour = sheet.get(row, "rgb", str, entry)
        sheet.check(re.fullmatch(r"#[0-9A-Fa-f]{6}", colour) is not None, entry,
                    f"`rgb` is {colour!r}; it must be like #C62828")
        start = sheet.get(row, "start_hex", str, entry)
        sheet.check(start in ids, entry, f"there is no hex {start!r}")
        here = sheet.rows("hex")[ids.index(start)]
        sheet.check(here["kind"] == "start" and here.get("name") == city, entry,
                    f"`start_hex` must be the hex of kind 'start' named {city!r}")
        most = sheet.number(row, "max_track_per_decision", entry, 0, 127)
        closed = sheet.get(row, "start_closed_to_others", bool, entry)
        sheet.check(closed == (n != TP), entry, "all start cities but Dallas are closed (T2)")
        board.start_hex[n] = ids.index(start)
        board.start_income[n], board.cubes[n], board.shares[n] = income, cubes - 2, shares
        board.most_builds[n] = most or 127
        board.closed[ids.index(start)] = int(closed)
    starts = [row for row in sheet.rows("hex") if row["kind"] == "start"]
    sheet.check(len(starts) == RAILROADS, "[[hex]]", f"{len(starts)} start cities, not {RAILROADS}")


def _setup(sheet: Sheet, board: Board) -> None:
    table = sheet.table("setup")
    cash: dict[str, Any] = sheet.get(table, "starting_cash", dict, "[setup]")
    for seats in range(2, SEATS + 1):
        board.start_cash[seats] = sheet.number(cash, str(seats), "[setup] starting_cash", 0, 999)
        sheet.check(board.start_cash[seats] == START_CASH[seats], "[setup] starting_cash",
                    f"for {seats} seats it is {START_CASH[seats]}")
    order = [str(name).lower() for name in sheet.get(table, "auction_order", list, "[setup]")]
    sheet.check(order == list(RAILROAD_IDS[:TP]), "[setup]",
                f"`auction_order` must be {', '.join(RAILROAD_IDS[:TP]).upper()}")


def _tracks(sheet: Sheet, board: Board) -> None:
    table = sheet.table("tracks")
    rounds = sheet.get(table, "round", list, "[tracks]")
    sheet.check(rounds == list(range(1, 9)), "[tracks]", "`round` must count from 1 to 8")
    sheet.number(table, "income_max", "[tracks]", 10, 200)
    steps: dict[str, Any] = sheet.get(table, "decisions", dict, "[tracks]")
    for n, name in enumerate(DECISION_IDS):
        board.last_step[n] = sheet.number(steps, name, "[tracks.decisions]", 1, 12)
    events = sheet.table("events")
    board.tp_opens_after = sheet.number(events, "tp_opens_after_ranch", "[events]", 1, RANCHES)
    board.end_track = sheet.number(events, "end_railroads_out_of_track", "[events]", 1, RAILROADS)
    board.end_stock = sheet.number(events, "end_railroads_out_of_stock", "[events]", 1, RAILROADS)
    board.end_markers = sheet.number(events, "end_ranch_markers_left", "[events]", 0, RANCHES - 1)
    board.rounds = sheet.number(events, "end_after_round", "[events]", 1, 8)
    sheet.check(board.rounds == len(rounds), "[events]",
                "`end_after_round` must be the last of [tracks] `round`")


def _check_land(sheet: Sheet, board: Board, ids: list[str]) -> None:
    """Every railroad must be able to reach every open hex: there is one piece of land."""
    for railroad in range(RAILROADS):
        seen = {board.start_hex[railroad]}
        todo = list(seen)
        while todo:
            here = todo.pop()
            for there in board.side[here][: board.sides[here]]:
                if there not in seen and not board.closed[there]:
                    seen.add(there)
                    todo.append(there)
        for n, name in enumerate(ids):
            sheet.check(n in seen or board.closed[n] == 1, f"[[hex]] {name!r}",
                        f"no track of {RAILROAD_IDS[railroad]} can get there")


def _check_scenery(sheet: Sheet) -> None:
    """Decoration may be left out; what is there must be drawable."""
    if "decor_line" in sheet.data:
        for n, row in enumerate(sheet.rows("decor_line"), 1):
            entry = f"[[decor_line]] number {n}"
            style = sheet.get(row, "style", str, entry)
            sheet.check(style in ("river", "coast", "border"), entry,
                        f"`style` is {style!r}; it is river, coast or border")
            points = sheet.get(row, "points", list, entry)
            sheet.check(len(points) > 1, entry, "a line needs two points or more")
            for point in points:
                sheet.check(isinstance(point, list) and len(point) == 2, entry,
                            f"{point!r} is no point: it must be two numbers")
                for k in (0, 1):
                    _spot(sheet, {"points": point[k]}, "points", entry)
    if "decor_label" in sheet.data:
        for n, row in enumerate(sheet.rows("decor_label"), 1):
            entry = f"[[decor_label]] number {n}"
            sheet.get(row, "text", str, entry)
            for key in ("x", "y"):
                _spot(sheet, row, key, entry)


def _measure_west(board: Board) -> None:
    """For advice only: how many hexes lie between each and the nearest Go West hex."""
    ring = [n for n in range(board.hexes) if board.western[n]]
    seen = set(ring)
    far = 0
    while ring:
        for here in ring:
            board.west_distance[here] = far
        ring = sorted({there for here in ring for there in board.side[here][: board.sides[here]]
                       if there not in seen and not board.closed[there]})
        seen.update(ring)
        far += 1
    for n in range(board.hexes):
        if board.closed[n]:
            board.west_distance[n] = 1 + min(
                board.west_distance[there] for there in board.side[n][: board.sides[n]]
            )
