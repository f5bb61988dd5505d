"""The JSON API: whole games, and everything that must be refused."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest
from tests.web.conftest import Caller, Server, new_table, wait_for_turn

from roundhouse.play import registry
from roundhouse.play.record import Record

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).parents[2] / "docs" / "play_by_script.py"


def test_the_script_of_the_documentation_plays_a_whole_game(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(SCRIPT.read_text().splitlines()) <= 30
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), server.url, "northern"])
    runpy.run_path(str(SCRIPT), run_name="__main__")
    assert "cubes" in capsys.readouterr().out


def test_games_and_bots_are_listed(caller: Caller) -> None:
    client = caller(known=False)
    games = client.get("/api/games").json()
    assert [game["id"] for game in games] == [box.id for box in registry.games()]
    assert {"name", "label", "description"} <= client.get("/api/bots").json()[0].keys()


def test_a_record_of_a_finished_game_replays(caller: Caller) -> None:
    client = caller()
    table = new_table(client, "me", "bot:random", "bot:random", options={"variant": "single"})
    while (now := wait_for_turn(client, table["id"]))["phase"] != "over":
        move = {"ply": now["ply"], "move": now["choices"][0]["move"]}
        assert client.post(f"/api/tables/{table['id']}/moves", json=move).status_code == 200
    record = Record.loads(client.get(f"/api/tables/{table['id']}/record").text)
    *_, last = record.replay(record.load_game(speed="interpreted"))
    assert last.over
    assert client.get(f"/api/tables/{table['id']}").json()["ranks"] == last.ranks()


def test_bad_moves_are_refused_with_a_reason_and_change_nothing(caller: Caller) -> None:
    ann, bob, eve = caller("Ann"), caller("Bob"), caller("Eve")
    table = new_table(ann, "me", "open", "bot:random")
    where = f"/api/tables/{table['id']}"
    waiting = ann.post(f"{where}/moves", json={"ply": 0, "move": "lay fargo"})
    assert waiting.status_code == 409
    bob.post(f"{where}/join", json={"invite": table["seats"][1]["invite"]})
    first = ann.get(f"{where}/choices").json()["choices"][0]["move"]
    bad = [
        (ann, {"ply": 5, "move": first}, 409, "moved on"),  # of the future
        (ann, {"ply": 0, "move": "lay seattle"}, 422, "not legal"),
        (ann, {"ply": 0, "move": "fly to the moon"}, 422, "no move of this game"),
        (ann, {"ply": 0}, 422, "no move of this game"),
        (ann, {"ply": 0, "move": 7}, 422, "move"),
        (ann, {"ply": "soon", "move": first}, 422, "ply"),
        (ann, {"move": first}, 422, "ply"),
        (bob, {"ply": 0, "move": first}, 422, "not your turn"),
        (bob, {"ply": 0, "move": first, "seat": 0}, 403, "do not sit there"),
        (eve, {"ply": 0, "move": first}, 403, "do not sit"),
        (caller(known=False), {"ply": 0, "move": first}, 401, "who you are"),
    ]
    before = ann.get(f"{where}/view").json()
    for client, body, status, reason in bad:
        answer = client.post(f"{where}/moves", json=body)
        assert (answer.status_code, reason in answer.json()["detail"]) == (status, True), (
            body,
            answer.text,
        )
    assert ann.post(f"{where}/moves", content=b"{\xff").status_code == 422
    assert ann.get(f"{where}/view").json() == before
    assert ann.post(f"{where}/moves", json={"ply": 0, "move": first}).status_code == 200
    twice = ann.post(f"{where}/moves", json={"ply": 0, "move": first})
    assert twice.status_code == 409  # the same once more, as after a double click
    assert ann.get(where).json()["ply"] == 1


def test_several_moves_in_one_call(caller: Caller) -> None:
    client = caller()
    table = new_table(client, "me", "me", "me")
    where = f"/api/tables/{table['id']}"
    first = client.get(f"{where}/choices").json()["choices"][0]["move"]
    answer = client.post(f"{where}/moves", json={"ply": 0, "moves": [first, "lay seattle"]})
    # The first stands; the second was another seat's turn to refuse.
    assert answer.status_code == 200
    assert answer.json()["ply"] == 1


def test_invitations_are_secret_and_good_once(caller: Caller) -> None:
    ann, bob, eve = caller("Ann"), caller("Bob"), caller("Eve")
    table = new_table(ann, "me", "open", "bot:random")
    where = f"/api/tables/{table['id']}"
    invite = table["seats"][1]["invite"]
    assert len(invite) >= 24
    assert invite not in eve.get(where).text
    assert invite not in eve.get(f"/t/{table['id']}").text
    nearly = invite[:-1] + ("y" if invite.endswith("x") else "x")
    assert eve.post(f"{where}/join", json={"invite": nearly}).status_code == 403
    assert eve.post(f"{where}/join", json={}).status_code == 403  # not listed
    assert bob.post(f"{where}/join", json={"invite": invite}).status_code == 200
    assert eve.post(f"{where}/join", json={"invite": invite}).status_code == 403


def test_a_listed_table_can_be_found_and_joined(caller: Caller) -> None:
    ann, bob = caller("Ann"), caller("Bob")
    table = new_table(ann, "me", "open", "open", listed=True)
    assert table["id"] in [row["id"] for row in bob.get("/api/tables").json()]
    joined = bob.post(f"/api/tables/{table['id']}/join", json={}).json()
    assert joined["seats"][1]["yours"]
    assert bob.post(f"/api/tables/{table['id']}/join", json={}).status_code == 409


def test_undo_of_ones_own_move_only(caller: Caller) -> None:
    ann, bob = caller("Ann"), caller("Bob")
    table = new_table(ann, "me", "open", "open")
    where = f"/api/tables/{table['id']}"
    for seat in (1, 2):
        bob.post(f"{where}/join", json={"invite": table["seats"][seat]["invite"]})
    first = ann.get(f"{where}/choices").json()["choices"][0]["move"]
    ann.post(f"{where}/moves", json={"ply": 0, "move": first})
    assert bob.post(f"{where}/undo").status_code == 409
    assert ann.post(f"{where}/undo").json()["ply"] == 0
    ann.post(f"{where}/moves", json={"ply": 0, "move": first})
    now = bob.get(f"{where}/choices", params={"seat": 1}).json()
    bob.post(f"{where}/moves", json={"ply": 1, "move": now["choices"][0]["move"]})
    assert ann.post(f"{where}/undo").status_code == 409


@pytest.mark.parametrize(
    "body",
    [
        {"game": "northern", "seats": ["me"]},
        {"game": "northern", "seats": ["me", "you", "bot:greedy"]},
        {"game": "northern", "seats": ["me", "bot:nobody", "bot:greedy"]},
        {"game": "northern", "seats": ["me", "bot:search:99999999", "bot:greedy"]},
        {"game": "northern", "seats": ["me", "open", "open"], "options": {"variant": "chess"}},
        {"game": "northern", "seats": ["me", "open", "open"], "options": {"\ud800": "x"}},
        {"game": "northern", "seats": ["me", "open", "open"], "board": "0123456789abcdef"},
        {"game": "chess", "seats": ["me", "open"]},
    ],
)
def test_bad_tables_are_refused(caller: Caller, body: dict[str, object]) -> None:
    import json

    answer = caller().post(
        "/api/tables", content=json.dumps(body), headers={"content-type": "application/json"}
    )
    assert 400 <= answer.status_code < 500
    assert answer.json()["detail"]


def test_a_foreign_seat_cannot_be_looked_through(caller: Caller) -> None:
    ann, eve = caller("Ann"), caller("Eve")
    table = new_table(ann, "me", "bot:random", "bot:random")
    assert eve.get(f"/api/tables/{table['id']}/view", params={"seat": 0}).status_code == 403
    assert ann.get(f"/api/tables/{table['id']}/view", params={"seat": 1}).status_code == 403
    assert eve.get(f"/api/tables/{table['id']}/view").json()["seat"] is None
