"""Components and scoring of a board file -> tables: what lies beside map and town."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from roundhouse.core.board import Sheet
from roundhouse.games.rails.state import (
    ANY_RESOURCE,
    ANY_TILE,
    ANY_TOKEN,
    BUILDINGS,
    CARRIAGES,
    CHOOSE,
    EACH,
    FIXED,
    GOAL_HOUSES,
    GOAL_SPECIALIST,
    GOAL_STATIONS,
    GOAL_TELEGRAPHS,
    GOAL_UPGRADES,
    GOALS,
    ITEMS,
    RESOURCES,
    SEATS,
    SENATORS,
    SPECIALISTS,
    TILES,
    WINDOWS,
    Board,
)

RESOURCE_NAMES = ("gunpowder", "coin", "iron", "wood")
TILE_NAMES = ("rail", "bridge", "tunnel")
SPECIALIST_NAMES = ("crew", "miner", "engineer", "financier")
TOKEN_NAMES = (*(f"{name}-{level}" for level in (1, 2) for name in RESOURCE_NAMES), "any-3")

GOAL_KINDS = {
    **{name: n for n, name in enumerate(RESOURCE_NAMES)},
    "railway-stations": GOAL_STATIONS,
    "telegraph-stations": GOAL_TELEGRAPHS,
    "district-houses": GOAL_HOUSES,
    "upgrades": GOAL_UPGRADES,
    "crew": GOAL_SPECIALIST,
    "miners": GOAL_SPECIALIST + 1,
    "engineers": GOAL_SPECIALIST + 2,
    "financiers": GOAL_SPECIALIST + 3,
}
MAX_ROUNDS = 100  # P8


def member(sheet: Sheet, names: Sequence[str], name: object, entry: str, what: str) -> int:
    """The number of a name among `names`."""
    sheet.check(name in names, entry, f"there is no {what} {name!r}; there are: {', '.join(names)}")
    return names.index(str(name))


def read_components(sheet: Sheet, board: Board) -> None:
    _read_specialists(sheet, board)
    _read_carriages(sheet, board)
    _read_upgrades(sheet, board)
    _read_congress(sheet, board)
    _read_player(sheet, board)
    _read_supply(sheet, board)
    _read_scoring(sheet, board)
    board.max_rounds = MAX_ROUNDS


def _by_name(
    sheet: Sheet, table: object, names: Sequence[str], entry: str, high: int
) -> list[int]:
    """A table name -> number as a row in the order of `names`."""
    sheet.check(isinstance(table, dict), entry, "must be a table")
    row = [0] * len(names)
    assert isinstance(table, dict)
    for name in table:
        row[member(sheet, names, name, entry, "item")] = sheet.number(table, name, entry, 0, high)
    return row


def _read_specialists(sheet: Sheet, board: Board) -> None:
    rows = dict(zip(sheet.ids("specialist", SPECIALISTS), sheet.rows("specialist"), strict=True))
    for n, name in enumerate(SPECIALIST_NAMES):
        sheet.check(name in rows, "[[specialist]]", f"there is no {name!r}")
        entry, row = f"[[specialist]] {name!r}", rows[name]
        converts = sheet.get(row, "converts", dict, entry)
        board.recipe_from[n] = member(sheet, RESOURCE_NAMES, converts.get("from"), entry, "from")
        to = converts.get("to")
        sheet.check((to == "congress") == (name == "financier"), entry,
                    "only the financier goes to congress")
        board.recipe_to[n] = -1 if to == "congress" else member(sheet, TILE_NAMES, to, entry, "to")
        if board.recipe_to[n] >= 0:
            board.made_from[board.recipe_to[n]] = board.recipe_from[n]
        costs = sheet.get(row, "cost", list, entry)
        sheet.check(len(costs) == CARRIAGES, entry, f"`cost` must have {CARRIAGES} entries")
        for carriage, cost in enumerate(costs):
            board.hire_cost[n * CARRIAGES + carriage][:] = _by_name(
                sheet, cost, RESOURCE_NAMES, entry, 15
            )
    made = sorted(to for to in board.recipe_to if to >= 0)
    sheet.check(made == list(range(TILES)), "[[specialist]]", "each tile needs one who makes it")
    tokens = sheet.table("specialist_tokens")
    in_play = sheet.get(tokens, "per_type_in_play", dict, "[specialist_tokens]")
    for seats in range(2, SEATS + 1):
        board.specialists[seats] = sheet.number(in_play, str(seats), "[specialist_tokens]", 1, 60)
    total = sheet.number(tokens, "total", "[specialist_tokens]")
    sheet.check(total == SPECIALISTS * board.specialists[SEATS], "[specialist_tokens]",
                f"total is {total}; with four seats {board.specialists[SEATS]} of each type play")


def _read_carriages(sheet: Sheet, board: Board) -> None:
    rows = sheet.rows("carriage", CARRIAGES)
    sheet.check(len(rows) == CARRIAGES, "[[carriage]]", f"there must be {CARRIAGES}")
    for n, row in enumerate(rows):
        entry = f"[[carriage]] number {n + 1}"
        fixed = {"level": n + 1, "specialist_spaces": WINDOWS, "upgrade_spaces": 1,
                 "gained_with_station": n + 1, "free_specialist": n == 0}
        for key, want in fixed.items():
            sheet.check(row.get(key) == want, entry, f"`{key}` must be {want}")
        points = sheet.get(row, "window_vp", list, entry)
        sheet.check(len(points) == WINDOWS and all(type(p) is int and 0 <= p < 50 for p in points),
                    entry, f"`window_vp` must be {WINDOWS} numbers")
        board.window_vp[n * WINDOWS] = points[0]
        board.window_vp[n * WINDOWS + 1] = points[1]
        slots = sheet.number(row, "cargo_slots", entry, 0, 3)
        sheet.check(n == 0 or slots == board.carriage_slots, entry,
                    "carriages must have the same number of cargo slots")
        board.carriage_slots = slots


def _read_upgrades(sheet: Sheet, board: Board) -> None:
    total = 0
    for n, row in enumerate(sheet.rows("upgrade"), 1):
        entry = f"[[upgrade]] number {n}"
        mark = sheet.number(row, "mark", entry, 2, SEATS)
        counts = _by_name(sheet, row.get("level_1", {}), RESOURCE_NAMES, entry, 20)
        counts += _by_name(sheet, row.get("level_2", {}), RESOURCE_NAMES, entry, 20)
        counts += _by_name(sheet, row.get("level_3", {}), ("any",), entry, 20)
        total += sum(counts)
        for seats in range(mark, SEATS + 1):
            for token, count in enumerate(counts):
                board.tokens[seats][token] += count
    rules = sheet.table("upgrade_rules")
    said = sheet.number(rules, "total", "[upgrade_rules]")
    sheet.check(said == total, "[upgrade_rules]", f"total is {said}; the tokens are {total}")
    gives = sheet.get(rules, "gives", list, "[upgrade_rules]")
    sheet.check(len(gives) == CARRIAGES and all(type(g) is int and 0 < g <= 5 for g in gives),
                "[upgrade_rules]", "`gives` must be three small numbers")
    board.upgrade_gives[:] = gives
    sheet.check(len(TOKEN_NAMES) == ANY_TOKEN + 1, "[[upgrade]]", "too many kinds")


def _read_congress(sheet: Sheet, board: Board) -> None:
    rows = sheet.rows("congress", SENATORS)
    sheet.check(len(rows) == SENATORS, "[[congress]]", f"there must be {SENATORS} senators")
    for n, row in enumerate(rows):
        entry = f"[[congress]] number {n + 1}"
        sheet.check(row.get("slot") == n + 1, entry, f"`slot` must be {n + 1}")
        board.senator_cost[n] = sheet.number(row, "cost", entry, 1, 15)
        reward = sheet.get(row, "reward", dict, entry)
        _read_reward(sheet, board, n, reward, entry)
    reset = sheet.table("congress_reset")
    board.reset_cost = sheet.number(reset, "cost", "[congress_reset]", 1, 1)
    board.reset_vp = sheet.number(reset, "vp_per_senator", "[congress_reset]", 0, 10)


def _read_reward(sheet: Sheet, board: Board, n: int, reward: dict[str, Any], entry: str) -> None:
    if "choose" in reward:
        sheet.check(reward["choose"] == ["house-on-site", "carriage-upgrade"], entry,
                    "`choose` is between house-on-site and carriage-upgrade")
        board.reward_kind[n] = CHOOSE
        board.reward_vp[n] = sheet.number(reward, "vp", entry, 0, 20)
    elif "each" in reward:
        sheet.check(reward["each"] == ["railway-station", "telegraph-station"], entry,
                    "`each` is railway-station and telegraph-station")
        board.reward_kind[n] = EACH
    elif "any_of" in reward:
        board.reward_times[n] = sheet.number(reward, "times", entry, 1, 9)
        names = sheet.get(reward, "any_of", list, entry)
        if set(names) == set(TILE_NAMES):
            board.reward_kind[n] = ANY_TILE
        else:
            board.reward_kind[n] = ANY_RESOURCE
            for name in names:
                board.reward_from[n] |= 1 << member(sheet, RESOURCE_NAMES, name, entry, "resource")
    else:
        board.reward_kind[n] = FIXED
        board.reward_fixed[n][:] = _by_name(sheet, reward, RESOURCE_NAMES, entry, 9)
    times = reward.get("times", 1)
    sheet.check("any_of" in reward or times == 1, entry, "only picks have `times` above 1")


def _read_player(sheet: Sheet, board: Board) -> None:
    player = sheet.table("player")
    spaces = sheet.number(player, "house_spaces_per_resource", "[player]", 3, 3)
    board.row_houses = spaces
    houses = sheet.number(player, "houses", "[player]")
    sheet.check(houses == RESOURCES * spaces - 1, "[player]",
                f"{houses} houses; all spaces but one must be covered")
    production = sheet.get(player, "production", list, "[player]")
    sheet.check(len(production) == spaces + 1 and all(type(p) is int and 0 < p < 10
                                                      for p in production),
                "[player]", f"`production` must be {spaces + 1} numbers")
    board.production[:] = production
    board.cargo_slots = sheet.number(player, "cargo_slots", "[player]", 4, 6)
    slots = sheet.number(player, "cargo_slots_per_carriage", "[player]")
    sheet.check(slots == board.carriage_slots, "[player]",
                "`cargo_slots_per_carriage` differs from the carriages'")
    board.max_hats = sheet.number(player, "max_hats", "[player]", 0, 4)
    for key, want in (("max_carriages", CARRIAGES), ("train_engines", 2)):
        sheet.check(player.get(key) == want, "[player]", f"`{key}` must be {want}")
    board.start_cargo[:] = _by_name(sheet, player.get("start_resources"), RESOURCE_NAMES,
                                    "[player] start_resources", 6)
    sheet.check(sum(board.start_cargo) <= board.cargo_slots, "[player] start_resources",
                "more than the cargo slots hold")
    workers = sheet.get(player, "workers", dict, "[player.workers]")
    for seats in range(2, SEATS + 1):
        # More than twelve workers in all could fill every space and leave a seat no turn.
        board.workers[seats] = sheet.number(workers, str(seats), "[player.workers]", 1,
                                            12 // seats)
    telegraphs = sheet.get(player, "telegraphs", dict, "[player.telegraphs]")
    count = sheet.number(telegraphs, "count", "[player.telegraphs]", 0, BUILDINGS - houses)
    points = sheet.get(telegraphs, "vp", list, "[player.telegraphs]")
    sheet.check(len(points) == count and all(type(p) is int and 0 <= p < 100 for p in points),
                "[player.telegraphs]", f"`vp` must be {count} numbers")
    board.telegraph_count = count
    board.telegraph_vp[:count] = points


def _read_supply(sheet: Sheet, board: Board) -> None:
    supply = sheet.table("supply")
    board.supply[:RESOURCES] = _by_name(sheet, supply.get("resources"), RESOURCE_NAMES,
                                        "[supply] resources", 120)
    board.supply[RESOURCES:] = _by_name(sheet, supply.get("track_tiles"), TILE_NAMES,
                                        "[supply] track_tiles", 120)
    for n in range(RESOURCES):
        sheet.check(board.supply[n] >= SEATS * board.start_cargo[n], "[supply] resources",
                    f"too few {RESOURCE_NAMES[n]} for the starting cargo of four seats")
    sheet.check(len(board.supply) == ITEMS, "[supply]", "items are missing")
    same = {"hats": SEATS * board.max_hats, "senators": SENATORS, "carriages_per_level": SEATS,
            "houses_per_colour": RESOURCES * board.row_houses - 1,
            "telegraphs_per_colour": board.telegraph_count, "engines_per_colour": 2,
            "specialist_tokens": SPECIALISTS * board.specialists[SEATS],
            "carriage_upgrades": sum(board.tokens[SEATS]),
            "workers_per_colour": max(board.workers)}
    for key, want in same.items():
        sheet.check(supply.get(key) == want, "[supply]", f"`{key}` must be {want}")


def _read_scoring(sheet: Sheet, board: Board) -> None:
    scoring = sheet.table("scoring")
    board.way_vp = sheet.number(scoring, "tile_on_shortest_path", "[scoring]", 0, 20)
    board.other_vp = sheet.number(scoring, "other_tile", "[scoring]", 0, 20)
    board.passed_vp = sheet.number(scoring, "passed_building", "[scoring]", 0, 20)
    board.coast_vp = sheet.number(scoring, "coast_to_coast", "[scoring]", 0, 100)
    board.leftover_vp = sheet.number(scoring, "leftover_track_tile", "[scoring]", 0, 20)
    board.goal_vp = sheet.number(scoring, "goal", "[scoring]", 0, 50)
    table = sheet.get(scoring, "stations", dict, "[scoring.stations]")
    points = sheet.get(table, "vp", list, "[scoring.stations]")
    sheet.check(len(points) == BUILDINGS and all(type(p) is int and 0 <= p < 127 for p in points),
                "[scoring.stations]", f"`vp` must be {BUILDINGS} numbers")
    board.building_vp[1:] = points
    ids = sheet.ids("goal", GOALS)
    for n, (name, row) in enumerate(zip(ids, sheet.rows("goal"), strict=True)):
        sheet.check(name in GOAL_KINDS, f"[[goal]] {name!r}", "no such goal is known")
        sheet.get(row, "name", str, f"[[goal]] {name!r}")
        board.goal_kind[n] = GOAL_KINDS[name]
    board.goals = len(ids)
    board.goals_in_play = sheet.number(scoring, "goals_in_play", "[scoring]", 1, len(ids))
    said = sheet.table("supply").get("scoring_goals")
    sheet.check(said == len(ids), "[supply]", f"`scoring_goals` must be {len(ids)}")
