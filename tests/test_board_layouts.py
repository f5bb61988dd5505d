"""What rooms declare about their board files is true of their own: the editor relies on it."""

from __future__ import annotations

import tomllib
from math import sqrt
from typing import Any

import pytest

from roundhouse.core.board_layout import BoardLayout, Count, Hexes, Links, Places
from roundhouse.play import registry

GAMES = [box.id for box in registry.games()]
Data = dict[str, Any]


def at(data: Data, path: str) -> Any:
    node: Any = data
    for step in path.split("."):
        node = node[step]
    return node


def holders(node: Any, steps: list[str]) -> list[Any]:
    """The values at a path in which rows and `*` stand for each."""
    if isinstance(node, list):
        return [value for row in node for value in holders(row, steps)]
    if not steps:
        return [node]
    inner = node.values() if steps[0] == "*" else [node[steps[0]]]
    return [value for part in inner for value in holders(part, steps[1:])]


def spot(row: Data, keys: tuple[str, ...]) -> list[float]:
    found = row[keys[0]] if len(keys) == 1 else [row[key] for key in keys]
    assert len(found) == 2
    assert all(isinstance(n, int | float) for n in found)
    return list(found)


def check_places(data: Data, layout: BoardLayout, kind: Places) -> None:
    rows = at(data, kind.table)
    ids = {row["id"] for row in rows}
    for row in rows:
        x, y = spot(row, kind.spot)
        if kind.label:
            spot(row, kind.label)
        assert set(kind.fresh) <= set(row)
        if layout.squares is not None:
            assert at(data, layout.squares.table)[int(y)][int(x)] == kind.letter
    for path in kind.named_in:
        said = holders(data, path.split("."))
        assert said
        assert set(said) <= ids


def check_links(data: Data, layout: BoardLayout, kind: Links) -> None:
    ids = {row["id"] for row in at(data, kind.places)}
    assert any(places.table == kind.places for places in layout.places)
    for row in at(data, kind.table):
        ends = [row[key] for key in kind.ends] if kind.ends else list(row)
        assert set(ends) <= ids
        if kind.id:
            assert row["id"] == "-".join(sorted(ends) if kind.id == "sorted" else ends)
        if kind.box:
            spot(row, kind.box)
        if kind.slots:
            assert len(row[kind.slots]) == row[kind.slots_many]
        if kind.ends:
            assert set(kind.fresh) | set(kind.keeps) <= set(row)
    assert not kind.slots_wide or at(data, kind.slots_wide) > 0


def check_hexes(data: Data, hexes: Hexes) -> None:
    left, top = at(data, hexes.origin)
    radius = at(data, hexes.radius)
    rows = at(data, hexes.table)
    for row in rows:
        q, r = row["q"], row["r"]
        assert row["id"] == f"{chr(97 + q)}{r + q // 2 + 1}"
        assert abs(row["x"] - left - 1.5 * radius * q) < 0.5
        assert abs(row["y"] - top - sqrt(3) * radius * (r + q / 2)) < 0.5
    assert {row[hexes.kind] for row in rows} == set(hexes.by_kind)
    for path in hexes.named_in:
        assert set(holders(data, path.split("."))) <= {row["id"] for row in rows}


def counted(data: Data, count: Count) -> Any:
    rows = [row for row in at(data, count.table) if not count.has or count.has in row]
    if count.where is not None:
        key, value = count.where
        rows = [row for row in rows if row[key] == value]
    if count.ids:
        return sorted(row["id"] for row in rows)
    return sum(row[count.add] for row in rows) if count.add else len(rows)


@pytest.mark.parametrize("game", GAMES)
def test_a_layout_is_true_of_the_own_board(game: str) -> None:
    data = tomllib.loads(registry.text(game, "board.toml"))
    layout = registry.room(game).board_layout
    assert layout.places or layout.hexes
    size = [at(data, path) for path in layout.size]
    if size:
        width, height = size[0] if len(size) == 1 else size
        assert width > 0 < height
    for places in layout.places:
        check_places(data, layout, places)
    for links in layout.links:
        check_links(data, layout, links)
    if layout.hexes is not None:
        check_hexes(data, layout.hexes)
    if layout.squares is not None:
        letters = "".join(at(data, layout.squares.table))
        assert set(letters) == set(layout.squares.letters)
    for scenery in layout.scenery:
        for row in at(data, scenery.table) if scenery.points or scenery.text else ():
            assert (scenery.points or scenery.text) in row
    for count in layout.counts:
        said = at(data, count.path)
        assert (sorted(said) if count.ids else said) == counted(data, count)
