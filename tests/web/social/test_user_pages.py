"""Player pages: results, ratings, friends, chat and user data."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update
from tests.web.conftest import TIMEOUT_S
from tests.web.in_process import PASSWORD, PageUser, Site, running_site
from tests.web.sinks import eventually
from tests.web.table_setup import bot_chairs, execute

from roundhouse.bots.registry import make_bot
from roundhouse.table.chairs import BOT, HUMAN, Chair
from roundhouse.table.service import TableRequest
from roundhouse.web.services import Services
from roundhouse.web.settings import DAY
from roundhouse.web.storage.schema import chairs, ratings, results, schema, tables, users
from roundhouse.web.tournaments import settlement
from roundhouse.web.tournaments.rating_storage import streaks
from roundhouse.web.tournaments.ratings import MIN_MOVES, REPEAT_DAYS, Contestant, Rating, rate
from roundhouse.web.tournaments.settlement import places


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with running_site(tmp_path) as result:
        yield result


@pytest.fixture(params=["sqlite", "postgres"])
def db_site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    """A site, once on SQLite and once on PostgreSQL."""
    is_sqlite = request.param == "sqlite"
    with running_site(
        tmp_path, database="" if is_sqlite else request.getfixturevalue("postgres").url
    ) as result:
        yield result


def create_table(services: Services, *players: PageUser | str, listed: bool = False) -> str:
    """Create a table for users and for bots given by level."""
    seats = [
        Chair(n, BOT, f"Bot {n}", level=v) if isinstance(v, str) else Chair(n, HUMAN, v.name, v.id)
        for n, v in enumerate(players)
    ]
    host = next((v.id for v in players if isinstance(v, PageUser)), "nobody")
    return services.tables.create(
        TableRequest(host, "northern", seats, {"variant": "single"}, listed=listed)
    )


def play_out(services: Services, table: str, bot: str = "random") -> None:
    """Finish the game with the moves of this bot for all human seats."""
    rng = random.Random(table)
    with services.tables.at(table) as result:
        policy = make_bot(bot, result.game, rng)

    def step() -> bool:
        with services.tables.at(table) as result:
            if result.phase != "playing":
                return True
            chair = result.chairs[result.turn]
            if chair.kind == HUMAN and chair.user:
                words = result.game.text(policy.choose(result.match.state))
                execute(
                    services, table, chair.user, "move", result, ply=result.match.ply, move=words
                )
            return result.phase != "playing"

    eventually(step, 240)


def rows(services: Services, table: Any) -> list[dict[str, Any]]:
    with services.storage.database.engine.connect() as db:
        return [dict(row) for row in db.execute(select(table)).mappings()]


def wait_until_settled(services: Services, *table_ids: str) -> None:
    eventually(lambda: set(table_ids) <= settled(services))


def settled(services: Services) -> set[str]:
    return {row["id"] for row in rows(services, tables) if row["settled"] is not None}


# Results and ratings


def test_finished_match_is_rated_once_and_shown_everywhere(site: Site) -> None:
    ann, bob = site.add_user("Ann"), site.add_user("Bob")
    services = site.services
    table = create_table(services, ann, bob, "random")
    play_out(services, table)
    wait_until_settled(services, table)
    outcomes = sorted(rows(services, results), key=lambda row: row["seat"])
    assert [row["player"] for row in outcomes] == [ann.id, bob.id, "bot:random"]
    assert all(row["rated"] for row in outcomes)
    assert len(rows(services, ratings)) == 3
    with services.tables.at(table) as at:
        assert [row["rank"] for row in outcomes] == list(places(at.match.state.ranks()))
    before = rows(services, ratings)
    services.social.settlement.settle(
        table
    )  # a second time, as after a restart or on another server
    services.social.settlement.sweep()
    assert rows(services, ratings) == before
    assert len(rows(services, results)) == 3
    order = sorted(before, key=lambda row: -row["mu"])
    rank_of = {row["player"]: row["rank"] for row in outcomes}
    assert [rank_of[row["player"]] for row in order] == sorted(rank_of.values())
    page = bob.get(f"/p/{ann.id}").text
    assert "bots: random" in page
    assert "You and Ann" in page
    assert "provisional" in page
    board = bob.get("/leaderboard?game=northern").text
    assert "Provisional ratings" in board
    assert "Ann" in board
    assert "No established ratings" in bob.get("/leaderboard?game=texas").text


def test_missed_match_is_settled_by_the_next_sweep(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = site.services
    with monkeypatch.context() as missing:  # the periodic sweep neither
        missing.setattr(services.social.settlement, "table_changed", lambda table, events: None)
        missing.setattr(services.social.settlement, "sweep", lambda: None)
        table = create_table(services, site.add_user("Ann"), "random", "random")
        play_out(services, table)
        assert settled(services) == set()
    services.social.settlement.sweep()
    assert settled(services) == {table}


@pytest.mark.parametrize("why", ["guest", "hint", "two seats", "fork"])
def test_special_matches_are_not_rated(site: Site, why: str) -> None:
    services = site.services
    ann = site.add_user("Ann")
    bob = site.add_user("Bob", has_account=why != "guest")
    seats: list[PageUser | str] = [ann, bob if why != "two seats" else ann, "random"]
    table = create_table(services, *seats)
    if why == "hint":
        services.social.results.mark_unrated(table, "a hint was given")
    if why == "fork":
        with services.storage.database.engine.begin() as db:
            row = schema.tables["tables"]
            db.execute(update(row).where(row.c.id == table).values(source="elsewhere"))
        with services.tables.at(table) as result:
            services.tables.storage.reload(result)
    play_out(services, table)
    wait_until_settled(services, table)
    assert [row["rated"] for row in rows(services, results)] == [False] * 3
    assert rows(services, ratings) == []
    counted = services.social.results.ranks(ann.id), services.social.results.by_game(ann.id)
    assert [bool(each) for each in counted] == [why != "fork"] * 2


def make_moves(services: Services, table: str, each: int) -> None:
    """Make some moves of each seat of a game."""
    for _ in range(each * 3):
        with services.tables.at(table) as result:
            words, user = (
                result.game.text(result.match.state.legal()[0]),
                result.chairs[result.turn].user or "",
            )
            execute(services, table, user, "move", result, ply=result.match.ply, move=words)


@pytest.mark.parametrize("how", ["resign", "hand-over"])
@pytest.mark.parametrize("is_played", [True, False])
def test_match_that_a_seat_did_not_play_is_not_rated(
    db_site: Site, how: str, is_played: bool
) -> None:
    """A second account could resign or put in a weak bot before the first move."""
    services = db_site.services
    ann, bob, cat = (db_site.add_user(name) for name in ("Ann", "Bob", "Cat"))
    table = create_table(services, ann, bob, cat)
    make_moves(services, table, MIN_MOVES - (not is_played))
    level = "random" if how == "resign" else ""
    execute(services, table, bob.id, how, seat=1, level=level)
    play_out(services, table)
    wait_until_settled(services, table)
    assert [row["rated"] for row in rows(services, results)] == [is_played] * 3


@pytest.mark.parametrize("returns", [False, True])
def test_match_that_a_bot_played_for_the_only_player_is_not_rated(
    db_site: Site, returns: bool
) -> None:
    services = db_site.services
    ann = db_site.add_user("Ann")
    table = create_table(services, ann, "random", "random")

    def move() -> bool:
        with services.tables.at(table) as result:
            if result.turn == 0:
                words = result.game.text(result.match.state.legal()[0])
                execute(services, table, ann.id, "move", result, ply=result.match.ply, move=words)
                return True
        return False

    for _ in range(MIN_MOVES):
        eventually(move)
    execute(services, table, ann.id, "hand-over", seat=0, level="greedy")
    if returns:
        execute(services, table, ann.id, "take-back", seat=0)
    play_out(services, table)
    wait_until_settled(services, table)
    assert [row["rated"] for row in rows(services, results)] == [False] * 3


def test_repeated_matches_of_two_users_count_less(
    db_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = db_site.services
    ann, bob, cat = (db_site.add_user(name) for name in ("Ann", "Bob", "Cat"))
    weights: list[float] = []

    def note(contestants: Sequence[Contestant], weight: float) -> list[Rating]:
        weights.append(weight)
        return rate(contestants, weight)

    monkeypatch.setattr(settlement, "rate", note)
    thirds: list[PageUser | str] = [*["random"] * 4, cat]
    for third in thirds:
        table = create_table(services, ann, bob, third)
        play_out(services, table)
        wait_until_settled(services, table)
    with services.storage.database.writing() as db:
        db.execute(update(results).values(at=results.c.at - (REPEAT_DAYS + 1) * DAY))
    table = create_table(services, ann, bob, "random")
    play_out(services, table)
    wait_until_settled(services, table)
    assert weights == pytest.approx([1, 1, 1, 1 / 2, 1 / 3, 1])


def test_resigned_player_is_last(site: Site) -> None:
    services = site.services
    ann, bob, cat = (site.add_user(name) for name in ("Ann", "Bob", "Cat"))
    table = create_table(services, ann, bob, cat)
    execute(services, table, bob.id, "resign", seat=1, level="random")
    play_out(services, table)
    wait_until_settled(services, table)
    outcomes = {row["player"]: row for row in rows(services, results)}
    assert outcomes[bob.id]["rank"] == 2


def test_places_of_ties_may_have_no_winner() -> None:
    assert places([1, 2, 3]) == (0, 1, 2)
    assert places([1, 1, 3]) == (0, 0, 2)  # two winners
    assert places([2, 2, 4]) == (1, 1, 2)  # no winner
    assert places([4, 2, 2]) == (2, 1, 1)


def test_streaks_are_counted() -> None:
    assert streaks([]) == (0, 0)
    assert streaks([0, 0, 1, 0, 0, 0, 2]) == (2, 3)
    assert streaks([1, 0]) == (0, 1)


# Friends and blocks


def test_friends_can_be_added_and_blocked_users_cannot_join(site: Site) -> None:
    ann, bob = site.add_user("Ann"), site.add_user("Bob")
    reply = ann.get("/people/find?name=B0b")  # a similar name
    assert str(reply.url).endswith(f"/p/{bob.id}")
    assert ann.get("/people/find?name=Nobody").status_code == 404
    assert ann.get("/people/find?name=B").status_code == 404  # one letter would list everyone
    assert f'href="/p/{bob.id}">Bob' in ann.get("/people/find?name=bo").text
    assert "Played with" not in ann.get("/people").text
    create_table(site.services, ann, bob, "random")
    assert "Played with" in ann.get("/people").text
    ann.post(f"/p/{bob.id}/friend")
    assert "has not added you yet" in ann.get("/people").text
    bob.post(f"/p/{ann.id}/friend")
    assert ">friend<" in ann.get("/people").text
    ann.post(f"/p/{bob.id}/block")
    assert "No friends yet" in bob.get("/people").text
    assert bob.get("/people/find?name=An").status_code == 404
    assert "Played with" not in bob.get("/people").text
    assert bob.post(f"/p/{ann.id}/friend").status_code == 409
    table = site.services.tables.create(
        TableRequest(
            ann.id,
            "northern",
            [
                Chair(0, HUMAN, "Ann", ann.id),
                Chair(1, "open", "open seat", invite="x"),
                *bot_chairs(3)[2:],
            ],
            listed=True,
        )
    )
    response = bob.post(f"/t/{table}/do/join", name="Bob")
    assert response.status_code == 403
    assert "a player has blocked you" in response.text
    ann.post(f"/p/{bob.id}/unblock")
    assert bob.post(f"/t/{table}/do/join", name="Bob").status_code == 200
    assert ann.post(f"/p/{ann.id}/friend").status_code == 409
    assert ann.get("/p/nobody").status_code == 404


# Chat


def test_players_see_spectator_chat_only_after_the_game(site: Site) -> None:
    services = site.services
    ann, bob, eve = (site.add_user(name) for name in ("Ann", "Bob", "Eve"))
    table = create_table(services, ann, bob, "random")
    assert "Good luck" in ann.post(f"/t/{table}/talk/say", words="Good luck, Bob").text
    assert "take Denver" in eve.post(f"/t/{table}/talk/say", words="he should take Denver").text
    assert "Good luck" in eve.get(f"/t/{table}/talk").text
    assert "take Denver" not in bob.get(f"/t/{table}/talk").text
    with httpx.Client(base_url=site.url, timeout=TIMEOUT_S) as api:
        token = api.post("/api/people", json={"name": "Prog"}).json()["token"]
        api.headers["authorization"] = f"Bearer {token}"
        response = api.post(f"/api/tables/{table}/say", json={"words": "<b>hello</b>"})
        assert response.status_code == 200, response.text
        assert api.post(f"/api/tables/{table}/say", json={"words": " "}).status_code == 400
    assert "&lt;b&gt;hello" in eve.get(f"/t/{table}/talk").text
    (message,) = [
        r for r in services.social.chat.find_all(table, ["watchers"]) if r["person"] == eve.id
    ]
    assert bob.post(f"/t/{table}/talk/report", remark=message["id"]).status_code == 403
    play_out(services, table)
    assert "take Denver" in bob.get(f"/t/{table}/talk").text
    bob.post(f"/t/{table}/talk/report", remark=message["id"], why="advice")
    assert "Reported" in ann.get(f"/t/{table}/talk").text  # the host sees the report
    assert "Reported" not in bob.get(f"/t/{table}/talk").text
    bob.post(f"/p/{eve.id}/mute", back=f"/t/{table}/talk")
    assert "take Denver" not in bob.get(f"/t/{table}/talk").text
    assert "take Denver" in ann.get(f"/t/{table}/talk").text


# Export and deletion


def test_account_can_be_exported_and_deleted_completely(site: Site) -> None:
    services = site.services
    ann, bob = site.add_user("Annabelle"), site.add_user("Bob")
    table = create_table(services, ann, bob, "random")
    play_out(services, table)
    wait_until_settled(services, table)
    running = create_table(services, ann, bob, "random")
    ann.post(f"/t/{running}/talk/say", words="my secret recipe")
    ann.post(f"/p/{bob.id}/friend")
    export = ann.post("/me/data/export").json()
    assert export["person"][0]["name"] == "Annabelle"
    assert {row["id"] for row in export["tables"]} == {table, running}
    assert export["moves"]
    assert export["remarks"][0]["words"] == "my secret recipe"
    assert "password" not in str(export)
    assert ann.post("/me/data/delete", password="wrong", sure="yes").status_code == 401
    response = ann.post("/me/data/delete", password=PASSWORD, sure="yes")
    assert response.status_code == 200
    assert "You are a guest" in ann.get("/me").text
    assert bob.get(f"/p/{ann.id}").status_code == 404
    for result in schema.sorted_tables:
        for row in rows(services, result):
            text = str(row)
            assert "nnabelle" not in text.lower(), result.name
            assert "recipe" not in text, result.name
    running_chairs = [row for row in rows(services, chairs) if row["table_id"] == running]
    assert running_chairs[0]["kind"] == "bot"
    assert running_chairs[0]["resigned"]
    assert [row["login"] for row in rows(services, users) if row["id"] == ann.id] == [None]
    play_out(services, running)  # the other players continue
    assert "You and" not in bob.get("/leaderboard").text
    assert site.add_user("Annabelle").name == "Annabelle"  # the name is available again
