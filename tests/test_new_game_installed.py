"""A new game in a fresh virtual environment, as a third party would install it.

This package and a package from `roundhouse new-game` are built and installed. The new game is then
played at both speeds, on the command line and on the server.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sysconfig
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from tests.child_processes import bind_to_parent

# One worker for all of these tests, because the environment takes long to build.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("installation")]

ROOT = Path(__file__).parents[1]
GAME = "coalrun"


@dataclass
class Installation:
    """A virtual environment; calling it runs one of its commands."""

    home: Path
    env: dict[str, str]

    @property
    def binaries(self) -> Path:
        return self.home / "venv" / ("Scripts" if os.name == "nt" else "bin")

    def __call__(self, command: str, *words: str, stdin: str = "", **env: str) -> str:
        process = subprocess.run(
            [str(self.binaries / command), *words],
            cwd=self.home,
            input=stdin,
            capture_output=True,
            text=True,
            env={**self.env, **env},
            timeout=500,
            check=False,
        )
        assert process.returncode == 0, (
            f"{command} {' '.join(words)}: {process.stdout}{process.stderr}"
        )
        return process.stdout

    def install(self, source: Path) -> None:
        flags = ("--no-deps", "--no-build-isolation", "--no-index", "--ignore-installed", "-q")
        self("python", "-m", "pip", "install", *flags, str(source))


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Build and install both packages; dependencies come from this environment."""
    pytest.importorskip("hatchling", reason="hatchling builds the packages; install the dev extras")
    home = tmp_path_factory.mktemp("installation")
    venv.create(home / "venv")
    packages = next((home / "venv").glob("**/site-packages"))
    (packages / "parent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    env |= {"ROUNDHOUSE_CACHE": str(home / "cache"), "ROUNDHOUSE_QUIET": "1"}
    installation = Installation(home, env)
    installation.install(ROOT)
    installation("roundhouse", "new-game", GAME, "made")
    installation.install(home / "made")
    return installation


def test_packages_come_from_the_virtual_environment(installation: Installation) -> None:
    code = "import roundhouse, coalrun; print(roundhouse.__file__, coalrun.__file__)"
    paths = installation("python", "-c", code).split()
    assert all("site-packages" in path and "installation" in path for path in paths)
    code = (
        "from importlib.resources import files; print((files('roundhouse')/'py.typed').is_file())"
    )
    assert installation("python", "-c", code).strip() == "True"


def test_tests_of_the_new_game_pass(installation: Installation) -> None:
    """They include the conformance suite, and perft at both speeds."""
    out = installation("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "made/tests")
    assert "8 passed" in out


def test_commands_accept_the_new_game(installation: Installation) -> None:
    assert "coalrun    Coalrun, 2-4 seats" in installation("roundhouse", "games")
    assert "right after the last card" in installation("roundhouse", "rules", GAME)
    assert "a valid board" in installation(
        "roundhouse", "board", "check", "made/coalrun/board.toml"
    )
    assert "station mill" in installation("roundhouse", "board", "show", GAME)
    assert "keeps the contract" in installation("roundhouse", "conformance", GAME, "--games", "1")


@pytest.mark.parametrize("jit", ["0", "1"])
def test_new_game_is_played_at_both_speeds(installation: Installation, jit: str) -> None:
    out = installation("roundhouse", "simulate", GAME, "--games", "4", ROUNDHOUSE_JIT=jit)
    assert "Coalrun: 4 games, 4 seats" in out
    arguments = ("--seats", "2", "--seat", "0", "--bots", "greedy", "--seed", "1")
    out = installation(
        "roundhouse", "play", GAME, *arguments, stdin="draw\n" * 40, ROUNDHOUSE_JIT=jit
    )
    assert " won (points: " in out


@contextmanager
def run_server(installation: Installation) -> Iterator[httpx.Client]:
    """Run the server of the environment and yield a client for it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    program = str(installation.binaries / "roundhouse")
    process = subprocess.Popen(
        bind_to_parent([program, "serve", "--port", port, "--data", installation.home / "data"]),
        env={**installation.env, "ROUNDHOUSE_JIT": "0"},
        stdout=subprocess.DEVNULL,
    )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            for _ in range(2400):
                try:
                    client.get("/api/games")
                    break
                except httpx.TransportError:
                    assert process.poll() is None, "the server did not start"
                    time.sleep(0.05)
            yield client
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def test_new_game_is_played_on_the_server(installation: Installation) -> None:
    with run_server(installation) as client:
        assert GAME in [meta["id"] for meta in client.get("/api/games").json()]
        for page in ("rules", "board", "board.toml", "picture.svg"):
            assert client.get(f"/g/{GAME}/{page}").status_code == 200, page
        token = client.post("/api/people", json={"name": "Ann"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        response = client.post(
            "/api/tables", json={"game": GAME, "seats": ["me", "bot:easy"]}
        ).json()
        table, moves, deadline = response["id"], 0, time.monotonic() + 180
        while moves < 2:
            assert time.monotonic() < deadline
            choices = client.get(f"/api/tables/{table}/choices").json()
            if choices["your_turn"]:
                move = {"ply": choices["ply"], "move": choices["choices"][-1]["move"]}
                assert client.post(f"/api/tables/{table}/moves", json=move).status_code == 200
                moves += 1
            time.sleep(0.05)
        assert client.get(f"/t/{table}").status_code == 200
        assert "0 build " in client.get(f"/api/tables/{table}/record").text
