"""`roundhouse new-game` writes a complete game package."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundhouse.cli.main import main
from roundhouse.core.backends.compile_cache import sources_digest
from roundhouse.core.errors import BadBoard
from roundhouse.core.rule import COMPILED, INTERPRETED
from roundhouse.play import registry
from roundhouse.play.conformance import CheckSettings, check

GAME = "coalrun"
MODULES = (
    *("RULES.md", "__init__.py", "actions.py", "advice.py", "board.toml", "boards.py"),
    *(
        "describe.py",
        "drawing.py",
        "invariants.py",
        "log.py",
        "meta.py",
        "names.py",
        "observe.py",
        "standing_orders.py",
    ),
    *("py.typed", "rules.py", "state.py", "view.py"),
)


def write_game(folder: Path, name: str = GAME) -> int:
    return main(["new-game", name, str(folder)])


def forget_games() -> None:
    for cached in (registry._packages, registry.meta, registry.definition, registry.lesson):
        cached.cache_clear()


@pytest.fixture
def game_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Write the new game and make it look installed, with its entry point."""
    folder = tmp_path / "new"
    assert write_game(folder) == 0
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    dist_info = folder / f"{GAME}-0.1.0.dist-info"
    dist_info.mkdir()
    lines = ["[roundhouse.games]"]
    lines += [
        f"{name} = {package}"
        for name, package in project["project"]["entry-points"]["roundhouse.games"].items()
    ]
    (dist_info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    (dist_info / "METADATA").write_text(f"Name: {GAME}\nVersion: 0.1.0\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    forget_games()
    yield folder
    forget_games()
    for module in [name for name in sys.modules if name.split(".")[0] == GAME]:
        del sys.modules[module]


def test_complete_package_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "deep" / "new"
    assert write_game(folder) == 0
    assert "roundhouse conformance coalrun" in capsys.readouterr().out
    assert sorted(path.name for path in (folder / GAME).iterdir()) == sorted(MODULES)
    assert (folder / "tests" / f"test_{GAME}.py").is_file()
    for path in folder.rglob("*.*"):
        text = path.read_text(encoding="utf-8")
        assert "branchline" not in text
        assert "Branch Line" not in text
    assert 'title="Coalrun"' in (folder / GAME / "meta.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Coal", "lower-case letter"),
        ("coal-run", "lower-case letter"),
        ("2coal", "lower-case letter"),
        ("", "lower-case letter"),
        ("c" * 41, "lower-case letter"),
        ("kohle\u00fc", "lower-case letter"),
        ("../coal", "lower-case letter"),
        ("class", "Python keywords"),
        ("northern", "a game 'northern' already exists"),
        ("json", "a Python package 'json' already exists"),
    ],
)
def test_invalid_names_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, message: str
) -> None:
    assert write_game(tmp_path / "new", name) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("kind", ["folder", "file", "dangling link"])
def test_existing_files_are_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    target = tmp_path / "target"
    if kind == "folder":
        target.mkdir()
    elif kind == "file":
        target.write_text("mine", encoding="utf-8")
    else:
        target.symlink_to(tmp_path / "nowhere")
    assert write_game(target) == 1
    assert f"{target} already exists" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.usefixtures("game_folder")
def test_new_game_is_found_and_conforms() -> None:
    assert [meta.id for meta in registry.games()][-1] == GAME
    for seats in registry.meta(GAME).seats:
        report = check(
            GAME, seats, games=2, settings=CheckSettings(close_checks=10, speeds=[INTERPRETED])
        )
        assert report.games == 2


def test_board_of_the_new_game_is_checked(game_folder: Path) -> None:
    path = game_folder / GAME / "board.toml"
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


def test_changed_sources_change_the_cache_folder(game_folder: Path) -> None:
    """Numba does not detect a changed callee, so the cache folder must change."""
    before = sources_digest(GAME)
    assert before != sources_digest()
    assert sources_digest("roundhouse.games.northern") == sources_digest("roundhouse")
    rules = game_folder / GAME / "rules.py"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    sources_digest.cache_clear()
    assert sources_digest(GAME) != before
    assert registry.load(GAME, speed=COMPILED).engine.bind.folder().parent.name != before
