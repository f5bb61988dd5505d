"""The commands without a test file of their own."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from tests.conftest import LoadNative

from roundhouse.core.backends import cuda
from roundhouse.core.backends.cuda import NoCuda
from roundhouse.play import conformance, registry
from roundhouse.web.settings import Settings

from .conftest import Cli


def test_games(cli: Cli) -> None:
    run = cli("games")
    assert run.code == 0
    for meta in registry.games():
        assert meta.title in run.out
    assert "variant=single: one round; the game wins if no one has more than four cubes" in run.out


@pytest.mark.parametrize("short", [(), ("--short",)])
@pytest.mark.parametrize("game", [meta.id for meta in registry.games()])
def test_rules(cli: Cli, game: str, short: tuple[str, ...]) -> None:
    run = cli("rules", game, *short)
    assert run.code == 0
    assert len(run.out) > 1000
    assert not any(line.startswith(("#", "|")) for line in run.out.splitlines())
    assert all(
        len(line) <= 100
        for line in run.out.splitlines()
        if not line.startswith(" ") and "  " not in line
    )


def test_board_check(cli: Cli, tmp_path: Path) -> None:
    board = registry.text("northern", "board.toml")
    (tmp_path / "mine.toml").write_text(board, encoding="utf-8")
    run = cli("board", "check", "mine.toml")
    assert run.code == 0
    assert "mine.toml: a valid board of Northern Pacific" in run.out
    (tmp_path / "mine.toml").write_text(
        board.replace('end = "seattle"', 'end = "oz"'), encoding="utf-8"
    )
    run = cli("board", "check", "mine.toml")
    assert run.code == 1
    assert run.err == "roundhouse: mine.toml: [route] end: there is no city 'oz'\n"
    (tmp_path / "odd.toml").write_text("x = 1", encoding="utf-8")
    assert "add --game" in cli("board", "check", "odd.toml").err
    assert cli("board", "check", "odd.toml", "--game", "northern").code == 1


@pytest.mark.parametrize("game", [box.id for box in registry.games()])
def test_every_board_says_its_game(cli: Cli, tmp_path: Path, game: str) -> None:
    (tmp_path / "own.toml").write_text(registry.text(game, "board.toml"), encoding="utf-8")
    run = cli("board", "check", "own.toml")
    assert run.code == 0
    assert registry.meta(game).title in run.out


def test_board_show(cli: Cli) -> None:
    run = cli("board", "show", "northern")
    assert run.code == 0
    assert "city fargo x" in run.out
    assert "165 entries: ours 63, picture 54, rulebook 26, list 22" in run.out


def test_perft(cli: Cli) -> None:
    run = cli("perft", "northern", "--seats", 3, "--depth", 2)
    assert run.code == 0
    assert [line.split()[:2] for line in run.out.splitlines()[1:]] == [["1", "50"], ["2", "2,485"]]


def test_conformance(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def check(game: str, seats: int, **more: object) -> conformance.Report:
        calls.append(seats)
        return conformance.Report(games=1)

    monkeypatch.setattr(conformance, "check", check)
    run = cli("conformance", "northern")
    assert run.code == 0
    assert calls == [3, 4, 5, 6] * 3
    assert "Northern Pacific keeps the contract: interpreted, " in run.out


def test_conformance_without_a_gpu(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_card() -> None:
        raise NoCuda("the speed `cuda` needs an NVIDIA card and its driver; none was found")

    monkeypatch.setattr(cuda, "cuda_module", no_card)
    run = cli("conformance", "northern", "--speed", "cuda")
    assert run.code == 1
    assert "needs an NVIDIA card" in run.err
    assert cli("conformance", "northern", "--speed", "abacus").code == 2


def test_conformance_of_an_invalid_game(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    spoilt = replace(
        registry.definition("northern"), find_violations=lambda *_: ["a cube is missing"]
    )
    monkeypatch.setattr(registry, "definition", lambda game: spoilt)
    run = cli("conformance", "northern", "--seats", 3, "--games", 1)
    assert run.code == 1
    assert "a cube is missing" in run.err


def test_serve(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []
    server = ModuleType("roundhouse.web.server")
    server.serve = lambda *arguments, **more: calls.append((*arguments, more))  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "roundhouse.web.server", server)
    assert cli("serve", "--port", 9000, "--database", "sqlite://").code == 0
    more = {"logs": "", "open_browser": False}
    assert calls == [("127.0.0.1", 9000, Settings(database="sqlite://"), more)]
    assert cli().code == 0
    assert calls[1:] == [("127.0.0.1", 8000, Settings(), {"logs": "", "open_browser": True})]


def test_serve_without_its_dependencies(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "roundhouse.web.server", None)
    run = cli("serve")
    assert run.code == 1
    assert "pip install roundhouse-games" in run.err


@pytest.mark.slow
def test_bench(cli: Cli, load_native: LoadNative) -> None:
    load_native("northern")
    run = cli("bench", "northern", "--seconds", 0.3, "--cores", 2, "--no-starts", "--json")
    assert run.code == 0
    rows = json.loads(run.out)
    assert [(row["speed"], row["cores"]) for row in rows] == [
        ("interpreted", 1),
        ("native", 1),
        ("interpreted", 2),
        ("native", 2),
    ]
    for row in rows:
        assert (row["game"], row["seats"], row["state_bytes"]) == ("northern", 4, 504)
        assert row["decisions_per_second"] == pytest.approx(row["decisions"] / row["seconds"])
    assert rows[1]["times_interpreted"] > 20  # typically above 40, but the machine may be busy
    assert rows[0]["legal_ns"] > 0
    assert rows[1]["legal_ns"] is None


@pytest.mark.slow
def test_bench_of_starts_as_a_table(cli: Cli, load_native: LoadNative) -> None:
    load_native("northern")
    run = cli("bench", "northern", "--seconds", 0.03, "--cores", 1)
    assert run.code == 0
    head, plain, fast = run.out.splitlines()
    assert head.split()[:4] == ["game", "seats", "speed", "cores"]
    assert plain.split()[2] == "interpreted"
    assert fast.split()[2] == "native"
    assert all(float(word) > 0 for word in fast.split()[-4:])
