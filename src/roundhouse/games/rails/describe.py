"""Pacific Rails Inc. in plain sentences: boards, town, map, Congress, supply."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from roundhouse.core.description import GameDescription, Place, Section, write_counts, write_seats
from roundhouse.core.text import count, join_words
from roundhouse.core.view import View
from roundhouse.games.rails.names import (
    ITEM_NAMES,
    SPECIALIST_NAMES,
    TOKEN_NAMES,
    amount,
    cell_name,
    space_name,
    token_name,
)
from roundhouse.games.rails.state import COLUMNS, WINDOWS

Facts = dict[str, Any]
Data = dict[str, Any]  # of a board file
DISTRICT_WORKER_WORDS = {
    "own": "its own district",
    "neighbours": "its own district and those next to it",
}
ENDS = {"line": "the coasts are joined", "rounds": "the last possible round is over"}


def describe(view: View, data: Data) -> GameDescription:
    """Describe the seats' boards, the town and the map with their places."""
    facts = view["facts"]
    town, board = _list_town(facts, data), _list_map(facts, data)
    return GameDescription(
        (
            Section("Round", tuple(_write_round(facts, data))),
            *(
                Section(f"@{n}'s board", tuple(_write_board(own)))
                for n, own in enumerate(facts["boards"])
            ),
            Section("Town", tuple(f"{place.name}: {place.text}" for place in town)),
            Section("Map", tuple(_write_map(facts, data))),
            Section("Congress", tuple(_write_congress(facts))),
            Section("Supply", tuple(_write_supply(facts))),
        ),
        (*town, *board),
    )


def _write_round(facts: Facts, data: Data) -> list[str]:
    """Write the turn, the decision, the goals and the end."""
    lines = [f"round {facts['round']}", f"the turn belongs to @{facts['mover']}"]
    if facts["decision"]:
        lines.append(_write_decision(facts["decision"], data))
    if facts["joined"] is not None:
        lines.append(f"@{facts['joined']} joined the coasts")
    for goal in facts["goals"]:
        leader = "no leader" if goal["leader"] is None else f"@{goal['leader']} leads"
        lines.append(
            f"goal {goal['name']} ({goal['id']}): {leader}; counts: {write_counts(goal['counts'])}"
        )
    if facts["end"]:
        lines.append(f"the game has ended: {ENDS[facts['end']]}")
    return lines


def _write_decision(decision: Facts, data: Data) -> str:
    """Write what is decided, and about what."""
    districts = {row["id"]: row["name"] for row in data["district"]}
    cities = {row["id"]: row["name"] for row in data["city"]}
    writers: dict[str, Callable[[Any], str]] = {
        "space": lambda space: f"in Space {space_name(space)}",
        "district": lambda district: f"in {districts[district]}",
        "placed": lambda placed: f"worker just {'placed' if placed else 'taken back'}",
        "specialist": lambda name: f"with the {name}",
        "left": lambda left: f"{left} left",
        "resources": lambda names: f"from {join_words(names)}",
        "points": lambda points: f"{points} VP",
        "station": lambda left: "a station is left" if left else "",
        "telegraph": lambda left: "a telegraph is left" if left else "",
        "is_first": lambda is_first: "no route has started" if is_first else "",
        "engine": lambda engine: f"engine {engine + 1}",
        "city": lambda city: f"in {cities[city]}",
    }
    details = [writers[key](value) for key, value in decision.items() if key != "kind"]
    return "; ".join([f"decision: {decision['kind']}", *filter(None, details)])


def _write_items(items: dict[str, int]) -> str:
    return join_words(amount(n, name) for name, n in items.items() if n)


def _write_board(own: Facts) -> list[str]:
    """Write a seat's board; its panel has the score, the workers and the hats."""
    lines = [
        f"cargo: {_write_items(own['cargo'])}; space for {own['limit']}",
        f"houses left: {_write_items(own['houses'])}",
        f"a worker collects: {_write_items(own['output'])}",
        f"{count(own['stations'], 'station')} and {count(own['telegraphs'], 'telegraph')} built",
        f"points of the next telegraphs: {join_words(map(str, own['telegraph_vp']), 'none')}",
        count(own["carriages"], "carriage"),
    ]
    for n, upgrade in enumerate(own["upgrades"]):
        people = own["windows"][WINDOWS * n : WINDOWS * (n + 1)]
        if n < own["carriages"] or any(people) or upgrade:
            what = token_name(TOKEN_NAMES.index(upgrade)) if upgrade else "no upgrade"
            lines.append(
                f"carriage {n + 1}: {', '.join(name or 'empty' for name in people)}; {what}"
            )
    return lines


def _write_owner(owner: int | None) -> str:
    return "no worker" if owner is None else f"@{owner}'s worker"


def _list_town(facts: Facts, data: Data) -> list[Place]:
    """List the districts and the spaces between them."""
    districts = []
    for row in data["district"]:
        parts = [f"on top: {_write_owner(facts['above'][row['id']])}"]
        if row["id"] in facts["sites"]:
            parts.append(f"houses on its sites: {write_counts(facts['sites'][row['id']])}")
        near = tuple(f"space:{space}" for space in facts["spaces"] if row["id"] in space.split("|"))
        districts.append(Place(row["name"], f"district:{row['id']}", "; ".join(parts), near))
    spaces = [
        Place(f"Space {space_name(space)}", f"space:{space}", _write_owner(owner))
        for space, owner in facts["spaces"].items()
    ]
    return districts + spaces


def _list_map(facts: Facts, data: Data) -> list[Place]:
    """List the cities, the starting locations and the other cells of the map."""
    cells = {
        cell_name(row["at"][0] + COLUMNS * row["at"][1]): (row, kind)
        for kind in ("city", "start")
        for row in data[kind]
    }
    tiles = data["map"]["tile"]
    places = []
    for y, letters in enumerate(data["map"]["terrain"]["grid"]):
        for x, letter in enumerate(letters):
            cell = cell_name(x + COLUMNS * y)
            row, kind = cells.get(cell, ({"name": cell, "id": cell}, "cell"))
            ground = f"takes a {tiles[letter]}" if letter in tiles else "mountain"
            parts = [ground if kind == "cell" else f"{kind} at {cell}"]
            parts += _write_pieces(facts, row["id"], cell)
            places.append(Place(row["name"], f"{kind}:{row['id']}", "; ".join(parts)))
    return places


def _write_pieces(facts: Facts, name: str, cell: str) -> list[str]:
    """Write the buildings, engines and track at one place of the map."""
    parts = []
    for kind in ("station", "telegraph"):
        if name in facts[f"{kind}s"]:
            parts.append(f"@{facts[f'{kind}s'][name]}'s {kind}")
    engines = [n for n, here in enumerate(facts["engines"]) if name in here]
    if engines:
        parts.append(f"engine of {write_seats(engines)}")
    if cell in facts["track"]:
        parts.append("track, new on this route" if cell in facts["fresh"] else "track")
    if cell == facts["head"]:
        parts.append("the route has reached this cell")
    elif cell in facts["walked"]:
        parts.append("on the current route")
    return parts


def _write_map(facts: Facts, data: Data) -> list[str]:
    """Write what stands on the map, by kind."""
    names = {row["id"]: row["name"] for row in (*data["city"], *data["start"])}

    def join_cells(cells: Iterable[str]) -> str:
        return ", ".join(names.get(cell, cell) for cell in cells) or "none"

    lines = [
        f"{kind}: " + join_words((f"@{n} in {names[city]}" for city, n in facts[kind].items()))
        for kind in ("stations", "telegraphs")
    ]
    lines += [f"@{n}'s engines: {join_cells(cells)}" for n, cells in enumerate(facts["engines"])]
    lines.append(f"track: {join_cells(facts['track'])}")
    if facts["head"] is not None:
        lines.append(f"the current route has reached {facts['head']}")
    if facts["walked"]:
        lines.append(f"cells of the current route: {join_cells(facts['walked'])}")
    if facts["fresh"]:
        lines.append(f"tiles laid by the current route: {join_cells(facts['fresh'])}")
    return lines


def _write_congress(facts: Facts) -> list[str]:
    down = [str(n + 1) for n, lobbied in enumerate(facts["lobbied"]) if lobbied]
    return [
        f"senators that are down: {join_words(down, 'none')}",
        f"budget left: {facts['budget']}",
    ]


def _write_supply(facts: Facts) -> list[str]:
    """Write what is left for everyone; `district_worker` is an option of the rules."""
    supply, people = facts["supply"], facts["specialists"]
    tokens = (
        f"{facts['tokens'][name]} × {token_name(n)} ({name})" for n, name in enumerate(TOKEN_NAMES)
    )
    return [
        join_words(amount(supply[name], name) for name in ITEM_NAMES),
        f"specialists: {join_words(f'{people[name]} {name}' for name in SPECIALIST_NAMES)}",
        f"upgrades: {', '.join(tokens)}",
        f"a worker on a district adds to {DISTRICT_WORKER_WORDS[facts['district_worker']]}",
    ]
