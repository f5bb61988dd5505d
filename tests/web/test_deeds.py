"""What one can do at a table is one list: pages, API and documentation have all of it."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.conftest import PATIENCE, Caller, Server, new_table, wait_for_chances, wait_for_turn

from roundhouse.web.deeds.deeds import DEEDS

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[2] / "docs" / "api.md"


def do(client: httpx.Client, table: str, deed: str, status: int = 200, **said: Any) -> Any:
    """A deed by the API, with the status it is to be answered with."""
    answer = client.post(f"/api/tables/{table}/{deed}", json=said)
    assert answer.status_code == status, answer.text
    return answer.json()


def at(client: httpx.Client, table: str) -> Any:
    return client.get(f"/api/tables/{table}").json()


def among_people(caller: Caller) -> tuple[httpx.Client, httpx.Client, str]:
    """Ann at seats 0 and 2, Bob at seat 1, the game begun."""
    ann, bob = caller("Ann"), caller("Bob")
    table = new_table(ann, "me", "open", "guest:Carl")
    do(bob, table["id"], "join", invite=table["seats"][1]["invite"])
    return ann, bob, table["id"]


def move(client: httpx.Client, table: str) -> None:
    now = client.get(f"/api/tables/{table}/choices").json()
    assert now["your_turn"]
    do(client, table, "moves", ply=now["ply"], move=now["choices"][0]["move"])


def test_every_deed_is_a_call_and_a_line_of_the_documentation(server: Server) -> None:
    described = httpx.get(f"{server.url}/api/openapi.json", timeout=60).json()["paths"]
    page, guide = httpx.get(f"{server.url}/docs", timeout=PATIENCE).text, DOCS.read_text()
    for deed in DEEDS.values():
        path = f"/api/tables/{{table}}/{deed.call or deed.name}"
        assert described[path]["post"]["description"] == f"{deed.words} For {deed.who.words}."
        assert f"POST {path}" in page
        assert f"`POST /api/tables/{{id}}/{deed.call or deed.name}`" in guide


def test_every_deed_is_a_form(server: Server, caller: Caller) -> None:
    table = new_table(caller(), "me", "open", "open")["id"]
    with httpx.Client(
        base_url=server.url, headers={"accept": "text/html"}, timeout=PATIENCE
    ) as visitor:
        found = re.search(r'name="csrf" content="([^"]+)"', visitor.get("/").text)
        assert found
        form = {"csrf": found.group(1), "ply": "0", "seat": "1", "days": "1", "kind": "x"}
        form |= {"words": "Hello", "remark": "999999"}
        for name in DEEDS:
            answer = visitor.post(f"/t/{table}/do/{name}", data=form)
            if name == "fork":  # what a stranger may do at this table
                assert re.fullmatch("/t/[a-z0-9]{12}", answer.headers["location"])
            elif name == "say":
                assert answer.headers["location"] == f"/t/{table}"
            elif name == "report":
                assert (answer.status_code, "Nobody has said that" in answer.text) == (404, True)
            else:
                assert answer.status_code in (403, 409), (name, answer.text)
        assert visitor.post(f"/t/{table}/do/fly", data=form).status_code == 404
        bad = visitor.post(f"/t/{table}/do/fill", data={**form, "seat": "first"})
        assert (bad.status_code, "seat: Input should be" in bad.text) == (422, True)


def test_the_documentation_names_every_call(server: Server) -> None:
    guide = DOCS.read_text()
    for path, methods in (
        httpx.get(f"{server.url}/api/openapi.json", timeout=60).json()["paths"].items()
    ):
        for method in methods:
            assert f"`{method.upper()} {re.sub('{[a-z]+}', '{id}', path)}`" in guide


def test_going_back_by_consent(caller: Caller) -> None:
    ann, bob, table = among_people(caller)
    move(ann, table)
    move(bob, table)
    do(ann, table, "agree", 409)
    do(caller("Eve"), table, "ask", 403)
    do(ann, table, "ask", 409, ply=99)
    assert do(ann, table, "ask")["proposal"] == {"seat": 0, "ply": 0}
    assert do(bob, table, "refuse")["proposal"] is None
    assert at(ann, table)["ply"] == 2
    do(ann, table, "ask", ply=1)
    assert do(bob, table, "agree")["ply"] == 1
    assert ann.post(f"/api/tables/{table}/ask").status_code == 200  # nothing need be said


def test_seats_change_hands(caller: Caller) -> None:
    ann, bob, table = among_people(caller)
    assert [seat["name"] for seat in at(ann, table)["seats"]] == ["Ann", "Bob", "Carl"]
    do(bob, table, "hand-over", 403, seat=0)
    do(ann, table, "hand-over", 404, seat=2, level="nobody")
    given = do(ann, table, "hand-over", seat=2, level="random")["seats"][2]
    assert (given["kind"], given["yours"], given["resigned"]) == ("bot", True, False)
    do(bob, table, "take-back", 403, seat=2)
    assert do(ann, table, "take-back", seat=2)["seats"][2]["kind"] == "person"
    gone = do(ann, table, "resign", seat=2)["seats"][2]
    assert (gone["kind"], gone["resigned"]) == ("bot", True)
    do(ann, table, "take-back", 403, seat=2)


def test_a_host_sees_to_the_seats(caller: Caller) -> None:
    ann, bob = caller("Ann"), caller("Bob")
    table = new_table(ann, "me", "open", "open")
    old = table["seats"][1]["invite"]
    assert bob.get(f"/api/invitations/{old}").json() == {"table": table["id"], "seat": 1}
    do(bob, table["id"], "new-invite", 403, seat=1)
    new = do(ann, table["id"], "new-invite", seat=1)["seats"][1]["invite"]
    assert new != old
    assert bob.get(f"/api/invitations/{old}").status_code == 404
    do(bob, table["id"], "join", 403, invite=old)
    do(bob, table["id"], "fill", 403, seat=2)
    do(ann, table["id"], "fill", 409, seat=0)
    assert do(ann, table["id"], "fill", seat=2, level="random")["seats"][2]["kind"] == "bot"
    assert do(bob, table["id"], "join", invite=new, name="Robert")["phase"] == "playing"
    do(ann, table["id"], "close", 409)
    waiting = new_table(ann, "me", "open", "open")
    do(bob, waiting["id"], "close", 403)
    assert do(ann, waiting["id"], "close")["phase"] == "over"


def test_a_hint_is_given_among_bots_only(caller: Caller) -> None:
    ann = caller("Ann")
    table = new_table(ann, "me", "bot:random", "bot:random")["id"]
    now = wait_for_turn(ann, table)
    found = do(ann, table, "hint", ply=now["ply"])
    assert (found["ply"], found["seat"]) == (now["ply"], 0)
    offered = [choice["move"] for choice in now["choices"]]
    assert found["moves"]
    for best in found["moves"]:
        assert best["move"] in offered
        assert 0 <= best["chance"] <= 1
    do(ann, table, "hint", 409, ply=now["ply"] + 1)
    do(caller("Eve"), table, "hint", 403, ply=now["ply"])
    among, _, people = among_people(caller)
    do(among, people, "hint", 409, ply=0)


def test_a_game_is_replayed_forked_and_looked_over(caller: Caller) -> None:
    ann = caller("Ann")
    bots = ["bot:random"] * 3
    table = new_table(ann, *bots, options={"variant": "single"})["id"]
    end = time.monotonic() + 120
    while at(ann, table)["phase"] != "over":
        assert time.monotonic() < end, "the bots do not come to an end"
        time.sleep(0.05)
    where = f"/api/tables/{table}"
    last = at(ann, table)["ply"]
    shown = ann.get(f"{where}/replay", params={"ply": 2, "seat": 1}).json()
    assert (shown["ply"], shown["last"], shown["seat"]) == (2, last, 1)
    assert ann.get(f"{where}/log").json() == shown["log"]
    assert "<svg" in ann.get(f"{where}/drawings", params={"ply": 2}).json()[0]["svg"]
    made = do(ann, table, "fork", 201, ply=2, seat=0, level="random")
    assert made["id"] != table
    assert made["ply"] >= 2
    do(ann, table, "fork", 409, ply=last, seat=0)
    do(caller(known=False), table, "fork", 401, ply=2, seat=0)
    stranger = caller(known=False)  # as on the page: who looks need not be anybody
    assert stranger.get(f"{where}/chances").json()["state"] == "open"
    assert do(stranger, table, "chances")["state"] == "busy"
    assert len(wait_for_chances(stranger, where)["shares"][0]) == 3
    running = new_table(ann, "me", "me", "me")["id"]
    do(ann, running, "chances", 409)
    assert ann.get(f"/api/tables/{running}/chances").json()["state"] == "none"


def test_rules_and_boards_by_the_api(caller: Caller) -> None:
    ann = caller("Ann")
    assert ann.get("/api/games/northern/rules").text.startswith("#")
    own = ann.get("/api/games/northern/board").text
    mine = own.replace("[canvas]\nwidth = 1200", "[canvas]\nwidth = 1202")
    where = "/api/games/northern/boards"
    assert ann.post(where, json={"name": "own.toml", "text": own}).json()["digest"] == ""
    sent = ann.post(where, json={"name": "mine.toml", "text": mine})
    assert sent.status_code == 201
    assert sent.json() in ann.get(where).json()
    digest = sent.json()["digest"]
    assert ann.get("/api/games/northern/board", params={"board": digest}).text == mine
    new_table(ann, "me", "open", "open", board=digest)
    bad = ann.post(where, json={"name": "bad.toml", "text": "[meta]\nid = 3"})
    assert (bad.status_code, "bad.toml" in bad.json()["detail"]) == (422, True)
    assert ann.get("/api/games/chess/rules").status_code == 404


def test_an_account_by_the_api(caller: Caller, server: Server) -> None:
    ann, other = caller("Ann"), caller("Other")
    name = f"Ada {server.port} {id(ann) % 9999}"
    login = {"name": name, "password": "steam engine"}
    assert ann.post("/api/me/name", json={"name": "Anna"}).json()["name"] == "Anna"
    assert ann.post("/api/me/register", json={**login, "password": "x"}).status_code == 400
    made = ann.post("/api/me/register", json=login).json()
    assert (made["name"], made["account"]) == (name, True)
    assert ann.get("/api/me").status_code == 401  # the guest's token has ended: here is another
    ann.headers["authorization"] = f"Bearer {made['token']}"
    table = new_table(other, "me", "open", "open")["id"]
    wrong = other.post("/api/me/sign-in", json={**login, "password": "diesel engine"})
    assert wrong.status_code == 401
    token = other.post("/api/me/sign-in", json=login).json()["token"]
    other.headers["authorization"] = f"Bearer {token}"
    assert other.get("/api/me").json()["account"]
    mine = ann.get("/api/tables", params={"mine": True}).json()
    assert table in [row["id"] for row in mine]  # the guest's table has come along
    assert other.post("/api/me/sign-out").status_code == 204
    assert other.get("/api/me").status_code == 401
    assert ann.get("/api/me").status_code == 200  # the other session goes on
