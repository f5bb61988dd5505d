"""People: what they have won, whom they know, what they say, and what becomes of their data."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update
from tests.web.conftest import PATIENCE
from tests.web.inside import PASSWORD, Inside, Visitor, inside
from tests.web.laying import bots, do
from tests.web.processes import form_token
from tests.web.sinks import MailSink, eventually, mail_sink

from roundhouse.bots.registry import make_bot
from roundhouse.web.services import Services
from roundhouse.web.settlement import places
from roundhouse.web.store.community import ratings, results, settled
from roundhouse.web.store.ratings import streaks
from roundhouse.web.store.schema import chairs, people, schema
from roundhouse.web.tables.chairs import BOT, PERSON, Chair

SITE = "https://rails.example"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with inside(tmp_path) as made:
        yield made


def lay(services: Services, *who: Visitor | str, listed: bool = False) -> str:
    """A table of visitors, and of bots of these levels."""
    seats = [
        Chair(n, BOT, f"Bot {n}", level=v) if isinstance(v, str) else Chair(n, PERSON, v.name, v.id)
        for n, v in enumerate(who)
    ]
    host = next((v.id for v in who if isinstance(v, Visitor)), "nobody")
    return services.tables.create(host, "northern", {"variant": "single"}, seats, listed=listed)


def play_out(services: Services, table: str, like: str = "random") -> None:
    """Everybody plays as a bot of this name would; bots play by themselves."""
    rng = random.Random(table)
    with services.tables.at(table) as found:
        adviser = make_bot(like, found.game, rng)

    def step() -> bool:
        with services.tables.at(table) as found:
            if found.phase != "playing":
                return True
            chair = found.chairs[found.turn]
            if chair.kind == PERSON and chair.person:
                words = found.game.text(adviser.choose(found.match.state))
                do(services, table, chair.person, "move", found, ply=found.match.ply, move=words)
            return found.phase != "playing"

    eventually(step, 240)


def rows(services: Services, table: Any) -> list[dict[str, Any]]:
    with services.store.engine.connect() as db:
        return [dict(row) for row in db.execute(select(table)).mappings()]


def counted(services: Services, *tables: str) -> None:
    eventually(lambda: set(tables) <= {row["table_id"] for row in rows(services, settled)})


# Results and ratings


def test_a_finished_match_is_counted_once_and_seen_everywhere(house: Inside) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    services = house.services
    table = lay(services, ann, bob, "random")
    play_out(services, table)
    counted(services, table)
    found = sorted(rows(services, results), key=lambda row: row["seat"])
    assert [row["player"] for row in found] == [ann.id, bob.id, "bot:random"]
    assert all(row["rated"] for row in found)
    assert len(rows(services, ratings)) == 3
    with services.tables.at(table) as at:
        assert [row["rank"] for row in found] == list(places(at.match.state.ranks()))
    before = rows(services, ratings)
    services.community.settlement.settle(table)  # as after a restart, or on another server
    services.community.settlement.sweep()
    assert rows(services, ratings) == before
    assert len(rows(services, results)) == 3
    order = sorted(before, key=lambda row: -row["mu"])
    rank_of = {row["player"]: row["rank"] for row in found}
    assert [rank_of[row["player"]] for row in order] == sorted(rank_of.values())
    page = bob.get(f"/p/{ann.id}").text
    assert "bots: random" in page
    assert "You and Ann" in page
    assert "provisional" in page
    board = bob.get("/leaderboard?game=northern").text
    assert "Not sure yet" in board
    assert "Ann" in board
    assert "Nobody’s rating is sure yet" in bob.get("/leaderboard?game=texas").text


def test_a_match_that_ended_while_nobody_counted_is_counted_later(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = house.services
    with monkeypatch.context() as nobody:  # nor does the server, which looks now and then
        nobody.setattr(services.community.settlement, "ended", lambda table: None)
        nobody.setattr(services.community.settlement, "sweep", lambda: None)
        table = lay(services, house.person("Ann"), "random", "random")
        play_out(services, table)
        assert rows(services, settled) == []
    services.community.settlement.sweep()
    assert [row["table_id"] for row in rows(services, settled)] == [table]


@pytest.mark.parametrize("why", ["guest", "hint", "two seats", "fork"])
def test_what_is_not_rated(house: Inside, why: str) -> None:
    services = house.services
    ann = house.person("Ann")
    bob = house.person("Bob", account=why != "guest")
    seats: list[Visitor | str] = [ann, bob if why != "two seats" else ann, "random"]
    table = lay(services, *seats)
    if why == "hint":
        services.community.results.help_given(table, "a hint was given")
    if why == "fork":
        with services.store.engine.begin() as db:
            row = schema.tables["tables"]
            db.execute(update(row).where(row.c.id == table).values(source="elsewhere"))
        with services.tables.at(table) as found:
            services.tables.refresh(found)
    play_out(services, table)
    counted(services, table)
    assert [row["rated"] for row in rows(services, results)] == [False] * 3
    assert rows(services, ratings) == []


def test_who_resigns_is_last_whatever_the_bot_makes_of_it(house: Inside) -> None:
    services = house.services
    ann, bob, cat = (house.person(name) for name in ("Ann", "Bob", "Cat"))
    table = lay(services, ann, bob, cat)
    do(services, table, bob.id, "resign", seat=1, level="random")
    play_out(services, table)
    counted(services, table)
    found = {row["player"]: row for row in rows(services, results)}
    assert found[bob.id]["rank"] == 2


def test_a_tie_at_the_top_may_be_nobodys_win() -> None:
    assert places([1, 2, 3]) == (0, 1, 2)
    assert places([1, 1, 3]) == (0, 0, 2)  # a shared win
    assert places([2, 2, 4]) == (1, 1, 2)  # nobody has won
    assert places([4, 2, 2]) == (2, 1, 1)


def test_streaks() -> None:
    assert streaks([]) == (0, 0)
    assert streaks([0, 0, 1, 0, 0, 0, 2]) == (2, 3)
    assert streaks([1, 0]) == (0, 1)


# Friends and blocks


def test_friends_are_found_and_who_is_blocked_stays_away(house: Inside) -> None:
    ann, bob = house.person("Ann"), house.person("Bob")
    found = ann.get("/people/find?name=B0b")  # looks like Bob
    assert str(found.url).endswith(f"/p/{bob.id}")
    assert ann.get("/people/find?name=Nobody").status_code == 404
    ann.post(f"/p/{bob.id}/friend")
    assert "has not added you yet" in ann.get("/people").text
    bob.post(f"/p/{ann.id}/friend")
    assert "a friend" in ann.get("/people").text
    ann.post(f"/p/{bob.id}/block")
    assert "Nobody yet" in bob.get("/people").text
    assert bob.post(f"/p/{ann.id}/friend").status_code == 409
    table = house.services.tables.create(
        ann.id,
        "northern",
        {},
        [Chair(0, PERSON, "Ann", ann.id), Chair(1, "open", "open seat", invite="x"), *bots(3)[2:]],
        listed=True,
    )
    said = bob.post(f"/t/{table}/do/join", name="Bob")
    assert said.status_code == 403
    assert "does not want to play with you" in said.text
    ann.post(f"/p/{bob.id}/unblock")
    assert bob.post(f"/t/{table}/do/join", name="Bob").status_code == 200
    assert ann.post(f"/p/{ann.id}/friend").status_code == 409
    assert ann.get("/p/nobody").status_code == 404


# Talk


def test_those_who_sit_do_not_read_what_watchers_say_until_it_is_over(house: Inside) -> None:
    services = house.services
    ann, bob, eve = (house.person(name) for name in ("Ann", "Bob", "Eve"))
    table = lay(services, ann, bob, "random")
    assert "Good luck" in ann.post(f"/t/{table}/talk/say", words="Good luck, Bob").text
    assert "take Denver" in eve.post(f"/t/{table}/talk/say", words="he should take Denver").text
    assert "Good luck" in eve.get(f"/t/{table}/talk").text
    assert "take Denver" not in bob.get(f"/t/{table}/talk").text
    with httpx.Client(base_url=house.url, timeout=PATIENCE) as api:
        token = api.post("/api/people", json={"name": "Prog"}).json()["token"]
        api.headers["authorization"] = f"Bearer {token}"
        said = api.post(f"/api/tables/{table}/say", json={"words": "<b>hello</b>"})
        assert said.status_code == 200, said.text
        assert api.post(f"/api/tables/{table}/say", json={"words": " "}).status_code == 400
    assert "&lt;b&gt;hello" in eve.get(f"/t/{table}/talk").text
    (remark,) = [
        r for r in services.community.remarks.at(table, ["watchers"]) if r["person"] == eve.id
    ]
    assert bob.post(f"/t/{table}/talk/report", remark=remark["id"]).status_code == 403
    play_out(services, table)
    assert "take Denver" in bob.get(f"/t/{table}/talk").text
    bob.post(f"/t/{table}/talk/report", remark=remark["id"], why="advice")
    assert "Reported" in ann.get(f"/t/{table}/talk").text  # the host reads it
    assert "Reported" not in bob.get(f"/t/{table}/talk").text
    bob.post(f"/p/{eve.id}/mute", back=f"/t/{table}/talk")
    assert "take Denver" not in bob.get(f"/t/{table}/talk").text
    assert "take Denver" in ann.get(f"/t/{table}/talk").text


# Recovery


def test_a_forgotten_password_is_replaced_by_a_letter_that_is_good_once(tmp_path: Path) -> None:
    with mail_sink() as mails, inside(tmp_path, mail=mails.url, site=SITE) as house:
        ann = house.person("Ann")
        ann.post("/me/notices/mail", address="ann@home.example")
        ann.get(_link(mails, "confirm"))
        with httpx.Client(
            base_url=house.url,
            headers={"accept": "text/html"},
            follow_redirects=True,
            timeout=PATIENCE,
        ) as web:
            token = form_token(web.get("/recover"))
            count = len(mails.letters)
            nobody = web.post("/recover", data={"csrf": token, "name": "Nobody"})
            known = web.post("/recover", data={"csrf": token, "name": "Ann"})
            assert nobody.text == known.text  # nothing is told about who has an account
            eventually(lambda: len(mails.letters) == count + 1)
            link = _link(mails, "recover")
            weak = web.post(link, data={"csrf": token, "password": "password123"})
            assert weak.status_code == 400
            done = web.post(link, data={"csrf": token, "password": "nine green lanterns"})
            assert done.status_code == 200
            assert "Ann" in web.get("/me").text
            again = web.post(link, data={"csrf": token, "password": "ten green lanterns"})
            assert again.status_code == 403
        assert "You are a guest" in ann.get("/me").text  # signed out everywhere
        old = ann.post("/me/sign-in", name="Ann", password=PASSWORD)
        assert old.status_code in (401, 403)


def _link(mails: MailSink, path: str) -> str:
    eventually(lambda: mails.letters)
    found = re.search(re.escape(SITE) + rf"(/{path}/\S+)", mails.letters[-1].get_content())
    assert found
    return found.group(1)


# One's own data


def test_everything_can_be_taken_along_and_nothing_is_left(house: Inside) -> None:
    services = house.services
    ann, bob = house.person("Annabelle"), house.person("Bob")
    table = lay(services, ann, bob, "random")
    play_out(services, table)
    counted(services, table)
    running = lay(services, ann, bob, "random")
    ann.post(f"/t/{running}/talk/say", words="my secret recipe")
    ann.post(f"/p/{bob.id}/friend")
    whole = ann.post("/me/data/export").json()
    assert whole["person"][0]["name"] == "Annabelle"
    assert {row["id"] for row in whole["tables"]} == {table, running}
    assert whole["moves"]
    assert whole["remarks"][0]["words"] == "my secret recipe"
    assert "password" not in str(whole)
    assert ann.post("/me/data/delete", password="wrong", sure="yes").status_code == 401
    gone = ann.post("/me/data/delete", password=PASSWORD, sure="yes")
    assert gone.status_code == 200
    assert "You are a guest" in ann.get("/me").text
    assert bob.get(f"/p/{ann.id}").status_code == 404
    for found in schema.sorted_tables:
        for row in rows(services, found):
            text = str(row)
            assert "nnabelle" not in text.lower(), found.name
            assert "recipe" not in text, found.name
    left = [row for row in rows(services, chairs) if row["table_id"] == running]
    assert left[0]["kind"] == "bot"
    assert left[0]["resigned"]
    assert [row["login"] for row in rows(services, people) if row["id"] == ann.id] == [None]
    play_out(services, running)  # the others go on
    assert "You and" not in bob.get("/leaderboard").text
    assert house.person("Annabelle").name == "Annabelle"  # the name is free again
