"""The board schemas match the default boards."""

from __future__ import annotations

import tomllib
from math import sqrt
from typing import Any

import pytest

from roundhouse.core.board_schema import BoardSchema, DerivedCount, Hexes, Links, Places
from roundhouse.play import registry

GAMES = [meta.id for meta in registry.games()]
Data = dict[str, Any]


def value_at(data: Data, path: str) -> Any:
    """Return the value at a dotted path."""
    node: Any = data
    for step in path.split("."):
        node = node[step]
    return node


def values_at(node: Any, steps: list[str]) -> list[Any]:
    """Return the values at a path; lists of tables and `*` stand for each entry."""
    if isinstance(node, list):
        return [value for row in node for value in values_at(row, steps)]
    if not steps:
        return [node]
    inner = node.values() if steps[0] == "*" else [node[steps[0]]]
    return [value for part in inner for value in values_at(part, steps[1:])]


def check_point(row: Data, keys: tuple[str, ...]) -> list[float]:
    """Return the coordinates in a row, checked to be two numbers."""
    value = row[keys[0]] if len(keys) == 1 else [row[key] for key in keys]
    assert len(value) == 2
    assert all(isinstance(n, int | float) for n in value)
    return list(value)


def check_places(data: Data, schema: BoardSchema, kind: Places) -> None:
    rows = value_at(data, kind.table)
    ids = {row["id"] for row in rows}
    for row in rows:
        x, y = check_point(row, kind.spot)
        if kind.label:
            check_point(row, kind.label)
        assert set(kind.fresh) <= set(row)
        if schema.squares is not None:
            assert value_at(data, schema.squares.table)[int(y)][int(x)] == kind.letter
    for path in kind.named_in:
        rows = values_at(data, path.split("."))
        assert rows
        assert set(rows) <= ids


def check_links(data: Data, schema: BoardSchema, kind: Links) -> None:
    ids = {row["id"] for row in value_at(data, kind.places)}
    assert any(places.table == kind.places for places in schema.places)
    for row in value_at(data, kind.table):
        ends = [row[key] for key in kind.ends] if kind.ends else list(row)
        assert set(ends) <= ids
        if kind.id:
            assert row["id"] == "-".join(sorted(ends) if kind.id == "sorted" else ends)
        if kind.box:
            check_point(row, kind.box)
        if kind.slots:
            assert len(row[kind.slots]) == row[kind.slots_many]
        if kind.ends:
            assert set(kind.fresh) | set(kind.keeps) <= set(row)
    assert not kind.slots_wide or value_at(data, kind.slots_wide) > 0


def check_hexes(data: Data, hexes: Hexes) -> None:
    left, top = value_at(data, hexes.origin)
    radius = value_at(data, hexes.radius)
    rows = value_at(data, hexes.table)
    for row in rows:
        q, r = row["q"], row["r"]
        assert row["id"] == f"{chr(97 + q)}{r + q // 2 + 1}"
        assert abs(row["x"] - left - 1.5 * radius * q) < 0.5
        assert abs(row["y"] - top - sqrt(3) * radius * (r + q / 2)) < 0.5
    assert {row[hexes.kind] for row in rows} == set(hexes.by_kind)
    for path in hexes.named_in:
        assert set(values_at(data, path.split("."))) <= {row["id"] for row in rows}


def derived_count(data: Data, count: DerivedCount) -> Any:
    """Return the value that a derived count must have."""
    rows = [row for row in value_at(data, count.table) if not count.has or count.has in row]
    if count.where is not None:
        key, value = count.where
        rows = [row for row in rows if row[key] == value]
    if count.ids:
        return sorted(row["id"] for row in rows)
    return sum(row[count.add] for row in rows) if count.add else len(rows)


@pytest.mark.parametrize("game", GAMES)
def test_schema_matches_the_default_board(game: str) -> None:
    data = tomllib.loads(registry.text(game, "board.toml"))
    schema = registry.definition(game).board_schema
    assert schema.places or schema.hexes
    size = [value_at(data, path) for path in schema.size]
    if size:
        width, height = size[0] if len(size) == 1 else size
        assert width > 0 < height
    for places in schema.places:
        check_places(data, schema, places)
    for links in schema.links:
        check_links(data, schema, links)
    if schema.hexes is not None:
        check_hexes(data, schema.hexes)
    if schema.squares is not None:
        letters = "".join(value_at(data, schema.squares.table))
        assert set(letters) == set(schema.squares.letters)
    for scenery in schema.scenery:
        for row in value_at(data, scenery.table) if scenery.points or scenery.text else ():
            assert (scenery.points or scenery.text) in row
    for count in schema.counts:
        value = value_at(data, count.path)
        assert (sorted(value) if count.ids else value) == derived_count(data, count)
