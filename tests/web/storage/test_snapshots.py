"""Snapshots speed up the loading of long matches; entries take precedence."""

from __future__ import annotations

import random

import pytest
from sqlalchemy import func, select, text, update
from tests.web.table_setup import execute

from roundhouse.play.match import Match
from roundhouse.table.chairs import HUMAN, Chair
from roundhouse.table.service import TableRequest
from roundhouse.web.services import Services
from roundhouse.web.storage.schema import snapshots
from roundhouse.web.tables import match_snapshots as module
from roundhouse.web.tables.match_snapshots import EVERY


def play_random_match(services: Services, plies: int, game: str = "southern", seed: int = 3) -> str:
    """Play a random match of one user with some undos; return its table."""
    rng = random.Random(seed)
    chairs = [Chair(n, HUMAN, f"Seat {n}", "ann") for n in range(3)]
    table = services.tables.create(TableRequest("ann", game, chairs))
    while True:
        with services.tables.at(table) as result:
            if result.match.ply >= plies or not result.playing:
                return table
            if result.match.ply > 5 and rng.random() < 0.1:
                execute(
                    services, table, "ann", "ask", result, ply=result.match.ply - rng.randint(1, 4)
                )
            else:
                words = result.game.text(rng.choice(result.match.state.legal()))
                execute(services, table, "ann", "move", result, ply=result.match.ply, move=words)


def replay_match(services: Services, table: str) -> Match:
    """Replay the match from its entries alone."""
    with services.tables.at(table) as result:
        return Match.resume(result.game, len(result.chairs), services.storage.tables.entries(table))


def check_equal(one: Match, other: Match) -> None:
    """Check that two matches are equal at every ply."""
    assert one.ply == other.ply
    assert one.state.pack() == other.state.pack()
    assert one.entries == other.entries
    for ply in reversed(range(one.ply)):
        assert one.packed_at(ply) == other.packed_at(ply)
    assert one.sentences(0) == other.sentences(0)
    assert [m.action for m in one.line] == [m.action for m in other.line]


def count_snapshots(services: Services, table: str) -> int:
    with services.storage.database.engine.connect() as db:
        rows = select(func.count()).select_from(snapshots).where(snapshots.c.table_id == table)
        return db.scalar(rows) or 0


@pytest.mark.parametrize("game", ["southern", "texas"])
def test_match_loaded_from_a_snapshot_equals_its_replay(services: Services, game: str) -> None:
    table = play_random_match(services, 3 * EVERY + 20, game)
    assert count_snapshots(services, table) >= 3
    result = services.tables.load(table)
    assert result.match.anchors
    assert not result.match.line[0].before  # not replayed from the start
    assert result.match.line[-1].before
    check_equal(result.match, replay_match(services, table))


def test_undo_can_go_back_before_a_snapshot(services: Services) -> None:
    table = play_random_match(services, 2 * EVERY + 30)
    for back in (EVERY + 1, 3):
        services.tables.open.drop(services.tables.open.get(table) or pytest.fail("gone"))
        execute(services, table, "ann", "ask", ply=back)
        with services.tables.at(table) as result:
            # chance and forced moves are repeated at once
            assert result.match.ply >= back
        check_equal(services.tables.load(table).match, replay_match(services, table))
    with services.tables.at(table) as result:
        assert all(anchor.ply <= result.match.ply for anchor in result.match.anchors)


@pytest.mark.parametrize("column", ["state", "seal", "ply", "entries"])
def test_damaged_snapshot_is_ignored(services: Services, column: str) -> None:
    table = play_random_match(services, 2 * EVERY + 10)
    values: dict[str, object] = {"state": b"nonsense", "seal": "0" * 64}
    with services.storage.database.writing() as db:
        if column in values:
            db.execute(update(snapshots).values(**{column: values[column]}))
        else:
            db.execute(text(f"UPDATE snapshots SET {column} = {column} + 1"))
    result = services.tables.load(table)
    assert result.match.line[0].before  # replayed from the start
    assert not result.damage
    check_equal(result.match, replay_match(services, table))


def test_snapshots_of_another_release_are_replaced(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play_random_match(services, 2 * EVERY + 10)
    monkeypatch.setattr(module, "sources_digest", lambda package: "another release")
    assert services.tables.load(table).match.line[0].before
    result = services.tables.load(table)  # the first load wrote new snapshots
    assert not result.match.line[0].before
    check_equal(result.match, replay_match(services, table))


def test_changed_entry_overrides_a_snapshot(services: Services) -> None:
    table = play_random_match(services, 2 * EVERY + 10)
    with services.storage.database.writing() as db:
        db.execute(text("UPDATE entries SET words = 'pass the salt' WHERE n = 7"))
    result = services.tables.load(table)
    assert "damaged after move" in result.damage
    assert result.match.ply <= 7


def test_read_replays_everything_and_writes_nothing(services: Services) -> None:
    table = play_random_match(services, 2 * EVERY + 10)
    count = count_snapshots(services, table)
    assert services.tables.table_storage.read(table).match.line[0].before
    assert count_snapshots(services, table) == count
