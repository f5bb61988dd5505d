"""Read a board file into tables and check it against the counts it declares."""

from __future__ import annotations

from typing import Any

from roundhouse.core.board import BoardFile
from roundhouse.core.board_schema import BoardSchema, DerivedCount, Links, Places, Scenery
from roundhouse.core.translation import mark
from roundhouse.games.union.state import (
    COMPANIES,
    DIVIDENDS,
    KIND_NAMES,
    NEAR,
    PLACES,
    ROWS,
    SEATS,
    SECTIONS,
    WILD,
    BoardLayout,
)

HAND = 4  # company shares dealt per seat
RESERVED = ("up", "deck")  # used in the notation, so not allowed as company ids

LAYOUT = BoardSchema(
    size=("board.width", "board.height"),
    places=(
        Places(
            "city", mark("city"), label=("label",), label_at=(0, -14), named_in=("company.station",)
        ),
    ),
    links=(
        Links(
            "section",
            mark("section"),
            "city",
            id="ordered",
            slots="slots",
            slots_many="spaces",
            slots_wide="board.space_width",
            bend="bend",
            keeps=("type", "spaces"),
            fresh={"type": "none", "spaces": 1, "start": []},
        ),
    ),
    scenery=(Scenery("outline"),),
    counts=(
        DerivedCount("board.cities", "city"),
        DerivedCount("board.sections", "section"),
        DerivedCount("board.spaces", "section", add="spaces"),
        *(
            count
            for kind in KIND_NAMES
            for count in (
                DerivedCount(
                    f"board.spaces_by_type.{kind}", "section", "spaces", where=("type", kind)
                ),
                DerivedCount(f"board.sections_by_type.{kind}", "section", where=("type", kind)),
            )
        ),
    ),
)


def build(file: BoardFile) -> BoardLayout:
    """Build the tables of a board file."""
    board = BoardLayout()
    _read_cards(file, board)
    _read_companies(file, board)
    _check_cities(file)
    _read_sections(file, board)
    _read_near(file, board)
    _check_totals(file, board)
    _check_outline(file)
    return board


def _read_cards(file: BoardFile, board: BoardLayout) -> None:
    cards = file.table("cards")
    track = file.get(cards, "track", dict, "[cards]")
    for n, name in enumerate((*KIND_NAMES, "wild")):
        low = 0 if n == WILD else 1
        board.track_cards[n] = file.number(track, name, "[cards.track]", low, 100)
    for name in track:
        file.check(
            name in (*KIND_NAMES, "wild"),
            "[cards.track]",
            mark("unknown track {name}"),
            name=repr(name),
        )
    total = sum(board.track_cards)
    file.check(
        4 * SEATS < total <= 100,
        "[cards.track]",
        mark("{total} cards; there must be more than {low} and at most 100"),
        total=total,
        low=4 * SEATS,
    )
    board.up_shares = file.number(cards, "union_pacific_shares", "[cards]", SEATS, ROWS)
    file.number(cards, "dividends", "[cards]", DIVIDENDS, DIVIDENDS)
    entry = "[cards.union_pacific_dividend]"
    dividend = file.get(cards, "union_pacific_dividend", dict, "[cards]")
    table = file.get(dividend, "table", list, entry)
    good = len(table) == PLACES and all(
        isinstance(row, list)
        and len(row) == DIVIDENDS
        and all(type(n) is int and 0 <= n <= 100 for n in row)
        for row in table
    )
    file.check(
        good,
        entry,
        mark("`table` must be {rows} rows of {numbers} numbers from 0 to 100"),
        rows=PLACES,
        numbers=DIVIDENDS,
    )
    for place, row in enumerate(table):
        board.up_table[place][:] = row


def _read_companies(file: BoardFile, board: BoardLayout) -> None:
    ids = file.ids("company", COMPANIES)
    board.companies = len(ids)
    abbreviations: list[str] = []
    for n, row in enumerate(file.rows("company")):
        entry = f"[[company]] {ids[n]!r}"
        file.check(ids[n] not in RESERVED, entry, mark("{id} is a reserved word"), id=repr(ids[n]))
        for key in ("name", "colour"):
            file.get(row, key, str, entry)
        file.colour(row, "hex", entry)
        short = file.get(row, "abbr", str, entry)
        file.check(
            0 < len(short) <= 5 and short not in abbreviations,
            entry,
            mark("`abbr` {short} must be 1 to 5 letters that no other company has"),
            short=repr(short),
        )
        abbreviations.append(short)
        board.locomotives[n] = file.number(row, "locomotives", entry, 1, 100)
        board.shares[n] = file.number(row, "shares", entry, 1, 60)
        for name in file.get(row, "types", list, entry):
            file.check(name in KIND_NAMES, entry, mark("unknown track {name}"), name=repr(name))
            board.uses[n][KIND_NAMES.index(name)] = 1
        file.check(sum(board.uses[n]) > 0, entry, mark("`types` is empty"))
    for kind in range(len(KIND_NAMES)):
        users = [n for n in range(board.companies) if board.uses[n][kind]]
        board.user_count[kind] = len(users)
        board.users[kind][: len(users)] = users


def _check_cities(file: BoardFile) -> None:
    table = file.table("board")
    width = file.number(table, "width", "[board]", 1)
    height = file.number(table, "height", "[board]", 1)
    for key in ("space_width", "space_height", "city_radius", "station_radius"):
        file.number(table, key, "[board]", 1, 100)
    ids, companies = file.ids("city"), file.ids("company")
    for n, row in enumerate(file.rows("city")):
        entry = f"[[city]] {ids[n]!r}"
        file.get(row, "name", str, entry)
        file.number(row, "x", entry, 0, width)
        file.number(row, "y", entry, 0, height)
        file.point(row, "label", entry)
        owner = row.get("station_of")
        file.check(
            owner is None or owner in companies,
            entry,
            mark("there is no company {name}"),
            name=repr(owner),
        )
    for n, row in enumerate(file.rows("company")):
        entry = f"[[company]] {companies[n]!r}"
        station = file.get(row, "station", str, entry)
        file.check(station in ids, entry, mark("there is no city {name}"), name=repr(station))
        owner = file.rows("city")[ids.index(station)].get("station_of")
        file.check(
            owner == companies[n],
            entry,
            mark("{station} is the station of {owner}"),
            station=repr(station),
            owner=repr(owner),
        )


def _read_sections(file: BoardFile, board: BoardLayout) -> None:
    ids, cities = file.ids("section", SECTIONS), file.ids("city")
    board.sections = len(ids)
    pairs: list[set[str]] = []
    for n, row in enumerate(file.rows("section")):
        entry = f"[[section]] {ids[n]!r}"
        ends = [file.get(row, key, str, entry) for key in ("a", "b")]
        for city in ends:
            file.check(city in cities, entry, mark("there is no city {name}"), name=repr(city))
        file.check(ends[0] != ends[1], entry, mark("leads from a city to itself"))
        file.check(
            set(ends) not in pairs,
            entry,
            mark("{start} and {end} are joined twice"),
            start=ends[0],
            end=ends[1],
        )
        pairs.append(set(ends))
        kind = file.get(row, "type", str, entry)
        file.check(kind in KIND_NAMES, entry, mark("unknown track {name}"), name=repr(kind))
        board.kind[n] = KIND_NAMES.index(kind)
        board.spaces[n] = file.number(row, "spaces", entry, 1, 4)
        _read_start(file, board, n, row, entry)
        _read_slots(file, row, board.spaces[n], entry)


def _read_start(
    file: BoardFile, board: BoardLayout, section: int, row: dict[str, Any], entry: str
) -> None:
    companies = file.ids("company")
    for name in file.get(row, "start", list, entry):
        file.check(name in companies, entry, mark("there is no company {name}"), name=repr(name))
        company = companies.index(name)
        file.check(
            board.start[section] >> company & 1 == 0,
            entry,
            mark("starts {name} twice"),
            name=repr(name),
        )
        file.check(
            board.uses[company][board.kind[section]] == 1,
            entry,
            mark("{name} starts here but may not use this track"),
            name=repr(name),
        )
        station = file.rows("company")[company].get("station")
        file.check(
            station in (row["a"], row["b"]),
            entry,
            mark("{name} starts here but its station is {station}"),
            name=repr(name),
            station=repr(station),
        )
        board.start[section] |= 1 << company
    started = board.start[section].bit_count()
    file.check(started <= board.spaces[section], entry, mark("more start locomotives than spaces"))


def _read_slots(file: BoardFile, row: dict[str, Any], spaces: int, entry: str) -> None:
    """Check the positions of the spaces in the drawing."""
    slots = file.get(row, "slots", list, entry)
    file.check(
        len(slots) == spaces,
        entry,
        mark("{count} slots for {spaces} spaces"),
        count=len(slots),
        spaces=spaces,
    )
    for slot in slots:
        file.point({"slots": slot}, "slots", entry, 3)
    starts = row.get("start_slot", [])
    file.check(
        isinstance(starts, list)
        and len(starts) == len(row["start"])
        and all(type(n) is int and 0 <= n < spaces for n in starts)
        and len(set(starts)) == len(starts),
        entry,
        mark("`start_slot` must name one space for each of `start`"),
    )
    if "bend" in row:
        file.point(row, "bend", entry)
    if "slot_width" in row:
        file.point({"slot_width": [row["slot_width"]]}, "slot_width", entry, 1)


def _check_outline(file: BoardFile) -> None:
    """Check the outline, which the drawing reads."""
    if "outline" not in file.data:
        return
    for name, points in file.table("outline").items():
        entry = f"[outline] {name}"
        file.check(isinstance(points, list) and len(points) > 1, entry, mark("must be points"))
        for point in points:
            file.point({"point": point}, "point", entry)


def _read_near(file: BoardFile, board: BoardLayout) -> None:
    rows = file.rows("section")
    for n, row in enumerate(rows):
        ends = {row["a"], row["b"]}
        near = [m for m, other in enumerate(rows) if m != n and ends & {other["a"], other["b"]}]
        file.check(
            len(near) <= NEAR,
            f"[[section]] {row['id']!r}",
            mark("{count} sections share a city with it; at most {limit} fit"),
            count=len(near),
            limit=NEAR,
        )
        board.near_count[n] = len(near)
        board.near[n][: len(near)] = near


def _check_totals(file: BoardFile, board: BoardLayout) -> None:
    """Check the declared counts, and that every company has a start locomotive."""
    table, cards = file.table("board"), file.table("cards")
    kinds = [KIND_NAMES[board.kind[n]] for n in range(board.sections)]
    declared = [
        (table, "cities", "[board]", len(file.rows("city"))),
        (table, "sections", "[board]", board.sections),
        (table, "spaces", "[board]", sum(board.spaces)),
        (cards, "company_shares", "[cards]", sum(board.shares)),
        (cards, "locomotives", "[cards]", sum(board.locomotives)),
    ]
    by_kind = file.get(table, "spaces_by_type", dict, "[board]")
    sections = file.get(table, "sections_by_type", dict, "[board]")
    for name in KIND_NAMES:
        spaces = sum(board.spaces[n] for n, kind in enumerate(kinds) if kind == name)
        declared.append((by_kind, name, "[board.spaces_by_type]", spaces))
        declared.append((sections, name, "[board.sections_by_type]", kinds.count(name)))
    for where, key, entry, actual in declared:
        number = file.number(where, key, entry)
        file.check(
            number == actual,
            entry,
            mark("`{key}` is {number}; the file has {actual}"),
            key=key,
            number=number,
            actual=actual,
        )
    least, shares = HAND * SEATS + 30, sum(board.shares)
    file.check(
        least <= shares <= 98,
        "[cards]",
        mark("{shares} shares; there must be {least} to 98"),
        shares=shares,
        least=least,
    )
    for n, row in enumerate(file.rows("company")):
        entry = f"[[company]] {row['id']!r}"
        starts = sum(mask >> n & 1 for mask in board.start)
        number = file.number(row, "start_locomotives", entry, 1, board.locomotives[n])
        file.check(
            number == starts,
            entry,
            mark("`start_locomotives` is {number}; it starts on {starts} sections"),
            number=number,
            starts=starts,
        )
