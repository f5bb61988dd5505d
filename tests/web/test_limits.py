"""Floods: connections, event streams and tries are limited, and who keeps within is served."""

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
from tests.web.conftest import PATIENCE, new_table
from tests.web.processes import PAGE, form_token, guest, serving
from tests.web.watching import until

from roundhouse.web.addresses import Proxies, place_of
from roundhouse.web.door import Door
from roundhouse.web.errors import Full, Refusal, TooMany
from roundhouse.web.events import Streams
from roundhouse.web.security import HEADERS
from roundhouse.web.settings import Settings


@contextmanager
def _flood(
    port: int, request: bytes, count: int, enough: Callable[[list[bytes]], bool]
) -> Iterator[list[bytes]]:
    """So many connections at once from 127.0.0.1; what each of them was answered first. Some may
    never be answered: once `enough` of them were, nobody else is for half a second."""
    with ExitStack() as all_of_them:
        opened = []
        for _ in range(count):
            one = all_of_them.enter_context(socket.socket())
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", port))
            opened.append(one)
        heard = dict.fromkeys(opened, b"")
        waiting = set(opened)
        end = time.monotonic() + 120
        sending = set(opened) if request else set()
        while (waiting or sending) and time.monotonic() < end:
            watch = select.poll()
            by_number = {}
            for one in waiting | sending:
                watch.register(one, select.POLLIN | (select.POLLOUT if one in sending else 0))
                by_number[one.fileno()] = one
            happened = watch.poll(500)
            if not happened and not sending and enough(list(heard.values())):
                break
            for number, what in happened:
                one = by_number[number]
                if what & select.POLLOUT and one in sending:
                    sending.discard(one)
                    try:
                        one.send(request)
                    except OSError:
                        waiting.discard(one)
                if what & (select.POLLIN | select.POLLHUP | select.POLLERR) and one in waiting:
                    waiting.discard(one)
                    sending.discard(one)
                    try:
                        heard[one] = one.recv(4000)
                    except OSError:
                        heard[one] = b"reset"
        yield list(heard.values())


def _elsewhere(url: str) -> httpx.Client:
    """Somebody at another address than the flood's."""
    return httpx.Client(
        base_url=url, transport=httpx.HTTPTransport(local_address="127.0.0.9"), timeout=PATIENCE
    )


def _statuses(heard: list[bytes]) -> list[int]:
    return [int(found[9:12]) for found in heard if found.startswith(b"HTTP/1.1 ")]


def _all_streams(heard: list[bytes]) -> bool:
    return _statuses(heard).count(200) >= Settings().address_streams


@pytest.mark.slow
def test_a_flood_of_event_streams_locks_nobody_out(tmp_path: Path) -> None:
    """1,200 streams from one address, on a server that may open only 1,024 files."""
    limited = ("sh", "-c", 'ulimit -n 1024; exec "$0" "$@"')
    with serving(tmp_path, *limited) as server, _elsewhere(server.url) as visitor:
        with guest(server.url) as host:
            table = new_table(host, "me", "bot:random", "bot:random")["id"]
        request = f"GET /t/{table}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode()
        with _flood(server.port, request, 1200, _all_streams) as heard:
            statuses = _statuses(heard)
            assert statuses.count(200) == Settings().address_streams
            refused = [found for found in heard if found.startswith(b"HTTP/1.1 429 ")]
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
        assert server.complaints == ""
        # When the flood is over, its place is free again, as soon as the server has seen them go.
        until(lambda: _opens(f"{server.url}/t/{table}/events"), "the place is not free again")


def _opens(stream: str) -> bool:
    try:
        with httpx.stream("GET", stream, timeout=PATIENCE) as again:
            return again.status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.slow
def test_a_flood_of_silent_connections_locks_nobody_out(tmp_path: Path) -> None:
    limited = ("sh", "-c", 'ulimit -n 512; exec "$0" "$@"')
    with serving(tmp_path, *limited) as server, _elsewhere(server.url) as visitor:
        with _flood(server.port, b"", 1200, lambda heard: 429 in _statuses(heard)) as heard:
            assert 429 in _statuses(heard)
            assert visitor.get("/").status_code == 200
        assert server.complaints == ""


@pytest.mark.slow
def test_a_full_house_says_so(tmp_path: Path) -> None:
    with serving(tmp_path, connections=20, limits=False) as server:
        with _flood(server.port, b"", 40, lambda heard: len(_statuses(heard)) >= 20) as heard:
            full = [found for found in heard if found]
            assert len(full) == 20
            assert all(found.startswith(b"HTTP/1.1 503 ") for found in full)
            assert b"try again" in full[0]
        assert server.complaints == ""


def test_streams_are_counted_by_address_by_person_and_in_all() -> None:
    streams = Streams(Settings(address_streams=3, person_streams=2, streams=5))
    with ExitStack() as opened:
        for _ in range(2):
            opened.enter_context(streams.one("a", "ann"))
        with pytest.raises(TooMany, match="close some"):
            streams.check("elsewhere", "ann")
        opened.enter_context(streams.one("a", None))
        with pytest.raises(TooMany):
            streams.check("a", "bob")
        for person in ("bob", "cem"):
            opened.enter_context(streams.one(person, person))
        with pytest.raises(Full) as full:
            streams.check("anywhere", None)
        assert full.value.status == 503
    streams.check("a", "ann")
    assert not streams._open


def test_a_door_counts_addresses_but_not_those_of_proxies() -> None:
    door = Door(5, 2, Proxies(["10.0.0.0/8"]))
    assert [door.enter("1.2.3.4") for _ in range(3)] == [0, 0, 429]
    assert [door.enter("10.1.1.1") for _ in range(3)] == [0, 0, 0]
    assert door.enter("5.6.7.8") == 503
    door.leave("1.2.3.4")
    assert door.enter("5.6.7.8") == 0


def test_a_household_is_one_address() -> None:
    assert place_of("2001:db8:1:2::7") == place_of("2001:db8:1:2:ffff::1")
    assert place_of("2001:db8:1:2::7") != place_of("2001:db8:1:3::7")
    assert place_of("::ffff:1.2.3.4") == place_of("1.2.3.4") == "1.2.3.4"
    assert place_of("testclient") == "testclient"


def test_a_proxy_is_believed_only_if_it_is_one_of_ours() -> None:
    ours = Proxies(["127.0.0.1", "10.0.0.0/8"])
    assert ours.client("127.0.0.1", "1.2.3.4") == "1.2.3.4"
    assert ours.client("127.0.0.1", "6.6.6.6, 1.2.3.4") == "1.2.3.4"  # the left one is made up
    assert ours.client("127.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.3") == "1.2.3.4"
    assert ours.client("127.0.0.1", "6.6.6.6, nonsense") == "127.0.0.1"
    assert ours.client("9.9.9.9", "1.2.3.4") == "9.9.9.9"
    assert Proxies().client("127.0.0.1", "1.2.3.4") == "127.0.0.1"
    with pytest.raises(Refusal, match="an address or a network"):
        Proxies(["nginx"])


def _tries(url: str, name: str, count: int, forwarded: bool) -> list[int]:
    """The answers to so many wrong passwords, each said to come from another address."""
    found = []
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        for n in range(count):
            headers = {"x-forwarded-for": f"20.0.{n}.1"} if forwarded else {}
            answer = client.post(
                "/api/me/sign-in", json={"name": name, "password": f"wrong {n}"}, headers=headers
            )
            found.append(answer.status_code)
    return found


@pytest.mark.slow
def test_nobody_gets_round_a_limit_by_naming_other_addresses(tmp_path: Path) -> None:
    """The peer is 127.0.0.1, as behind a plain proxy on the same machine."""
    with serving(tmp_path) as server:
        names = [f"Nobody {n}" for n in range(14)]
        answers = [_tries(server.url, name, 1, forwarded=True)[0] for name in names]
        assert 429 in answers


@pytest.mark.slow
def test_visitors_of_a_trusted_proxy_are_told_apart(tmp_path: Path) -> None:
    with serving(tmp_path, proxies=["127.0.0.1"]) as server:
        with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
            for n in range(24):  # more than one address may make
                headers = {"x-forwarded-for": f"9.9.9.9, 20.0.0.{n}"}
                made = client.post("/api/people", json={}, headers=headers)
                assert made.status_code == 201
            mine = {"x-forwarded-for": "20.0.1.1", "x-forwarded-proto": "https", **PAGE}
            assert "Secure" in client.get("/", headers=mine).headers["set-cookie"]
        # However many addresses they come from: one account is tried so often and no more.
        answers = _tries(server.url, "Ada Lovelace", 30, forwarded=True)
        assert answers[0] == 401
        assert answers[-1] == 429
        assert _tries(server.url, "Somebody else", 1, forwarded=True) == [401]


@pytest.mark.slow
def test_a_page_goes_on_by_asking_when_it_gets_no_stream(tmp_path: Path) -> None:
    """The answer to a page's own request for events is a refusal in words."""
    with (
        serving(tmp_path, address_streams=1) as server,
        httpx.Client(base_url=server.url, headers=PAGE, timeout=PATIENCE) as client,
    ):
        mine = form_token(client.get("/"))
        where = client.post("/play", data={"game": "northern", "csrf": mine})
        table = where.headers["location"]
        with client.stream("GET", f"{table}/events") as first:
            assert first.status_code == 200
            second = client.get(f"{table}/events")
            assert second.status_code == 429
            assert re.search("close some of them", second.text)
            assert int(second.headers["retry-after"]) >= 1
            assert client.get(f"{table}/now").status_code == 200


def test_who_is_turned_away_is_told_why_even_if_they_have_not_asked_yet() -> None:
    async def knock() -> bytes:
        door = Door(0, 1, Proxies())
        server = await asyncio.get_running_loop().create_server(
            door.guards(asyncio.Protocol), "127.0.0.1", 0
        )
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        answer = await reader.read()
        writer.close()
        server.close()
        return answer

    answer = asyncio.run(knock())
    assert answer.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    assert answer.endswith(b'{"detail": "The roundhouse is full; try again in a little."}')
