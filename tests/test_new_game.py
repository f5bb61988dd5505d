"""A game in a package of its own: written by `roundhouse new-game`, complete as it stands."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundhouse.cli import main
from roundhouse.core.errors import BadBoard
from roundhouse.core.rule import COMPILED, INTERPRETED, sources_digest
from roundhouse.play import registry
from roundhouse.play.conformance import check

GAME = "coalrun"
FURNITURE = (
    *("RULES.md", "__init__.py", "actions.py", "advice.py", "board.toml", "boards.py"),
    *("drawing.py", "laws.py", "log.py", "meta.py", "names.py", "observe.py", "orders.py"),
    *("py.typed", "rules.py", "state.py", "view.py"),
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
