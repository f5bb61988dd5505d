"""Starting: it is open when it says so, and why it is not is one line."""

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
from tests.web.conftest import PATIENCE, SOURCES, free_port

from roundhouse.web.errors import CannotServe
from roundhouse.web.server import bind, open_door

pytestmark = pytest.mark.slow

COMMAND = "import sys; from roundhouse.cli import main; sys.exit(main())"


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", COMMAND, "serve", *arguments]


def _environment() -> dict[str, str]:
    return {**os.environ, "ROUNDHOUSE_JIT": "0", "PYTHONPATH": str(SOURCES)}


def _refused(*arguments: str) -> str:
    """The one line that a command ends with."""
    done = subprocess.run(
        _command(*arguments),
        env=_environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("roundhouse: ")
    return lines[0]


@contextmanager
def _opened(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server that has just said that it is open."""
    process = subprocess.Popen(
        _command(*arguments), env=_environment(), stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline()
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)


def test_it_is_open_when_it_says_so(tmp_path: Path) -> None:
    port = free_port()
    with _opened("--port", str(port), "--data", str(tmp_path)) as (_, said):
        assert said == f"Roundhouse is open at http://127.0.0.1:{port}/ (Ctrl+C closes it)\n"
        assert httpx.get(f"http://127.0.0.1:{port}/api/games", timeout=PATIENCE).status_code == 200


def test_a_port_of_its_own_choice_is_told(tmp_path: Path) -> None:
    with _opened("--port", "0", "--data", str(tmp_path)) as (_, said):
        address = said.split()[4]
        assert httpx.get(f"{address}api/games", timeout=PATIENCE).status_code == 200


def test_a_taken_port_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = _refused("--port", port, "--data", str(tmp_path))
    assert said == f"roundhouse: cannot listen at 127.0.0.1, port {port}: Address already in use"
    assert not list(tmp_path.iterdir())  # nothing was begun


def test_a_bad_address_is_one_line(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    assert "cannot listen at 192.0.2.1" in _refused("--host", "192.0.2.1", *data)
    assert "cannot listen at no.such.invalid" in _refused("--host", "no.such.invalid", *data)
    assert "port 70000" in _refused("--port", "70000", *data)
    assert "an address or a network" in _refused("--port", "0", "--proxy", "nginx", *data)


def test_a_database_that_is_not_to_be_had_is_one_line(tmp_path: Path) -> None:
    here = ("--port", "0", "--data", str(tmp_path))
    nobody = f"postgresql://ann:secret-password@127.0.0.1:{free_port()}/house"
    said = _refused("--database", nobody, *here)
    assert "cannot open the database" in said
    assert "refused" in said
    assert "secret-password" not in said
    assert "cannot open the database" in _refused("--database", "sqlite:////dev/null/x", *here)
    assert "cannot open the database" in _refused("--database", "nonsense", *here)
    assert "cannot open the database" in _refused("--database", "nosuch://x/y", *here)


def test_behind_a_proxy_that_speaks_https(tmp_path: Path) -> None:
    port = str(free_port())
    with _opened("--port", port, "--data", str(tmp_path), "--proxy", "127.0.0.1", "--hsts"):
        by = {"x-forwarded-for": "1.2.3.4", "x-forwarded-proto": "https", "accept": "text/html"}
        answer = httpx.get(f"http://127.0.0.1:{port}/", headers=by, timeout=PATIENCE)
        assert "Secure" in answer.headers["set-cookie"]
        assert "max-age" in answer.headers["strict-transport-security"]


def test_two_servers_cannot_have_one_port(tmp_path: Path) -> None:
    port = str(free_port())
    with _opened("--port", port, "--data", str(tmp_path / "one")) as (first, said):
        assert said
        assert "already in use" in _refused("--port", port, "--data", str(tmp_path / "two"))
        time.sleep(0.1)
        assert first.poll() is None
        assert httpx.get(f"http://127.0.0.1:{port}/api/games", timeout=PATIENCE).status_code == 200


def test_an_answer_does_not_wait_for_a_receipt_of_the_one_before() -> None:
    """On a connection that is used again, it would: 40 ms for every click of a browser."""
    (place,) = bind("127.0.0.1", 0)
    open_door([place])
    with place, socket.create_connection(place.getsockname()):
        inner, _ = place.accept()
        with inner:
            assert inner.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_who_comes_before_anybody_can_answer_is_refused_at_once() -> None:
    """A proxy would wait for the answer; so it asks another process."""
    (place,) = bind("127.0.0.1", 0)
    with place, pytest.raises(ConnectionRefusedError):
        socket.create_connection(place.getsockname())


def test_of_two_that_start_at_the_same_time_one_is_told() -> None:
    (one,) = bind("127.0.0.1", 0)
    (other,) = bind("127.0.0.1", one.getsockname()[1])
    with one, other:
        open_door([one])
        with pytest.raises(CannotServe, match="already in use"):
            open_door([other])
