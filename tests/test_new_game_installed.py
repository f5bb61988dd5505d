"""A game in a package of its own, as a stranger would have it: `roundhouse new-game` in a fresh
virtual environment, where this package and the new one are installed; then it is played at both
speeds, on the command line and at the web table.
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

# All of it to one worker (--dist loadgroup): an environment takes a while.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("stranger")]

ROOT = Path(__file__).parents[1]
GAME = "coalrun"


@dataclass
class Stranger:
    """`stranger("roundhouse", "games")` runs a command of somebody's virtual environment."""

    home: Path
    env: dict[str, str]

    @property
    def binaries(self) -> Path:
        return self.home / "venv" / ("Scripts" if os.name == "nt" else "bin")

    def __call__(self, command: str, *words: str, typed: str = "", **env: str) -> str:
        done = subprocess.run(
            [str(self.binaries / command), *words],
            cwd=self.home,
            input=typed,
            capture_output=True,
            text=True,
            env={**self.env, **env},
            timeout=500,
            check=False,
        )
        assert done.returncode == 0, f"{command} {' '.join(words)}: {done.stdout}{done.stderr}"
        return done.stdout

    def install(self, source: Path) -> None:
        flags = ("--no-deps", "--no-build-isolation", "--no-index", "--ignore-installed", "-q")
        self("python", "-m", "pip", "install", *flags, str(source))


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Stranger:
    """With the two packages built and installed for real; what they depend on is seen where this
    process has it, so nothing is fetched."""
    pytest.importorskip("hatchling", reason="builds the packages; it is among the dev extras")
    home = tmp_path_factory.mktemp("stranger")
    venv.create(home / "venv")
    packages = next((home / "venv").glob("**/site-packages"))
    (packages / "parent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    env |= {"ROUNDHOUSE_CACHE": str(home / "cache"), "ROUNDHOUSE_QUIET": "1"}
    somebody = Stranger(home, env)
    somebody.install(ROOT)
    somebody("roundhouse", "new-game", GAME, "made")
    somebody.install(home / "made")
    return somebody


def test_the_packages_are_those_of_the_environment(stranger: Stranger) -> None:
    where = "import roundhouse, coalrun; print(roundhouse.__file__, coalrun.__file__)"
    paths = stranger("python", "-c", where).split()
    assert all("site-packages" in path and "stranger" in path for path in paths)
    typed = (
        "from importlib.resources import files; print((files('roundhouse')/'py.typed').is_file())"
    )
    assert stranger("python", "-c", typed).strip() == "True"


def test_its_own_tests_pass_at_both_speeds(stranger: Stranger) -> None:
    """They put it through the conformance suite, and count at each speed."""
    out = stranger("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "made/tests")
    assert "8 passed" in out


def test_the_command_line_knows_it(stranger: Stranger) -> None:
    assert "coalrun    Coalrun, 2-4 seats" in stranger("roundhouse", "games")
    assert "Whoever draws the last card" in stranger("roundhouse", "rules", GAME)
    assert "in order" in stranger("roundhouse", "board", "check", "made/coalrun/board.toml")
    assert "station mill" in stranger("roundhouse", "board", "show", GAME)
    assert "keeps the contract" in stranger("roundhouse", "conformance", GAME, "--games", "1")


@pytest.mark.parametrize("jit", ["0", "1"])
def test_it_is_played_at_both_speeds(stranger: Stranger, jit: str) -> None:
    out = stranger("roundhouse", "simulate", GAME, "--games", "4", ROUNDHOUSE_JIT=jit)
    assert "Coalrun: 4 games, 4 seats" in out
    asked = ("--seats", "2", "--seat", "0", "--bots", "greedy", "--seed", "1")
    out = stranger("roundhouse", "play", GAME, *asked, typed="draw\n" * 40, ROUNDHOUSE_JIT=jit)
    assert " won (points: " in out


@contextmanager
def serving(stranger: Stranger) -> Iterator[httpx.Client]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    program = str(stranger.binaries / "roundhouse")
    process = subprocess.Popen(
        [program, "serve", "--port", port, "--data", str(stranger.home / "data")],
        env={**stranger.env, "ROUNDHOUSE_JIT": "0"},
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


def test_the_web_table_knows_it(stranger: Stranger) -> None:
    with serving(stranger) as client:
        assert GAME in [box["id"] for box in client.get("/api/games").json()]
        for page in ("rules", "board", "board.toml", "picture.svg"):
            assert client.get(f"/g/{GAME}/{page}").status_code == 200, page
        token = client.post("/api/people", json={"name": "Ann"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        laid = client.post("/api/tables", json={"game": GAME, "seats": ["me", "bot:easy"]}).json()
        table, moves, give_up = laid["id"], 0, time.monotonic() + 180
        while moves < 2:
            assert time.monotonic() < give_up
            now = client.get(f"/api/tables/{table}/choices").json()
            if now["your_turn"]:
                move = {"ply": now["ply"], "move": now["choices"][-1]["move"]}
                assert client.post(f"/api/tables/{table}/moves", json=move).status_code == 200
                moves += 1
            time.sleep(0.05)
        assert client.get(f"/t/{table}").status_code == 200
        assert "0 build " in client.get(f"/api/tables/{table}/record").text
