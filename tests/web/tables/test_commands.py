"""Commands at a table: the same list in pages, API and documentation."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.conftest import (
    TIMEOUT_S,
    ClientFactory,
    Server,
    new_table,
    wait_for_analysis,
    wait_for_turn,
)

from roundhouse.web.tables.commands import COMMANDS

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[3] / "docs" / "reference" / "http-api.md"


def call_command(
    client: httpx.Client, table: str, command: str, status: int = 200, **arguments: Any
) -> Any:
    """Run a command through the API and check the status of the response."""
    answer = client.post(f"/api/tables/{table}/{command}", json=arguments)
    assert answer.status_code == status, answer.text
    return answer.json()


def get_table(client: httpx.Client, table: str) -> Any:
    return client.get(f"/api/tables/{table}").json()


def human_table(new_client: ClientFactory) -> tuple[httpx.Client, httpx.Client, str]:
    """Start a game with Ann at seats 0 and 2 and Bob at seat 1."""
    ann, bob = new_client("Ann"), new_client("Bob")
    table = new_table(ann, "me", "open", "guest:Carl")
    call_command(bob, table["id"], "join", invite=table["seats"][1]["invite"])
    return ann, bob, table["id"]


def move(client: httpx.Client, table: str) -> None:
    now = client.get(f"/api/tables/{table}/choices").json()
    assert now["your_turn"]
    call_command(client, table, "moves", ply=now["ply"], move=now["choices"][0]["move"])


def test_every_command_is_an_api_call_and_documented(server: Server) -> None:
    described = httpx.get(f"{server.url}/api/openapi.json", timeout=60).json()["paths"]
    page, guide = httpx.get(f"{server.url}/docs", timeout=TIMEOUT_S).text, DOCS.read_text()
    for command in COMMANDS.values():
        path = f"/api/tables/{{table}}/{command.call or command.name}"
        assert (
            described[path]["post"]["description"]
            == f"{command.words} For {command.permission.words}."
        )
        assert f"POST {path}" in page
        assert f"### POST {path}\n" in guide


def test_every_command_is_a_form(server: Server, new_client: ClientFactory) -> None:
    table = new_table(new_client(), "me", "open", "open")["id"]
    with httpx.Client(
        base_url=server.url, headers={"accept": "text/html"}, timeout=TIMEOUT_S
    ) as visitor:
        match = re.search(r'name="csrf" content="([^"]+)"', visitor.get("/").text)
        assert match
        form = {"csrf": match.group(1), "ply": "0", "seat": "1", "days": "1", "kind": "x"}
        form |= {"words": "Hello", "remark": "999999"}
        for name in COMMANDS:
            answer = visitor.post(f"/t/{table}/do/{name}", data=form)
            if name == "fork":  # spectators may fork this game
                assert re.fullmatch("/t/[a-z0-9]{12}", answer.headers["location"])
            elif name == "say":
                assert answer.headers["location"] == f"/t/{table}"
            elif name == "report":
                assert (answer.status_code, "no such message" in answer.text) == (404, True)
            else:
                assert answer.status_code in (403, 409), (name, answer.text)
        assert visitor.post(f"/t/{table}/do/fly", data=form).status_code == 404
        # The old address of the chat forms leads to `say` and `report` only.
        assert visitor.post(f"/t/{table}/talk/close", data=form).status_code == 404
        bad = visitor.post(f"/t/{table}/do/fill", data={**form, "seat": "first"})
        assert (bad.status_code, "seat: Input should be" in bad.text) == (422, True)


def test_documentation_lists_every_call(server: Server) -> None:
    guide = DOCS.read_text()
    for path, methods in (
        httpx.get(f"{server.url}/api/openapi.json", timeout=60).json()["paths"].items()
    ):
        for method in methods:
            assert f"### {method.upper()} {path}\n" in guide


def test_undo_requires_consent(new_client: ClientFactory) -> None:
    ann, bob, table = human_table(new_client)
    move(ann, table)
    move(bob, table)
    call_command(ann, table, "agree", 409)
    call_command(new_client("Eve"), table, "ask", 403)
    call_command(ann, table, "ask", 409, ply=99)
    assert call_command(ann, table, "ask")["proposal"] == {"seat": 0, "ply": 0}
    assert call_command(bob, table, "refuse")["proposal"] is None
    assert get_table(ann, table)["ply"] == 2
    call_command(ann, table, "ask", ply=1)
    assert call_command(bob, table, "agree")["ply"] == 1
    assert ann.post(f"/api/tables/{table}/ask").status_code == 200  # the ply is optional


def test_seats_can_be_handed_over_and_taken_back(new_client: ClientFactory) -> None:
    ann, bob, table = human_table(new_client)
    assert [seat["name"] for seat in get_table(ann, table)["seats"]] == ["Ann", "Bob", "Carl"]
    call_command(bob, table, "hand-over", 403, seat=0)
    call_command(ann, table, "hand-over", 404, seat=2, level="nobody")
    call_command(ann, table, "hand-over", 409, seat=2, level="random")
    value = call_command(ann, table, "hand-over", seat=2)["seats"][2]
    assert (value["kind"], value["yours"], value["resigned"]) == ("bot", True, False)
    call_command(bob, table, "take-back", 403, seat=2)
    assert call_command(ann, table, "take-back", seat=2)["seats"][2]["kind"] == "person"
    resigned = call_command(ann, table, "resign", seat=2)["seats"][2]
    assert (resigned["kind"], resigned["resigned"]) == ("bot", True)
    call_command(ann, table, "take-back", 403, seat=2)


def test_host_manages_the_seats(new_client: ClientFactory) -> None:
    ann, bob = new_client("Ann"), new_client("Bob")
    table = new_table(ann, "me", "open", "open")
    old = table["seats"][1]["invite"]
    assert bob.get(f"/api/invitations/{old}").json() == {"table": table["id"], "seat": 1}
    call_command(bob, table["id"], "new-invite", 403, seat=1)
    new = call_command(ann, table["id"], "new-invite", seat=1)["seats"][1]["invite"]
    assert new != old
    assert bob.get(f"/api/invitations/{old}").status_code == 404
    call_command(bob, table["id"], "join", 403, invite=old)
    call_command(bob, table["id"], "fill", 403, seat=2)
    call_command(ann, table["id"], "fill", 409, seat=0)
    assert (
        call_command(ann, table["id"], "fill", seat=2, level="random")["seats"][2]["kind"] == "bot"
    )
    assert call_command(bob, table["id"], "join", invite=new, name="Robert")["phase"] == "playing"
    call_command(ann, table["id"], "close", 409)
    waiting = new_table(ann, "me", "open", "open")
    call_command(bob, waiting["id"], "close", 403)
    assert call_command(ann, waiting["id"], "close")["phase"] == "over"


def test_hint_is_available_only_against_bots(new_client: ClientFactory) -> None:
    ann = new_client("Ann")
    table = new_table(ann, "me", "bot:random", "bot:random")["id"]
    now = wait_for_turn(ann, table)
    result = call_command(ann, table, "hint", ply=now["ply"])
    assert (result["ply"], result["seat"]) == (now["ply"], 0)
    offered = [choice["move"] for choice in now["choices"]]
    assert result["moves"]
    for best in result["moves"]:
        assert best["move"] in offered
        assert 0 <= best["chance"] <= 1
    call_command(ann, table, "hint", 409, ply=now["ply"] + 1)
    call_command(new_client("Eve"), table, "hint", 403, ply=now["ply"])
    player, _, human_game = human_table(new_client)
    call_command(player, human_game, "hint", 409, ply=0)


def test_finished_game_can_be_replayed_forked_and_analyzed(new_client: ClientFactory) -> None:
    ann = new_client("Ann")
    bots = ["bot:random"] * 3
    table = new_table(ann, *bots, options={"variant": "single"})["id"]
    end = time.monotonic() + 120
    while get_table(ann, table)["phase"] != "over":
        assert time.monotonic() < end, "the bots do not come to an end"
        time.sleep(0.05)
    where = f"/api/tables/{table}"
    last = get_table(ann, table)["ply"]
    data = ann.get(f"{where}/replay", params={"ply": 2, "seat": 1}).json()
    assert (data["ply"], data["last"], data["seat"]) == (2, last, 1)
    assert ann.get(f"{where}/log").json() == data["log"]
    assert "<svg" in ann.get(f"{where}/drawings", params={"ply": 2}).json()[0]["svg"]
    result = call_command(ann, table, "fork", 201, ply=2, seat=0, level="random")
    assert result["id"] != table
    assert result["ply"] >= 2
    call_command(ann, table, "fork", 409, ply=last, seat=0)
    call_command(new_client(as_guest=False), table, "fork", 401, ply=2, seat=0)
    stranger = new_client(as_guest=False)  # a visitor without a session
    assert stranger.get(f"{where}/chances").json()["state"] == "open"
    assert call_command(stranger, table, "chances")["state"] == "busy"
    assert len(wait_for_analysis(stranger, where)["shares"][0]) == 3
    running = new_table(ann, "me", "me", "me")["id"]
    call_command(ann, running, "chances", 409)
    assert ann.get(f"/api/tables/{running}/chances").json()["state"] == "none"


def test_api_serves_rules_and_accepts_boards(new_client: ClientFactory) -> None:
    ann = new_client("Ann")
    assert ann.get("/api/games/northern/rules").text.startswith("#")
    default_text = ann.get("/api/games/northern/board").text
    own_text = default_text.replace("[canvas]\nwidth = 1200", "[canvas]\nwidth = 1202")
    where = "/api/games/northern/boards"
    assert ann.post(where, json={"name": "own.toml", "text": default_text}).json()["digest"] == ""
    sent = ann.post(where, json={"name": "mine.toml", "text": own_text})
    assert sent.status_code == 201
    assert sent.json() in ann.get(where).json()
    digest = sent.json()["digest"]
    assert ann.get("/api/games/northern/board", params={"board": digest}).text == own_text
    new_table(ann, "me", "open", "open", board=digest)
    bad = ann.post(where, json={"name": "bad.toml", "text": "[meta]\nid = 3"})
    assert (bad.status_code, "bad.toml" in bad.json()["detail"]) == (422, True)
    assert ann.get("/api/games/chess/rules").status_code == 404


def test_api_registers_signs_in_and_signs_out(new_client: ClientFactory, server: Server) -> None:
    ann, other = new_client("Ann"), new_client("Other")
    name = f"Ada {server.port} {id(ann) % 9999}"
    login = {"name": name, "password": "steam engine"}
    assert ann.post("/api/me/name", json={"name": "Anna"}).json()["name"] == "Anna"
    assert ann.post("/api/me/register", json={**login, "password": "x"}).status_code == 400
    data = ann.post("/api/me/register", json=login).json()
    assert (data["name"], data["account"]) == (name, True)
    assert ann.get("/api/me").status_code == 401  # registering ended the guest's token
    ann.headers["authorization"] = f"Bearer {data['token']}"
    table = new_table(other, "me", "open", "open")["id"]
    wrong = other.post("/api/me/sign-in", json={**login, "password": "diesel engine"})
    assert wrong.status_code == 401
    token = other.post("/api/me/sign-in", json=login).json()["token"]
    other.headers["authorization"] = f"Bearer {token}"
    assert other.get("/api/me").json()["account"]
    own_tables = ann.get("/api/tables", params={"mine": True}).json()
    assert table in [row["id"] for row in own_tables]  # the guest's table moved to the account
    assert other.post("/api/me/sign-out").status_code == 204
    assert other.get("/api/me").status_code == 401
    assert ann.get("/api/me").status_code == 200  # the other session is still valid
