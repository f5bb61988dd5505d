"""Players who enter and leave while a tournament starts, and damaged tournaments."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

import pytest
from sqlalchemy import delete, insert, update
from tests.web.conftest import TIMEOUT_S, ClientAndServices

from roundhouse.table.errors import Clash
from roundhouse.web.accounts.sessions import User
from roundhouse.web.services import Services
from roundhouse.web.storage.schema import entrants, pairings, tournaments, users
from roundhouse.web.tournaments.pairing import MAX_ENTRANTS
from roundhouse.web.tournaments.running import MAX_HOSTED, TournamentRequest, Tournaments, identity

HOST = User("host", "Host", True)


@pytest.fixture
def running(db_services: Services) -> Tournaments:
    with db_services.storage.database.writing() as db:
        db.execute(insert(users).values(id="host", name="Host", login="host", created=1.0))
    return db_services.social.tournaments


def create(running: Tournaments, bots: int = 0) -> str:
    tournament = running.create(HOST, TournamentRequest("", "northern", "robin", 3, "quick"))
    for _ in range(bots):
        running.enter_bot(tournament, HOST, "random")
    return tournament


def user(name: str) -> User:
    return User(name, name.title(), True)


@contextmanager
def paused_after_reading(
    running: Tournaments, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[threading.Event, threading.Event]]:
    """Let a start pause between its look at the entrants and its transaction, once."""
    reached, go_on = threading.Event(), threading.Event()
    original = running._rounds

    def pause(tournament: object) -> object:
        rounds = original(tournament)  # type: ignore[arg-type]
        if not reached.is_set():
            reached.set()
            assert go_on.wait(TIMEOUT_S)
        return rounds

    monkeypatch.setattr(running, "_rounds", pause)
    yield reached, go_on
    go_on.set()


@pytest.mark.parametrize("change", ["enter", "leave"])
def test_start_includes_who_entered_and_left_before_it(
    running: Tournaments, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    tournament = create(running, bots=3)
    running.enter(tournament, user("bob"))
    with (
        paused_after_reading(running, monkeypatch) as (reached, go_on),
        ThreadPoolExecutor(1) as thread,
    ):
        started = thread.submit(running.begin, tournament, HOST)
        assert reached.wait(TIMEOUT_S)
        if change == "enter":
            running.enter(tournament, user("cat"))
        else:
            running.leave(tournament, user("bob"), "bob")
        go_on.set()
        started.result(TIMEOUT_S)
    users_entered = {row["person"] for row in running.find(tournament).entrants} - {None}
    assert users_entered == ({"bob", "cat"} if change == "enter" else set())
    assert not running.find(tournament).damage


def run_at_once(calls: list[Callable[[], object]]) -> Counter[str]:
    """Run all calls at the same moment; count what they return and raise."""
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> str:
        start.wait(TIMEOUT_S)
        try:
            call()
        except Clash as error:
            return str(error)
        return "done"

    with ThreadPoolExecutor(len(calls)) as threads:
        return Counter(threads.map(run, calls))


def test_start_entries_and_leaving_at_once_fit_together(
    running: Tournaments, db_services: Services
) -> None:
    for _ in range(5):
        tournament = create(running, bots=3)
        for n in range(3):
            running.enter(tournament, user(f"early{n}"))
        calls: list[Callable[[], object]] = [partial(running.begin, tournament, HOST)]
        for n in range(3):
            calls.append(partial(running.enter, tournament, user(f"late{n}")))
            calls.append(partial(running.leave, tournament, user(f"early{n}"), f"early{n}"))
        run_at_once(calls)
        result = running.find(tournament)
        assert not result.damage
        assert result.standings()
        with pytest.raises(Clash, match="already started"):
            running.enter(tournament, user("last"))
        with db_services.storage.database.writing() as db:
            db.execute(update(tournaments).values(phase="over"))


def test_tournament_never_has_too_many_players(running: Tournaments) -> None:
    tournament = create(running, bots=MAX_ENTRANTS - 3)
    results = run_at_once([partial(running.enter, tournament, user(f"user{n}")) for n in range(8)])
    assert results["done"] == 3
    assert len(running.find(tournament).entrants) == MAX_ENTRANTS


def test_host_never_has_too_many_tournaments(running: Tournaments) -> None:
    for _ in range(MAX_HOSTED - 1):
        create(running)
    assert run_at_once([partial(create, running)] * 6)["done"] == 1


def test_player_is_removed_by_identity(running: Tournaments) -> None:
    """The number of a player who left goes to the next one, the identity does not."""
    tournament = create(running)
    running.enter(tournament, user("bob"))
    (bob,) = running.find(tournament).entrants
    running.leave(tournament, user("bob"), "bob")
    running.enter(tournament, user("cat"))
    with pytest.raises(Clash, match="already left"):
        running.leave(tournament, HOST, identity(bob))
    assert [row["person"] for row in running.find(tournament).entrants] == ["cat"]


def test_bots_have_different_names(running: Tournaments) -> None:
    tournament = create(running, bots=2)
    first, _ = running.find(tournament).entrants
    running.leave(tournament, HOST, identity(first))
    running.enter_bot(tournament, HOST, "random")
    assert {row["name"] for row in running.find(tournament).entrants} == {"Ada", "Brunel"}


@pytest.mark.parametrize("damage", ["missing", "extra", "result"])
def test_damaged_tournament_says_so(client_and_services: ClientAndServices, damage: str) -> None:
    client, services = client_and_services
    running = services.social.tournaments
    tournament = create(running, bots=4)
    running.begin(tournament, HOST)
    with services.storage.database.writing() as db:
        if damage == "missing":
            db.execute(delete(entrants).where(entrants.c.n == 2))
        elif damage == "extra":
            row = {"tournament": tournament, "n": 4, "level": "random", "name": "x"}
            db.execute(insert(entrants).values(**row))
        else:
            db.execute(update(pairings).values(result={"ranks": [0], "scores": [1]}))
    running.resume_all()
    page = client.get(f"/tournaments/{tournament}", headers={"accept": "text/html"})
    assert page.status_code == 200
    assert "This tournament is damaged" in page.text
    data = client.get(f"/api/tournaments/{tournament}").json()
    assert data["damage"]
    assert data["standings"] == []
    assert data["phase"] == "playing"
