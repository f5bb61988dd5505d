"""Board file -> tables, checked so that no game can get stuck (N5)."""

from __future__ import annotations

from roundhouse.core.board import Sheet
from roundhouse.games.northern.state import CITIES, SEATS, Board


def build(sheet: Sheet) -> Board:
    board = Board()
    ids = sheet.ids("city", CITIES)
    _check_places(sheet)
    route = sheet.table("route")
    board.cities = len(ids)
    board.start = _city(sheet, ids, sheet.get(route, "start", str, "[route]"), "[route] start")
    board.end = _city(sheet, ids, sheet.get(route, "end", str, "[route]"), "[route] end")
    sheet.check(board.start != board.end, "[route]", "start and end are the same city")

    limits = sheet.table("cube_limit")
    for seats in range(3, SEATS + 1):
        board.limit[seats] = sheet.number(limits, str(seats), "[cube_limit]", 1, 100)
    cubes = sheet.table("start_cubes")
    board.start_small = sheet.number(cubes, "small", "[start_cubes]", 0, 100)
    board.start_large = sheet.number(cubes, "large", "[start_cubes]", 0, 100)
    payout = sheet.table("payout")
    board.bonus_small = sheet.number(payout, "small", "[payout]", 0, 10)
    board.bonus_large = sheet.number(payout, "large", "[payout]", 0, 10)
    board.rounds = sheet.number(sheet.table("score"), "rounds", "[score]", 1, 100)
    variants = dict(zip(sheet.ids("variant"), sheet.rows("variant"), strict=True))
    for name in ("single", "scoreless"):
        sheet.check(name in variants, "[[variant]]", f"there is no {name!r}")
    board.game_wins = sheet.number(
        variants["single"], "game_wins_at_or_below", "[[variant]] 'single'", 0, 100
    )
    board.wins_needed = sheet.number(
        variants["scoreless"], "round_wins_needed", "[[variant]] 'scoreless'", 1, 20
    )

    for start, end in links(sheet, ids):
        board.exit_to[start][board.exits[start]] = end
        board.exits[start] += 1
    for city in range(board.cities):
        ends = sorted(board.exit_to[city][: board.exits[city]])
        board.exit_to[city][: len(ends)] = ends
    _check_routes(sheet, board, ids)
    for city in range(board.cities):
        _set_odds(board, city)
    return board


def links(sheet: Sheet, ids: list[str]) -> list[tuple[int, int]]:
    """Every directed link as a pair of city numbers; a two-way pair is two."""
    table = sheet.table("links")
    found: list[tuple[int, int]] = []
    for key, both in (("one_way", False), ("two_way", True)):
        for n, pair in enumerate(sheet.get(table, key, list, "[links]"), 1):
            entry = f"[links] {key} number {n}"
            sheet.check(isinstance(pair, list) and len(pair) == 2, entry, "must be two cities")
            start, end = (_city(sheet, ids, name, entry) for name in pair)
            sheet.check(start != end, entry, f"leads from {pair[0]!r} to itself")
            for link in ((start, end), (end, start)) if both else ((start, end),):
                sheet.check(link not in found, entry, f"{pair[0]} - {pair[1]} is there twice")
                found.append(link)
    return found


def _city(sheet: Sheet, ids: list[str], name: object, entry: str) -> int:
    sheet.check(name in ids, entry, f"there is no city {name!r}")
    return ids.index(str(name))


def _check_places(sheet: Sheet) -> None:
    canvas = sheet.table("canvas")
    width = sheet.number(canvas, "width", "[canvas]", 1)
    height = sheet.number(canvas, "height", "[canvas]", 1)
    taken: dict[tuple[int, int], str] = {}
    for row in sheet.rows("city"):
        entry = f"[[city]] {row['id']!r}"
        sheet.get(row, "name", str, entry)
        place = (sheet.number(row, "x", entry, 0, width), sheet.number(row, "y", entry, 0, height))
        sheet.check(place not in taken, entry, f"stands where {taken.get(place)!r} does")
        taken[place] = row["id"]
        label = sheet.get(row, "label", list, entry)
        sheet.check(
            len(label) == 2 and all(isinstance(n, int) for n in label),
            entry, "`label` must be two whole numbers",
        )
        lines = row.get("label_lines", [])
        sheet.check(
            isinstance(lines, list) and all(isinstance(line, str) for line in lines),
            entry, "`label_lines` must be a list of texts",
        )
    links = sheet.table("links")
    if "pair_bow" in links:
        sheet.number(links, "pair_bow", "[links]", -100, 100)


def _check_routes(sheet: Sheet, board: Board, ids: list[str]) -> None:
    """From wherever a route may have come to, some link must lead on to the end.

    Every way is walked: a city is closed to the rest of its own route (N2), so whether a route
    gets stuck depends on how it came. Ways that share the city they are at and the closed cities
    that still matter from there share the answer.
    """
    ahead = _reachable(board)
    seen: set[tuple[int, frozenset[int]]] = set()
    todo: list[tuple[int, frozenset[int], tuple[int, ...]]]
    todo = [(board.start, frozenset([board.start]), (board.start,))]
    while todo:
        city, closed, way = todo.pop()
        if city == board.end:
            continue
        key = (city, closed & ahead[city])
        if key in seen:
            continue
        seen.add(key)
        sheet.check(
            len(seen) <= 200_000, "[links]", "too many different routes to check for dead ends"
        )
        exits = [c for c in board.exit_to[city][: board.exits[city]] if c not in closed]
        if not exits:
            path = " - ".join(ids[c] for c in way)
            sheet.fail("[links]", f"a route can get stuck: {path}, and no link leads on")
        todo += [(c, closed | {c}, (*way, c)) for c in exits]


def _reachable(board: Board) -> list[frozenset[int]]:
    reach = []
    for city in range(board.cities):
        found, todo = {city}, [city]
        while todo:
            here = todo.pop()
            for end in board.exit_to[here][: board.exits[here]]:
                if end not in found:
                    found.add(end)
                    todo.append(end)
        reach.append(frozenset(found))
    return reach


def _set_odds(board: Board, city: int) -> None:
    """For advice only: how often a way that takes any link at random comes through each city.

    Pairs of opposite links make circles, so the flow is followed for as many steps as a route
    can have, and the shares that come back to a city are counted once.
    """
    for goal in range(board.cities):
        flow = {city: 1.0}
        arrived = 0.0
        for _ in range(board.cities):
            arrived += flow.pop(goal, 0.0)
            onward: dict[int, float] = {}
            for here, share in flow.items():
                exits = [c for c in board.exit_to[here][: board.exits[here]] if c != city]
                for end in exits:
                    onward[end] = onward.get(end, 0.0) + share / len(exits)
            flow = onward
        board.odds[city][goal] = min(1000, round(1000 * arrived))
