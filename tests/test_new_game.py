"""A game in a package of its own: written by `roundhouse new-game`, complete as it stands.

Fast: what is written, and that the room keeps the contract, inside this process. Slow: as a
stranger would, in a virtual environment where this package and the new one are installed.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import sysconfig
import time
import tomllib
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from roundhouse.cli import main
from roundhouse.core.errors import BadBoard
from roundhouse.core.rule import COMPILED, INTERPRETED, sources_digest
from roundhouse.play import registry
from roundhouse.play.conformance import check

ROOT = Path(__file__).parents[1]
GAME = "coalrun"
FURNITURE = (
    *("RULES.md", "__init__.py", "actions.py", "advice.py", "board.toml", "boards.py"),
    *("drawing.py", "laws.py", "log.py", "meta.py", "names.py", "py.typed", "rules.py"),
    *("state.py", "view.py"),
)


def write(folder: Path, name: str = GAME) -> int:
    return main(["new-game", name, str(folder)])


def forget_rooms() -> None:
    for known in (registry._packages, registry.meta, registry.room):
        known.cache_clear()


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The new room, as if it were installed: on the path, with its entry point."""
    folder = tmp_path / "made"
    assert write(folder) == 0
    points = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    about = folder / f"{GAME}-0.1.0.dist-info"
    about.mkdir()
    lines = ["[roundhouse.rooms]"]
    lines += [
        f"{name} = {package}"
        for name, package in points["project"]["entry-points"]["roundhouse.rooms"].items()
    ]
    (about / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    (about / "METADATA").write_text(f"Name: {GAME}\nVersion: 0.1.0\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    forget_rooms()
    yield folder
    forget_rooms()
    for module in [name for name in sys.modules if name.split(".")[0] == GAME]:
        del sys.modules[module]


def test_a_whole_room_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "deep" / "made"
    assert write(folder) == 0
    assert "roundhouse conformance coalrun" in capsys.readouterr().out
    assert sorted(path.name for path in (folder / GAME).iterdir()) == sorted(FURNITURE)
    assert (folder / "tests" / f"test_{GAME}.py").is_file()
    for path in folder.rglob("*.*"):
        text = path.read_text(encoding="utf-8")
        assert "branchline" not in text
        assert "Branch Line" not in text
    assert 'title="Coalrun"' in (folder / GAME / "meta.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("Coal", "lower-case letter"),
        ("coal-run", "lower-case letter"),
        ("2coal", "lower-case letter"),
        ("", "lower-case letter"),
        ("c" * 41, "lower-case letter"),
        ("kohle\u00fc", "lower-case letter"),
        ("../coal", "lower-case letter"),
        ("class", "no word of Python's own"),
        ("northern", "there is a game 'northern' already"),
        ("json", "there is a Python package 'json' already"),
    ],
)
def test_names_that_will_not_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, complaint: str
) -> None:
    assert write(tmp_path / "made", name) == 2
    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("kind", ["folder", "file", "dangling link"])
def test_what_is_there_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    there = tmp_path / "there"
    if kind == "folder":
        there.mkdir()
    elif kind == "file":
        there.write_text("mine", encoding="utf-8")
    else:
        there.symlink_to(tmp_path / "nowhere")
    assert write(there) == 1
    assert f"{there} is there already" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [there]


@pytest.mark.usefixtures("room")
def test_the_room_is_found_and_keeps_the_contract() -> None:
    assert [meta.id for meta in registry.games()][-1] == GAME
    for seats in registry.meta(GAME).seats:
        report = check(GAME, seats, games=2, looks=10, speeds=[INTERPRETED])
        assert report.games == 2


def test_its_board_is_checked(room: Path) -> None:
    path = room / GAME / "board.toml"
    good = path.read_text(encoding="utf-8")
    for old, new, reason in [
        ("cost = 2", "cost = 0", "it must be 1 to 50"),
        ("cards = [8, 8, 6]", "cards = [8, 8]", "must be 3 numbers"),
        ("cards = [8, 8, 6]", "cards = [0, 0, 0]", "there is no card"),
        ("x = 90", "x = 9000", "it must be 0 to 760"),
    ]:
        assert old in good
        path.write_text(good.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(BadBoard, match=reason):
            registry.load(GAME, path, speed=INTERPRETED)


def test_its_compiled_rules_are_kept_apart_from_those_of_changed_sources(room: Path) -> None:
    """Numba does not notice a changed callee; the folder of the cache must change with it."""
    before = sources_digest(GAME)
    assert before != sources_digest()
    assert sources_digest("roundhouse.games.northern") == sources_digest("roundhouse")
    rules = room / GAME / "rules.py"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    sources_digest.cache_clear()
    assert sources_digest(GAME) != before
    assert registry.load(GAME, speed=COMPILED).engine.bind.folder().parent.name != before


# As a stranger would


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


@pytest.mark.slow
def test_the_packages_are_those_of_the_environment(stranger: Stranger) -> None:
    where = "import roundhouse, coalrun; print(roundhouse.__file__, coalrun.__file__)"
    paths = stranger("python", "-c", where).split()
    assert all("site-packages" in path and "stranger" in path for path in paths)
    typed = (
        "from importlib.resources import files; print((files('roundhouse')/'py.typed').is_file())"
    )
    assert stranger("python", "-c", typed).strip() == "True"


@pytest.mark.slow
def test_its_own_tests_pass_at_both_speeds(stranger: Stranger) -> None:
    """They put it through the conformance suite, and count at each speed."""
    out = stranger("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "made/tests")
    assert "8 passed" in out


@pytest.mark.slow
def test_the_command_line_knows_it(stranger: Stranger) -> None:
    assert "coalrun    Coalrun, 2-4 seats" in stranger("roundhouse", "games")
    assert "Whoever draws the last card" in stranger("roundhouse", "rules", GAME)
    assert "in order" in stranger("roundhouse", "board", "check", "made/coalrun/board.toml")
    assert "station mill" in stranger("roundhouse", "board", "show", GAME)
    assert "keeps the contract" in stranger("roundhouse", "conformance", GAME, "--games", "1")


@pytest.mark.slow
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
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20) as client:
            for _ in range(400):
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
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.mark.slow
def test_the_web_table_knows_it(stranger: Stranger) -> None:
    with serving(stranger) as client:
        assert GAME in [box["id"] for box in client.get("/api/games").json()]
        for page in ("rules", "board", "board.toml", "picture.svg"):
            assert client.get(f"/g/{GAME}/{page}").status_code == 200, page
        token = client.post("/api/people", json={"name": "Ann"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        laid = client.post("/api/tables", json={"game": GAME, "seats": ["me", "bot:easy"]}).json()
        table, moves, give_up = laid["id"], 0, time.monotonic() + 60
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
