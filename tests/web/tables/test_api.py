"""The JSON API: whole games and rejected requests."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest
from tests.web.conftest import ClientFactory, Server, new_table, wait_for_turn

from roundhouse.play import registry
from roundhouse.play.record import Record

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).parents[3] / "examples" / "play_over_http.py"


def test_documented_script_plays_a_whole_game(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(SCRIPT.read_text().splitlines()) <= 30
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), server.url, "northern"])
    runpy.run_path(str(SCRIPT), run_name="__main__")
    assert "cubes" in capsys.readouterr().out


def test_games_and_bots_are_listed(new_client: ClientFactory) -> None:
    client = new_client(as_guest=False)
    games = client.get("/api/games").json()
    assert [game["id"] for game in games] == [meta.id for meta in registry.games()]
    assert {"name", "label", "description"} <= client.get("/api/bots").json()[0].keys()


def test_record_of_finished_game_replays(new_client: ClientFactory) -> None:
    client = new_client()
    table = new_table(client, "me", "bot:random", "bot:random", options={"variant": "single"})
    while (state := wait_for_turn(client, table["id"]))["phase"] != "over":
        move = {"ply": state["ply"], "move": state["choices"][0]["move"]}
        assert client.post(f"/api/tables/{table['id']}/moves", json=move).status_code == 200
    record = Record.loads(client.get(f"/api/tables/{table['id']}/record").text)
    *_, last = record.replay(record.load_game(speed="interpreted"))
    assert last.over
    assert client.get(f"/api/tables/{table['id']}").json()["ranks"] == last.ranks()


def test_bad_moves_get_an_error_and_change_nothing(new_client: ClientFactory) -> None:
    ann, bob, eve = new_client("Ann"), new_client("Bob"), new_client("Eve")
    table = new_table(ann, "me", "open", "bot:random")
    url = f"/api/tables/{table['id']}"
    too_early = ann.post(f"{url}/moves", json={"ply": 0, "move": "lay fargo"})
    assert too_early.status_code == 409
    bob.post(f"{url}/join", json={"invite": table["seats"][1]["invite"]})
    first = ann.get(f"{url}/choices").json()["choices"][0]["move"]
    bad = [
        (ann, {"ply": 5, "move": first}, 409, "has changed"),  # a later ply
        (ann, {"ply": 0, "move": "lay seattle"}, 422, "not legal"),
        (ann, {"ply": 0, "move": "fly to the moon"}, 422, "no move of this game"),
        (ann, {"ply": 0}, 422, "no move of this game"),
        (ann, {"ply": 0, "move": 7}, 422, "move"),
        (ann, {"ply": "soon", "move": first}, 422, "ply"),
        (ann, {"move": first}, 422, "ply"),
        (bob, {"ply": 0, "move": first}, 422, "It is Ann's turn."),
        (bob, {"ply": 0, "move": first, "seat": 0}, 403, "not your seat"),
        (eve, {"ply": 0, "move": first}, 403, "spectator"),
        (new_client(as_guest=False), {"ply": 0, "move": first}, 401, "Authenticate first"),
    ]
    before = ann.get(f"{url}/view").json()
    for client, body, status, reason in bad:
        response = client.post(f"{url}/moves", json=body)
        assert (response.status_code, reason in response.json()["detail"]) == (status, True), (
            body,
            response.text,
        )
    assert ann.post(f"{url}/moves", content=b"{\xff").status_code == 422
    assert ann.get(f"{url}/view").json() == before
    assert ann.post(f"{url}/moves", json={"ply": 0, "move": first}).status_code == 200
    repeated = ann.post(f"{url}/moves", json={"ply": 0, "move": first})
    assert repeated.status_code == 409  # as after a double click
    assert ann.get(url).json()["ply"] == 1


def test_one_request_can_send_several_moves(new_client: ClientFactory) -> None:
    client = new_client()
    table = new_table(client, "me", "me", "me")
    url = f"/api/tables/{table['id']}"
    first = client.get(f"{url}/choices").json()["choices"][0]["move"]
    response = client.post(f"{url}/moves", json={"ply": 0, "moves": [first, "lay seattle"]})
    # The first move counts; the second one belongs to another seat.
    assert response.status_code == 200
    assert response.json()["ply"] == 1


def test_invitation_is_secret_and_works_once(new_client: ClientFactory) -> None:
    ann, bob, eve = new_client("Ann"), new_client("Bob"), new_client("Eve")
    table = new_table(ann, "me", "open", "bot:random")
    url = f"/api/tables/{table['id']}"
    invite = table["seats"][1]["invite"]
    assert len(invite) >= 24
    assert invite not in eve.get(url).text
    assert invite not in eve.get(f"/t/{table['id']}").text
    wrong_invite = invite[:-1] + ("y" if invite.endswith("x") else "x")
    assert eve.post(f"{url}/join", json={"invite": wrong_invite}).status_code == 403
    assert eve.post(f"{url}/join", json={}).status_code == 403  # the table is not listed
    assert bob.post(f"{url}/join", json={"invite": invite}).status_code == 200
    assert eve.post(f"{url}/join", json={"invite": invite}).status_code == 403


def test_listed_table_can_be_joined(new_client: ClientFactory) -> None:
    ann, bob = new_client("Ann"), new_client("Bob")
    table = new_table(ann, "me", "open", "open", listed=True)
    assert table["id"] in [row["id"] for row in bob.get("/api/tables").json()]
    joined = bob.post(f"/api/tables/{table['id']}/join", json={}).json()
    assert joined["seats"][1]["yours"]
    assert bob.post(f"/api/tables/{table['id']}/join", json={}).status_code == 409


def test_player_can_undo_only_own_last_move(new_client: ClientFactory) -> None:
    ann, bob = new_client("Ann"), new_client("Bob")
    table = new_table(ann, "me", "open", "open")
    url = f"/api/tables/{table['id']}"
    for seat in (1, 2):
        bob.post(f"{url}/join", json={"invite": table["seats"][seat]["invite"]})
    first = ann.get(f"{url}/choices").json()["choices"][0]["move"]
    ann.post(f"{url}/moves", json={"ply": 0, "move": first})
    assert bob.post(f"{url}/undo").status_code == 409
    assert ann.post(f"{url}/undo").json()["ply"] == 0
    ann.post(f"{url}/moves", json={"ply": 0, "move": first})
    state = bob.get(f"{url}/choices", params={"seat": 1}).json()
    bob.post(f"{url}/moves", json={"ply": 1, "move": state["choices"][0]["move"]})
    assert ann.post(f"{url}/undo").status_code == 409


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
def test_bad_tables_are_rejected(new_client: ClientFactory, body: dict[str, object]) -> None:
    response = new_client().post(
        "/api/tables", content=json.dumps(body), headers={"content-type": "application/json"}
    )
    assert 400 <= response.status_code < 500
    assert response.json()["detail"]


def test_view_of_another_users_seat_is_forbidden(new_client: ClientFactory) -> None:
    ann, eve = new_client("Ann"), new_client("Eve")
    table = new_table(ann, "me", "bot:random", "bot:random")
    assert eve.get(f"/api/tables/{table['id']}/view", params={"seat": 0}).status_code == 403
    assert ann.get(f"/api/tables/{table['id']}/view", params={"seat": 1}).status_code == 403
    assert eve.get(f"/api/tables/{table['id']}/view").json()["seat"] is None
