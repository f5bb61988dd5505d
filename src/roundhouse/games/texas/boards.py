"""Read the board file and check it against the rulebook's components and grid."""

from __future__ import annotations

import re
from math import sqrt
from typing import Any

from roundhouse.core.board import BoardFile, number_entry, origins
from roundhouse.core.board_schema import BoardSchema, DerivedCount, Hexes, Scenery
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.games.texas.actions import DECISION_IDS, RAILROAD_IDS
from roundhouse.games.texas.state import HEXES, RAILROADS, RANCHES, SEATS, TP, BoardLayout

# The components by railroad: start city, income, track cubes, certificates.
COMPONENTS = (
    ("Galveston", 3, 14, 2),
    ("Wichita", 4, 18, 4),
    ("Little Rock", 5, 20, 5),
    ("New Orleans", 6, 22, 6),
    ("Dallas", 2, 16, 3),
)
START_CASH = {2: 60, 3: 40, 4: 30, 5: 24, 6: 20}
WEST_HEXES = 5
ENTERS = "enters_start_cities"  # key of T&P alone (T2)
KINDS = ("plain", "city", "ranch", "west", "start")
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

LAYOUT = BoardSchema(
    size=("board.canvas",),
    hexes=Hexes(
        "hex",
        mark("hex"),
        origin="grid.origin",
        radius="grid.hex_radius",
        kind="kind",
        named_in=("railroads.*.start_hex",),
        fresh={"kind": "plain", "value": 0},
        shows=("name", "value"),
        by_kind={
            "plain": {"value": (0,), "name": ()},
            "ranch": {"value": (1,), "name": ()},
            "city": {"value": (1, 2)},
            "start": {"value": (1, 2)},
            "west": {"value": (0, 1, 2)},
        },
    ),
    scenery=(Scenery("decor_line", points="points"), Scenery("decor_label", text="text")),
    counts=(
        DerivedCount("board.hexes", "hex"),
        DerivedCount("board.cities", "hex", has="name"),
        DerivedCount("west.hexes", "hex", where=("kind", "west"), ids=True),
    ),
)


def build(file: BoardFile) -> BoardLayout:
    """Build the board from its file."""
    board = BoardLayout()
    ids = file.ids("hex", HEXES)
    head = file.table("board")
    for key, count in (("hexes", len(ids)), ("ranches", RANCHES), ("west_hexes", WEST_HEXES)):
        file.check(
            head.get(key) == count, "[board]", mark("`{key}` must be {count}"), key=key, count=count
        )
    board.base_cost = file.number(head, "base_hex_cost", "[board]", 1, 20)
    for key in ("title", "provenance"):
        file.get(head, key, str, "[board]")
    board.hexes = len(ids)
    _read_hexes(file, board, ids)
    _read_neighbours(file, board, ids)
    _read_ranches(file, board)
    _read_west(file, board, ids)
    _read_railroads(file, board, ids)
    _read_setup(file, board)
    _read_tracks(file, board)
    _check_land(file, board, ids)
    _measure_west(board)
    _check_scenery(file)
    file.check(
        any(True for _ in origins(file.data)),
        "[board]",
        mark("no `provenance` says where the facts come from"),
    )
    return board


def _read_hexes(file: BoardFile, board: BoardLayout, ids: list[str]) -> None:
    """Check the ids, coordinates, kinds and values of the hexes."""
    grid = file.table("grid")
    radius = file.number(grid, "hex_radius", "[grid]", 10, 200)
    left, top = _read_pair(file, grid, "origin", "[grid]")
    width, height = _read_pair(file, file.table("board"), "canvas", "[board]")
    file.check(
        0 < width <= 5000 and 0 < height <= 5000,
        "[board]",
        mark("`canvas` must be 1 to 5000 wide and high"),
    )
    names: list[str] = []
    for n, row in enumerate(file.rows("hex", HEXES)):
        entry = f"[[hex]] {ids[n]!r}"
        q, r = parse_hex_id(file, ids[n])
        for key, expected in (("q", q), ("r", r)):
            coordinate = file.number(row, key, entry, -HEXES, HEXES)
            file.check(
                coordinate == expected,
                entry,
                mark("`{key}` is {coordinate}; the id says {expected}"),
                key=key,
                coordinate=coordinate,
                expected=expected,
            )
        x, y = left + 1.5 * radius * q, top + sqrt(3) * radius * (r + q / 2)
        for key, place, limit in (("x", x, width), ("y", y, height)):
            spot = _read_number(file, row, key, entry)
            file.check(
                abs(spot - place) < 0.5 and 0 <= spot <= limit,
                entry,
                mark("`{key}` is {spot}; the grid puts it at {place} of {limit}"),
                key=key,
                spot=spot,
                place=f"{place:.1f}",
                limit=limit,
            )
        kind = file.get(row, "kind", str, entry)
        file.check(
            kind in KINDS,
            entry,
            mark("`kind` is {kind}; it is one of {kinds}"),
            kind=repr(kind),
            kinds=", ".join(KINDS),
        )
        low, high = {"plain": (0, 0), "ranch": (1, 1), "west": (0, 2)}.get(kind, (1, 2))
        board.gain[n] = file.number(row, "value", entry, low, high)
        if kind == "ranch":
            file.get({"note": "", **row}, "note", str, entry)
        elif board.gain[n] > 0:
            name = file.get(row, "name", str, entry)
            file.check(
                bool(name) and name not in names,
                entry,
                mark("name {name} is used twice"),
                name=repr(name),
            )
            names.append(name)
        file.check(board.gain[n] > 0 or "name" not in row, entry, mark("a named hex needs a value"))
    city_count = file.table("board").get("cities")
    file.check(
        city_count == len(names), "[board]", mark("`cities` must be {count}"), count=len(names)
    )


def parse_hex_id(file: BoardFile, name: str) -> tuple[int, int]:
    """Return the axial coordinates of an id such as d7."""
    match = re.fullmatch(r"([a-z])([1-9][0-9]?)", name)
    if match is None:
        file.fail(f"[[hex]] {name!r}", _("`id` must be a column's letter and a row's number"))
    q = ord(match[1]) - ord("a")
    return q, int(match[2]) - 1 - q // 2


def _read_number(file: BoardFile, table: dict[str, Any], key: str, entry: str) -> float:
    """Return a finite number, whole or not."""
    spot = table.get(key)
    if not isinstance(spot, int | float) or isinstance(spot, bool) or not abs(spot) < 1e6:
        file.fail(entry, _("`{key}` must be a number, not {spot}", key=key, spot=repr(spot)))
    return float(spot)


def _read_pair(file: BoardFile, table: dict[str, Any], key: str, entry: str) -> tuple[int, int]:
    pair = file.get(table, key, list, entry)
    is_pair = len(pair) == 2 and all(isinstance(n, int) and not isinstance(n, bool) for n in pair)
    file.check(is_pair, entry, mark("`{key}` must be two whole numbers"), key=key)
    return pair[0], pair[1]


def _read_neighbours(file: BoardFile, board: BoardLayout, ids: list[str]) -> None:
    directions = file.get(file.table("grid"), "directions", list, "[grid]")
    six = [list(direction) for direction in DIRECTIONS]
    file.check(
        len(directions) == 6 and all(d in directions for d in six),
        "[grid]",
        mark("`directions` must be the six of axial coordinates"),
    )
    place = {parse_hex_id(file, name): n for n, name in enumerate(ids)}
    for (q, r), n in place.items():
        around = sorted(place[at] for dq, dr in DIRECTIONS if (at := (q + dq, r + dr)) in place)
        board.sides[n] = len(around)
        board.side[n][: len(around)] = around


def _read_ranches(file: BoardFile, board: BoardLayout) -> None:
    ranch_hexes = [n for n, row in enumerate(file.rows("hex")) if row["kind"] == "ranch"]
    file.check(
        len(ranch_hexes) == RANCHES,
        "[[hex]]",
        mark("{count} ranch hexes; the box has {markers} markers"),
        count=len(ranch_hexes),
        markers=RANCHES,
    )
    board.ranch_hex[:] = ranch_hexes
    board.ranch_number[:] = [ranch_hexes.index(n) if n in ranch_hexes else -1 for n in range(HEXES)]


def _read_west(file: BoardFile, board: BoardLayout, ids: list[str]) -> None:
    listed = file.get(file.table("west"), "hexes", list, "[west]")
    kind = [ids[n] for n, row in enumerate(file.rows("hex")) if row["kind"] == "west"]
    file.check(
        sorted(map(str, listed)) == sorted(kind),
        "[west]",
        mark("`hexes` must be those of kind 'west': {hexes}"),
        hexes=", ".join(kind),
    )
    file.check(
        len(kind) == WEST_HEXES,
        "[west]",
        mark("{count} Go West hexes; the rulebook has {needed}"),
        count=len(kind),
        needed=WEST_HEXES,
    )
    for name in kind:
        board.western[ids.index(name)] = 1


def _read_railroads(file: BoardFile, board: BoardLayout, ids: list[str]) -> None:
    table = file.table("railroads")
    file.check(
        sorted(table) == sorted(name.upper() for name in RAILROAD_IDS),
        "[railroads]",
        mark("must be {railroads}"),
        railroads=", ".join(RAILROAD_IDS).upper(),
    )
    for n, name in enumerate(RAILROAD_IDS):
        entry, row = f"[railroads.{name.upper()}]", table[name.upper()]
        file.check(isinstance(row, dict), entry, mark("must be a table"))
        _read_railroad(file, board, ids, n, row, entry)
    starts = [row for row in file.rows("hex") if row["kind"] == "start"]
    file.check(
        len(starts) == RAILROADS,
        "[[hex]]",
        mark("{count} start cities, not {needed}"),
        count=len(starts),
        needed=RAILROADS,
    )


def _read_railroad(
    file: BoardFile, board: BoardLayout, ids: list[str], n: int, row: dict[str, Any], entry: str
) -> None:
    city, income, cubes, shares = COMPONENTS[n]
    for key, expected in (
        ("start_city", city),
        ("start_income", income),
        ("cubes", cubes),
        ("cubes_to_build", cubes - 2),
        ("shares", shares),
    ):
        file.check(
            row.get(key) == expected,
            entry,
            mark("`{key}` is {value}; the rulebook says {expected}"),
            key=key,
            value=repr(row.get(key)),
            expected=repr(expected),
        )
    for key in ("label", "name"):
        file.get(row, key, str, entry)
    file.colour(row, "rgb", entry)
    start = file.get(row, "start_hex", str, entry)
    file.check(start in ids, entry, mark("there is no hex {start}"), start=repr(start))
    here = file.rows("hex")[ids.index(start)]
    file.check(
        here["kind"] == "start" and here.get("name") == city,
        entry,
        mark("`start_hex` must be the hex of kind 'start' named {city}"),
        city=repr(city),
    )
    max_builds = file.number(row, "max_track_per_decision", entry, 0, 127)
    closed = file.get(row, "start_closed_to_others", bool, entry)
    file.check(closed == (n != TP), entry, mark("all start cities but Dallas are closed (T2)"))
    # Files of rules version 1 do not have the flag: no railroad entered start cities.
    enters = file.get({ENTERS: False, **row}, ENTERS, bool, entry)
    file.check(
        n == TP or not enters, entry, mark("`{enters}` is for T&P alone (T2)"), enters=ENTERS
    )
    if enters:
        board.tp_enters = 1
    board.start_hex[n] = ids.index(start)
    board.start_income[n], board.cubes[n], board.shares[n] = income, cubes - 2, shares
    board.max_builds[n] = max_builds or 127
    board.closed[ids.index(start)] = int(closed)


def _read_setup(file: BoardFile, board: BoardLayout) -> None:
    table = file.table("setup")
    cash: dict[str, Any] = file.get(table, "starting_cash", dict, "[setup]")
    for seats in range(2, SEATS + 1):
        board.start_cash[seats] = file.number(cash, str(seats), "[setup] starting_cash", 0, 999)
        file.check(
            board.start_cash[seats] == START_CASH[seats],
            "[setup] starting_cash",
            mark("for {seats} seats it is {cash}"),
            seats=seats,
            cash=START_CASH[seats],
        )
    order = [str(name).lower() for name in file.get(table, "auction_order", list, "[setup]")]
    file.check(
        order == list(RAILROAD_IDS[:TP]),
        "[setup]",
        mark("`auction_order` must be {railroads}"),
        railroads=", ".join(RAILROAD_IDS[:TP]).upper(),
    )


def _read_tracks(file: BoardFile, board: BoardLayout) -> None:
    table = file.table("tracks")
    rounds = file.get(table, "round", list, "[tracks]")
    file.check(rounds == list(range(1, 9)), "[tracks]", mark("`round` must count from 1 to 8"))
    file.number(table, "income_max", "[tracks]", 10, 200)
    steps: dict[str, Any] = file.get(table, "decisions", dict, "[tracks]")
    for n, name in enumerate(DECISION_IDS):
        board.last_step[n] = file.number(steps, name, "[tracks.decisions]", 1, 12)
    events = file.table("events")
    board.tp_opens_after = file.number(events, "tp_opens_after_ranch", "[events]", 1, RANCHES)
    board.end_track = file.number(events, "end_railroads_out_of_track", "[events]", 1, RAILROADS)
    board.end_stock = file.number(events, "end_railroads_out_of_stock", "[events]", 1, RAILROADS)
    board.end_markers = file.number(events, "end_ranch_markers_left", "[events]", 0, RANCHES - 1)
    board.rounds = file.number(events, "end_after_round", "[events]", 1, 8)
    file.check(
        board.rounds == len(rounds),
        "[events]",
        mark("`end_after_round` must be the last of [tracks] `round`"),
    )


def _check_land(file: BoardFile, board: BoardLayout, ids: list[str]) -> None:
    """Check that every railroad can reach every open hex."""
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
            file.check(
                n in seen or board.closed[n] == 1,
                f"[[hex]] {name!r}",
                mark("no track of {railroad} can get there"),
                railroad=RAILROAD_IDS[railroad],
            )


def _check_scenery(file: BoardFile) -> None:
    """Check that decoration, which is optional, can be drawn."""
    if "decor_line" in file.data:
        for n, row in enumerate(file.rows("decor_line"), 1):
            entry = number_entry("[[decor_line]]", n)
            style = file.get(row, "style", str, entry)
            file.check(
                style in ("river", "coast", "border"),
                entry,
                mark("`style` is {style}; it is river, coast or border"),
                style=repr(style),
            )
            points = file.get(row, "points", list, entry)
            file.check(len(points) > 1, entry, mark("a line needs two points or more"))
            for point in points:
                file.check(
                    isinstance(point, list) and len(point) == 2,
                    entry,
                    mark("{point} is no point: it must be two numbers"),
                    point=repr(point),
                )
                for k in (0, 1):
                    _read_number(file, {"points": point[k]}, "points", entry)
    if "decor_label" in file.data:
        for n, row in enumerate(file.rows("decor_label"), 1):
            entry = number_entry("[[decor_label]]", n)
            file.get(row, "text", str, entry)
            for key in ("x", "y"):
                _read_number(file, row, key, entry)


def _measure_west(board: BoardLayout) -> None:
    """Measure the distance of each hex to the nearest Go West hex; for advice only."""
    ring = [n for n in range(board.hexes) if board.western[n]]
    seen = set(ring)
    far = 0
    while ring:
        for here in ring:
            board.west_distance[here] = far
        ring = sorted(
            {
                there
                for here in ring
                for there in board.side[here][: board.sides[here]]
                if there not in seen and not board.closed[there]
            }
        )
        seen.update(ring)
        far += 1
    for n in range(board.hexes):
        if board.closed[n]:
            board.west_distance[n] = 1 + min(
                board.west_distance[there] for there in board.side[n][: board.sides[n]]
            )
