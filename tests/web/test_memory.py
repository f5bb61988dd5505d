"""What is in memory, and what is kept at all: only what is asked for, and only as long as somebody
may want it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select, update
from tests.web.conftest import guest, new_table, running
from tests.web.laying import bots, laid, move, people
from tests.web.test_old_rules import finished
from tests.web.watching import plies, until

from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.store import upkeep
from roundhouse.web.store.schema import entries, sessions, tables
from roundhouse.web.store.schema import people as persons
from roundhouse.web.store.upkeep import DAY
from roundhouse.web.tables.chairs import OPEN, Chair
from roundhouse.web.tables.open_tables import OpenTables


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    made = Services.build(Settings(data=tmp_path))
    yield made
    made.store.close()


# Memory


def test_no_more_is_kept_in_memory_than_there_is_room_for(services: Services) -> None:
    made = [laid(services, "ann", "bob", "cem") for _ in range(6)]
    for table in made:
        move(services, table, "ann", "lay fargo")
    read = [services.tables.load(table) for table in made]
    few = OpenTables(most=3, most_bytes=10**9)
    small = OpenTables(most=100, most_bytes=2 * read[0].size)
    for loaded in read:
        few.add(loaded)
        small.add(loaded)
    assert [few.get(table) is not None for table in made] == [False] * 3 + [True] * 3
    assert len(small) == 2
    tiny = OpenTables(most=100, most_bytes=1)
    assert tiny.add(read[0]) is read[0]
    assert len(tiny) == 1  # what is being asked for is never too much


def test_a_table_that_nobody_asks_for_leaves_memory(services: Services) -> None:
    old, new = (laid(services, "ann", "bob", "cem") for _ in range(2))
    with services.tables.at(old) as found:
        pass
    found.asked = time.monotonic() - 1000
    assert services.tables.open.put_away(900) == 1
    assert services.tables.open.get(old) is None
    assert services.tables.open.get(new) is not None
    with services.tables.at(old) as again:
        assert again is not found


@pytest.mark.slow
def test_a_server_that_starts_loads_what_it_needs(tmp_path: Path) -> None:
    """Many long games wait for people; at one a bot is to act. It does at once, and the others stay
    where they are."""
    services = Services.build(Settings(data=tmp_path))
    long = finished(services, "rails")
    with services.tables.at(long) as found:
        line = [made.entry for made in found.match.line]
        seat = next(e.seat for e in reversed(line) if e.kind == "move" and e.seat >= 0)
        cut = max(n for n, e in enumerate(line) if e.seat == seat and e.kind == "move")
    rows = services.store.numbered_entries(long)
    row = services.store.table(long)
    chairs = services.store.chairs(long)
    assert row is not None
    seated = [replace(c, kind="person", person="ann", level="") for c in bots(row["seats"])]
    for n in range(150):
        copy = {k: v for k, v in row.items() if k not in ("created", "updated")}
        copy |= {"id": f"copy{n}", "phase": "playing", "turn": seat, "ply": cut}
        first = [entry for _, entry in rows[:cut]]
        services.store.add_table(copy, [vars(c) for c in seated], first)
    assert chairs
    services.store.close()
    with running(tmp_path, pause=0.0) as server, guest(server) as ann:
        small = _memory(server.process)
        begun = time.monotonic()
        table = new_table(ann, *["bot:random"] * 3)["id"]
        until(lambda: plies(ann, [table])[table] > 0, "the bots do not begin")
        took = time.monotonic() - begun
        assert _memory(server.process) - small < 150_000, "tables were loaded that nobody asked for"
        assert took < 60


def _memory(process: object) -> int:
    """Of a process, in kB."""
    status = Path(f"/proc/{process.pid}/status").read_text()  # type: ignore[attr-defined]
    return int(status.split("VmRSS:")[1].split()[0])


# Keeping


def ids(services: Services) -> set[str]:
    return set(services.store.all_tables())


def clean(services: Services, days: float) -> dict[str, int]:
    with services.store.writing() as db:
        return upkeep.clean_up(db, time.time() + days * DAY)


def test_waiting_tables_nobody_came_to_are_closed_then_deleted(services: Services) -> None:
    chairs = [*people("ann"), Chair(1, OPEN, "open", invite="i1"), Chair(2, OPEN, "open")]
    waiting = services.tables.create("ann", "northern", {}, chairs, listed=True)
    played = laid(services, "ann", "bob", "cem")
    move(services, played, "ann", "lay fargo")
    untouched = laid(services, "ann", "bob", "cem")  # begun, but nobody has moved yet
    assert clean(services, 13)["waiting tables broken up"] == 0
    with services.tables.at(waiting) as found:
        assert found.phase == "waiting"
    assert clean(services, 15)["waiting tables broken up"] == 1
    with services.tables.at(waiting) as found:
        assert found.phase == "over"
        assert not found.row["listed"]
        assert all(chair.invite is None for chair in found.chairs)
    assert clean(services, 27)["closed tables"] == 0
    assert clean(services, 29)["closed tables"] == 1
    assert ids(services) == {played, untouched}
    assert clean(services, 4000)["closed tables"] == 0  # games are kept for ever
    assert ids(services) == {played, untouched}
    assert services.store.chairs(waiting) == []


def test_guests_who_did_nothing_are_forgotten_and_nobody_else(services: Services) -> None:
    guest_ = services.people.welcome(services.signer.new_token(), "Guest")
    host = services.people.welcome(services.signer.new_token(), "Host")
    sitter = services.people.welcome(services.signer.new_token(), "Sitter")
    sender = services.people.welcome(services.signer.new_token(), "Sender")
    member = services.people.welcome(services.signer.new_token(), "Member")
    services.people.register(member, "Member", "a long password")
    services.tables.create(host.id, "northern", {}, people(sitter.id, "b", "c"))
    services.store.keep_record("r1", "northern", "text", sender.id)
    assert clean(services, 29)["guests"] == 0
    assert clean(services, 31)["guests"] == 1
    assert services.store.person(guest_.id) is None
    for person in (host, sitter, sender, member):
        assert services.store.person(person.id) is not None


def test_sessions_end_with_their_cookie(services: Services) -> None:
    token = services.signer.new_token()
    member = services.people.welcome(token, "Member")
    token = services.people.register(member, "Member", "a long password")
    with services.store.engine.begin() as db:
        db.execute(insert(sessions).values(key="old", person=member.id, created=1.0))
    assert clean(services, 0)["sessions"] == 1
    assert services.people.of_token(token) is not None
    assert clean(services, 401)["sessions"] == 1
    assert services.people.of_token(token) is None
    with services.store.engine.connect() as db:
        assert db.scalar(select(func.count()).select_from(persons)) == 1


# Lists


BROKEN = [
    {"seats": 7},
    {"turn": 3},
    {"options": "{"},
    {"turn": "soon"},
    {"ply": "many"},
    {"rules": "old"},
]


@pytest.mark.parametrize("broken", BROKEN, ids=str)
def test_a_broken_row_is_left_out_of_lists(services: Services, broken: dict[str, object]) -> None:
    good, bad = (
        services.tables.create("ann", "northern", {}, people("ann", "bob", "cem"), listed=True)
        for _ in range(2)
    )
    values = ", ".join(f"{name} = ?" for name in broken)
    with services.store.engine.begin() as db:
        db.exec_driver_sql(f"update tables set {values} where id = ?", (*broken.values(), bad))
    for listed in (services.store.tables_of("ann"), services.store.open_tables()):
        assert good in {row["id"] for row in listed}
        if "options" not in broken:  # which no list shows
            assert bad not in {row["id"] for row in listed}
    services.bot_turns._leases.orphans()


def test_chairs_that_are_missing_are_said(services: Services) -> None:
    table = laid(services, "ann", "bob", "cem")
    with services.store.engine.begin() as db:
        db.exec_driver_sql("delete from chairs where seat = 1")
        db.execute(update(tables).values(revision=5))
    assert services.store.tables_of("ann") == []
    from roundhouse.web.errors import Unplayable

    with pytest.raises(Unplayable, match="who sits at this table"):
        services.tables.load(table)
    with services.store.engine.connect() as db:
        assert db.scalar(select(func.count()).select_from(entries)) == 0


@pytest.mark.slow
def test_pages_with_lists_live_with_a_broken_row(tmp_path: Path) -> None:
    with running(tmp_path) as server, guest(server) as ann:
        good, bad = (new_table(ann, "me", "me", "me", listed=True)["id"] for _ in range(2))
        services = Services.build(Settings(data=tmp_path))
        with services.store.engine.begin() as db:
            db.execute(update(tables).where(tables.c.id == bad).values(turn=5))
        services.store.engine.dispose()
        ann.cookies.set("roundhouse", ann.headers["authorization"].removeprefix("Bearer "))
        home = ann.get("/", headers={"accept": "text/html"})
        assert home.status_code == 200
        assert good in home.text
        assert bad not in home.text
        for mine in (True, False):
            listed = ann.get("/api/tables", params={"mine": mine})
            assert listed.status_code == 200
            assert [row["id"] for row in listed.json()] == [good]
