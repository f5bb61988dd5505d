"""Read districts and action spaces from a board file."""

from __future__ import annotations

from typing import Any

from roundhouse.core.board import BoardFile
from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.games.rails.boards.entries import member, title
from roundhouse.games.rails.names import RESOURCE_NAMES, SPECIALIST_NAMES
from roundhouse.games.rails.state import (
    CARRIAGE_UPGRADE,
    DISTRICTS,
    HOUSE_ON_SITE,
    RAILWAY_STATION,
    RESOURCE_KIND,
    SPACES,
    TELEGRAPH_STATION,
    TRAIN_KIND,
    YARD_KIND,
    BoardLayout,
)

KINDS = {"resource": RESOURCE_KIND, "train": TRAIN_KIND, "yard": YARD_KIND}
EFFECTS = {
    "house-on-site": HOUSE_ON_SITE,
    "carriage-upgrade": CARRIAGE_UPGRADE,
    "railway-station": RAILWAY_STATION,
    "telegraph-station": TELEGRAPH_STATION,
}


def space_ids(file: BoardFile) -> list[str]:
    """Return the ids of the action spaces, each `<district>|<district>`."""
    ids = file.get(file.table("action_spaces"), "ids", list, "[action_spaces]")
    file.check(
        len(ids) == SPACES,
        "[action_spaces]",
        mark("there must be {needed}, not {count}"),
        needed=SPACES,
        count=len(ids),
    )
    file.check(len(set(map(str, ids))) == len(ids), "[action_spaces]", mark("one is there twice"))
    return [str(name) for name in ids]


def resource_districts(file: BoardFile) -> list[str]:
    """Return the id of each resource's district, in the order of the resources."""
    by_id: dict[str, str] = {}
    for row in file.rows("district", DISTRICTS):
        if row.get("kind") == "resource":
            entry = f"[[district]] {row.get('id')!r}"
            resource = file.get(row, "resource", str, entry)
            member(file, RESOURCE_NAMES, resource, entry, _("resource"))
            file.check(
                resource not in by_id,
                entry,
                mark("a second district of {resource}"),
                resource=repr(resource),
            )
            by_id[resource] = str(row["id"])
    for name in RESOURCE_NAMES:
        file.check(
            name in by_id, "[[district]]", mark("no district collects {name}"), name=repr(name)
        )
    return [by_id[name] for name in RESOURCE_NAMES]


def read_town(file: BoardFile, board: BoardLayout) -> None:
    ids = file.ids("district", DISTRICTS)
    file.check(
        len(ids) == DISTRICTS, "[[district]]", mark("there must be {count}"), count=DISTRICTS
    )
    resource_districts(file)
    places: dict[tuple[float, float], int] = {}
    foremen: set[int] = set()
    for n, row in enumerate(file.rows("district")):
        entry = f"[[district]] {ids[n]!r}"
        title(file, row, entry)
        x, y = file.point(row, "at", entry)
        file.check(
            x in (0, 1, 2) and y in (0, 1, 2) and (x, y) not in places,
            entry,
            mark("`at` must be a free place of the three by three"),
        )
        places[x, y] = n
        kind = file.get(row, "kind", str, entry)
        file.check(
            kind in KINDS,
            entry,
            mark("kind is one of {kinds}, not {kind}"),
            kinds=", ".join(KINDS),
            kind=repr(kind),
        )
        board.kind[n] = KINDS[kind]
        if kind == "resource":
            _read_special(file, board, n, row, entry)
        elif kind == "train":
            board.about[n] = member(file, SPECIALIST_NAMES, row.get("foreman"), entry, _("foreman"))
            file.check(
                board.about[n] not in foremen, entry, mark("this foreman has a district already")
            )
            foremen.add(board.about[n])
        else:
            board.yard = n
    file.check(board.kind.count(YARD_KIND) == 1, "[[district]]", mark("there must be one yard"))
    _read_spaces(file, board, ids, places)


def _read_special(
    file: BoardFile, board: BoardLayout, n: int, row: dict[str, Any], entry: str
) -> None:
    resource = member(file, RESOURCE_NAMES, row["resource"], entry, _("resource"))
    board.about[n] = resource
    board.site_count[resource] = file.number(row, "building_sites", entry, 0, 20)
    special = file.get(row, "special", dict, entry)
    board.special_pay[resource] = member(file, RESOURCE_NAMES, special.get("pay"), entry, "pay")
    file.check(special.get("amount") == 1, entry, mark("a special action costs 1"))
    effect = file.get(special, "effect", str, entry)
    file.check(
        effect in EFFECTS, entry, mark("there is no special action {effect}"), effect=repr(effect)
    )
    board.special_effect[resource] = EFFECTS[effect]
    board.special_vp[resource] = file.number(special, "vp", entry, 0, 20)
    used = board.special_effect[resource] in (RAILWAY_STATION, TELEGRAPH_STATION)
    file.check(
        not used or board.special_vp[resource] == 0,
        entry,
        mark("stations and telegraphs have no VP of their own here"),
    )


def _read_spaces(
    file: BoardFile, board: BoardLayout, ids: list[str], places: dict[tuple[float, float], int]
) -> None:
    """Read the spaces, one between each two neighbouring districts."""
    expected = {
        frozenset((n, places[x + dx, y + dy]))
        for (x, y), n in places.items()
        for dx, dy in ((1, 0), (0, 1))
        if (x + dx, y + dy) in places
    }
    for n, name in enumerate(space_ids(file)):
        entry = f"[action_spaces] {name!r}"
        ends = sorted(member(file, ids, end, entry, _("district")) for end in name.split("|"))
        good = len(ends) == 2 and frozenset(ends) in expected
        file.check(good, entry, mark("does not lie between two neighbours"))
        expected.discard(frozenset(ends))
        for i, district in enumerate(ends):
            board.space_ends[n][i] = district
            board.spaces[district][board.beside[district]] = n
            board.beside[district] += 1
