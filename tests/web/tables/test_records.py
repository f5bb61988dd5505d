"""Uploaded records: visitors view them in parallel, each with its own engine."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S, ClientFactory, wait_for_analysis

from roundhouse.core.constants import CHANCE
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.view import View
from roundhouse.play import registry
from roundhouse.play.match import MOVE, Entry, Match
from roundhouse.table.errors import Clash
from roundhouse.table.presentation.chances import AnalysisStatus
from roundhouse.table.replays import Replay
from roundhouse.web.app import create_app
from roundhouse.web.http.rate_limits import RateLimits
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.tables import uploaded_records as records_storage
from roundhouse.web.tables.replay_context import replay_context
from roundhouse.web.tables.shapes import drawings_out, replay_out

VISITORS = 4


def random_record(game: str, options: dict[str, str] | None = None, plies: int = 10_000) -> str:
    """Return the record of a random game."""
    loaded = registry.open_game(game, None, options or {}, INTERPRETED)
    match = Match(loaded, loaded.meta.seats[0])
    rng = random.Random(game)
    while not match.over and match.ply < plies:
        actions = match.state.legal()
        weights = match.state.weights() if match.state.turn == CHANCE else None
        words = loaded.text(rng.choices(actions, weights)[0])
        match._play(Entry(MOVE, match.ply, match.state.turn, words))
    return match.record().dumps()


def save_record(services: Services, text: str) -> str:
    return services.records.save(text, "ann")


def test_records_are_drawn_in_parallel(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait in each drawing until all visitors draw at once.

    A lock or a cache that serializes them would never reach that point.
    """
    record = save_record(services, random_record("union", plies=40))
    services.records.replay(record, None)  # cached, as for most visitors
    barrier = threading.Barrier(VISITORS)
    draw = Game.draw

    def wait_and_draw(game: Game, view: View, drawing: str = "") -> str:
        barrier.wait(TIMEOUT_S)
        return draw(game, view, drawing)

    monkeypatch.setattr(Game, "draw", wait_and_draw)
    engines: list[int] = []

    def render(ply: int) -> Any:
        replay = services.records.replay(record, None)
        engines.append(id(replay.match.game.engine))
        return replay_context(replay, ply, "", AnalysisStatus(None)).pictures

    with ThreadPoolExecutor(VISITORS) as visitors:
        # Ply 0 has no previous ply, so all visitors draw equally often.
        drawings = list(visitors.map(render, [0] * VISITORS))
    assert len({str(pictures) for pictures in drawings}) == 1
    assert len(set(engines)) == VISITORS


def test_parallel_visitors_see_the_same_as_a_single_one(services: Services) -> None:
    text = random_record("texas", plies=60)
    alone, shared = save_record(services, text), save_record(services, text)

    def render(replay: Replay, ply: int) -> Any:
        return replay_out(replay, ply).model_dump(), drawings_out(replay, ply)

    plies = list(range(0, 60, 5)) * 3
    expected = [render(services.records.replay(alone, None), ply) for ply in plies]
    with ThreadPoolExecutor(8) as visitors:
        results = list(
            visitors.map(lambda ply: render(services.records.replay(shared, None), ply), plies)
        )
    assert results == expected


@pytest.mark.slow
def test_api_serves_replays_forks_and_analyses(new_client: ClientFactory) -> None:
    client = new_client()
    text = random_record("northern", {"variant": "single"})
    response = client.post("/api/records", json={"text": text})
    assert response.status_code == 201
    record = response.json()
    where = f"/api/records/{record['id']}"
    assert record["over"]
    assert client.get(where).json() == record
    assert client.get(f"{where}/record").text == text
    first = client.get(f"{where}/replay", params={"ply": 0}).json()
    last = client.get(f"{where}/replay").json()
    assert (first["ply"], last["ply"], last["last"]) == (0, record["plies"], record["plies"])
    assert last["view"]["ranks"] is not None
    assert last["log"][-1]["ply"] <= last["ply"]
    data = client.get(f"{where}/drawings", params={"ply": 3, "seat": 1}).json()
    assert [d["name"] for d in data] == ["board", "hand"]
    assert data[0]["svg"].startswith("<svg")
    assert client.get(f"{where}/replay", params={"seat": 9}).status_code == 403
    forked = client.post(f"{where}/fork", json={"ply": 2, "seat": 0, "level": "random"})
    assert forked.status_code == 201
    assert forked.json()["seats"][0]["yours"]
    over = client.post(f"{where}/fork", json={"ply": record["plies"], "seat": 0})
    assert (over.status_code, "Choose an earlier move" in over.json()["detail"]) == (409, True)
    assert client.get(f"{where}/chances").json()["state"] == "open"
    assert client.post(f"{where}/chances").json()["state"] == "busy"
    chances = wait_for_analysis(client, where)
    assert len(chances["plies"]) == len(chances["shares"])
    assert sum(chances["shares"][0]) == pytest.approx(1, abs=0.01)


@pytest.mark.slow
def test_invalid_records_are_refused(new_client: ClientFactory) -> None:
    client = new_client()
    bad = client.post("/api/records", json={"text": "nonsense"})
    assert (bad.status_code, "line 1" in bad.json()["detail"]) == (422, True)
    unfinished = client.post(
        "/api/records", json={"text": random_record("northern", plies=4)}
    ).json()
    refused = client.post(f"/api/records/{unfinished['id']}/chances")
    assert refused.status_code == 409
    header, *moves = random_record("northern", plies=4).splitlines()
    odd = header.replace('"Seat 0"', '"\\ud800 x"')
    assert odd != header
    response = client.post("/api/records", json={"text": "\n".join([odd, *moves])})
    assert response.json()["names"][0] == "x"  # characters without an encoding are removed
    assert client.get(f"/r/{response.json()['id']}").status_code == 200
    assert new_client(as_guest=False).post("/api/records", json={"text": "x"}).status_code == 401
    assert client.get("/api/records/nothing").status_code == 404


def test_users_have_a_quota_of_records(
    db_services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records_storage, "MAX_RECORDS", 2)
    stored = db_services.storage.records
    first = stored.save_record("one", "northern", "first", "ann")
    assert stored.save_record("two", "northern", "second", "ann") == "two"
    with pytest.raises(Clash, match="2 game files"):
        stored.save_record("three", "northern", "third", "ann")
    assert stored.record("three") is None
    assert stored.save_record("four", "northern", "first", "ann") == first  # the same file again
    assert stored.save_record("five", "northern", "first", "bob") == "five"


@pytest.mark.anyio
async def test_records_of_an_address_are_limited_over_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guests cost nothing, so a quota of users alone would bound nothing."""
    assert RateLimits.rates["records"][1] * 60 * 24 <= 200
    monkeypatch.setitem(RateLimits.rates, "records", (1, 0.001))
    app = create_app(Settings(data=tmp_path))
    body = {"text": random_record("northern")}
    for address, status in (("1.2.3.4", 201), ("1.2.3.4", 429), ("5.6.7.8", 201)):
        transport = httpx.ASGITransport(app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            token = (await client.post("/api/people", json={})).json()["token"]
            headers = {"authorization": f"Bearer {token}"}
            answer = await client.post("/api/records", json=body, headers=headers)
            assert answer.status_code == status, answer.text
