"""Read a board file into tables and check its counts and its network."""

from __future__ import annotations

from math import hypot
from typing import Any

from roundhouse.core.board import BoardFile, number_entry
from roundhouse.core.board_schema import BoardSchema, Links, Places, Scenery
from roundhouse.core.translation import mark
from roundhouse.games.southern.state import (
    BITS,
    CITIES,
    CUBES,
    HASH,
    LINKS,
    RAILROADS,
    SEATS,
    SHARES,
    BoardLayout,
)

MAX_INCOME = 9  # per city, so that the income of 20 rounds fits into 16 bits

LAYOUT = BoardSchema(
    size=("board.width", "board.height"),
    places=(
        Places(
            "city",
            mark("city"),
            label=("label_x", "label_y"),
            label_at=(12, 14),
            anchor="label_anchor",
            named_in=("railroad.home",),
            fresh={"label_anchor": "start"},
        ),
    ),
    links=(Links("link", mark("link"), "city", id="sorted", box=("box_x", "box_y")),),
    scenery=(Scenery("backdrop", points="points"), Scenery("region", text="name", size="size")),
)


def build(file: BoardFile) -> BoardLayout:
    """Build the tables of a board file."""
    board = BoardLayout()
    for n in range(BITS):
        board.place[(1 << n) % HASH] = n
    _check_canvas(file)
    _read_money(file, board)
    ids = file.ids("city", CITIES)
    board.cities = len(ids)
    _check_cities(file)
    _read_railroads(file, board, ids)
    _read_links(file, board, ids)
    _check_joined(file, board, ids)
    return board


def _check_canvas(file: BoardFile) -> None:
    canvas = file.table("board")
    file.get(canvas, "title", str, "[board]")
    for key in ("width", "height"):
        file.number(canvas, key, "[board]", 1)
    for key in ("box_size", "city_radius", "home_radius"):
        file.number(canvas, key, "[board]", 2, 60)
    for n, line in enumerate(_scenery_rows(file, "backdrop"), 1):
        entry = number_entry("[[backdrop]]", n)
        file.get(line, "kind", str, entry)
        points = file.get(line, "points", list, entry)
        is_valid = all(isinstance(p, list) and len(p) == 2 and _are_whole(*p) for p in points)
        file.check(
            is_valid and len(points) > 1, entry, mark("`points` must be pairs of whole numbers")
        )
    for n, region in enumerate(_scenery_rows(file, "region"), 1):
        entry = number_entry("[[region]]", n)
        file.get(region, "name", str, entry)
        file.number(region, "size", entry, 6, 60)
        _check_spot(file, region, "x", "y", entry)


def _scenery_rows(file: BoardFile, key: str) -> list[dict[str, Any]]:
    """Return the optional rows that only the drawing reads."""
    return file.rows(key) if key in file.data else []


def _read_money(file: BoardFile, board: BoardLayout) -> None:
    table = file.table("board")
    board.link_cost = file.number(table, "link_cost", "[board]", 1, 99)
    incomes = file.get(table, "city_income", list, "[board]")
    file.check(
        len(incomes) == 3 and _are_whole(*incomes) and all(0 <= n <= MAX_INCOME for n in incomes),
        "[board]",
        mark("`city_income` must be three whole numbers of 0 to {limit}"),
        limit=MAX_INCOME,
    )
    for there in range(1, RAILROADS + 1):
        board.pay[there] = incomes[min(there, 3) - 1]
    # The Income display must hold the income of the longest line without shared cities.
    file.number(table, "max_income", "[board]", (CUBES + 1) * max(incomes), 999)
    cash_by_players: dict[int, int] = {}
    for row in file.rows("starting_cash"):
        players = file.number(row, "players", "[[starting_cash]]", 3, SEATS)
        entry = f"[[starting_cash]] players {players}"
        file.check(players not in cash_by_players, entry, mark("appears twice"))
        cash_by_players[players] = file.number(row, "cash", entry, 0, 200)
    for players in range(3, SEATS + 1):
        file.check(
            players in cash_by_players,
            "[[starting_cash]]",
            mark("none for {players} players"),
            players=players,
        )
        board.start_cash[players] = cash_by_players[players]


def _check_cities(file: BoardFile) -> None:
    for row in file.rows("city"):
        entry = f"[[city]] {row['id']!r}"
        file.get(row, "name", str, entry)
        _check_spot(file, row, "x", "y", entry)
        _check_spot(file, row, "label_x", "label_y", entry)
        anchor = file.get(row, "label_anchor", str, entry)
        file.check(
            anchor in ("start", "middle", "end"),
            entry,
            mark("`label_anchor` is start, middle or end, not {anchor}"),
            anchor=repr(anchor),
        )


def _read_railroads(file: BoardFile, board: BoardLayout, ids: list[str]) -> None:
    names = file.ids("railroad", RAILROADS)
    file.check(
        len(names) == RAILROADS,
        "[[railroad]]",
        mark("{count} of them; must be {needed}"),
        count=len(names),
        needed=RAILROADS,
    )
    order = file.get(file.table("board"), "railroad_order", list, "[board]")
    file.check(
        order == names,
        "[board]",
        mark("`railroad_order` must name the railroads in the order of their entries"),
    )
    homes: list[str] = []
    for n, row in enumerate(file.rows("railroad")):
        entry = f"[[railroad]] {row['id']!r}"
        for key in ("name", "short", "colour", "ink"):
            file.get(row, key, str, entry)
        file.number(row, "order", entry, n + 1, n + 1)
        file.number(row, "cubes", entry, CUBES + 1, CUBES + 1)
        file.number(row, "link_cubes", entry, CUBES, CUBES)  # S1
        file.number(row, "shares", entry, SHARES, SHARES)
        file.number(row, "start_income", entry, board.pay[1], board.pay[1])
        home = file.get(row, "home", str, entry)
        file.check(home in ids, entry, mark("there is no city {name}"), name=repr(home))
        file.check(
            home not in homes,
            entry,
            mark("{home} is already another railroad's home"),
            home=repr(home),
        )
        homes.append(home)
        board.home[n] = ids.index(home)


def _read_links(file: BoardFile, board: BoardLayout, ids: list[str]) -> None:
    names = file.ids("link", LINKS)
    board.links = len(names)
    cities = file.rows("city")
    for n, row in enumerate(file.rows("link")):
        entry = f"[[link]] {row['id']!r}"
        ends = [file.get(row, key, str, entry) for key in ("a", "b")]
        for end in ends:
            file.check(end in ids, entry, mark("there is no city {name}"), name=repr(end))
        file.check(
            ends[0] != ends[1], entry, mark("leads from {start} to itself"), start=repr(ends[0])
        )
        # The id follows from the ends, so no two links can join the same pair.
        file.check(
            row["id"] == "-".join(sorted(ends)),
            entry,
            mark("`id` must be its two cities in alphabetical order, joined by a hyphen"),
        )
        a, b = (ids.index(end) for end in ends)
        _check_box(file, row, cities[a], cities[b], entry)
        board.end_a[n], board.end_b[n] = a, b
        board.word[n], board.bit[n] = n // BITS, 1 << (n % BITS)
        for city in (a, b):
            board.links_at[city][board.word[n]] |= board.bit[n]


def _check_box(
    file: BoardFile, row: dict[str, Any], a: dict[str, Any], b: dict[str, Any], entry: str
) -> None:
    """Check that the box of the cube is on the line and clear of both cities."""
    _check_spot(file, row, "box_x", "box_y", entry)
    along = (b["x"] - a["x"], b["y"] - a["y"])
    box = (row["box_x"] - a["x"], row["box_y"] - a["y"])
    length = hypot(*along)
    file.check(length > 0, entry, mark("its two cities have the same position"))
    off = abs(along[0] * box[1] - along[1] * box[0]) / length
    far = (along[0] * box[0] + along[1] * box[1]) / length**2
    file.check(off <= 6 and 0.25 <= far <= 0.75, entry, mark("its box is not on the line"))


def _check_joined(file: BoardFile, board: BoardLayout, ids: list[str]) -> None:
    reached, todo = {board.home[0]}, [board.home[0]]
    while todo:
        city = todo.pop()
        for link in range(board.links):
            ends = (board.end_a[link], board.end_b[link])
            if city in ends:
                other = sum(ends) - city
                if other not in reached:
                    reached.add(other)
                    todo.append(other)
    for n, name in enumerate(ids):
        file.check(n in reached, f"[[city]] {name!r}", mark("no link leads there"))


def _check_spot(file: BoardFile, row: dict[str, Any], x: str, y: str, entry: str) -> None:
    canvas = file.table("board")
    file.number(row, x, entry, 0, canvas["width"])
    file.number(row, y, entry, 0, canvas["height"])


def _are_whole(*values: object) -> bool:
    return all(isinstance(n, int) and not isinstance(n, bool) for n in values)
