"""Read the board file and check that no game can get stuck (N5)."""

from __future__ import annotations

from functools import lru_cache

from roundhouse.core.board import BoardFile, number_entry
from roundhouse.core.board_schema import BoardSchema, Links, Places
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.games.northern.state import CITIES, SEATS, BoardLayout

LAYOUT = BoardSchema(
    size=("canvas.width", "canvas.height"),
    places=(
        Places(
            "city",
            mark("city"),
            label=("label",),
            label_at=(0, 24),
            named_in=("route.start", "route.end"),
        ),
    ),
    links=(
        Links("links.one_way", mark("one-way link"), "city", ends=(), one_way=True),
        Links("links.two_way", mark("two-way link"), "city", ends=()),
    ),
)


def build(file: BoardFile) -> BoardLayout:
    """Build the board from its file."""
    board = BoardLayout()
    ids = file.ids("city", CITIES)
    _check_places(file)
    route = file.table("route")
    board.cities = len(ids)
    board.start = _find_city(file, ids, file.get(route, "start", str, "[route]"), "[route] start")
    board.end = _find_city(file, ids, file.get(route, "end", str, "[route]"), "[route] end")
    file.check(board.start != board.end, "[route]", mark("start and end are the same city"))

    limits = file.table("cube_limit")
    for seats in range(3, SEATS + 1):
        board.limit[seats] = file.number(limits, str(seats), "[cube_limit]", 1, 100)
    cubes = file.table("start_cubes")
    board.start_small = file.number(cubes, "small", "[start_cubes]", 0, 100)
    board.start_large = file.number(cubes, "large", "[start_cubes]", 0, 100)
    payout = file.table("payout")
    board.bonus_small = file.number(payout, "small", "[payout]", 0, 10)
    board.bonus_large = file.number(payout, "large", "[payout]", 0, 10)
    board.rounds = file.number(file.table("score"), "rounds", "[score]", 1, 100)
    variants = dict(zip(file.ids("variant"), file.rows("variant"), strict=True))
    for name in ("single", "scoreless"):
        file.check(name in variants, "[[variant]]", mark("there is no {name}"), name=repr(name))
    board.game_wins = file.number(
        variants["single"], "game_wins_at_or_below", "[[variant]] 'single'", 0, 100
    )
    board.wins_needed = file.number(
        variants["scoreless"], "round_wins_needed", "[[variant]] 'scoreless'", 1, 20
    )

    for start, end in read_links(file, ids):
        board.exit_to[start][board.exits[start]] = end
        board.exits[start] += 1
    for city in range(board.cities):
        ends = sorted(board.exit_to[city][: board.exits[city]])
        board.exit_to[city][: len(ends)] = ends
    _check_routes(file, board, ids)
    exits = tuple(tuple(board.exit_to[city][: board.exits[city]]) for city in range(board.cities))
    for city in range(board.cities):
        board.odds[city][: board.cities] = _estimate_odds(exits, city)
    return board


def read_links(file: BoardFile, ids: list[str]) -> list[tuple[int, int]]:
    """Return every directed link as a pair of city numbers; a two-way link is two."""
    table = file.table("links")
    pairs: list[tuple[int, int]] = []
    for key, both in (("one_way", False), ("two_way", True)):
        for n, pair in enumerate(file.get(table, key, list, "[links]"), 1):
            entry = number_entry(f"[links] {key}", n)
            file.check(isinstance(pair, list) and len(pair) == 2, entry, mark("must be two cities"))
            start, end = (_find_city(file, ids, name, entry) for name in pair)
            file.check(
                start != end, entry, mark("leads from {start} to itself"), start=repr(pair[0])
            )
            for link in ((start, end), (end, start)) if both else ((start, end),):
                file.check(
                    link not in pairs,
                    entry,
                    mark("{start} - {end} appears twice"),
                    start=pair[0],
                    end=pair[1],
                )
                pairs.append(link)
    return pairs


def _find_city(file: BoardFile, ids: list[str], name: object, entry: str) -> int:
    """-"""
    file.check(name in ids, entry, mark("there is no city {name}"), name=repr(name))
    return ids.index(str(name))


def _check_places(file: BoardFile) -> None:
    canvas = file.table("canvas")
    width = file.number(canvas, "width", "[canvas]", 1)
    height = file.number(canvas, "height", "[canvas]", 1)
    used_places: dict[tuple[int, int], str] = {}
    for row in file.rows("city"):
        entry = f"[[city]] {row['id']!r}"
        file.get(row, "name", str, entry)
        place = (file.number(row, "x", entry, 0, width), file.number(row, "y", entry, 0, height))
        file.check(
            place not in used_places,
            entry,
            mark("is in the same place as {other}"),
            other=repr(used_places.get(place)),
        )
        used_places[place] = row["id"]
        label = file.get(row, "label", list, entry)
        file.check(
            len(label) == 2 and all(isinstance(n, int) for n in label),
            entry,
            mark("`label` must be two whole numbers"),
        )
        lines = row.get("label_lines", [])
        file.check(
            isinstance(lines, list) and all(isinstance(line, str) for line in lines),
            entry,
            mark("`label_lines` must be a list of texts"),
        )
    links = file.table("links")
    if "pair_bow" in links:
        file.number(links, "pair_bow", "[links]", -100, 100)


def _check_routes(file: BoardFile, board: BoardLayout, ids: list[str]) -> None:
    """Check that every route can continue to the end.

    A city is closed to the rest of its route (N2), so whether a route gets stuck depends on its
    history. Routes that end in the same city with the same relevant closed cities are checked once.
    """
    ahead = _find_reachable(board)
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
        file.check(
            len(seen) <= 200_000,
            "[links]",
            mark("too many different routes to check for dead ends"),
        )
        exits = [c for c in board.exit_to[city][: board.exits[city]] if c not in closed]
        if not exits:
            path = " - ".join(ids[c] for c in way)
            file.fail(
                "[links]",
                _("a route can get stuck: {cities}, with no link to continue", cities=path),
            )
        todo += [(c, closed | {c}, (*way, c)) for c in exits]


def _find_reachable(board: BoardLayout) -> list[frozenset[int]]:
    reach = []
    for city in range(board.cities):
        cities, todo = {city}, [city]
        while todo:
            here = todo.pop()
            for end in board.exit_to[here][: board.exits[here]]:
                if end not in cities:
                    cities.add(end)
                    todo.append(end)
        reach.append(frozenset(cities))
    return reach


@lru_cache(maxsize=8 * CITIES)  # a board is rebuilt for each of its options
def _estimate_odds(exits: tuple[tuple[int, ...], ...], city: int) -> tuple[int, ...]:
    """Estimate how often a random route from `city` reaches each city; advice only."""
    odds = []
    elsewhere = [tuple(end for end in ends if end != city) for ends in exits]
    for goal in range(len(exits)):
        flow = {city: 1.0}
        reached_share = 0.0
        for _step in exits:
            reached_share += flow.pop(goal, 0.0)
            onward: dict[int, float] = {}
            for here, share in flow.items():
                ends = elsewhere[here]
                part = share / len(ends) if ends else 0.0
                for end in ends:
                    onward[end] = onward.get(end, 0.0) + part
            flow = onward
        odds.append(min(1000, round(1000 * reached_share)))
    return tuple(odds)
