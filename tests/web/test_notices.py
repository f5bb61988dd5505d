"""Being told that a game waits: by letters that really arrive, and posts that really are posted."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine, event, select
from tests.web.conftest import PATIENCE
from tests.web.inside import Inside, Visitor, inside
from tests.web.laying import move
from tests.web.postgres import Postgres
from tests.web.sinks import HookSink, MailSink, eventually, hook_sink, mail_sink

from roundhouse.web.clocks.pace import pace_named
from roundhouse.web.notify import outside
from roundhouse.web.notify.message import Message, NotSent
from roundhouse.web.notify.outside import is_public, post
from roundhouse.web.notify.webhook import body_of, style_of
from roundhouse.web.services import Services
from roundhouse.web.store.community import due
from roundhouse.web.tables.chairs import PERSON, Chair

SITE = "https://rails.example"
QUICK: dict[str, Any] = {
    "site": SITE,
    "mail_from": "house@rails.example",
    "private_addresses": True,
    "notice_delay": 0.05,
    "notice_gap": 0.0,
    "notice_retries": (0.05, 0.05),
}


@pytest.fixture
def mails() -> Iterator[MailSink]:
    with mail_sink() as made:
        yield made


@pytest.fixture
def hooks() -> Iterator[HookSink]:
    with hook_sink() as made:
        yield made


@pytest.fixture
def house(tmp_path: Path, mails: MailSink) -> Iterator[Inside]:
    with inside(tmp_path, mail=mails.url, **QUICK) as made:
        yield made


def lay(services: Services, *who: Visitor) -> str:
    chairs = [Chair(n, PERSON, v.name, v.id) for n, v in enumerate(who)]
    return services.tables.create(who[0].id, "northern", {}, chairs)


def play_once(services: Services, table: str) -> None:
    with services.tables.at(table) as found:
        words = found.game.text(found.match.state.legal()[0])
        person = found.chairs[found.turn].person
    assert person
    move(services, table, person, words)


def waited_for(services: Services, table: str) -> str:
    with services.tables.at(table) as found:
        return str(found.chairs[found.turn].person)


def rows(services: Services) -> list[dict[str, Any]]:
    with services.store.engine.connect() as db:
        return [dict(row) for row in db.execute(select(due)).mappings()]


def link_in(letter: Any, path: str) -> str:
    found = re.search(re.escape(SITE) + rf"(/{path}/\S+)", letter.get_content())
    assert found, letter.get_content()
    return found.group(1)


def with_mail(house: Inside, mails: MailSink, name: str) -> Visitor:
    person = house.person(name)
    said = person.post("/me/notices/mail", address=f"{name.lower()}@home.example")
    assert "A letter is on its way" in said.text
    confirm = link_in(eventually(lambda: mails.letters)[-1], "confirm")
    assert "is confirmed" in person.get(confirm).text
    mails.letters.clear()
    return person


def with_hook(house: Inside, hooks: HookSink, name: str, style: str = "json") -> Visitor:
    person = house.person(name)
    path = f"/{name.lower()}"
    said = person.post("/me/notices/webhook", address=hooks.url(path), style=style)
    assert said.status_code == 200
    assert hooks.url(path) in said.text
    return person


def test_a_letter_comes_when_a_game_waits_and_one_click_ends_them(
    house: Inside, mails: MailSink
) -> None:
    ann, bob = with_mail(house, mails, "Ann"), with_mail(house, mails, "Bob")
    mails.letters.clear()
    cat = house.person("Cat")
    table = lay(house.services, ann, bob, cat)
    letter = eventually(lambda: mails.letters)[0]
    assert letter["To"] == "ann@home.example"
    assert letter["Subject"] == "Your turn: Northern Pacific"
    assert "with Bob and Cat" in letter.get_content()
    assert f"{SITE}/t/{table}" in letter.get_content()
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = letter["List-Unsubscribe"].strip("<>")
    assert link.startswith(SITE)
    play_once(house.services, table)
    second = eventually(lambda: mails.letters[1:])[0]
    assert second["To"] == "bob@home.example"
    assert second["Message-ID"] != letter["Message-ID"]
    # The mail program's click: no cookie, no form of ours.
    gone = httpx.post(
        house.url + link.removeprefix(SITE),
        data={"List-Unsubscribe": "One-Click"},
        timeout=PATIENCE,
    )
    assert gone.status_code == 200
    while waited_for(house.services, table) != ann.id:
        play_once(house.services, table)
    assert [row for row in rows(house.services) if row["person"] == ann.id] == []
    assert "Switched off" in ann.get("/me/notices").text
    assert (
        httpx.get(
            house.url + "/unsubscribe/made-up", headers={"accept": "text/html"}, timeout=PATIENCE
        ).status_code
        == 403
    )


def test_nothing_is_sent_to_an_address_that_was_not_confirmed(
    house: Inside, mails: MailSink
) -> None:
    ann, bob, cat = house.person("Ann"), house.person("Bob"), house.person("Cat")
    ann.post("/me/notices/mail", address="victim@home.example")
    eventually(lambda: mails.letters)
    table = lay(house.services, ann, bob, cat)
    assert rows(house.services) == []
    play_once(house.services, table)
    assert len(mails.letters) == 1
    refused = ann.post("/me/notices/mail", address="not an address")
    assert refused.status_code == 502
    assert "not a mail address" in refused.text


def test_who_has_the_game_open_is_not_told_and_who_closes_it_is(
    house: Inside, mails: MailSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundhouse.web.notify.delivery.AWAY", 0.3)
    ann = with_mail(house, mails, "Ann")
    bob, cat = house.person("Bob"), house.person("Cat")
    other = lay(house.services, bob, ann, cat)
    with ann.web.stream("GET", f"/t/{other}/events") as stream:
        lines = stream.iter_lines()  # held: the stream is closed when nobody holds it
        next(lines)
        eventually(lambda: house.services.watchers.present(other)[1])
        play_once(house.services, other)  # now it is Ann's turn there
        eventually(lambda: house.services.community.delivery.counts["put off"] >= 2)
        assert mails.letters == []
        # Having another game open is no excuse.
        table = lay(house.services, ann, bob, cat)
        letter = eventually(lambda: mails.letters)[0]
        assert f"/t/{table}" in letter.get_content()
    eventually(lambda: len(mails.letters) == 2)
    assert f"/t/{other}" in mails.letters[1].get_content()


def test_a_notice_is_sent_once_for_a_turn_of_many_moves_and_not_at_all_if_one_was_quick(
    tmp_path: Path, hooks: HookSink
) -> None:
    with inside(tmp_path, **{**QUICK, "notice_delay": 3600.0}) as house:
        ann, bob = with_hook(house, hooks, "Ann"), with_hook(house, hooks, "Bob")
        cat = house.person("Cat")
        table = lay(house.services, ann, bob, cat)
        (waiting,) = rows(house.services)
        assert waiting["person"] == ann.id
        play_once(house.services, table)  # before anything was sent
        (waiting,) = rows(house.services)
        assert waiting["person"] == bob.id
        assert hooks.posted == []


def test_a_webhook_is_tried_three_times_and_its_last_error_shown(
    house: Inside, hooks: HookSink
) -> None:
    hooks.status = 500
    ann = with_hook(house, hooks, "Ann")
    bob, cat = house.person("Bob"), house.person("Cat")
    lay(house.services, ann, bob, cat)
    eventually(lambda: [row for row in rows(house.services) if row["state"] == "failed"])
    assert len(hooks.posted) == 3
    assert len({headers["x-roundhouse-notice"] for _, headers, _ in hooks.posted}) == 1
    assert "127.0.0.1 answered 500" in ann.get("/me/notices").text
    hooks.status = 204
    channel = house.services.community.channels.of(ann.id)[0]["id"]
    assert "It was sent just now" in ann.post("/me/notices/try", channel=channel).text
    assert "answered 500" not in ann.get("/me/notices").text
    assert hooks.bodies()[-1]["subject"] == "A notice from Roundhouse"
    assert bob.post("/me/notices/try", channel=channel).status_code == 403


def test_a_letter_that_is_refused_at_first_comes_later(house: Inside, mails: MailSink) -> None:
    ann = with_mail(house, mails, "Ann")
    mails.refuse, mails.tries = 2, 0
    lay(house.services, ann, house.person("Bob"), house.person("Cat"))
    (letter,) = eventually(lambda: mails.letters)
    assert mails.tries == 3
    assert letter["To"] == "ann@home.example"


def test_a_redirect_is_not_followed(house: Inside, hooks: HookSink) -> None:
    hooks.status, hooks.headers = 302, {"location": hooks.url("/elsewhere")}
    ann = with_hook(house, hooks, "Ann")
    channel = house.services.community.channels.of(ann.id)[0]["id"]
    said = ann.post("/me/notices/try", channel=channel)
    assert said.status_code == 502
    assert "sends us elsewhere" in said.text
    assert [path for path, _, _ in hooks.posted] == ["/ann"]


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.9.9", "169.254.169.254", "100.64.0.1"),
        *("0.0.0.0", "::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "2002:7f00:1::"),
        *("224.0.0.1", "240.0.0.1"),
    ],
)
def test_private_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)
    assert is_public("93.184.216.34")
    assert is_public("2606:2800:220:1:248:1893:25c8:1946")


def test_webhooks_do_not_reach_inside(tmp_path: Path, hooks: HookSink) -> None:
    with inside(tmp_path, **{**QUICK, "private_addresses": False}) as house:
        ann = house.person("Ann")
        for url, why in (
            (hooks.url(), "https only"),
            (f"https://127.0.0.1:{hooks.port}/", "not on the public internet"),
            (f"https://localhost:{hooks.port}/", "not on the public internet"),
            ("https://user:secret@discord.com/", "Leave name and password out"),
            ("ftp://discord.com/", "begins with https://"),
            ("https://no-such-name.invalid/x", "There is no no-such-name.invalid"),
        ):
            said = ann.post("/me/notices/webhook", address=url)
            assert said.status_code == 502
            assert why in said.text, url
        assert "Nothing yet" in ann.get("/me/notices").text
        with pytest.raises(NotSent, match="public internet"):
            post(f"https://localhost:{hooks.port}/", b"{}", {})
    assert hooks.posted == []


def test_a_name_that_changes_its_address_gains_nothing(
    hooks: HookSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is made to the address that was looked at, whatever the name says later."""
    monkeypatch.setattr(outside, "resolve", lambda host, port, inside: "127.0.0.1")
    answer = post(f"http://no-such-name.invalid:{hooks.port}/pinned", b"{}", {}, inside=True)
    assert answer.status == 200
    assert hooks.posted[0][1]["host"] == f"no-such-name.invalid:{hooks.port}"


def test_discord_and_slack_get_what_they_want_and_nobody_is_pinged() -> None:
    message = Message(
        "n1", "Your turn", "@everyone <!channel> it is your turn", "https://r.example/t/x"
    )
    assert style_of("https://discord.com/api/webhooks/1/x") == "discord"
    assert style_of("https://hooks.slack.com/services/x") == "slack"
    assert style_of("https://home.example/x") == "json"
    assert body_of("discord", message)["allowed_mentions"] == {"parse": []}
    assert "<!channel>" not in body_of("slack", message)["text"]
    assert body_of("json", message)["id"] == "n1"


def test_a_push_notice_can_be_read_by_the_browser_alone(house: Inside, hooks: HookSink) -> None:
    pytest.importorskip("pywebpush")
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key, secret = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {"p256dh": _b64(point), "auth": _b64(secret)}
    ann, bob, cat = house.person("Ann"), house.person("Bob"), house.person("Cat")
    given = json.dumps({"endpoint": hooks.url("/push"), "keys": keys})
    ann.post("/me/notices/push", address=given)
    assert "push notices" in ann.get("/me/notices").text
    lay(house.services, ann, bob, cat)
    _, headers, body = eventually(lambda: hooks.posted)[0]
    assert headers["authorization"].startswith("vapid t=")
    told = json.loads(http_ece.decrypt(body, private_key=key, auth_secret=secret))
    assert told["title"] == "Your turn: Northern Pacific"
    hooks.status = 410  # the browser's owner has changed their mind
    table = lay(house.services, bob, ann, cat)
    play_once(house.services, table)
    eventually(lambda: not house.services.community.channels.of(ann.id))


def _b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.mark.slow
def test_two_servers_send_each_notice_once(
    tmp_path: Path, hooks: HookSink, postgres: Postgres
) -> None:
    """Both have it due at the same moment; and who has the game open on the other is not told."""
    one_data, other_data = tmp_path / "one", tmp_path / "other"
    with (
        inside(one_data, database=postgres.url, **QUICK) as one,
        inside(other_data, database=postgres.url, **QUICK) as other,
    ):
        asked = [statements(house.services.store.engine) for house in (one, other)]
        people = [with_hook(one, hooks, f"Player{n}") for n in range(3)]
        for person in people[1:]:
            with other.services.store.engine.connect():
                assert other.services.community.channels.of(person.id)
        tables = [lay(one.services, *people) for _ in range(12)]
        for table in tables:
            play_once(other.services, table)
            play_once(one.services, table)
        eventually(lambda: all(row["state"] == "sent" for row in rows(one.services)))
        time.sleep(0.5)  # were there a second one of any, it would come now
        ids = [headers["x-roundhouse-notice"] for _, headers, _ in hooks.posted]
        assert len(ids) == len(set(ids))
        told = [(path, json.loads(body)["table"]) for path, _, body in hooks.posted]
        assert len(told) == len(set(told))
        for table in tables:
            assert ("/player2", table) in told
        sent = [house.services.community.delivery.counts["sent"] for house in (one, other)]
        assert sum(sent) == len(ids)
        assert threading.active_count() < 200
        assert not any(looped for each in asked for _, looped, _ in each)  # nobody waits for these
        before = len(asked[0])
        places = [(table, person.id) for table in tables for person in people]
        assert one.services.presence.looking(places) == set()
        here = threading.get_ident()  # the server goes on saying who is where meanwhile
        mine = [text for text, _, thread in asked[0][before:] if thread == here]
        assert ["presence" in text for text in mine].count(True) == 1


def statements(engine: Engine) -> list[tuple[str, bool, int]]:
    """What is asked of a database from now on, whether in an event loop, and in which thread."""
    seen: list[tuple[str, bool, int]] = []

    @event.listens_for(engine, "before_cursor_execute")
    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        looped = asyncio._get_running_loop() is not None
        seen.append((statement, looped, threading.get_ident()))

    return seen


def test_who_runs_out_of_time_is_reminded_once(
    house: Inside, mails: MailSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundhouse.web.community.REMINDED_IN", 0.05)
    ann = with_mail(house, mails, "Ann")
    bob, cat = house.person("Bob"), house.person("Cat")
    chairs = [Chair(n, PERSON, v.name, v.id) for n, v in enumerate((ann, bob, cat))]
    services = house.services
    table = services.tables.create(ann.id, "northern", {}, chairs, pace=pace_named("day"))
    eventually(lambda: len(mails.letters) == 1)
    late = time.time() + 0.85 * 24 * 3600
    monkeypatch.setattr(type(services.store), "now", property(lambda self: late))
    eventually(lambda: len(mails.letters) == 2)
    assert mails.letters[1]["Subject"] == "Your time is running out: Northern Pacific"
    assert f"/t/{table}" in mails.letters[1].get_content()
    time.sleep(1.5)  # the clocks were looked at again meanwhile
    assert len(mails.letters) == 2
