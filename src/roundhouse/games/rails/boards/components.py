"""Read components and scoring from a board file."""

from __future__ import annotations

from typing import Any

from roundhouse.core.board import BoardFile, number_entry
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.games.rails.boards.entries import by_name, member, numbers, title
from roundhouse.games.rails.names import RESOURCE_NAMES, SPECIALIST_NAMES, TILE_NAMES, TOKEN_NAMES
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
    BoardLayout,
)

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


def read_components(file: BoardFile, board: BoardLayout) -> None:
    _read_specialists(file, board)
    _read_carriages(file, board)
    _read_upgrades(file, board)
    _read_congress(file, board)
    _read_player(file, board)
    _read_supply(file, board)
    _read_scoring(file, board)
    board.max_rounds = MAX_ROUNDS


def _read_specialists(file: BoardFile, board: BoardLayout) -> None:
    rows = dict(zip(file.ids("specialist", SPECIALISTS), file.rows("specialist"), strict=True))
    for n, name in enumerate(SPECIALIST_NAMES):
        file.check(name in rows, "[[specialist]]", mark("there is no {name}"), name=repr(name))
        entry, row = f"[[specialist]] {name!r}", rows[name]
        title(file, row, entry)
        converts = file.get(row, "converts", dict, entry)
        board.recipe_from[n] = member(file, RESOURCE_NAMES, converts.get("from"), entry, "from")
        to = converts.get("to")
        file.check(
            (to == "congress") == (name == "financier"),
            entry,
            mark("only the financier goes to congress"),
        )
        board.recipe_to[n] = -1 if to == "congress" else member(file, TILE_NAMES, to, entry, "to")
        if board.recipe_to[n] >= 0:
            board.made_from[board.recipe_to[n]] = board.recipe_from[n]
        costs = file.get(row, "cost", list, entry)
        file.check(
            len(costs) == CARRIAGES,
            entry,
            mark("`cost` must have {count} entries"),
            count=CARRIAGES,
        )
        for carriage, cost in enumerate(costs):
            board.hire_cost[n * CARRIAGES + carriage][:] = by_name(
                file, cost, RESOURCE_NAMES, entry, 15
            )
    result = sorted(to for to in board.recipe_to if to >= 0)
    file.check(
        result == list(range(TILES)), "[[specialist]]", mark("each tile needs one who makes it")
    )
    tokens = file.table("specialist_tokens")
    in_play = file.get(tokens, "per_type_in_play", dict, "[specialist_tokens]")
    for seats in range(2, SEATS + 1):
        board.specialists[seats] = file.number(in_play, str(seats), "[specialist_tokens]", 1, 60)
    total = file.number(tokens, "total", "[specialist_tokens]")
    file.check(
        total == SPECIALISTS * board.specialists[SEATS],
        "[specialist_tokens]",
        mark("total is {total}; with four seats {each} of each type play"),
        total=total,
        each=board.specialists[SEATS],
    )


def _read_carriages(file: BoardFile, board: BoardLayout) -> None:
    rows = file.rows("carriage", CARRIAGES)
    file.check(
        len(rows) == CARRIAGES, "[[carriage]]", mark("there must be {count}"), count=CARRIAGES
    )
    for n, row in enumerate(rows):
        entry = number_entry("[[carriage]]", n + 1)
        fixed = {
            "level": n + 1,
            "specialist_spaces": WINDOWS,
            "upgrade_spaces": 1,
            "gained_with_station": n + 1,
            "free_specialist": n == 0,
        }
        for key, want in fixed.items():
            file.check(
                row.get(key) == want, entry, mark("`{key}` must be {count}"), key=key, count=want
            )
        points = numbers(file, row, "window_vp", entry, WINDOWS, range(50))
        board.window_vp[n * WINDOWS : (n + 1) * WINDOWS] = points
        slots = file.number(row, "cargo_slots", entry, 0, 3)
        file.check(
            n == 0 or slots == board.carriage_slots,
            entry,
            mark("carriages must have the same number of cargo slots"),
        )
        board.carriage_slots = slots


def _read_upgrades(file: BoardFile, board: BoardLayout) -> None:
    total = 0
    for n, row in enumerate(file.rows("upgrade"), 1):
        entry = number_entry("[[upgrade]]", n)
        least = file.number(row, "mark", entry, 2, SEATS)
        counts = by_name(file, row.get("level_1", {}), RESOURCE_NAMES, entry, 20)
        counts += by_name(file, row.get("level_2", {}), RESOURCE_NAMES, entry, 20)
        counts += by_name(file, row.get("level_3", {}), ("any",), entry, 20)
        total += sum(counts)
        for seats in range(least, SEATS + 1):
            for token, count in enumerate(counts):
                board.tokens[seats][token] += count
                file.check(board.tokens[seats][token] <= 100, entry, mark("too many of one kind"))
    rules = file.table("upgrade_rules")
    text = file.number(rules, "total", "[upgrade_rules]")
    file.check(
        text == total,
        "[upgrade_rules]",
        mark("total is {text}; the tokens are {total}"),
        text=text,
        total=total,
    )
    amounts = file.get(rules, "gives", list, "[upgrade_rules]")
    file.check(
        len(amounts) == CARRIAGES and all(type(n) is int and 0 < n <= 5 for n in amounts),
        "[upgrade_rules]",
        mark("`gives` must be three small numbers"),
    )
    board.upgrade_amount[:] = amounts
    file.check(len(TOKEN_NAMES) == ANY_TOKEN + 1, "[[upgrade]]", mark("too many kinds"))


def _read_congress(file: BoardFile, board: BoardLayout) -> None:
    rows = file.rows("congress", SENATORS)
    file.check(
        len(rows) == SENATORS,
        "[[congress]]",
        mark("there must be {count} senators"),
        count=SENATORS,
    )
    for n, row in enumerate(rows):
        entry = number_entry("[[congress]]", n + 1)
        file.check(row.get("slot") == n + 1, entry, mark("`slot` must be {n}"), n=n + 1)
        board.senator_cost[n] = file.number(row, "cost", entry, 1, 15)
        reward = file.get(row, "reward", dict, entry)
        _read_reward(file, board, n, reward, entry)
    reset = file.table("congress_reset")
    board.reset_cost = file.number(reset, "cost", "[congress_reset]", 1, 1)
    board.reset_vp = file.number(reset, "vp_per_senator", "[congress_reset]", 0, 10)


def _read_reward(
    file: BoardFile, board: BoardLayout, n: int, reward: dict[str, Any], entry: str
) -> None:
    if "choose" in reward:
        file.check(
            reward["choose"] == ["house-on-site", "carriage-upgrade"],
            entry,
            mark("`choose` is between house-on-site and carriage-upgrade"),
        )
        board.reward_kind[n] = CHOOSE
        board.reward_vp[n] = file.number(reward, "vp", entry, 0, 20)
    elif "each" in reward:
        file.check(
            reward["each"] == ["railway-station", "telegraph-station"],
            entry,
            mark("`each` is railway-station and telegraph-station"),
        )
        board.reward_kind[n] = EACH
    elif "any_of" in reward:
        board.reward_times[n] = file.number(reward, "times", entry, 1, 9)
        names = file.get(reward, "any_of", list, entry)
        file.check(len(names) > 0, entry, mark("`any_of` is empty"))
        if sorted(map(str, names)) == sorted(TILE_NAMES):
            board.reward_kind[n] = ANY_TILE
        else:
            board.reward_kind[n] = ANY_RESOURCE
            for name in names:
                board.reward_from[n] |= 1 << member(
                    file, RESOURCE_NAMES, name, entry, _("resource")
                )
    else:
        board.reward_kind[n] = FIXED
        board.reward_fixed[n][:] = by_name(file, reward, RESOURCE_NAMES, entry, 9)
    times = reward.get("times", 1)
    file.check("any_of" in reward or times == 1, entry, mark("only picks have `times` above 1"))


def _read_player(file: BoardFile, board: BoardLayout) -> None:
    player = file.table("player")
    spaces = file.number(player, "house_spaces_per_resource", "[player]", 3, 3)
    board.row_houses = spaces
    houses = file.number(player, "houses", "[player]")
    file.check(
        houses == RESOURCES * spaces - 1,
        "[player]",
        mark("{houses} houses; all spaces but one must be covered"),
        houses=houses,
    )
    board.production[:] = numbers(file, player, "production", "[player]", spaces + 1, range(1, 10))
    board.cargo_slots = file.number(player, "cargo_slots", "[player]", 4, 6)
    slots = file.number(player, "cargo_slots_per_carriage", "[player]")
    file.check(
        slots == board.carriage_slots,
        "[player]",
        mark("`cargo_slots_per_carriage` differs from the carriages'"),
    )
    board.max_hats = file.number(player, "max_hats", "[player]", 0, 4)
    for key, want in (("max_carriages", CARRIAGES), ("train_engines", 2)):
        file.check(
            player.get(key) == want,
            "[player]",
            mark("`{key}` must be {count}"),
            key=key,
            count=want,
        )
    board.start_cargo[:] = by_name(
        file, player.get("start_resources"), RESOURCE_NAMES, "[player] start_resources", 6
    )
    file.check(
        sum(board.start_cargo) <= board.cargo_slots,
        "[player] start_resources",
        mark("more than the cargo slots hold"),
    )
    workers = file.get(player, "workers", dict, "[player.workers]")
    for seats in range(2, SEATS + 1):
        # With more than twelve workers, all spaces could be full and a seat have no legal turn.
        board.workers[seats] = file.number(workers, str(seats), "[player.workers]", 1, 12 // seats)
    _read_telegraphs(file, board, player, BUILDINGS - houses)


def _read_telegraphs(
    file: BoardFile, board: BoardLayout, player: dict[str, Any], most: int
) -> None:
    entry = "[player.telegraphs]"
    telegraphs = file.get(player, "telegraphs", dict, entry)
    board.telegraph_count = file.number(telegraphs, "count", entry, 0, most)
    points = numbers(file, telegraphs, "vp", entry, board.telegraph_count, range(100))
    board.telegraph_vp[: board.telegraph_count] = points


def _read_supply(file: BoardFile, board: BoardLayout) -> None:
    supply = file.table("supply")
    board.supply[:RESOURCES] = by_name(
        file, supply.get("resources"), RESOURCE_NAMES, "[supply] resources", 120
    )
    board.supply[RESOURCES:] = by_name(
        file, supply.get("track_tiles"), TILE_NAMES, "[supply] track_tiles", 120
    )
    for n in range(RESOURCES):
        file.check(
            board.supply[n] >= SEATS * board.start_cargo[n],
            "[supply] resources",
            mark("too few {resource} for the starting cargo of four seats"),
            resource=RESOURCE_NAMES[n],
        )
    file.check(len(board.supply) == ITEMS, "[supply]", mark("items are missing"))
    same = {
        "hats": SEATS * board.max_hats,
        "senators": SENATORS,
        "carriages_per_level": SEATS,
        "houses_per_colour": RESOURCES * board.row_houses - 1,
        "telegraphs_per_colour": board.telegraph_count,
        "engines_per_colour": 2,
        "specialist_tokens": SPECIALISTS * board.specialists[SEATS],
        "carriage_upgrades": sum(board.tokens[SEATS]),
        "workers_per_colour": max(board.workers),
    }
    for key, want in same.items():
        file.check(
            supply.get(key) == want,
            "[supply]",
            mark("`{key}` must be {count}"),
            key=key,
            count=want,
        )


def _read_scoring(file: BoardFile, board: BoardLayout) -> None:
    scoring = file.table("scoring")
    board.way_vp = file.number(scoring, "tile_on_shortest_path", "[scoring]", 0, 20)
    board.other_vp = file.number(scoring, "other_tile", "[scoring]", 0, 20)
    board.passed_vp = file.number(scoring, "passed_building", "[scoring]", 0, 20)
    board.coast_vp = file.number(scoring, "coast_to_coast", "[scoring]", 0, 100)
    board.leftover_vp = file.number(scoring, "leftover_track_tile", "[scoring]", 0, 20)
    board.goal_vp = file.number(scoring, "goal", "[scoring]", 0, 50)
    table = file.get(scoring, "stations", dict, "[scoring.stations]")
    board.building_vp[1:] = numbers(file, table, "vp", "[scoring.stations]", BUILDINGS, range(127))
    ids = file.ids("goal", GOALS)
    for n, (name, row) in enumerate(zip(ids, file.rows("goal"), strict=True)):
        file.check(name in GOAL_KINDS, f"[[goal]] {name!r}", mark("no such goal is known"))
        title(file, row, f"[[goal]] {name!r}")
        board.goal_kind[n] = GOAL_KINDS[name]
    board.goals = len(ids)
    board.goals_in_play = file.number(scoring, "goals_in_play", "[scoring]", 1, len(ids))
    text = file.table("supply").get("scoring_goals")
    file.check(
        text == len(ids), "[supply]", mark("`scoring_goals` must be {count}"), count=len(ids)
    )
