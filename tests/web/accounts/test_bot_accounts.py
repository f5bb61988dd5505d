"""Bot accounts: tokens, games, limits, ratings, fair play and their owners."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text
from tests.child_processes import bind_to_parent
from tests.scale import SCALE
from tests.web.conftest import TIMEOUT_S, wait_for_turn
from tests.web.in_process import PASSWORD, PageUser, Site, running_site
from tests.web.processes import running_process
from tests.web.sinks import eventually
from tests.web.table_setup import create_table, execute

from roundhouse.play import registry
from roundhouse.table.chairs import BOT, HUMAN, Chair
from roundhouse.table.errors import Clash, NotYours
from roundhouse.table.service import TableRequest
from roundhouse.web.accounts.account_deletion import delete_account
from roundhouse.web.accounts.bot_accounts import MAX_BOT_GAMES, MAX_BOT_INVITATIONS, MAX_BOTS
from roundhouse.web.accounts.sessions import Signer, User
from roundhouse.web.http.rate_limits import RateLimits
from roundhouse.web.storage.schema import results, schema
from roundhouse.web.tournaments.running import TournamentRequest

EXAMPLES = Path(__file__).parents[3] / "examples"
SHORT = {"variant": "single"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with running_site(tmp_path) as result:
        yield result


class Api:
    """The JSON API with a token."""

    def __init__(self, url: str, token: str) -> None:
        self.url, self._headers = url, {"authorization": f"Bearer {token}"}

    def get(self, path: str) -> httpx.Response:
        return httpx.get(f"{self.url}/api{path}", headers=self._headers, timeout=TIMEOUT_S)

    def post(self, path: str, json: Any = None) -> httpx.Response:
        return httpx.post(
            f"{self.url}/api{path}", headers=self._headers, json=json, timeout=TIMEOUT_S
        )

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, headers=self._headers, timeout=TIMEOUT_S)


class Bot:
    """A program with a bot account."""

    def __init__(self, url: str, token: str, user: str, name: str) -> None:
        self.token, self.id, self.name = token, user, name
        self.api = Api(url, token)

    def invited(self) -> list[str]:
        return [row["id"] for row in self.mine() if row["invited"]]

    def mine(self) -> list[Any]:
        rows: list[Any] = self.api.get("/tables?mine=true").json()
        return rows


def api_of(site: Site, user: PageUser) -> Api:
    """Return the API with the session of a user's browser."""
    return Api(site.url, user.web.cookies["roundhouse"])


def create_bot(site: Site, owner: PageUser, name: str) -> Bot:
    client = api_of(site, owner)
    response = client.post("/me/bots", json={"name": name})
    assert response.status_code == 201, response.text
    data = response.json()
    return Bot(site.url, data["token"], data["person"], data["name"])


def play(bot: Bot, table: str, rng: random.Random) -> int:
    """Play a game to its end by the JSON API; return the number of moves."""
    moves = 0
    with bot.api.client() as client:
        while (now := wait_for_turn(client, table))["phase"] != "over":
            body = {"ply": now["ply"], "move": rng.choice(now["choices"])["move"]}
            assert client.post(f"/api/tables/{table}/moves", json=body).status_code == 200
            moves += 1
    return moves


def invite(site: Site, host: PageUser, bot: Bot, *others: str, **fields: Any) -> str:
    """Create a table of a person that invites a bot account; return its id."""
    client = api_of(site, host)
    seats = ["me", f"invite:{bot.name}", *others]
    body = {"game": "northern", "options": SHORT, "seats": seats, **fields}
    response = client.post("/tables", json=body)
    assert response.status_code == 201, response.text
    return str(response.json()["id"])


# Tokens


def test_page_shows_the_token_once_and_the_owner(site: Site) -> None:
    ann = site.add_user("Ann")
    page = ann.post("/me/bots", name="Deep Rail").text
    token = page.split('<input readonly value="')[1].split('"')[0]
    assert token.startswith("rhbot_")
    assert token not in ann.get("/me/bots").text
    (row,) = site.services.storage.accounts.bots_of(ann.id)
    bot = Bot(site.url, token, row["id"], row["name"])
    assert bot.api.get("/me").json() == {"name": "Deep Rail", "account": True, "owner": ann.id}
    profile = site.add_user("Bob").get(f"/p/{bot.id}").text
    assert "Bot account" in profile
    assert f'<a href="/p/{ann.id}">Ann</a>' in profile
    assert f'<a href="/p/{bot.id}">Deep Rail</a>' in ann.get(f"/p/{ann.id}").text
    assert bot.api.get(f"/people/{bot.id}").json()["owner"] == {"person": ann.id, "name": "Ann"}


def test_database_and_export_contain_no_token(site: Site) -> None:
    ann = site.add_user("Ann")
    bot = create_bot(site, ann, "Deep Rail")
    with site.services.storage.database.engine.connect() as db:
        stored = "".join(
            str(row) for table in schema.sorted_tables for row in db.execute(select(table))
        )
    assert bot.name in stored
    assert bot.token not in stored
    export = ann.post("/me/data/export").text
    assert bot.name in export
    assert bot.token not in export


def test_revoked_and_replaced_tokens_are_refused(site: Site) -> None:
    ann = site.add_user("Ann")
    bot = create_bot(site, ann, "Deep Rail")
    table = invite(site, ann, bot, "bot:random")
    assert bot.api.get("/me").status_code == 200
    ann.post(f"/me/bots/{bot.id}/revoke")
    for path in ("/me", "/tables?mine=true", f"/tables/{table}", f"/tables/{table}/choices"):
        assert bot.api.get(path).status_code == 401, path
    assert bot.api.post(f"/tables/{table}/join", json={}).status_code == 401
    client = api_of(site, ann)
    fresh = client.post(f"/me/bots/{bot.id}/token").json()["token"]
    assert bot.api.get("/me").status_code == 401
    again = Bot(site.url, fresh, bot.id, bot.name)
    assert again.api.post(f"/tables/{table}/join", json={}).status_code == 200


def test_invented_tokens_are_refused(site: Site) -> None:
    client = Bot(site.url, Signer.new_bot_token(), "", "")
    assert client.api.get("/me").status_code == 401
    assert client.api.post("/me/sign-out").status_code == 401


def test_token_opens_no_page_and_manages_no_account(site: Site) -> None:
    ann = site.add_user("Ann")
    bot = create_bot(site, ann, "Deep Rail")
    page = httpx.get(f"{site.url}/me", cookies={"roundhouse": bot.token})
    assert "You are a guest" in page.text
    for path, body in (
        ("/me/name", {"name": "Bob"}),
        ("/me/register", {"name": "Bob", "password": PASSWORD}),
        ("/me/sign-in", {"name": "Ann", "password": PASSWORD}),
        ("/me/bots", {"name": "Bot of a bot"}),
    ):
        assert bot.api.post(path, json=body).status_code in (403, 409), path
    response = httpx.post(
        f"{site.url}/api/me/sign-in", json={"name": "Deep Rail", "password": PASSWORD}
    )
    assert response.status_code == 401  # it has no password
    other = api_of(site, site.add_user("Bob"))
    assert other.post(f"/me/bots/{bot.id}/token").status_code == 404


def test_tokens_are_never_logged(tmp_path: Path) -> None:
    with running_process(tmp_path, limits=False) as process:
        with httpx.Client(base_url=f"{process.url}/api", timeout=TIMEOUT_S) as client:
            guest = client.post("/people", json={"name": "Ann"}).json()["token"]
            headers = {"authorization": f"Bearer {guest}"}
            body = {"name": "Ann", "password": PASSWORD}
            account = client.post("/me/register", json=body, headers=headers).json()["token"]
            headers = {"authorization": f"Bearer {account}"}
            token = client.post("/me/bots", json={"name": "Deep Rail"}, headers=headers).json()[
                "token"
            ]
            headers = {"authorization": f"Bearer {token}"}
            for path in ("/me", "/tables?mine=true", "/tables/nowhere", "/nowhere"):
                client.get(path, headers=headers)
            client.post("/tables", json={"game": "northern", "seats": ["?"]}, headers=headers)
            client.get("/me", headers={"authorization": f"Bearer {token[:-1]}"})
        log = process.error_output
    assert "running" in log or log == ""
    assert "rhbot_" not in log
    assert token[8:] not in log


# Challenging and being challenged


def test_bot_account_accepts_an_invitation_and_plays(site: Site) -> None:
    ann = site.add_user("Ann")
    bot = create_bot(site, site.add_user("Bob"), "Deep Rail")
    table = invite(site, ann, bot, "bot:random")
    assert "Deep Rail" in ann.get(f"/t/{table}").text
    stranger = site.add_user("Eve")
    assert stranger.post(f"/t/{table}/do/join").status_code == 403  # the seat is reserved
    assert bot.invited() == [table]
    assert bot.api.post(f"/tables/{table}/join", json={}).status_code == 200
    data = bot.api.get(f"/tables/{table}").json()
    assert data["phase"] == "playing"
    assert [seat["bot_account"] for seat in data["seats"]] == [False, True, False]
    assert "<small>bot account</small>" in ann.get(f"/t/{table}").text
    (row,) = bot.mine()
    assert (row["yours"], row["invited"]) == ([1], False)
    with site.services.tables.at(table) as result:
        assert result.turn == 0
    client = api_of(site, ann)
    now = client.get(f"/tables/{table}/choices").json()
    body = {"ply": now["ply"], "move": now["choices"][0]["move"]}
    client.post(f"/tables/{table}/moves", json=body)
    eventually(lambda: bot.mine()[0]["your_turn"])


def test_bot_account_declines_an_invitation(site: Site) -> None:
    ann = site.add_user("Ann")
    bot = create_bot(site, site.add_user("Bob"), "Deep Rail")
    table = invite(site, ann, bot, "bot:random")
    assert bot.api.post(f"/tables/{table}/decline").status_code == 200
    assert bot.invited() == []
    assert "Share link for seat" in ann.get(f"/t/{table}").text
    assert bot.api.post(f"/tables/{table}/decline").status_code == 409


def test_form_invites_a_bot_account(site: Site) -> None:
    ann = site.add_user("Ann")
    bot = create_bot(site, site.add_user("Bob"), "Deep Rail")
    fields = {"game": "northern", "seats": "3", "seat0": "me", "seat1": "invite"}
    page = ann.post("/new", **fields, name1="deep rail", seat2="bot:random")
    assert "/t/" in str(page.url)
    assert len(bot.invited()) == 1
    refused = ann.post("/new", **fields, name1="Ann", seat2="bot:random")
    assert "There is no bot account" in refused.text


def test_bot_account_challenges_another(site: Site) -> None:
    ann, bob = site.add_user("Ann"), site.add_user("Bob")
    one, other = create_bot(site, ann, "Deep Rail"), create_bot(site, bob, "Stoker")
    body = {"game": "northern", "seats": ["me", f"invite:{other.name}", "bot:random"]}
    table = one.api.post("/tables", json=body).json()["id"]
    assert other.invited() == [table]


def test_table_for_people_admits_no_bot_account(site: Site) -> None:
    ann = site.add_user("Ann")
    bot = create_bot(site, site.add_user("Bob"), "Deep Rail")
    body: dict[str, Any] = {
        "game": "northern",
        "seats": ["me", "open", "bot:random"],
        "listed": True,
    }
    client = api_of(site, ann)
    table = client.post("/tables", json=body).json()
    refused = bot.api.post(f"/tables/{table['id']}/join", json={})
    assert refused.status_code == 403
    assert "does not admit bot accounts" in refused.json()["detail"]
    link = {"invite": table["seats"][1]["invite"]}
    assert bot.api.post(f"/tables/{table['id']}/join", json=link).status_code == 403
    admitting = client.post("/tables", json={**body, "bot_accounts": True}).json()["id"]
    assert bot.api.post(f"/tables/{admitting}/join", json={}).status_code == 200


def test_blocked_owner_blocks_the_bot_account(site: Site) -> None:
    ann, bob = site.add_user("Ann"), site.add_user("Bob")
    bot = create_bot(site, bob, "Deep Rail")
    bob.post(f"/p/{ann.id}/block")
    client = api_of(site, ann)
    body = {"game": "northern", "seats": ["me", f"invite:{bot.name}", "bot:random"]}
    assert client.post("/tables", json=body).status_code == 403


# Limits


def test_bots_of_an_owner_are_limited(site: Site) -> None:
    ann = site.add_user("Ann")
    bots = [create_bot(site, ann, f"Stoker {n}") for n in range(MAX_BOTS)]
    assert f"{MAX_BOTS} bot accounts" in ann.post("/me/bots", name="One more").text
    ann.post(f"/me/bots/{bots[0].id}/delete")
    assert bots[0].api.get("/me").status_code == 401
    create_bot(site, ann, "One more")
    guest = site.add_user("Guest", has_account=False)
    assert guest.post("/me/bots", name="Of a guest").status_code == 401


def test_games_and_invitations_of_a_bot_account_are_limited(site: Site) -> None:
    ann = site.add_user("Ann")
    bot = create_bot(site, site.add_user("Bob"), "Deep Rail")
    tables = [invite(site, ann, bot, "open") for _ in range(MAX_BOT_INVITATIONS)]
    client = api_of(site, ann)
    body = {"game": "northern", "seats": ["me", f"invite:{bot.name}", "open"]}
    assert client.post("/tables", json=body).status_code == 409
    assert MAX_BOT_GAMES == MAX_BOT_INVITATIONS
    for table in tables:
        assert bot.api.post(f"/tables/{table}/join", json={}).status_code == 200
    table = invite(site, ann, bot, "open")
    refused = bot.api.post(f"/tables/{table}/join", json={})
    assert (refused.status_code, "at most" in refused.text) == (409, True)
    body = {"game": "northern", "seats": ["me", "bot:random", "bot:random"]}
    assert bot.api.post("/tables", json=body).status_code == 409


def test_requests_of_a_bot_account_are_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RateLimits.rates, "bot", (5, 1))  # a busy machine is slower than the rate
    with running_site(tmp_path, limits=True) as site:
        bot = create_bot(site, site.add_user("Ann"), "Deep Rail")
        assert [bot.api.get("/me").status_code for _ in range(6)] == [200] * 5 + [429]


# Fair play


def test_bot_accounts_get_no_help(site: Site) -> None:
    bot = create_bot(site, site.add_user("Ann"), "Deep Rail")
    body = {"game": "northern", "seats": ["me", "bot:random", "bot:random"]}
    table = bot.api.post("/tables", json=body).json()["id"]
    for command, more in (("hint", {}), ("fork", {"seat": 0})):
        refused = bot.api.post(f"/tables/{table}/{command}", json={"ply": 0, **more})
        assert (refused.status_code, "by themselves" in refused.text) == (403, True), command


def test_owner_gets_no_help_for_a_running_game_of_the_bot_account(site: Site) -> None:
    services, ann, cem = site.services, site.add_user("Ann"), site.add_user("Cem")
    bot = create_bot(site, ann, "Deep Rail")
    chairs = [
        Chair(0, HUMAN, "B", bot.id),
        Chair(1, HUMAN, "C", cem.id),
        Chair(2, HUMAN, "C", cem.id),
    ]
    opening = ["invest small fargo", "invest small minot", "invest small casper"]
    opening += ["lay fargo", "lay minot"]
    table = services.tables.create(TableRequest(cem.id, "northern", chairs))
    copy = create_table(services, ann.id, ann.id, ann.id)
    for turn, words in enumerate(opening):
        for at, user in ((table, (bot.id, cem.id, cem.id)[turn % 3]), (copy, ann.id)):
            execute(services, at, user, "move", ply=turn, move=words)
    with pytest.raises(Clash, match="game you are playing"):
        execute(services, copy, ann.id, "hint", ply=len(opening))
    execute(services, copy, ann.id, "undo")
    with pytest.raises((Clash, NotYours)):
        execute(services, table, bot.id, "hint", ply=len(opening))


# Ratings


def play_rated(site: Site, *players: str) -> dict[str, bool]:
    """Play a game of these users to the end; return who was rated."""
    services, rng = site.services, random.Random(1)
    chairs = [
        Chair(n, BOT, f"Bot {n}", level="random")
        if user == "random"
        else Chair(n, HUMAN, user, user)
        for n, user in enumerate(players)
    ]
    table = services.tables.create(TableRequest(players[0], "northern", chairs, SHORT))

    def step() -> bool:
        with services.tables.at(table) as result:
            if result.phase != "playing":
                return True
            chair = result.chairs[result.turn]
            if chair.user:
                words = result.game.text(rng.choice(result.match.state.legal()))
                ply = result.match.ply
                execute(services, table, chair.user, "move", result, ply=ply, move=words)
        return False

    eventually(step, 240)
    where = select(results.c.player, results.c.rated).where(results.c.table_id == table)
    rows: dict[str, bool] = {}

    def is_settled() -> bool:
        with services.storage.database.engine.connect() as db:
            rows.update({row.player: row.rated for row in db.execute(where)})
        return bool(rows)

    eventually(is_settled)
    return rows


def test_bot_accounts_are_rated_apart(site: Site) -> None:
    ann, bob = site.add_user("Ann"), site.add_user("Bob")
    bot = create_bot(site, bob, "Deep Rail")
    assert play_rated(site, ann.id, bot.id, "random") == {
        ann.id: False,
        bot.id: True,
        "bot:random": False,
    }
    social = site.services.social.results
    assert not social.ratings_of_player(ann.id)
    assert social.ratings_of_player(bot.id)["northern"].games == 1
    leaders = social.leaderboard("northern", provisional=True)
    assert leaders == []
    assert [row["name"] for row in social.bot_accounts("northern")] == ["Deep Rail"]
    page = ann.get("/leaderboard?game=northern").text
    assert "Their ratings are separate" in page
    assert bot.api.get("/leaderboard/northern").json() == []
    (leader,) = bot.api.get("/leaderboard/northern?bot_accounts=true").json()
    assert leader["person"] == bot.id


def test_games_with_the_own_bot_account_are_not_rated(site: Site) -> None:
    ann = site.add_user("Ann")
    one, other = create_bot(site, ann, "Deep Rail"), create_bot(site, ann, "Stoker")
    assert not any(play_rated(site, ann.id, one.id, "random").values())
    assert not any(play_rated(site, one.id, other.id, "random").values())


# Tournaments


def test_tournament_admits_bot_accounts_by_an_option(site: Site) -> None:
    ann, bob = site.add_user("Ann"), site.add_user("Bob")
    bot, second = create_bot(site, bob, "Deep Rail"), create_bot(site, bob, "Stoker")
    host = User(ann.id, "Ann", True)
    running = site.services.social.tournaments
    closed = running.create(host, TournamentRequest("", "northern", "robin", 3, "quick"))
    fields = {"title": "Open", "game": "northern", "kind": "robin", "seats": 3, "clock": "quick"}
    page = ann.post("/tournaments", **fields, bot_accounts="1")
    admitting = str(page.url).rpartition("/")[2]
    assert "bot accounts may enter" in page.text
    assert bot.api.post(f"/tournaments/{closed}/enter").status_code == 403
    data = bot.api.post(f"/tournaments/{admitting}/enter").json()
    assert (data["bot_accounts"], data["entrants"]) == (True, ["Deep Rail"])
    assert second.api.post(f"/tournaments/{admitting}/enter").status_code == 409
    assert "enters once" in bob.post(f"/tournaments/{admitting}/enter").text
    assert bot.api.post(f"/tournaments/{admitting}/leave").json()["entrants"] == []


# Deletion


def test_deleted_owner_takes_the_bot_accounts_along(site: Site) -> None:
    ann = site.add_user("Ann")
    bot = create_bot(site, ann, "Deep Rail")
    table = bot.api.post(
        "/tables", json={"game": "northern", "seats": ["me", "bot:random", "bot:random"]}
    ).json()["id"]
    delete_account(site.services, ann.id)
    assert bot.api.get("/me").status_code == 401
    with site.services.tables.at(table) as result:
        assert result.chairs[0].kind == BOT
    with site.services.storage.database.engine.connect() as db:
        assert "Deep Rail" not in str(db.execute(text("SELECT * FROM people")).all())


# Simultaneous decisions


def test_bot_accounts_choose_before_their_turn(site: Site) -> None:
    """In Union's opening, all programs learn from any call that they can choose."""
    ann = site.add_user("Ann")
    bots = [create_bot(site, ann, name) for name in ("Deep Rail", "Stoker", "Tender")]
    first, *others = bots
    seats = ["me", *(f"invite:{bot.name}" for bot in others)]
    table = first.api.post("/tables", json={"game": "union", "seats": seats}).json()["id"]
    for bot in others:
        assert bot.api.post(f"/tables/{table}/join", json={}).status_code == 200
    assert not api_of(site, ann).get(f"/tables/{table}").json()["your_turn"]

    def who_can_move() -> list[bool]:
        answers = []
        for bot in bots:
            (row,) = bot.mine()
            now = bot.api.get(f"/tables/{table}/choices").json()
            there = bot.api.get(f"/tables/{table}").json()
            assert row["your_turn"] == now["your_turn"] == there["your_turn"]
            assert bool(now["choices"]) == row["your_turn"]
            answers.append(row["your_turn"])
        return answers

    def choose(bot: Bot) -> None:
        now = bot.api.get(f"/tables/{table}/choices").json()
        body = {"ply": now["ply"], "move": now["choices"][0]["move"]}
        assert bot.api.post(f"/tables/{table}/moves", json=body).status_code == 200

    assert who_can_move() == [True, True, True]
    with httpx.stream(
        "GET",
        f"{site.url}/api/tables/{table}/events",
        headers={"authorization": f"Bearer {others[0].token}"},
        timeout=TIMEOUT_S,
    ) as stream:
        news = (line for line in stream.iter_lines() if line.startswith("data: "))
        before = next(news)  # now the program asks for the choices
        choose(others[1])
        assert who_can_move() == [True, True, False]
        assert next(news) == before  # a choice is secret: the ply is the same
        choose(others[0])
        assert who_can_move() == [True, False, False]
        choose(first)
        assert next(line for line in news if line != before)
    assert sum(who_can_move()) == 1


# Whole games


def play_against_random_bots(site: Site, game: str, **options: str) -> int:
    bot = create_bot(site, site.add_user("Ann"), "Deep Rail")
    others = ["bot:random"] * (min(registry.meta(game).seats) - 1)
    body = {"game": game, "seats": ["me", *others], "options": options}
    table = bot.api.post("/tables", json=body).json()["id"]
    return play(bot, table, random.Random(game))


def test_bot_account_plays_a_short_game_to_the_end(site: Site) -> None:
    assert play_against_random_bots(site, "northern", **SHORT) >= 2


@pytest.mark.skipif(SCALE == 1, reason="takes minutes; runs in make research")
@pytest.mark.parametrize("game", [meta.id for meta in registry.games()])
def test_bot_account_plays_every_game_to_the_end(site: Site, game: str) -> None:
    assert play_against_random_bots(site, game) >= 5


def test_example_accepts_an_invitation_and_plays_it_to_the_end(site: Site) -> None:
    ann = site.add_user("Ann")
    bot = create_bot(site, site.add_user("Bob"), "Deep Rail")
    table = invite(site, ann, bot, "bot:random")
    script = subprocess.Popen(
        bind_to_parent([sys.executable, EXAMPLES / "bot_account.py", site.url]),
        env={"ROUNDHOUSE_BOT_TOKEN": bot.token},
    )
    try:
        human = Bot(site.url, ann.web.cookies["roundhouse"], ann.id, "Ann")
        eventually(lambda: not bot.invited())
        assert play(human, table, random.Random(1)) >= 2
    finally:
        script.terminate()
        script.wait(TIMEOUT_S)
    rows = {row["id"]: row["phase"] for row in bot.mine()}
    assert rows == {table: "over"}
