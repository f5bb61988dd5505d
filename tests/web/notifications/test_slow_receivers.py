"""Receivers of notifications that answer slowly must not slow the server."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S, new_table
from tests.web.in_process import PASSWORD, running_site
from tests.web.processes import PAGE, form_token, guest_client, running_process
from tests.web.sinks import eventually, hook_sink, mail_sink

from roundhouse.web.notifications import delivery_limits
from roundhouse.web.notifications.delivery import MAX_SENDING
from roundhouse.web.notifications.mail import Mailer
from roundhouse.web.notifications.message import Notification, NotSent
from roundhouse.web.notifications.outbound_http import MAX_THREADS, names, post

ATTACKERS = 12  # more than asyncio's default executor has threads on a small machine
REQUEST_THREADS = 40  # of AnyIO, which run the forms
SLOW_S = 8.0
PROMPT_S = 5.0  # far below what the receiver takes
REFUSING = "127.0.0.99"  # sinks listen at 127.0.0.1 only
MESSAGE = Notification("1", "Hello", "Hello")


class Dripper:
    """A receiver that sends one byte of an endless first line every 0.2 seconds."""

    def __init__(self, start: bytes) -> None:
        self._start = start
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._listener.getsockname()[1]
        self.visitors = 0
        self._closing = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                self.visitors += 1
                threading.Thread(target=self._drip, args=(connection,), daemon=True).start()

    def _drip(self, connection: socket.socket) -> None:
        with suppress(OSError), connection:
            connection.sendall(self._start)
            while not self._closing.wait(0.2):
                connection.sendall(b"x")

    def close(self) -> None:
        self._closing.set()
        self._listener.close()


@pytest.fixture
def web_dripper() -> Iterator[Dripper]:
    result = Dripper(b"HTTP/1.1 200 OK\r\nx: ")
    yield result
    result.close()


@pytest.fixture
def chatterbox() -> Iterator[int]:
    """The port of a receiver that sends interim responses without end."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def chatter() -> None:
            connection, _ = listener.accept()
            with suppress(OSError), connection:
                while True:
                    connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)

        thread = threading.Thread(target=chatter)
        thread.start()
        yield listener.getsockname()[1]
        thread.join(TIMEOUT_S)


@pytest.fixture
def mail_dripper() -> Iterator[Dripper]:
    result = Dripper(b"220-")
    yield result
    result.close()


def test_server_works_and_stops_while_receivers_are_slow(
    tmp_path: Path, web_dripper: Dripper
) -> None:
    with ExitStack() as stack:
        process = stack.enter_context(
            running_process(tmp_path, private_addresses=True, limits=False)
        )
        visitors = [Visitor(process.url, web_dripper.port) for _ in range(ATTACKERS)]
        for visitor in visitors:
            stack.callback(visitor.web.close)
        with ThreadPoolExecutor(ATTACKERS) as threads:
            tests = [threads.submit(visitor.send_test) for visitor in visitors]
            eventually(lambda: web_dripper.visitors >= delivery_limits.MAX_REQUESTED_BY_ADDRESS)
            with guest_client(process.url) as ann:
                table = new_table(ann, "me", "open", "open")["id"]
                started = time.monotonic()
                assert ann.get("/health/database").status_code == 200
                with ann.stream("GET", f"/api/tables/{table}/events") as events:
                    assert next(events.iter_lines())
                assert time.monotonic() - started < PROMPT_S
            started = time.monotonic()
            process.process.send_signal(signal.SIGTERM)
            process.process.wait(TIMEOUT_S)
            assert time.monotonic() - started < 2 * PROMPT_S
            refused = [test.result() for test in tests]
    assert refused.count(503) == ATTACKERS - delivery_limits.MAX_REQUESTED_BY_ADDRESS


class Visitor:
    """A guest with a webhook at a slow receiver."""

    def __init__(self, url: str, port: int) -> None:
        self.web = httpx.Client(
            base_url=url, headers=PAGE, follow_redirects=True, timeout=TIMEOUT_S
        )
        self._csrf = form_token(self.web.get("/me"))
        address = f"http://127.0.0.1:{port}/"
        page = self._post("webhook", address=address)
        assert page.status_code == 200, page.text
        self._channel = page.text.partition('name="channel" value="')[2].partition('"')[0]

    def send_test(self) -> int:
        try:
            return self._post("try", channel=self._channel).status_code
        except httpx.TransportError:  # the server has stopped
            return 0

    def _post(self, command: str, **fields: Any) -> httpx.Response:
        return self.web.post(f"/me/notices/{command}", data={"csrf": self._csrf, **fields})


@pytest.mark.slow
def test_slow_receiver_does_not_delay_notifications_of_others(
    tmp_path: Path, web_dripper: Dripper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guest has many games and a slow webhook; another player's turn comes later."""
    monkeypatch.setattr(delivery_limits, "SECONDS", SLOW_S)
    with (
        hook_sink() as hooks,
        running_site(tmp_path, private_addresses=True, notification_delay=0.1) as site,
    ):
        eve, ann = site.add_user("Eve", has_account=False), site.add_user("Ann")
        eve.post("/me/notices/webhook", address=f"http://127.0.0.1:{web_dripper.port}/")
        ann.post("/me/notices/webhook", address=hooks.url())
        for _ in range(2 * MAX_SENDING):
            assert eve.post("/play", game="northern").status_code == 200
        eventually(lambda: web_dripper.visitors)
        started = time.monotonic()
        ann.post("/play", game="northern")
        eventually(lambda: hooks.requests)
        assert time.monotonic() - started < SLOW_S


def run(delivery: Coroutine[Any, Any, Any]) -> None:
    """Run a delivery; without a deadline of its own, it gets one here."""
    asyncio.run(asyncio.wait_for(delivery, TIMEOUT_S))


def test_webhook_has_one_deadline(web_dripper: Dripper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery_limits, "SECONDS", 1.0)
    started = time.monotonic()
    with pytest.raises(NotSent, match="did not respond in time"):
        run(post(f"http://127.0.0.1:{web_dripper.port}/", b"{}", {}, inside=True))
    assert time.monotonic() - started < PROMPT_S


def test_endless_response_is_cut_off(chatterbox: int) -> None:
    with pytest.raises(NotSent, match="too long"):
        run(post(f"http://127.0.0.1:{chatterbox}/", b"{}", {}, inside=True))


def test_email_has_one_deadline(mail_dripper: Dripper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery_limits, "SECONDS", 1.0)
    mailer = Mailer(f"smtp://127.0.0.1:{mail_dripper.port}", "house@rails.example")
    started = time.monotonic()
    with pytest.raises(NotSent, match="did not respond in time"):
        run(mailer.send("ann@home.example", MESSAGE))
    assert time.monotonic() - started < PROMPT_S


@pytest.fixture
def slow_names(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Resolve mail.example to an address that refuses, then to the loopback; others never."""
    ended, real = threading.Event(), socket.getaddrinfo

    def look_up(host: str, *arguments: Any, **options: Any) -> Any:
        if host == "127.0.0.1":
            return real(host, *arguments, **options)
        if host == "mail.example":
            return [(None, None, None, None, (ip, 0)) for ip in (REFUSING, "127.0.0.1")]
        ended.wait(TIMEOUT_S)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    yield
    ended.set()


def post_to_slow_name() -> Coroutine[Any, Any, Any]:
    return post("https://slow.example/", b"{}", {})


def mail_through_slow_name() -> Coroutine[Any, Any, Any]:
    mailer = Mailer("smtp://slow.example", "house@rails.example")
    return mailer.send("ann@home.example", MESSAGE)


@pytest.mark.parametrize("deliver", [post_to_slow_name, mail_through_slow_name])
def test_slow_name_server_is_within_the_deadline(
    monkeypatch: pytest.MonkeyPatch,
    slow_names: None,
    deliver: Callable[[], Coroutine[Any, Any, Any]],
) -> None:
    monkeypatch.setattr(delivery_limits, "SECONDS", 0.5)
    started = time.monotonic()
    with pytest.raises(NotSent, match="did not respond in time"):
        run(deliver())
    assert time.monotonic() - started < PROMPT_S


def test_slow_name_servers_of_webhooks_delay_no_email(slow_names: None) -> None:
    """The mail server is looked up by other threads, and reached at its second address."""
    for n in range(MAX_THREADS):
        names.start(f"slow{n}.example", 443)
    with mail_sink() as mails:
        port = mails.url.rpartition(":")[2]
        mailer = Mailer(f"smtp://mail.example:{port}", "house@rails.example")
        run(mailer.send("ann@home.example", MESSAGE))
        assert [email["To"] for email in mails.messages] == ["ann@home.example"]


def test_unknown_mail_server_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(NotSent, match=r"could not be reached.*not known"):
        run(mail_through_slow_name())


def test_nothing_runs_on_the_default_executor(tmp_path: Path) -> None:
    """Asyncio and libraries share it, so whoever fills it stops the server."""
    with (
        mail_sink() as mails,
        hook_sink() as hooks,
        running_site(
            tmp_path, mail=mails.url, site="https://rails.example", private_addresses=True
        ) as site,
    ):
        ann = site.add_user("Ann")
        ann.post("/me/notices/webhook", address=f"http://localhost:{hooks.port}/hook")
        (channel,) = site.services.social.channels.find_all(ann.id)
        ann.post("/me/notices/try", channel=channel["id"])
        ann.post("/me/notices/mail", address="ann@home.example", password=PASSWORD)
        assert ann.get("/health/database").status_code == 200
        assert (len(hooks.requests), len(mails.messages)) == (1, 1)
        loop: Any = site.services.watchers.loop
        assert loop._default_executor is None


def test_slow_name_server_takes_no_threads_of_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered, real = threading.Event(), socket.getaddrinfo

    def look_up(host: Any, *arguments: Any, **options: Any) -> Any:
        if host == "slow.example":
            answered.wait(TIMEOUT_S)
            raise OSError
        return real(host, *arguments, **options)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(delivery_limits, "SECONDS", TIMEOUT_S)
    with running_site(tmp_path) as site:
        ann = site.add_user("Ann", has_account=False)

        def add_webhook(_: int) -> int:
            url = "https://slow.example/"
            return ann.post("/me/notices/webhook", address=url).status_code

        most = delivery_limits.MAX_REQUESTED_BY_ADDRESS
        with ThreadPoolExecutor(REQUEST_THREADS + most) as threads:
            attempts = [threads.submit(add_webhook, n) for n in range(REQUEST_THREADS + most)]
            try:
                eventually(lambda: [a.done() for a in attempts].count(True) == REQUEST_THREADS)
            finally:
                answered.set()
            statuses = [attempt.result() for attempt in attempts]
    assert (statuses.count(502), statuses.count(503)) == (most, REQUEST_THREADS)


def test_slow_response_body_is_not_awaited_beyond_its_start() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(b"HTTP/1.1 500 No\r\ncontent-length: 9999\r\n\r\n" + b"y" * 400)
                connection.recv(1)  # until the sender leaves

        thread = threading.Thread(target=answer)
        thread.start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        response = asyncio.run(post(url, b"{}", {}, inside=True))
        thread.join(TIMEOUT_S)
    assert (response.status, response.message) == (500, "y" * 300)
