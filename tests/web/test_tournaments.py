"""Tournaments that run by themselves, and pages to run them by."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.inside import Inside, Visitor, inside
from tests.web.postgres import Postgres
from tests.web.sinks import eventually

from roundhouse.web.store.store import Conflict
from roundhouse.web.tables.chairs import Chair
from roundhouse.web.tournaments.running import FINAL, Tournament


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with inside(tmp_path) as made:
        yield made


def make(ann: Visitor, **fields: object) -> str:
    given = {"game": "northern", "kind": "robin", "seats": 3, "clock": "quick", **fields}
    made = ann.post("/tournaments", **given)
    assert made.status_code == 200, made.text
    return str(made.url).rpartition("/")[2]


def with_bots(ann: Visitor, tournament: str, count: int, level: str = "random") -> None:
    for _ in range(count):
        assert ann.post(f"/tournaments/{tournament}/bot", level=level).status_code == 200


def over(house: Inside, tournament: str) -> Tournament:
    running = house.services.community.tournaments
    eventually(lambda: running.at(tournament).row["phase"] == "over", 240)
    return running.at(tournament)


@pytest.mark.slow
def test_a_round_robin_of_bots_runs_by_itself(house: Inside) -> None:
    ann = house.person("Ann")
    tournament = make(ann, title="Night train")
    with_bots(ann, tournament, 4)
    assert "Entered: 4" in ann.get(f"/tournaments/{tournament}").text
    assert ann.post(f"/tournaments/{tournament}/begin").status_code == 200
    found = over(house, tournament)
    games = [s.games for s in found.standings()]
    assert sum(games) == 3 * len(found.pairings)
    assert max(games) - min(games) <= 1
    assert all(p["result"] for p in found.pairings)
    assert len({p["table_id"] for p in found.pairings}) == len(found.pairings)
    assert found.standings()[0].place == 1
    page = ann.get(f"/tournaments/{tournament}").text
    assert "Standings" in page
    assert page.count(">over<") == len(found.pairings)
    before = found.pairings
    house.services.community.tournaments.sweep()  # nothing is left to do
    assert house.services.community.tournaments.at(tournament).pairings == before


@pytest.mark.slow
def test_pools_end_in_a_final(house: Inside) -> None:
    ann = house.person("Ann")
    tournament = make(ann, kind="pools", seats=4)
    with_bots(ann, tournament, 6)
    ann.post(f"/tournaments/{tournament}/begin")
    found = over(house, tournament)
    final = [p for p in found.pairings if p["round"] >= FINAL]
    assert len(final) == 4  # two of each pool of three, each at every seat
    finalists = set(final[0]["players"])
    assert {s.player for s in found.standings()[:4]} == finalists
    assert [s.place for s in found.standings()][4:] == [5, 6]
    page = ann.get(f"/tournaments/{tournament}").text
    assert "Final, game 1" in page
    first = found.standings()[0]
    assert first.place == 1
    names = {row["n"]: row["name"] for row in found.entrants}
    assert f"<strong>{names[first.player]}</strong>" in page
    assert "won" in page


def test_who_may_do_what(house: Inside) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    guest = house.person("Gus", account=False)
    assert (
        guest.post("/tournaments", game="northern", kind="robin", seats=3, clock="day").status_code
        == 403
    )
    for wrong, status, why in (
        ({"clock": "none"}, 400, "needs a clock"),
        ({"clock": "sundial"}, 400, "A clock is one of"),
        ({"kind": "knockout"}, 400, "round robin"),
        ({"seats": 9}, 422, "seats"),
        ({"game": "chess"}, 404, ""),
    ):
        given = {"game": "northern", "kind": "robin", "seats": 3, "clock": "day", **wrong}
        said = ann.post("/tournaments", **given)
        assert said.status_code == status, (wrong, said.text)
        assert why in said.text
    tournament = make(ann)
    page = f"/tournaments/{tournament}"
    assert bob.post(f"{page}/enter").status_code == 200
    assert bob.post(f"{page}/enter").status_code == 409
    assert guest.post(f"{page}/enter").status_code == 403
    assert bob.post(f"{page}/begin").status_code == 403
    assert bob.post(f"{page}/bot").status_code == 403
    ann.post(f"{page}/enter")
    too_few = ann.post(f"{page}/begin")
    assert too_few.status_code == 400
    assert "Tables of 3 need" in too_few.text
    assert bob.post(f"{page}/leave", n=1).status_code == 403  # that is Ann
    assert bob.post(f"{page}/leave", n=0).status_code == 200
    bob.post(f"{page}/enter")
    with_bots(ann, tournament, 1)
    assert ann.post(f"{page}/begin").status_code == 200
    assert ann.post(f"{page}/begin").status_code == 409
    assert bob.post(f"{page}/enter").status_code == 409
    found = house.services.community.tournaments.at(tournament)
    (table,) = {p["table_id"] for p in found.pairings if p["table_id"]}
    with house.services.tables.at(table) as at:
        assert {c.person for c in at.chairs} == {ann.id, bob.id, None}
        assert at.clock.pace.key == "quick"
    assert ann.get("/tournaments/nothing").status_code == 404


def test_a_table_of_a_tournament_is_laid_once(house: Inside) -> None:
    """Whoever comes second lays nothing, and nothing is left of the attempt."""
    ann = house.person("Ann")
    tournament = make(ann)
    for name in ("Bob", "Cat"):
        house.person(name).post(f"/tournaments/{tournament}/enter")
    ann.post(f"/tournaments/{tournament}/enter")
    ann.post(f"/tournaments/{tournament}/begin")
    running = house.services.community.tournaments
    found = running.at(tournament)
    tables = house.services.store.all_tables()
    running._lay(found, found.pairings[0])
    assert house.services.store.all_tables() == tables
    with pytest.raises(Conflict), running.rows.laying(found.pairings[0]):
        running._tables.create(ann.id, "northern", {}, _seated(house, found))
    assert house.services.store.all_tables() == tables


def _seated(house: Inside, found: Tournament) -> list[Chair]:
    with house.services.tables.at(str(found.pairings[0]["table_id"])) as at:
        return list(at.chairs)


@pytest.mark.slow
def test_two_servers_run_one_tournament(tmp_path: Path, postgres: Postgres) -> None:
    with (
        inside(tmp_path / "one", database=postgres.url) as one,
        inside(tmp_path / "other", database=postgres.url) as other,
    ):
        ann = one.person("Ann")
        tournament = make(ann)
        with_bots(ann, tournament, 4)
        ann.post(f"/tournaments/{tournament}/begin")
        found = over(other, tournament)
        laid = [p["table_id"] for p in found.pairings]
        assert sorted(one.services.store.all_tables()) == sorted(laid)
