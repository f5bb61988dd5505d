from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import roundhouse
from roundhouse.core.board import BoardFile
from roundhouse.core.errors import BadBoard, UnknownGame
from roundhouse.core.translation import use_language
from roundhouse.play import registry

GAMES = [meta.id for meta in registry.games()]


def test_games_are_listed_in_order() -> None:
    orders = [meta.order for meta in roundhouse.games()]
    assert orders == sorted(set(orders))
    assert GAMES[0] == "northern"


@pytest.mark.parametrize("game", GAMES)
def test_metadata_is_complete(game: str) -> None:
    meta = registry.meta(game)
    assert meta.id == game
    assert meta.stage in ("alpha", "beta", "stable")
    assert meta.title
    assert meta.tagline
    assert meta.unit
    assert meta.credits
    assert meta.seats == tuple(range(meta.seats[0], meta.seats[-1] + 1))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_rules(game: str) -> None:
    assert registry.text(game, "RULES.md").startswith("# ")


@pytest.mark.slow
def test_metadata_loads_without_the_rules_or_numba() -> None:
    code = (
        "import sys, roundhouse; roundhouse.games(); "
        "print([m for m in sys.modules if m.startswith('roundhouse.games.') "
        "and m.count('.') == 3 and not m.endswith('.meta')], 'numba' in sys.modules)"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert process.stdout.strip() == "[] False"


def test_error_for_an_unknown_game_lists_the_games() -> None:
    for function in (registry.meta, registry.load, registry.definition):
        with pytest.raises(UnknownGame, match=r"no game 'chess'; there are: .*northern"):
            function("chess")
    with pytest.raises(UnknownGame):
        registry.text("../core", "rule.py")


def test_board_loads_from_a_path_or_a_board_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(registry.text("northern", "board.toml"), encoding="utf-8")
    by_path = registry.load("northern", path)
    by_board_file = registry.load(
        "northern", BoardFile.parse(path.read_text(encoding="utf-8"), "x")
    )
    assert (
        by_path.board_file.digest
        == by_board_file.board_file.digest
        == registry.load("northern").board_file.digest
    )
    assert by_path.board_file.name == str(path)


def test_unreadable_boards_are_reported(tmp_path: Path) -> None:
    with pytest.raises(BadBoard, match="cannot be read"):
        registry.load("northern", tmp_path / "none.toml")
    with pytest.raises(BadBoard, match="cannot be read"):
        registry.load("northern", tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadBoard, match="cannot be read"):
        registry.load("northern", tmp_path / "bytes.toml")
    (tmp_path / "bad.toml").write_text("a = = 1", encoding="utf-8")
    with pytest.raises(BadBoard, match=r"bad\.toml: the file: not TOML"):
        registry.load("northern", tmp_path / "bad.toml")


@pytest.mark.parametrize("read", [registry.full_rules, registry.short_rules])
def test_rules_are_in_the_current_language_or_say_that_they_are_not(
    read: Callable[[str], str],
) -> None:
    english = read("rails")
    with use_language("de"):
        german = read("rails")
    assert german != english
    assert "Regeln" in german
    title, _, rest = english.partition("\n")
    with use_language("nl"):
        assert read("rails") == f"{title}\n\n*Not yet translated*\n{rest}"
