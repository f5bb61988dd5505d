"""Open tables in memory, cleanup of old data, and lists with damaged rows."""

from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select, update
from tests.web.conftest import guest_client, new_table, running_server
from tests.web.table_setup import bot_chairs, create_table, human_chairs, move
from tests.web.tables.test_old_rules import play_finished_game
from tests.web.waiting import get_plies, wait_until

from roundhouse.table.chairs import OPEN, Chair
from roundhouse.table.presentation import match_views
from roundhouse.table.service import TableRequest
from roundhouse.web.operations import housekeeping
from roundhouse.web.operations.housekeeping import DAY
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.storage.schema import entries, sessions, tables, users
from roundhouse.web.tables.storage.tables import NewTableRow
from roundhouse.web.tables.table_rows import row_of_chair
from roundhouse.web.tables.table_storage import OpenTables


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    result = Services.build(Settings(data=tmp_path))
    yield result
    result.storage.database.close()


# Memory


def test_open_tables_stay_within_their_limits(services: Services) -> None:
    ids = [create_table(services, "ann", "bob", "cem") for _ in range(6)]
    for table in ids:
        move(services, table, "ann", "lay fargo")
    loaded_tables = [services.tables.load(table) for table in ids]
    few = OpenTables(max_tables=3, max_bytes=10**9)
    small = OpenTables(max_tables=100, max_bytes=2 * loaded_tables[0].size)
    for loaded in loaded_tables:
        few.add(loaded)
        small.add(loaded)
    assert [few.get(table) is not None for table in ids] == [False] * 3 + [True] * 3
    assert len(small) == 2
    tiny = OpenTables(max_tables=100, max_bytes=1)
    assert tiny.add(loaded_tables[0]) is loaded_tables[0]
    assert len(tiny) == 1  # the requested table is kept even above the limit


def test_drawn_views_of_all_tables_stay_within_one_limit(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_views, "MAX_DRAWN_VIEWS_IN_ALL", 5)
    seen = []
    for _ in range(4):
        with services.tables.at(create_table(services, "ann", "bob", "cem")) as result:
            seen += [weakref.ref(result.views.at(seat)) for seat in (None, 0, 1, 2)]
            assert result.views.at(2) is seen[-1]()
    gc.collect()
    assert [one() is not None for one in seen] == [False] * 11 + [True] * 5


def test_idle_table_is_evicted_from_memory(services: Services) -> None:
    old, new = (create_table(services, "ann", "bob", "cem") for _ in range(2))
    with services.tables.at(old) as result:
        pass
    result.last_used = time.monotonic() - 1000
    assert services.tables.open.evict_idle(900) == 1
    assert services.tables.open.get(old) is None
    assert services.tables.open.get(new) is not None
    with services.tables.at(old) as again:
        assert again is not result


@pytest.mark.slow
def test_starting_server_loads_only_the_tables_it_needs(tmp_path: Path) -> None:
    """Check that long games waiting for users stay on disk while bots play elsewhere."""
    services = Services.build(Settings(data=tmp_path))
    long = play_finished_game(services, "rails")
    with services.tables.at(long) as result:
        line = [played.entry for played in result.match.line]
        seat = next(e.seat for e in reversed(line) if e.kind == "move" and e.seat >= 0)
        last = max(n for n, e in enumerate(line) if e.seat == seat and e.kind == "move")
    rows = services.storage.tables.numbered_entries(long)
    row = services.storage.tables.table(long)
    chairs = services.storage.tables.chairs(long)
    assert row is not None
    owned = [replace(c, kind="person", user="ann", level="") for c in bot_chairs(row["seats"])]
    for n in range(150):
        copy = {k: v for k, v in row.items() if k not in ("created", "updated")}
        copy |= {"id": f"copy{n}", "phase": "playing", "turn": seat, "ply": last}
        first = [entry for _, entry in rows[:last]]
        services.storage.tables.add_table(
            NewTableRow(copy, [row_of_chair(c) for c in owned], first)
        )
    assert chairs
    services.storage.database.close()
    with running_server(tmp_path, pause=0.0) as server, guest_client(server) as ann:
        before = _memory_kb(server.process)
        started = time.monotonic()
        table = new_table(ann, *["bot:random"] * 3)["id"]
        wait_until(lambda: get_plies(ann, [table])[table] > 0, "the bots do not start")
        seconds = time.monotonic() - started
        assert _memory_kb(server.process) - before < 150_000, "the server loaded idle tables"
        assert seconds < 60


def _memory_kb(process: object) -> int:
    """Return the resident memory of a process in kB."""
    status = Path(f"/proc/{process.pid}/status").read_text()  # type: ignore[attr-defined]
    return int(status.split("VmRSS:")[1].split()[0])


# Cleanup


def list_tables(services: Services) -> set[str]:
    return set(services.storage.lists.all_tables())


def clean_up(services: Services, days: float) -> dict[str, int]:
    """Run the cleanup as if some days had passed; return its counts."""
    with services.storage.database.writing() as db:
        return housekeeping.clean_up(db, time.time() + days * DAY)


def test_abandoned_waiting_tables_are_closed_then_deleted(services: Services) -> None:
    chairs = [*human_chairs("ann"), Chair(1, OPEN, "open", invite="i1"), Chair(2, OPEN, "open")]
    waiting = services.tables.create(TableRequest("ann", "northern", chairs, listed=True))
    played = create_table(services, "ann", "bob", "cem")
    move(services, played, "ann", "lay fargo")
    untouched = create_table(services, "ann", "bob", "cem")  # started, but without a move
    assert clean_up(services, 13)["waiting tables closed"] == 0
    with services.tables.at(waiting) as result:
        assert result.phase == "waiting"
    assert clean_up(services, 15)["waiting tables closed"] == 1
    with services.tables.at(waiting) as result:
        assert result.phase == "over"
        assert not result.listed
        assert all(chair.invite is None for chair in result.chairs)
    assert clean_up(services, 27)["closed tables"] == 0
    assert clean_up(services, 29)["closed tables"] == 1
    assert list_tables(services) == {played, untouched}
    assert clean_up(services, 4000)["closed tables"] == 0  # games are never deleted
    assert list_tables(services) == {played, untouched}
    assert services.storage.tables.chairs(waiting) == []


def test_only_inactive_guests_are_deleted(services: Services) -> None:
    inactive = services.users.create_guest(services.signer.new_token(), "Guest")
    host = services.users.create_guest(services.signer.new_token(), "Host")
    sitter = services.users.create_guest(services.signer.new_token(), "Sitter")
    sender = services.users.create_guest(services.signer.new_token(), "Sender")
    member = services.users.create_guest(services.signer.new_token(), "Member")
    services.users.register(member, "Member", "a long password")
    services.tables.create(TableRequest(host.id, "northern", human_chairs(sitter.id, "b", "c")))
    services.storage.records.save_record("r1", "northern", "text", sender.id)
    assert clean_up(services, 29)["guests"] == 0
    assert clean_up(services, 31)["guests"] == 1
    assert services.storage.accounts.find_user(inactive.id) is None
    for user in (host, sitter, sender, member):
        assert services.storage.accounts.find_user(user.id) is not None


def test_sessions_expire_with_their_cookie(services: Services) -> None:
    token = services.signer.new_token()
    member = services.users.create_guest(token, "Member")
    token = services.users.register(member, "Member", "a long password")
    with services.storage.database.engine.begin() as db:
        db.execute(insert(sessions).values(key="old", person=member.id, created=1.0))
    assert clean_up(services, 0)["sessions"] == 1
    assert services.sessions.find_user(token) is not None
    assert clean_up(services, 401)["sessions"] == 1
    assert services.sessions.find_user(token) is None
    with services.storage.database.engine.connect() as db:
        assert db.scalar(select(func.count()).select_from(users)) == 1


# Lists


DAMAGE = [
    {"seats": 7},
    {"turn": 3},
    {"options": "{"},
    {"turn": "soon"},
    {"ply": "many"},
    {"rules": "old"},
]


@pytest.mark.parametrize("damage", DAMAGE, ids=str)
def test_damaged_row_is_left_out_of_lists(services: Services, damage: dict[str, object]) -> None:
    good, bad = (
        services.tables.create(
            TableRequest("ann", "northern", human_chairs("ann", "bob", "cem"), listed=True)
        )
        for _ in range(2)
    )
    values = ", ".join(f"{name} = ?" for name in damage)
    with services.storage.database.engine.begin() as db:
        db.exec_driver_sql(f"update tables set {values} where id = ?", (*damage.values(), bad))
    for rows in (services.storage.lists.tables_of("ann"), services.storage.lists.open_tables()):
        assert good in {row["id"] for row in rows}
        if "options" not in damage:  # lists do not read the options
            assert bad not in {row["id"] for row in rows}
    services.bot_turns._leases.find_orphans()


def test_missing_chairs_are_reported(services: Services) -> None:
    table = create_table(services, "ann", "bob", "cem")
    with services.storage.database.engine.begin() as db:
        db.exec_driver_sql("delete from chairs where seat = 1")
        db.execute(update(tables).values(revision=5))
    assert services.storage.lists.tables_of("ann") == []
    from roundhouse.web.http.errors import Unplayable

    with pytest.raises(Unplayable, match="seats of this table are damaged"):
        services.tables.load(table)
    with services.storage.database.engine.connect() as db:
        assert db.scalar(select(func.count()).select_from(entries)) == 0


@pytest.mark.slow
def test_pages_with_lists_survive_a_damaged_row(tmp_path: Path) -> None:
    with running_server(tmp_path) as server, guest_client(server) as ann:
        good, bad = (new_table(ann, "me", "me", "me", listed=True)["id"] for _ in range(2))
        services = Services.build(Settings(data=tmp_path))
        with services.storage.database.engine.begin() as db:
            db.execute(update(tables).where(tables.c.id == bad).values(turn=5))
        services.storage.database.engine.dispose()
        ann.cookies.set("roundhouse", ann.headers["authorization"].removeprefix("Bearer "))
        home = ann.get("/", headers={"accept": "text/html"})
        assert home.status_code == 200
        assert good in home.text
        assert bad not in home.text
        for mine in (True, False):
            response = ann.get("/api/tables", params={"mine": mine})
            assert response.status_code == 200
            assert [row["id"] for row in response.json()] == [good]
