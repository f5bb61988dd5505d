"""States kept with a long match make it quick to open, and are never believed over its entries."""

from __future__ import annotations

import random

import pytest
from sqlalchemy import func, select, text, update
from tests.web.laying import do

from roundhouse.play.match import Match
from roundhouse.web.services import Services
from roundhouse.web.store.schema import snapshots
from roundhouse.web.tables import snapshots as module
from roundhouse.web.tables.chairs import PERSON, Chair
from roundhouse.web.tables.snapshots import EVERY


def played(services: Services, plies: int, game: str = "southern", seed: int = 3) -> str:
    """A match of one person's, at random, with some undos."""
    rng = random.Random(seed)
    chairs = [Chair(n, PERSON, f"Seat {n}", "ann") for n in range(3)]
    table = services.tables.create("ann", game, {}, chairs)
    while True:
        with services.tables.at(table) as found:
            if found.match.ply >= plies or not found.playing:
                return table
            if found.match.ply > 5 and rng.random() < 0.1:
                do(services, table, "ann", "ask", found, ply=found.match.ply - rng.randint(1, 4))
            else:
                words = found.game.text(rng.choice(found.match.state.legal()))
                do(services, table, "ann", "move", found, ply=found.match.ply, move=words)


def whole(services: Services, table: str) -> Match:
    """The match as its entries alone tell it."""
    with services.tables.at(table) as found:
        return Match.resume(found.game, found.row["seats"], services.store.entries(table))


def same(one: Match, other: Match) -> None:
    """Two matches are the same at every ply."""
    assert one.ply == other.ply
    assert one.state.pack() == other.state.pack()
    assert one.entries == other.entries
    for ply in reversed(range(one.ply)):
        assert one.packed_at(ply) == other.packed_at(ply)
    assert one.sentences(0) == other.sentences(0)
    assert [m.action for m in one.line] == [m.action for m in other.line]


def kept(services: Services, table: str) -> int:
    with services.store.engine.connect() as db:
        rows = select(func.count()).select_from(snapshots).where(snapshots.c.table_id == table)
        return db.scalar(rows) or 0


@pytest.mark.parametrize("game", ["southern", "texas"])
def test_a_match_opened_from_a_snapshot_is_the_same(services: Services, game: str) -> None:
    table = played(services, 3 * EVERY + 20, game)
    assert kept(services, table) >= 3
    found = services.tables.load(table)
    assert found.match.anchors
    assert not found.match.line[0].before  # it was not played from the beginning
    assert found.match.line[-1].before
    same(found.match, whole(services, table))


def test_one_can_go_back_behind_a_snapshot(services: Services) -> None:
    table = played(services, 2 * EVERY + 30)
    for back in (EVERY + 1, 3):
        services.tables.open.drop(services.tables.open.get(table) or pytest.fail("gone"))
        do(services, table, "ann", "ask", ply=back)
        with services.tables.at(table) as found:
            # chance and forced moves are played again at once
            assert found.match.ply >= back
        same(services.tables.load(table).match, whole(services, table))
    with services.tables.at(table) as found:
        assert all(anchor.ply <= found.match.ply for anchor in found.match.anchors)


@pytest.mark.parametrize("column", ["state", "seal", "ply", "entries"])
def test_a_damaged_snapshot_is_passed_over(services: Services, column: str) -> None:
    table = played(services, 2 * EVERY + 10)
    values: dict[str, object] = {"state": b"nonsense", "seal": "0" * 64}
    with services.store.writing() as db:
        if column in values:
            db.execute(update(snapshots).values(**{column: values[column]}))
        else:
            db.execute(text(f"UPDATE snapshots SET {column} = {column} + 1"))
    found = services.tables.load(table)
    assert found.match.line[0].before  # played from the beginning
    assert not found.damage
    same(found.match, whole(services, table))


def test_snapshots_of_another_release_are_made_again(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(services, 2 * EVERY + 10)
    monkeypatch.setattr(module, "sources_digest", lambda package: "another release")
    assert services.tables.load(table).match.line[0].before
    found = services.tables.load(table)  # they were written when it was read
    assert not found.match.line[0].before
    same(found.match, whole(services, table))


def test_a_changed_entry_counts_more_than_a_snapshot(services: Services) -> None:
    table = played(services, 2 * EVERY + 10)
    with services.store.writing() as db:
        db.execute(text("UPDATE entries SET words = 'pass the salt' WHERE n = 7"))
    found = services.tables.load(table)
    assert "damaged after ply" in found.damage
    assert found.match.ply <= 7


def test_a_look_at_the_database_plays_everything_and_writes_nothing(services: Services) -> None:
    table = played(services, 2 * EVERY + 10)
    there = kept(services, table)
    assert services.tables.read(table).match.line[0].before
    assert kept(services, table) == there
