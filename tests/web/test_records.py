"""Uploaded records: any number of people look at them at once, each on an engine of their own."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.web.conftest import PATIENCE, Caller, wait_for_chances

from roundhouse.core.contract import CHANCE
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED
from roundhouse.core.view import View
from roundhouse.play import registry
from roundhouse.play.match import MOVE, Entry, Match
from roundhouse.web.api.shapes import drawings_out, replay_out
from roundhouse.web.pages.replay import context
from roundhouse.web.services import Services
from roundhouse.web.tables.replays import Replay

VISITORS = 4


def played(game: str, options: dict[str, str] | None = None, plies: int = 10_000) -> str:
    """The record of a random game."""
    loaded = registry.open_game(game, None, options or {}, INTERPRETED)
    match = Match(loaded, loaded.meta.seats[0])
    rng = random.Random(game)
    while not match.over and match.ply < plies:
        actions = match.state.legal()
        weights = match.state.weights() if match.state.turn == CHANCE else None
        words = loaded.text(rng.choices(actions, weights)[0])
        match._play(Entry(MOVE, match.ply, match.state.turn, words))
    return match.record().dumps()


def kept(services: Services, text: str) -> str:
    return services.records.keep(text, "ann")


def test_records_are_drawn_side_by_side(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All visitors must be in the middle of a drawing at the same time: a lock or a cache that
    lets one in after another would keep the first waiting for the others."""
    record = kept(services, played("union", plies=40))
    services.records.replay(record, None)  # read before, as for most visitors
    together = threading.Barrier(VISITORS)
    draw = Game.draw

    def wait_and_draw(game: Game, view: View, drawing: str = "") -> str:
        together.wait(PATIENCE)
        return draw(game, view, drawing)

    monkeypatch.setattr(Game, "draw", wait_and_draw)
    engines: list[int] = []

    def look(ply: int) -> Any:
        replay = services.records.replay(record, None)
        engines.append(id(replay.match.game.engine))
        return context(replay, ply)["pictures"]

    with ThreadPoolExecutor(VISITORS) as visitors:
        # Ply 0 has no ply before it: each visitor draws as often as every other.
        shown = list(visitors.map(look, [0] * VISITORS))
    assert len({str(pictures) for pictures in shown}) == 1
    assert len(set(engines)) == VISITORS


def test_visitors_at_once_see_what_one_alone_would(services: Services) -> None:
    text = played("texas", plies=60)
    alone, shared = kept(services, text), kept(services, text)

    def look(replay: Replay, ply: int) -> Any:
        return replay_out(replay, ply).model_dump(), drawings_out(replay, ply)

    plies = list(range(0, 60, 5)) * 3
    expected = [look(services.records.replay(alone, None), ply) for ply in plies]
    with ThreadPoolExecutor(8) as visitors:
        found = list(
            visitors.map(lambda ply: look(services.records.replay(shared, None), ply), plies)
        )
    assert found == expected


@pytest.mark.slow
def test_a_record_by_the_api(caller: Caller) -> None:
    client = caller()
    text = played("northern", {"variant": "single"})
    sent = client.post("/api/records", json={"text": text})
    assert sent.status_code == 201
    record = sent.json()
    where = f"/api/records/{record['id']}"
    assert record["over"]
    assert client.get(where).json() == record
    assert client.get(f"{where}/record").text == text
    first = client.get(f"{where}/replay", params={"ply": 0}).json()
    last = client.get(f"{where}/replay").json()
    assert (first["ply"], last["ply"], last["last"]) == (0, record["plies"], record["plies"])
    assert last["view"]["ranks"] is not None
    assert last["log"][-1]["ply"] <= last["ply"]
    drawn = client.get(f"{where}/drawings", params={"ply": 3, "seat": 1}).json()
    assert [d["name"] for d in drawn] == ["board", "hand"]
    assert drawn[0]["svg"].startswith("<svg")
    assert client.get(f"{where}/replay", params={"seat": 9}).status_code == 403
    forked = client.post(f"{where}/fork", json={"ply": 2, "seat": 0, "level": "random"})
    assert forked.status_code == 201
    assert forked.json()["seats"][0]["yours"]
    over = client.post(f"{where}/fork", json={"ply": record["plies"], "seat": 0})
    assert (over.status_code, "go back a little" in over.json()["detail"]) == (409, True)
    assert client.get(f"{where}/chances").json()["state"] == "open"
    assert client.post(f"{where}/chances").json()["state"] == "busy"
    chances = wait_for_chances(client, where)
    assert len(chances["plies"]) == len(chances["shares"])
    assert sum(chances["shares"][0]) == pytest.approx(1, abs=0.01)


@pytest.mark.slow
def test_bad_records_are_refused(caller: Caller) -> None:
    client = caller()
    bad = client.post("/api/records", json={"text": "nonsense"})
    assert (bad.status_code, "line 1" in bad.json()["detail"]) == (422, True)
    unfinished = client.post("/api/records", json={"text": played("northern", plies=4)}).json()
    refused = client.post(f"/api/records/{unfinished['id']}/chances")
    assert refused.status_code == 409
    header, *moves = played("northern", plies=4).splitlines()
    odd = header.replace('"Seat 0"', '"\\ud800 x"')
    assert odd != header
    sent = client.post("/api/records", json={"text": "\n".join([odd, *moves])})
    assert sent.json()["names"][0] == "x"  # what nobody could be sent is left out
    assert client.get(f"/r/{sent.json()['id']}").status_code == 200
    assert caller(known=False).post("/api/records", json={"text": "x"}).status_code == 401
    assert client.get("/api/records/nothing").status_code == 404
