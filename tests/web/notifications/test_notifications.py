"""Notifications by email, webhook and push, sent to real endpoints on loopback."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from aiosmtplib.email import flatten_message
from sqlalchemy import Engine, event, select
from tests.web.conftest import TIMEOUT_S, on_both_databases
from tests.web.in_process import PASSWORD, PageUser, Site, running_site
from tests.web.postgres import Postgres
from tests.web.sinks import HookSink, MailSink, eventually
from tests.web.table_setup import move

from roundhouse.table.chairs import HUMAN, Chair
from roundhouse.table.clock import time_control_named
from roundhouse.table.service import TableRequest
from roundhouse.web.notifications.mail import build_email
from roundhouse.web.notifications.message import Notification, NotSent
from roundhouse.web.notifications.outbound_http import is_public, post
from roundhouse.web.notifications.push import check_subscription
from roundhouse.web.notifications.webhook import body_of, style_of
from roundhouse.web.services import Services
from roundhouse.web.storage.schema import outbox

SITE = "https://rails.example"
QUICK: dict[str, Any] = {
    "site": SITE,
    "mail_from": "house@rails.example",
    "private_addresses": True,
    "notification_delay": 0.05,
    "notification_gap": 0.0,
    "notification_retries": (0.05, 0.05),
}


@pytest.fixture
def site(tmp_path: Path, mails: MailSink, database_url: str) -> Iterator[Site]:
    with running_site(tmp_path, mail=mails.url, database=database_url, **QUICK) as result:
        yield result


def create_table(services: Services, *users: PageUser, game: str = "northern") -> str:
    chairs = [Chair(n, HUMAN, user.name, user.id) for n, user in enumerate(users)]
    return services.tables.create(TableRequest(users[0].id, game, chairs))


def play_first_move(services: Services, table: str) -> None:
    with services.tables.at(table) as result:
        words = result.game.text(result.match.state.legal()[0])
        user = result.chairs[result.turn].user
    assert user
    move(services, table, user, words)


def find_user_to_move(services: Services, table: str) -> str:
    with services.tables.at(table) as result:
        return str(result.chairs[result.turn].user)


def outbox_rows(services: Services) -> list[dict[str, Any]]:
    with services.storage.database.engine.connect() as db:
        return [dict(row) for row in db.execute(select(outbox)).mappings()]


def find_link(email: Any, path: str) -> str:
    match = re.search(re.escape(SITE) + rf"(/{path}/\S+)", email.get_content())
    assert match, email.get_content()
    return match.group(1)


def add_user_with_email(site: Site, mails: MailSink, name: str) -> PageUser:
    user = site.add_user(name)
    address = f"{name.lower()}@home.example"
    response = user.post("/me/notices/mail", address=address, password=PASSWORD)
    assert "We sent you an email" in response.text
    confirm = find_link(eventually(lambda: mails.messages)[-1], "confirm")
    assert "is confirmed" in user.post(confirm).text
    mails.messages.clear()
    return user


def add_user_with_webhook(site: Site, hooks: HookSink, name: str, style: str = "json") -> PageUser:
    user = site.add_user(name)
    path = f"/{name.lower()}"
    response = user.post("/me/notices/webhook", address=hooks.url(path), style=style)
    assert response.status_code == 200
    assert hooks.url(path) in response.text
    return user


def test_turn_email_arrives_and_one_click_unsubscribes(site: Site, mails: MailSink) -> None:
    ann, bob = add_user_with_email(site, mails, "Ann"), add_user_with_email(site, mails, "Bob")
    mails.messages.clear()
    cat = site.add_user("Cat")
    table = create_table(site.services, ann, bob, cat)
    email = eventually(lambda: mails.messages)[0]
    assert email["To"] == "ann@home.example"
    assert email["Subject"] == "Your turn: Northern Pacific"
    assert "with Bob and Cat" in email.get_content()
    assert f"{SITE}/t/{table}" in email.get_content()
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = email["List-Unsubscribe"].strip("<>")
    assert link.startswith(SITE)
    play_first_move(site.services, table)
    second = eventually(lambda: mails.messages[1:])[0]
    assert second["To"] == "bob@home.example"
    assert second["Message-ID"] != email["Message-ID"]
    # An email client sends this request without a cookie or form token.
    response = httpx.post(
        site.url + link.removeprefix(SITE),
        data={"List-Unsubscribe": "One-Click"},
        timeout=TIMEOUT_S,
    )
    assert response.status_code == 200
    while find_user_to_move(site.services, table) != ann.id:
        play_first_move(site.services, table)
    assert [row for row in outbox_rows(site.services) if row["person"] == ann.id] == []
    assert "Turned off" in ann.get("/me/notices").text
    assert (
        httpx.get(
            site.url + "/unsubscribe/made-up", headers={"accept": "text/html"}, timeout=TIMEOUT_S
        ).status_code
        == 403
    )


def test_link_of_the_unsubscribe_header_is_not_encoded() -> None:
    """Python encodes a word that is longer than a line, and mail servers do not decode it."""
    link = f"{SITE}/unsubscribe/{'x' * 100}"
    message = Notification("n1", "Your turn", "It's your turn.", SITE, link)
    email = flatten_message(build_email("trains@r.example", "ann@home.example", message))
    assert f"\r\nList-Unsubscribe: <{link}>\r\n".encode() in email


@on_both_databases
def test_unconfirmed_address_gets_no_notifications(site: Site, mails: MailSink) -> None:
    ann, bob, cat = site.add_user("Ann"), site.add_user("Bob"), site.add_user("Cat")
    ann.post("/me/notices/mail", address="victim@home.example", password=PASSWORD)
    eventually(lambda: mails.messages)
    table = create_table(site.services, ann, bob, cat)
    assert outbox_rows(site.services) == []
    play_first_move(site.services, table)
    assert len(mails.messages) == 1
    refused = ann.post("/me/notices/mail", address="not an address", password=PASSWORD)
    assert refused.status_code == 502
    assert "valid email address" in refused.text


def test_turn_email_waits_until_the_game_is_closed(
    site: Site, mails: MailSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundhouse.web.notifications.delivery.RECHECK", 0.3)
    ann = add_user_with_email(site, mails, "Ann")
    bob, cat = site.add_user("Bob"), site.add_user("Cat")
    other = create_table(site.services, bob, ann, cat)
    with ann.web.stream("GET", f"/t/{other}/events") as stream:
        lines = stream.iter_lines()  # this reference keeps the stream open
        next(lines)
        eventually(lambda: site.services.watchers.present(other)[1])
        play_first_move(site.services, other)  # then it is Ann's turn at the other table
        eventually(lambda: site.services.social.delivery.counts["put off"] >= 2)
        assert mails.messages == []
        # Another open game does not delay the email.
        table = create_table(site.services, ann, bob, cat)
        email = eventually(lambda: mails.messages)[0]
        assert f"/t/{table}" in email.get_content()
    eventually(lambda: len(mails.messages) == 2)
    assert f"/t/{other}" in mails.messages[1].get_content()


@on_both_databases
def test_quick_move_cancels_the_pending_notification(
    tmp_path: Path, hooks: HookSink, database_url: str
) -> None:
    settings = QUICK | {"notification_delay": 3600.0, "database": database_url}
    with running_site(tmp_path, **settings) as site:
        ann, bob = (add_user_with_webhook(site, hooks, name) for name in ("Ann", "Bob"))
        cat = site.add_user("Cat")
        table = create_table(site.services, ann, bob, cat)
        (row,) = outbox_rows(site.services)
        assert row["person"] == ann.id
        play_first_move(site.services, table)  # before anything is sent
        (row,) = outbox_rows(site.services)
        assert row["person"] == bob.id
        assert hooks.requests == []


def test_all_who_can_choose_at_the_same_time_are_notified(tmp_path: Path, hooks: HookSink) -> None:
    settings = QUICK | {"notification_delay": 3600.0}
    with running_site(tmp_path, **settings) as site:
        users = [add_user_with_webhook(site, hooks, name) for name in ("Ann", "Bob", "Cem")]
        table = create_table(site.services, *users, game="union")

        def notified() -> set[str]:
            return {row["person"] for row in outbox_rows(site.services)}

        assert notified() == {user.id for user in users}
        with site.services.tables.at(table) as result:
            hand = result.game.choose_early(result.match.state, 2)
            assert hand is not None
            words = result.game.text(hand.legal()[0])
        move(site.services, table, users[2].id, words)
        assert notified() == {user.id for user in users[:2]}


@on_both_databases
def test_failing_webhook_is_tried_three_times_and_shows_its_error(
    site: Site, hooks: HookSink
) -> None:
    hooks.status = 500
    ann = add_user_with_webhook(site, hooks, "Ann")
    bob, cat = site.add_user("Bob"), site.add_user("Cat")
    create_table(site.services, ann, bob, cat)
    eventually(lambda: [row for row in outbox_rows(site.services) if row["state"] == "failed"])
    assert len(hooks.requests) == 3
    assert len({headers["x-roundhouse-notice"] for _, headers, _ in hooks.requests}) == 1
    assert "127.0.0.1 responded with 500" in ann.get("/me/notices").text
    hooks.status = 204
    channel = site.services.social.channels.find_all(ann.id)[0]["id"]
    assert "Sent. If it does not arrive" in ann.post("/me/notices/try", channel=channel).text
    assert "responded with 500" not in ann.get("/me/notices").text
    assert hooks.bodies()[-1]["subject"] == "Test notification from Roundhouse"
    assert bob.post("/me/notices/try", channel=channel).status_code == 403


def test_refused_email_is_sent_again(site: Site, mails: MailSink) -> None:
    ann = add_user_with_email(site, mails, "Ann")
    mails.rejections_left, mails.attempts = 2, 0
    create_table(site.services, ann, site.add_user("Bob"), site.add_user("Cat"))
    (email,) = eventually(lambda: mails.messages)
    assert mails.attempts == 3
    assert email["To"] == "ann@home.example"


def test_webhook_redirect_is_not_followed(site: Site, hooks: HookSink) -> None:
    hooks.status, hooks.headers = 302, {"location": hooks.url("/elsewhere")}
    ann = add_user_with_webhook(site, hooks, "Ann")
    channel = site.services.social.channels.find_all(ann.id)[0]["id"]
    response = ann.post("/me/notices/try", channel=channel)
    assert response.status_code == 502
    assert "redirects elsewhere" in response.text
    assert [path for path, _, _ in hooks.requests] == ["/ann"]


# Addresses in the IANA registries of special-purpose addresses, and in the multicast ones.
SPECIAL_ADDRESSES = """
    0.0.0.0 0.1.2.3 10.1.2.3 100.64.0.1 127.0.0.1 127.255.0.1 169.254.169.254 172.16.9.9
    192.0.0.1 192.0.0.8 192.0.0.9 192.0.0.10 192.0.0.170 192.0.0.171 192.0.2.1 192.31.196.1
    192.52.193.1 192.88.99.1 192.88.99.2 192.168.0.1 192.175.48.1 198.18.0.1 198.19.255.255
    198.51.100.1 203.0.113.1 224.0.0.1 239.1.2.3 240.0.0.1 255.255.255.255
    :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:192.88.99.1 64:ff9b::a00:1 64:ff9b:1::1 100::1
    100:0:0:1::1 2001::1 2001:1::1 2001:2::1 2001:3::1 2001:4:112::1 2001:10::1 2001:20::1
    2001:30::1 2001:db8::1 2002:7f00:1:: 2002:5db8:d822:: 2620:4f:8000::1 3fff::1 3fff:fff::1
    5f00::1 fc00::1 fd00::1 fe80::1 fe80::1%eth0 fec0::1 feff::1 ff02::1
"""


@pytest.mark.parametrize("address", SPECIAL_ADDRESSES.split())
def test_special_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


def test_other_addresses_are_public() -> None:
    for address in ("93.184.216.34", "192.0.1.1", "2606:2800:220:1:248:1893:25c8:1946"):
        assert is_public(address)
    assert is_public("::ffff:93.184.216.34")


def test_webhooks_cannot_reach_private_addresses(tmp_path: Path, hooks: HookSink) -> None:
    with running_site(tmp_path, **{**QUICK, "private_addresses": False}) as site:
        ann = site.add_user("Ann")
        for url, error in (
            (hooks.url(), "must use https"),
            (f"https://127.0.0.1:{hooks.port}/", "not on the public internet"),
            (f"https://localhost:{hooks.port}/", "not on the public internet"),
            ("https://user:secret@discord.com/", "Remove the user name and password"),
            ("ftp://discord.com/", "must start with https://"),
            ("https://no-such-name.invalid/x", "The host no-such-name.invalid does not exist"),
        ):
            response = ann.post("/me/notices/webhook", address=url)
            assert response.status_code == 502
            assert error in response.text, url
        assert "No channels yet" in ann.get("/me/notices").text
        with pytest.raises(NotSent, match="public internet"):
            asyncio.run(post(f"https://localhost:{hooks.port}/", b"{}", {}))
    assert hooks.requests == []


def test_webhook_connects_to_the_checked_address(
    hooks: HookSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that the host name is not resolved again for the connection."""
    lookups: list[str] = []

    def find(host: str, *_: Any, **__: Any) -> list[Any]:
        lookups.append(host)
        return [(None, None, None, None, ("127.0.0.1" if len(lookups) == 1 else "10.0.0.1", 0))]

    monkeypatch.setattr(socket, "getaddrinfo", find)
    url = f"http://no-such-name.invalid:{hooks.port}/pinned"
    answer = asyncio.run(post(url, b"{}", {}, inside=True))
    assert lookups == ["no-such-name.invalid"]
    assert answer.status == 200
    assert hooks.requests[0][1]["host"] == f"no-such-name.invalid:{hooks.port}"


def test_discord_and_slack_messages_ping_no_one() -> None:
    message = Notification(
        "n1", "Your turn", "@everyone <!channel> it is your turn", "https://r.example/t/x"
    )
    assert style_of("https://discord.com/api/webhooks/1/x") == "discord"
    assert style_of("https://hooks.slack.com/services/x") == "slack"
    assert style_of("https://home.example/x") == "json"
    assert body_of("discord", message)["allowed_mentions"] == {"parse": []}
    assert "<!channel>" not in body_of("slack", message)["text"]
    assert body_of("json", message)["id"] == "n1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "[" * 100_000,
        json.dumps({"endpoint": "https://x.example/", "keys": {"p256dh": "a" * 4000, "auth": ""}}),
    ],
    ids=["empty", "no JSON", "too deep", "too long"],
)
def test_invalid_push_subscription_is_refused(text: str) -> None:
    with pytest.raises(NotSent, match="not a valid push subscription"):
        check_subscription(text)


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Your turn: Northern Pacific"), ("de", "Du bist am Zug: Northern Pacific")],
)
def test_push_message_is_encrypted_for_the_browser(
    site: Site, hooks: HookSink, language: str, title: str
) -> None:
    pytest.importorskip("pywebpush")
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key, secret = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {"p256dh": _b64(point), "auth": _b64(secret)}
    ann, bob, cat = site.add_user("Ann"), site.add_user("Bob"), site.add_user("Cat")
    subscription = json.dumps({"endpoint": hooks.url("/push"), "keys": keys})
    ann.post("/me/notices/push", address=subscription)
    assert "Push notifications" in ann.get("/me/notices").text
    ann.post("/language", language=language)
    create_table(site.services, ann, bob, cat)
    _, headers, body = eventually(lambda: hooks.requests)[0]
    assert headers["authorization"].startswith("vapid t=")
    data = json.loads(http_ece.decrypt(body, private_key=key, auth_secret=secret))
    assert (data["title"], data["lang"]) == (title, language)
    hooks.status = 410  # the browser has unsubscribed
    table = create_table(site.services, bob, ann, cat)
    play_first_move(site.services, table)
    eventually(lambda: not site.services.social.channels.find_all(ann.id))


def _b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.mark.slow
def test_two_servers_send_each_notification_once(
    tmp_path: Path, hooks: HookSink, postgres: Postgres
) -> None:
    """Check that sending blocks no event loop and that presence takes one query."""
    one_data, other_data = tmp_path / "one", tmp_path / "other"
    with (
        running_site(one_data, database=postgres.url, **QUICK) as one,
        running_site(other_data, database=postgres.url, **QUICK) as other,
    ):
        logs = [log_statements(site.services.storage.database.engine) for site in (one, other)]
        visitors = [add_user_with_webhook(one, hooks, f"Player{n}") for n in range(3)]
        for user in visitors[1:]:
            with other.services.storage.database.engine.connect():
                assert other.services.social.channels.find_all(user.id)
        tables = [create_table(one.services, *visitors) for _ in range(12)]
        for table in tables:
            play_first_move(other.services, table)
            play_first_move(one.services, table)
        eventually(lambda: all(row["state"] == "sent" for row in outbox_rows(one.services)))
        time.sleep(0.5)  # a duplicate would arrive now
        ids = [headers["x-roundhouse-notice"] for _, headers, _ in hooks.requests]
        assert len(ids) == len(set(ids))
        posts = [(path, json.loads(body)["table"]) for path, _, body in hooks.requests]
        assert len(posts) == len(set(posts))
        for table in tables:
            assert ("/player2", table) in posts
        counts = [site.services.social.delivery.counts["sent"] for site in (one, other)]
        assert sum(counts) == len(ids)
        assert threading.active_count() < 200
        assert not any(in_event_loop for log in logs for _, in_event_loop, _ in log)
        before = len(logs[0])
        places = [(table, user.id) for table in tables for user in visitors]
        assert one.services.presence.filter_present(places) == set()
        here = threading.get_ident()  # the server updates presence in other threads
        mine = [text for text, _, thread in logs[0][before:] if thread == here]
        assert ["presence" in text for text in mine].count(True) == 1


def log_statements(engine: Engine) -> list[tuple[str, bool, int]]:
    """Log the statements of an engine: text, whether in an event loop, thread."""
    log: list[tuple[str, bool, int]] = []

    @event.listens_for(engine, "before_cursor_execute")
    def add(_: Any, __: Any, statement: str, *___: Any) -> None:
        in_event_loop = asyncio._get_running_loop() is not None
        log.append((statement, in_event_loop, threading.get_ident()))

    return log


@on_both_databases
def test_player_low_on_time_is_reminded_once(
    site: Site, mails: MailSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundhouse.web.notifications.outbox.REMINDER_SECONDS", 0.05)
    ann = add_user_with_email(site, mails, "Ann")
    bob, cat = site.add_user("Bob"), site.add_user("Cat")
    chairs = [Chair(n, HUMAN, user.name, user.id) for n, user in enumerate((ann, bob, cat))]
    services = site.services
    table = services.tables.create(
        TableRequest(ann.id, "northern", chairs, time_control=time_control_named("day"))
    )
    eventually(lambda: len(mails.messages) == 1)
    late = time.time() + 0.85 * 24 * 3600
    monkeypatch.setattr(type(services.storage.database), "now", property(lambda self: late))
    eventually(lambda: len(mails.messages) == 2)
    assert mails.messages[1]["Subject"] == "Your time is running out: Northern Pacific"
    assert f"/t/{table}" in mails.messages[1].get_content()
    time.sleep(1.5)  # long enough for another check of the clocks
    assert len(mails.messages) == 2
