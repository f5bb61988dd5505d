"""Pacific Rails Inc. in plain sentences: boards, town, map, Congress, supply."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from roundhouse.core.description import GameDescription, Place, Section, write_counts, write_seats
from roundhouse.core.text import count, join_words, quantity
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.core.view import View
from roundhouse.games.rails.names import (
    ITEM_NAMES,
    SPECIALIST_NAMES,
    TOKEN_NAMES,
    amount,
    cell_name,
    space_name,
    token_name,
    write_specialists,
)
from roundhouse.games.rails.state import COLUMNS, WINDOWS

Facts = dict[str, Any]
Data = dict[str, Any]  # of a board file
DISTRICT_WORKER_WORDS = {
    "own": mark("a worker on a district adds to its own district"),
    "neighbours": mark("a worker on a district adds to its own district and those next to it"),
}
GROUNDS = {
    "rail": mark("takes a rail"),
    "bridge": mark("takes a bridge"),
    "tunnel": mark("takes a tunnel"),
}
ENDS = {
    "line": mark("the game has ended: the coasts are joined"),
    "rounds": mark("the game has ended: the last possible round is over"),
}


def describe(view: View, data: Data) -> GameDescription:
    """Describe the seats' boards, the town and the map with their places."""
    facts = view["facts"]
    town, board = _list_town(facts, data), _list_map(facts, data)
    return GameDescription(
        (
            Section(_("Round"), tuple(_write_round(facts, data))),
            *(
                Section(_("{who}'s board", who=f"@{n}"), tuple(_write_board(own)))
                for n, own in enumerate(facts["boards"])
            ),
            Section(_("Town"), tuple(f"{place.name}: {place.text}" for place in town)),
            Section(_("Map"), tuple(_write_map(facts, data))),
            Section(_("Congress"), tuple(_write_congress(facts))),
            Section(_("Supply"), tuple(_write_supply(facts))),
        ),
        (*town, *board),
    )


def _write_round(facts: Facts, data: Data) -> list[str]:
    """Write the turn, the decision, the goals and the end."""
    lines = [
        _("round {number}", number=facts["round"]),
        _("the turn belongs to {whom}", whom=f"@{facts['mover']}"),
    ]
    if facts["decision"]:
        lines.append(_write_decision(facts["decision"], data))
    if facts["joined"] is not None:
        lines.append(_("{who} joined the coasts", who=f"@{facts['joined']}"))
    for goal in facts["goals"]:
        lines.append(_write_goal(goal))
    if facts["end"]:
        lines.append(_(ENDS[facts["end"]]))
    return lines


def _write_goal(goal: Facts) -> str:
    leader = _("no leader")
    if goal["leader"] is not None:
        leader = _("{who} leads", who=f"@{goal['leader']}")
    return _(
        "goal {name} ({id}): {leader}; counts: {counts}",
        name=_(goal["name"]),
        id=goal["id"],
        leader=leader,
        counts=write_counts(goal["counts"]),
    )


def _write_decision(decision: Facts, data: Data) -> str:
    """Write what is decided, and about what."""
    districts = {row["id"]: row["name"] for row in data["district"]}
    cities = {row["id"]: row["name"] for row in data["city"]}
    writers: dict[str, Callable[[Any], str]] = {
        "space": lambda space: _("in Space {space}", space=space_name(space)),
        "district": lambda district: _("in {district}", district=_(districts[district])),
        "placed": lambda placed: _("worker just placed") if placed else _("worker just taken back"),
        "specialist": lambda name: _("with the {specialist}", specialist=_(name)),
        "left": lambda left: _("{number} left", number=left),
        "resources": lambda names: _("from {resources}", resources=join_words(map(_, names))),
        "points": lambda points: quantity(points, "VP"),
        "station": lambda left: _("a station is left") if left else "",
        "telegraph": lambda left: _("a telegraph is left") if left else "",
        "is_first": lambda is_first: _("no route has started") if is_first else "",
        "engine": lambda engine: _("engine {number}", number=engine + 1),
        "city": lambda city: _("in {city}", city=cities[city]),
    }
    details = [writers[key](value) for key, value in decision.items() if key != "kind"]
    kind = _("decision: {kind}", kind=_(decision["kind"]))
    return "; ".join([kind, *filter(None, details)])


def _write_items(items: dict[str, int]) -> str:
    return join_words(amount(n, name) for name, n in items.items() if n)


def _write_board(own: Facts) -> list[str]:
    """Write a seat's board; its panel has the score, the workers and the hats."""
    lines = [
        _(
            "cargo: {items}; space for {limit}",
            items=_write_items(own["cargo"]),
            limit=own["limit"],
        ),
        _("houses left: {houses}", houses=_write_items(own["houses"])),
        _("a worker collects: {resources}", resources=_write_items(own["output"])),
        _(
            "{stations} and {telegraphs} built",
            stations=count(own["stations"], "station"),
            telegraphs=count(own["telegraphs"], "telegraph"),
        ),
        _(
            "points of the next telegraphs: {points}",
            points=join_words(map(str, own["telegraph_vp"]), _("none")),
        ),
        count(own["carriages"], "carriage"),
    ]
    for n, upgrade in enumerate(own["upgrades"]):
        people = own["windows"][WINDOWS * n : WINDOWS * (n + 1)]
        if n < own["carriages"] or any(people) or upgrade:
            line = _(
                "carriage {number}: {windows}; {upgrade}",
                number=n + 1,
                windows=", ".join(_(name or "empty") for name in people),
                upgrade=token_name(TOKEN_NAMES.index(upgrade)) if upgrade else _("no upgrade"),
            )
            lines.append(line)
    return lines


def _write_owner(owner: int | None) -> str:
    return _("no worker") if owner is None else _("{who}'s worker", who=f"@{owner}")


def _list_town(facts: Facts, data: Data) -> list[Place]:
    """List the districts and the spaces between them."""
    districts = []
    for row in data["district"]:
        parts = [_("on top: {worker}", worker=_write_owner(facts["above"][row["id"]]))]
        if row["id"] in facts["sites"]:
            houses = write_counts(facts["sites"][row["id"]])
            parts.append(_("houses on its sites: {houses}", houses=houses))
        near = tuple(f"space:{space}" for space in facts["spaces"] if row["id"] in space.split("|"))
        districts.append(Place(_(row["name"]), f"district:{row['id']}", "; ".join(parts), near))
    spaces = [
        Place(_("Space {space}", space=space_name(space)), f"space:{space}", _write_owner(owner))
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
            parts = [_write_ground(kind, cell, tiles.get(letter))]
            parts += _write_pieces(facts, row["id"], cell)
            places.append(Place(row["name"], f"{kind}:{row['id']}", "; ".join(parts)))
    return places


def _write_ground(kind: str, cell: str, tile: str | None) -> str:
    """Write what a cell is, or the tile it takes."""
    if kind == "city":
        return _("city at {cell}", cell=cell)
    if kind == "start":
        return _("start at {cell}", cell=cell)
    return _(GROUNDS[tile]) if tile else _("mountain")


def _write_pieces(facts: Facts, name: str, cell: str) -> list[str]:
    """Write the buildings, engines and track at one place of the map."""
    parts = []
    if name in facts["stations"]:
        parts.append(_("{who}'s station", who=f"@{facts['stations'][name]}"))
    if name in facts["telegraphs"]:
        parts.append(_("{who}'s telegraph", who=f"@{facts['telegraphs'][name]}"))
    engines = [n for n, here in enumerate(facts["engines"]) if name in here]
    if engines:
        parts.append(_("engine of {owners}", owners=write_seats(engines)))
    if cell in facts["track"]:
        parts.append(_("track, new on this route") if cell in facts["fresh"] else _("track"))
    if cell == facts["head"]:
        parts.append(_("the route has reached this cell"))
    elif cell in facts["walked"]:
        parts.append(_("on the current route"))
    return parts


def _write_map(facts: Facts, data: Data) -> list[str]:
    """Write what stands on the map, by kind."""
    names = {row["id"]: row["name"] for row in (*data["city"], *data["start"])}

    def join_cells(cells: Iterable[str]) -> str:
        return ", ".join(names.get(cell, cell) for cell in cells) or _("none")

    def join_owners(owners: dict[str, int]) -> str:
        return join_words(
            _("{who} in {city}", who=f"@{n}", city=names[city]) for city, n in owners.items()
        )

    lines = [
        _("stations: {owners}", owners=join_owners(facts["stations"])),
        _("telegraphs: {owners}", owners=join_owners(facts["telegraphs"])),
    ]
    lines += [
        _("{who}'s engines: {places}", who=f"@{n}", places=join_cells(cells))
        for n, cells in enumerate(facts["engines"])
    ]
    lines.append(_("track: {cells}", cells=join_cells(facts["track"])))
    if facts["head"] is not None:
        lines.append(_("the current route has reached {cell}", cell=facts["head"]))
    if facts["walked"]:
        lines.append(_("cells of the current route: {cells}", cells=join_cells(facts["walked"])))
    if facts["fresh"]:
        cells = join_cells(facts["fresh"])
        lines.append(_("tiles laid by the current route: {cells}", cells=cells))
    return lines


def _write_congress(facts: Facts) -> list[str]:
    down = [str(n + 1) for n, lobbied in enumerate(facts["lobbied"]) if lobbied]
    return [
        _("senators that are down: {senators}", senators=join_words(down, _("none"))),
        _("budget left: {budget}", budget=facts["budget"]),
    ]


def _write_supply(facts: Facts) -> list[str]:
    """Write what is left for everyone; `district_worker` is an option of the rules."""
    supply, people = facts["supply"], facts["specialists"]
    tokens = ", ".join(
        f"{facts['tokens'][name]} × {token_name(n)} ({name})" for n, name in enumerate(TOKEN_NAMES)
    )
    specialists = join_words(
        write_specialists(people[name], n) for n, name in enumerate(SPECIALIST_NAMES)
    )
    return [
        join_words(amount(supply[name], name) for name in ITEM_NAMES),
        _("specialists: {specialists}", specialists=specialists),
        _("upgrades: {upgrades}", upgrades=tokens),
        _(DISTRICT_WORKER_WORDS[facts["district_worker"]]),
    ]
