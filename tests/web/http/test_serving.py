"""Starting a server: its first line of output, and errors in one line."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.child_processes import bind_to_parent
from tests.web.conftest import TIMEOUT_S, find_free_port
from tests.web.forked_servers import SOURCES

from roundhouse.web.http.errors import CannotServe
from roundhouse.web.server import bind, start_listening

pytestmark = pytest.mark.slow

COMMAND = "import sys; from roundhouse.cli.main import main; sys.exit(main())"


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", COMMAND, "serve", *arguments]


def _environment() -> dict[str, str]:
    return {**os.environ, "ROUNDHOUSE_JIT": "0", "PYTHONPATH": str(SOURCES)}


def _startup_error(*arguments: str) -> str:
    """Run a server that cannot start; return its single line of error output."""
    process = subprocess.run(
        _command(*arguments),
        env=_environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (process.returncode, process.stdout) == (1, ""), process.stderr
    lines = process.stderr.splitlines()
    assert len(lines) == 1, process.stderr
    assert lines[0].startswith("roundhouse: ")
    return lines[0]


@contextmanager
def _started_server(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a server; yield its process and the first line of its output."""
    process = subprocess.Popen(
        bind_to_parent(_command(*arguments)), env=_environment(), stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline()
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=TIMEOUT_S)


def test_server_accepts_requests_when_it_prints_its_address(tmp_path: Path) -> None:
    port = find_free_port()
    with _started_server("--port", str(port), "--data", str(tmp_path)) as (_, message):
        assert (
            message == f"Roundhouse is running at http://127.0.0.1:{port}/ (press Ctrl+C to stop)\n"
        )
        assert httpx.get(f"http://127.0.0.1:{port}/api/games", timeout=TIMEOUT_S).status_code == 200


def test_automatic_port_is_printed(tmp_path: Path) -> None:
    with _started_server("--port", "0", "--data", str(tmp_path)) as (_, message):
        address = message.split()[4]
        assert httpx.get(f"{address}api/games", timeout=TIMEOUT_S).status_code == 200


def test_port_in_use_is_reported_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        message = _startup_error("--port", port, "--data", str(tmp_path))
    assert message == f"roundhouse: cannot listen at 127.0.0.1, port {port}: Address already in use"
    assert not list(tmp_path.iterdir())  # no data was written


def test_invalid_address_is_reported_in_one_line(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    assert "cannot listen at 192.0.2.1" in _startup_error("--host", "192.0.2.1", *data)
    assert "cannot listen at no.such.invalid" in _startup_error("--host", "no.such.invalid", *data)
    assert "port 70000" in _startup_error("--port", "70000", *data)
    assert "an address or a network" in _startup_error("--port", "0", "--proxy", "nginx", *data)


def test_unavailable_database_is_reported_in_one_line(tmp_path: Path) -> None:
    here = ("--port", "0", "--data", str(tmp_path))
    unreachable = f"postgresql://ann:secret-password@127.0.0.1:{find_free_port()}/house"
    message = _startup_error("--database", unreachable, *here)
    assert "cannot open the database" in message
    assert "refused" in message
    assert "secret-password" not in message
    assert "cannot open the database" in _startup_error(
        "--database", "sqlite:////dev/null/x", *here
    )
    assert "cannot open the database" in _startup_error("--database", "nonsense", *here)
    assert "cannot open the database" in _startup_error("--database", "nosuch://x/y", *here)


def test_proxy_with_https_gets_secure_cookies_and_hsts(tmp_path: Path) -> None:
    port = str(find_free_port())
    with _started_server("--port", port, "--data", str(tmp_path), "--proxy", "127.0.0.1", "--hsts"):
        by = {"x-forwarded-for": "1.2.3.4", "x-forwarded-proto": "https", "accept": "text/html"}
        answer = httpx.get(f"http://127.0.0.1:{port}/", headers=by, timeout=TIMEOUT_S)
        assert "Secure" in answer.headers["set-cookie"]
        assert "max-age" in answer.headers["strict-transport-security"]


def test_second_server_on_a_port_is_refused(tmp_path: Path) -> None:
    port = str(find_free_port())
    with _started_server("--port", port, "--data", str(tmp_path / "one")) as (first, message):
        assert message
        assert "already in use" in _startup_error("--port", port, "--data", str(tmp_path / "two"))
        time.sleep(0.1)
        assert first.poll() is None
        assert httpx.get(f"http://127.0.0.1:{port}/api/games", timeout=TIMEOUT_S).status_code == 200


def test_connections_use_tcp_nodelay() -> None:
    """Nagle's algorithm would delay responses on a reused connection by 40 ms."""
    (place,) = bind("127.0.0.1", 0)
    start_listening([place])
    with place, socket.create_connection(place.getsockname()):
        inner, _ = place.accept()
        with inner:
            assert inner.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_connections_before_startup_are_refused_at_once() -> None:
    """A proxy then tries another server instead of waiting for a response."""
    (place,) = bind("127.0.0.1", 0)
    with place, pytest.raises(ConnectionRefusedError):
        socket.create_connection(place.getsockname())


def test_second_of_two_simultaneous_servers_gets_an_error() -> None:
    (one,) = bind("127.0.0.1", 0)
    (other,) = bind("127.0.0.1", one.getsockname()[1])
    with one, other:
        start_listening([one])
        with pytest.raises(CannotServe, match="already in use"):
            start_listening([other])
