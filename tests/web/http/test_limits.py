"""Limits on connections, event streams and sign-ins; other clients are served."""

from __future__ import annotations

import asyncio
import re
import select
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S, new_table
from tests.web.processes import PAGE, form_token, guest_client, running_process
from tests.web.waiting import wait_until

from roundhouse.table.errors import Refusal
from roundhouse.web.http.addresses import Proxies, limit_key
from roundhouse.web.http.connection_limits import ConnectionLimits
from roundhouse.web.http.errors import Full, TooMany
from roundhouse.web.http.middleware import HEADERS
from roundhouse.web.settings import Settings
from roundhouse.web.tables.event_streams import Streams


@contextmanager
def _flood(
    port: int, request: bytes, count: int, enough: Callable[[list[bytes]], bool]
) -> Iterator[list[bytes]]:
    """Open `count` connections from 127.0.0.1; yield the first bytes of each.

    Some connections may never get a response. Stop waiting if no response arrives for half a second
    and `enough` accepts those so far.
    """
    with ExitStack() as stack:
        connections = []
        for _ in range(count):
            one = stack.enter_context(socket.socket())
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", port))
            connections.append(one)
        responses = dict.fromkeys(connections, b"")
        waiting = set(connections)
        end = time.monotonic() + 120
        sending = set(connections) if request else set()
        while (waiting or sending) and time.monotonic() < end:
            watch = select.poll()
            by_fileno = {}
            for one in waiting | sending:
                watch.register(one, select.POLLIN | (select.POLLOUT if one in sending else 0))
                by_fileno[one.fileno()] = one
            ready = watch.poll(500)
            if not ready and not sending and enough(list(responses.values())):
                break
            for fileno, flags in ready:
                one = by_fileno[fileno]
                if flags & select.POLLOUT and one in sending:
                    sending.discard(one)
                    try:
                        one.send(request)
                    except OSError:
                        waiting.discard(one)
                if flags & (select.POLLIN | select.POLLHUP | select.POLLERR) and one in waiting:
                    waiting.discard(one)
                    sending.discard(one)
                    try:
                        responses[one] = one.recv(4000)
                    except OSError:
                        responses[one] = b"reset"
        yield list(responses.values())


def _client_at_another_address(url: str) -> httpx.Client:
    """A client whose address is not the one of the flood."""
    return httpx.Client(
        base_url=url, transport=httpx.HTTPTransport(local_address="127.0.0.9"), timeout=TIMEOUT_S
    )


def _statuses(received: list[bytes]) -> list[int]:
    return [int(result[9:12]) for result in received if result.startswith(b"HTTP/1.1 ")]


def _all_streams(received: list[bytes]) -> bool:
    return _statuses(received).count(200) >= Settings().address_streams


@pytest.mark.slow
def test_flood_of_event_streams_blocks_no_other_address(tmp_path: Path) -> None:
    """Open 1,200 streams from one address on a server limited to 1,024 files."""
    limited = ("sh", "-c", 'ulimit -n 1024; exec "$0" "$@"')
    with (
        running_process(tmp_path, *limited) as server,
        _client_at_another_address(server.url) as visitor,
    ):
        with guest_client(server.url) as host:
            table = new_table(host, "me", "bot:random", "bot:random")["id"]
        request = f"GET /t/{table}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode()
        with _flood(server.port, request, 1200, _all_streams) as received:
            statuses = _statuses(received)
            assert statuses.count(200) == Settings().address_streams
            refused = [result for result in received if result.startswith(b"HTTP/1.1 429 ")]
            assert refused
            assert {*statuses} <= {200, 429}
            for answer in refused[:50]:
                head = answer.decode().lower()
                assert "retry-after: " in head
                assert all(f"{name}: {value}".lower() in head for name, value in HEADERS.items())
            for path in ("/", "/api/games", f"/t/{table}"):
                assert visitor.get(path).status_code == 200
            with visitor.stream("GET", f"/t/{table}/events") as mine:
                assert mine.status_code == 200
        assert server.error_output == ""
        # The streams are available again once the server notices that the flood has ended.
        wait_until(
            lambda: _can_open(f"{server.url}/t/{table}/events"),
            "the streams are not available again",
        )


def _can_open(stream: str) -> bool:
    try:
        with httpx.stream("GET", stream, timeout=TIMEOUT_S) as response:
            return response.status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.slow
def test_flood_of_silent_connections_blocks_no_other_address(tmp_path: Path) -> None:
    limited = ("sh", "-c", 'ulimit -n 512; exec "$0" "$@"')
    with (
        running_process(tmp_path, *limited) as server,
        _client_at_another_address(server.url) as visitor,
    ):
        with _flood(
            server.port, b"", 1200, lambda received: 429 in _statuses(received)
        ) as received:
            assert 429 in _statuses(received)
            assert visitor.get("/").status_code == 200
        assert server.error_output == ""


@pytest.mark.slow
def test_full_server_returns_503(tmp_path: Path) -> None:
    with running_process(tmp_path, connections=20, limits=False) as server:
        with _flood(
            server.port, b"", 40, lambda received: len(_statuses(received)) >= 20
        ) as received:
            full = [result for result in received if result]
            assert len(full) == 20
            assert all(result.startswith(b"HTTP/1.1 503 ") for result in full)
            assert b"Try again" in full[0]
        assert server.error_output == ""


def test_streams_are_limited_per_address_per_user_and_in_total() -> None:
    streams = Streams(Settings(address_streams=3, user_streams=2, streams=5))
    with ExitStack() as connections:
        for _ in range(2):
            connections.enter_context(streams.one("a", "ann"))
        with pytest.raises(TooMany, match="Close some"):
            streams.check("elsewhere", "ann")
        connections.enter_context(streams.one("a", None))
        with pytest.raises(TooMany):
            streams.check("a", "bob")
        for user in ("bob", "cem"):
            connections.enter_context(streams.one(user, user))
        with pytest.raises(Full) as full:
            streams.check("anywhere", None)
        assert full.value.status == 503
    streams.check("a", "ann")
    assert not streams._open


def test_connections_are_limited_per_address_except_for_proxies() -> None:
    limits = ConnectionLimits(5, 2, Proxies(["10.0.0.0/8"]))
    assert [limits.enter("1.2.3.4") for _ in range(3)] == [0, 0, 429]
    assert [limits.enter("10.1.1.1") for _ in range(3)] == [0, 0, 0]
    assert limits.enter("5.6.7.8") == 503
    limits.leave("1.2.3.4")
    assert limits.enter("5.6.7.8") == 0


def test_ipv6_network_counts_as_one_address() -> None:
    assert limit_key("2001:db8:1:2::7") == limit_key("2001:db8:1:2:ffff::1")
    assert limit_key("2001:db8:1:2::7") != limit_key("2001:db8:1:3::7")
    assert limit_key("::ffff:1.2.3.4") == limit_key("1.2.3.4") == "1.2.3.4"
    assert limit_key("testclient") == "testclient"


def test_forwarded_address_is_accepted_only_from_trusted_proxies() -> None:
    ours = Proxies(["127.0.0.1", "10.0.0.0/8"])
    assert ours.client("127.0.0.1", "1.2.3.4") == "1.2.3.4"
    assert ours.client("127.0.0.1", "6.6.6.6, 1.2.3.4") == "1.2.3.4"  # the left address is forged
    assert ours.client("127.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.3") == "1.2.3.4"
    assert ours.client("127.0.0.1", "6.6.6.6, nonsense") == "127.0.0.1"
    assert ours.client("9.9.9.9", "1.2.3.4") == "9.9.9.9"
    assert Proxies().client("127.0.0.1", "1.2.3.4") == "127.0.0.1"
    with pytest.raises(Refusal, match="an address or a network"):
        Proxies(["nginx"])


def _sign_in_statuses(url: str, name: str, count: int, forwarded: bool) -> list[int]:
    """Return the statuses of sign-ins with wrong passwords from claimed addresses."""
    results = []
    with httpx.Client(base_url=url, timeout=TIMEOUT_S) as client:
        for n in range(count):
            headers = {"x-forwarded-for": f"20.0.{n}.1"} if forwarded else {}
            answer = client.post(
                "/api/me/sign-in", json={"name": name, "password": f"wrong {n}"}, headers=headers
            )
            results.append(answer.status_code)
    return results


@pytest.mark.slow
def test_forged_addresses_do_not_bypass_the_limit(tmp_path: Path) -> None:
    """The peer is 127.0.0.1, which is not a configured proxy here."""
    with running_process(tmp_path) as server:
        names = [f"Unknown {n}" for n in range(14)]
        statuses = [_sign_in_statuses(server.url, name, 1, forwarded=True)[0] for name in names]
        assert 429 in statuses


@pytest.mark.slow
def test_clients_behind_a_trusted_proxy_are_limited_separately(tmp_path: Path) -> None:
    with running_process(tmp_path, proxies=["127.0.0.1"]) as server:
        with httpx.Client(base_url=server.url, timeout=TIMEOUT_S) as client:
            for n in range(24):  # more than the limit for one address
                headers = {"x-forwarded-for": f"9.9.9.9, 20.0.0.{n}"}
                response = client.post("/api/people", json={}, headers=headers)
                assert response.status_code == 201
            mine = {"x-forwarded-for": "20.0.1.1", "x-forwarded-proto": "https", **PAGE}
            assert "Secure" in client.get("/", headers=mine).headers["set-cookie"]
        # The limit per account holds for attempts from any number of addresses.
        statuses = _sign_in_statuses(server.url, "Ada Lovelace", 30, forwarded=True)
        assert statuses[0] == 401
        assert statuses[-1] == 429
        assert _sign_in_statuses(server.url, "Grace Hopper", 1, forwarded=True) == [401]


@pytest.mark.slow
def test_page_without_a_stream_can_poll(tmp_path: Path) -> None:
    """A page over the stream limit gets a message and can still poll."""
    with (
        running_process(tmp_path, address_streams=1) as server,
        httpx.Client(base_url=server.url, headers=PAGE, timeout=TIMEOUT_S) as client,
    ):
        mine = form_token(client.get("/"))
        where = client.post("/play", data={"game": "northern", "csrf": mine})
        table = where.headers["location"]
        with client.stream("GET", f"{table}/events") as first:
            assert first.status_code == 200
            second = client.get(f"{table}/events")
            assert second.status_code == 429
            assert re.search("[Cc]lose some of them", second.text)
            assert int(second.headers["retry-after"]) >= 1
            assert client.get(f"{table}/now").status_code == 200


def test_refused_connection_gets_a_503_message() -> None:
    async def connect() -> bytes:
        limits = ConnectionLimits(0, 1, Proxies())
        server = await asyncio.get_running_loop().create_server(
            limits.wrap(asyncio.Protocol), "127.0.0.1", 0
        )
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        answer = await reader.read()
        writer.close()
        server.close()
        return answer

    answer = asyncio.run(connect())
    assert answer.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    assert answer.endswith(b'{"detail": "The server is full. Try again in a moment."}')
