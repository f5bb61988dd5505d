"""Tournaments that run automatically, and their pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.in_process import PageUser, Site, running_site
from tests.web.postgres import Postgres
from tests.web.sinks import eventually

from roundhouse.table.chairs import HUMAN, Chair
from roundhouse.table.ports import Conflict
from roundhouse.table.service import TableRequest
from roundhouse.web.tables.fair_play import OPENING_PLIES
from roundhouse.web.tournaments.running import FINAL, Tournament


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with running_site(tmp_path) as result:
        yield result


def create_tournament(ann: PageUser, **fields: object) -> str:
    arguments = {"game": "northern", "kind": "robin", "seats": 3, "clock": "quick", **fields}
    response = ann.post("/tournaments", **arguments)
    assert response.status_code == 200, response.text
    return str(response.url).rpartition("/")[2]


def add_bots(ann: PageUser, tournament: str, count: int, level: str = "random") -> None:
    for _ in range(count):
        assert ann.post(f"/tournaments/{tournament}/bot", level=level).status_code == 200


def wait_until_over(site: Site, tournament: str) -> Tournament:
    running = site.services.social.tournaments
    eventually(lambda: running.find(tournament).row["phase"] == "over", 240)
    return running.find(tournament)


@pytest.mark.slow
def test_round_robin_of_bots_runs_automatically(site: Site) -> None:
    ann = site.add_user("Ann")
    tournament = create_tournament(ann, title="Night train")
    add_bots(ann, tournament, 4)
    assert "Players: 4" in ann.get(f"/tournaments/{tournament}").text
    assert ann.post(f"/tournaments/{tournament}/begin").status_code == 200
    result = wait_until_over(site, tournament)
    games = [s.games for s in result.standings()]
    assert sum(games) == 3 * len(result.pairings)
    assert max(games) - min(games) <= 1
    assert all(p["result"] for p in result.pairings)
    assert len({p["table_id"] for p in result.pairings}) == len(result.pairings)
    assert result.standings()[0].place == 1
    page = ann.get(f"/tournaments/{tournament}").text
    assert "Standings" in page
    assert page.count(">finished<") == len(result.pairings)
    before = result.pairings
    site.services.social.tournaments.resume_all()  # nothing is left to start
    assert site.services.social.tournaments.find(tournament).pairings == before


@pytest.mark.slow
def test_pools_end_in_a_final(site: Site) -> None:
    ann = site.add_user("Ann")
    tournament = create_tournament(ann, kind="pools", seats=4)
    add_bots(ann, tournament, 6)
    ann.post(f"/tournaments/{tournament}/begin")
    result = wait_until_over(site, tournament)
    final = [p for p in result.pairings if p["round"] >= FINAL]
    assert len(final) == 4  # two from each pool; each has every seat once
    finalists = set(final[0]["players"])
    assert {s.player for s in result.standings()[:4]} == finalists
    assert [s.place for s in result.standings()][4:] == [5, 6]
    page = ann.get(f"/tournaments/{tournament}").text
    assert "Final, game 1" in page
    first = result.standings()[0]
    assert first.place == 1
    names = {row["n"]: row["name"] for row in result.entrants}
    assert f"<strong>{names[first.player]}</strong>" in page
    assert "wins the tournament" in page


def test_tournament_commands_check_arguments_and_permissions(site: Site) -> None:
    ann, bob = site.add_user("Ann"), site.add_user("Bob")
    guest = site.add_user("Gus", has_account=False)
    assert (
        guest.post("/tournaments", game="northern", kind="robin", seats=3, clock="day").status_code
        == 403
    )
    for wrong, status, why in (
        ({"clock": "none"}, 400, "needs a time control"),
        ({"clock": "sundial"}, 400, "The clock must be one of"),
        ({"kind": "knockout"}, 400, "round robin"),
        ({"seats": 9}, 422, "seats"),
        ({"game": "chess"}, 404, ""),
    ):
        arguments = {"game": "northern", "kind": "robin", "seats": 3, "clock": "day", **wrong}
        response = ann.post("/tournaments", **arguments)
        assert response.status_code == status, (wrong, response.text)
        assert why in response.text
    tournament = create_tournament(ann)
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
    assert bob.post(f"{page}/leave", entrant=ann.id).status_code == 403
    assert bob.post(f"{page}/leave", entrant=bob.id).status_code == 200
    assert bob.post(f"{page}/leave", entrant=bob.id).status_code == 409
    bob.post(f"{page}/enter")
    add_bots(ann, tournament, 1)
    assert ann.post(f"{page}/begin").status_code == 200
    assert ann.post(f"{page}/begin").status_code == 409
    assert bob.post(f"{page}/enter").status_code == 409
    result = site.services.social.tournaments.find(tournament)
    (table,) = {p["table_id"] for p in result.pairings if p["table_id"]}
    with site.services.tables.at(table) as at:
        assert {c.user for c in at.chairs} == {ann.id, bob.id, None}
        assert at.clock.time_control.key == "quick"
    assert ann.get("/tournaments/nothing").status_code == 404


def test_tournament_table_is_created_once(site: Site) -> None:
    """A second attempt creates no table and leaves no rows."""
    ann = site.add_user("Ann")
    tournament = create_tournament(ann)
    for name in ("Bob", "Cat"):
        site.add_user(name).post(f"/tournaments/{tournament}/enter")
    ann.post(f"/tournaments/{tournament}/enter")
    ann.post(f"/tournaments/{tournament}/begin")
    running = site.services.social.tournaments
    result = running.find(tournament)
    tables = site.services.storage.lists.all_tables()
    running._create_table(result, result.pairings[0])
    assert site.services.storage.lists.all_tables() == tables
    with pytest.raises(Conflict), running.rows.assigning_table(result.pairings[0]):
        running._tables.create(
            TableRequest(ann.id, "northern", _chairs_of_first_table(site, result))
        )
    assert site.services.storage.lists.all_tables() == tables


def test_tournament_game_against_bots_gets_no_help(site: Site) -> None:
    """The other entrants have no seat at this table, but its result counts against theirs."""
    ann = site.add_user("Ann")
    tournament = create_tournament(ann)
    add_bots(ann, tournament, 2)
    ann.post(f"/tournaments/{tournament}/enter")
    ann.post(f"/tournaments/{tournament}/begin")
    table = str(site.services.social.tournaments.find(tournament).pairings[0]["table_id"])
    api, headers = f"/api/tables/{table}", {"accept": "application/json", "x-csrf": ann.token}

    def ask(path: str, body: object = None) -> httpx.Response:
        return ann.web.post(path, json=body, headers=headers)

    for _ in range(OPENING_PLIES):
        eventually(lambda: ann.web.get(f"{api}/choices").json()["your_turn"])
        now = ann.web.get(f"{api}/choices").json()
        body = {"ply": now["ply"], "move": now["choices"][0]["move"]}
        assert ask(f"{api}/moves", body).status_code == 200
    eventually(lambda: ann.web.get(f"{api}/choices").json()["your_turn"])
    ply = ann.web.get(api).json()["ply"]
    refusals = [
        ask(f"{api}/hint", {"ply": ply}),
        ask(f"{api}/fork", {"ply": ply, "seat": 0}),
        ask(f"{api}/ask", {"ply": 1}),
        ann.post(f"/t/{table}/export"),
    ]
    assert [answer.status_code for answer in refusals] == 4 * [409]
    with site.services.tables.at(table) as original:
        copy = TableRequest(
            ann.id,
            "northern",
            [Chair(seat, HUMAN, "Ann", ann.id) for seat in range(3)],
            moves=original.match.entries,
        )
    copied = site.services.tables.create(copy)
    assert ask(f"/api/tables/{copied}/hint", {"ply": ply}).status_code == 409


def _chairs_of_first_table(site: Site, tournament: Tournament) -> list[Chair]:
    with site.services.tables.at(str(tournament.pairings[0]["table_id"])) as at:
        return list(at.chairs)


@pytest.mark.slow
def test_two_servers_run_one_tournament(tmp_path: Path, postgres: Postgres) -> None:
    with (
        running_site(tmp_path / "one", database=postgres.url) as one,
        running_site(tmp_path / "other", database=postgres.url) as other,
    ):
        ann = one.add_user("Ann")
        tournament = create_tournament(ann)
        add_bots(ann, tournament, 4)
        ann.post(f"/tournaments/{tournament}/begin")
        result = wait_until_over(other, tournament)
        tables = [p["table_id"] for p in result.pairings]
        assert sorted(one.services.storage.lists.all_tables()) == sorted(tables)
