"""The page of a room is checked: whatever is missing or misshapen is named, with its file."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

import pytest

import roundhouse
from roundhouse.core.errors import BadLesson, BadRoom
from roundhouse.core.ladder import Ladder
from roundhouse.core.room import Room
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry

NORTHERN = Path(roundhouse.__file__).parent / "games" / "northern"
PIECES = [field for field in fields(Room) if field.metadata]
STRUCTS = ("Board", "State", "Scratch")
FILES = sorted({field.metadata["file"] for field in PIECES})

PACKAGE = "copied_rooms.northern"  # not `northern`: pytest calls a folder of tests by that name

Spoil = Callable[[str, str], None]


def name_of(piece: Field[Any]) -> str:
    """As it is written in the room's file."""
    return str(piece.metadata["name"] or piece.name)


def is_function(piece: Field[Any]) -> bool:
    return str(piece.type).startswith("Callable")


def named(pieces: list[Field[Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("piece", pieces, ids=name_of)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A room in a package of its own: a copy of Northern Pacific."""
    copied = tmp_path / PACKAGE.replace(".", "/")
    shutil.copytree(NORTHERN, copied, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield copied
    for module in [name for name in sys.modules if name.split(".")[0] == "copied_rooms"]:
        del sys.modules[module]


def file_of(folder: Path, file: str) -> Path:
    """A piece of furniture: a module, or a package of that name."""
    module = folder / file
    return module if module.is_file() else folder / file.removesuffix(".py") / "__init__.py"


@pytest.fixture
def spoil(folder: Path) -> Spoil:
    """Add a line to a file of the room."""

    def add(file: str, line: str) -> None:
        path = file_of(folder, file)
        path.write_text(path.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")

    return add


def complaint(file: str) -> str:
    """What `Room.load` finds wrong; it must be with this file."""
    with pytest.raises(BadRoom) as caught:
        Room.load(PACKAGE)
    assert (caught.value.package, caught.value.file) == (PACKAGE, file)
    assert str(caught.value) == f"room {PACKAGE}, {file}: {caught.value.reason}"
    return caught.value.reason


@pytest.mark.usefixtures("folder")
def test_a_room_in_a_package_of_its_own() -> None:
    room = Room.load(PACKAGE)
    assert room.package == PACKAGE
    assert room.meta == registry.meta("northern")
    assert set(room.rules) == {piece.name for piece in PIECES if piece.metadata["rule"]}
    assert room.drawings == registry.load("northern", speed=INTERPRETED).drawings


def test_a_room_may_do_without_a_ladder(spoil: Spoil) -> None:
    spoil("advice.py", "del LADDER")
    assert Room.load(PACKAGE).ladder == Ladder()


def test_a_ladder_that_is_none(spoil: Spoil) -> None:
    spoil("advice.py", "LADDER = {'easy': 60}")
    assert complaint("advice.py") == "`LADDER` must be a Ladder (core/ladder.py)"


def test_a_room_may_search_otherwise_with_a_network(spoil: Spoil) -> None:
    spoil("advice.py", "GUIDED = SearchSettings(explore=1.25)")
    room = Room.load(PACKAGE)
    assert room.search_settings(guided=True).explore == 1.25
    assert room.search_settings(guided=False) == room.search


def test_a_room_may_search_the_same_with_a_network(spoil: Spoil) -> None:
    spoil("advice.py", "del GUIDED")
    room = Room.load(PACKAGE)
    assert room.search_settings(guided=True) == room.search


def test_settings_that_are_none(spoil: Spoil) -> None:
    spoil("advice.py", "GUIDED = {'explore': 1}")
    assert complaint("advice.py") == "`GUIDED` must be a SearchSettings (core/search_settings.py)"


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file(folder: Path, file: str) -> None:
    path = file_of(folder, file)
    if path.name == "__init__.py":
        shutil.rmtree(path.parent)
    else:
        path.unlink()
    assert complaint(file) == "the file is missing"


def test_a_missing_package() -> None:
    with pytest.raises(BadRoom, match="there is no package 'nowhere'"):
        Room.load("nowhere.northern")


def test_what_a_file_imports_in_vain_is_not_mistaken_for_the_file(spoil: Spoil) -> None:
    spoil("rules.py", "import roundhouse.no_such_module")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        Room.load(PACKAGE)


@named(PIECES)
def test_a_missing_piece(spoil: Spoil, piece: Field[Any]) -> None:
    spoil(piece.metadata["file"], f"del {name_of(piece)}")
    assert complaint(piece.metadata["file"]) == f"`{name_of(piece)}` is missing"


@named(PIECES)
def test_a_piece_of_another_kind(spoil: Spoil, piece: Field[Any]) -> None:
    spoil(piece.metadata["file"], f"{name_of(piece)} = 5")
    assert f"`{name_of(piece)}` must be a" in complaint(piece.metadata["file"])


@named([piece for piece in PIECES if piece.name in STRUCTS])
def test_a_class_that_is_no_struct(spoil: Spoil, piece: Field[Any]) -> None:
    spoil("state.py", f"class {piece.name}:\n    turn = 0")
    assert complaint("state.py") == f"`{piece.name}` must be a Struct (core/layout.py)"


@named([piece for piece in PIECES if is_function(piece)])
def test_a_function_with_other_parameters(spoil: Spoil, piece: Field[Any]) -> None:
    rule = "from roundhouse.core.rule import rule as _rule\n@_rule\n"
    marked = rule if piece.metadata["rule"] else ""
    spoil(piece.metadata["file"], f"{marked}def {name_of(piece)}(a, b, c, d, e, f, g): ...")
    reason = complaint(piece.metadata["file"])
    assert reason.startswith(
        f"`{name_of(piece)}` takes 7 parameters (a, b, c, d, e, f, g); it must"
    )
    assert reason.endswith("core/room.py")


@named([piece for piece in PIECES if piece.metadata["rule"]])
def test_a_rule_that_is_not_marked(spoil: Spoil, piece: Field[Any]) -> None:
    name = name_of(piece)
    spoil(piece.metadata["file"], f"_kept = {name}\ndef {name}(*all): return _kept(*all)")
    assert complaint(piece.metadata["file"]) == f"`{name}` must be marked with @rule"


@pytest.mark.parametrize("name", ["turn", "seats", "rules"])
def test_a_state_without_what_every_state_has(spoil: Spoil, name: str) -> None:
    others = [f"    {field} = i8()" for field in ("turn", "seats", "rules") if field != name]
    spoil("state.py", "\n".join(["class State(Struct):", *others]))
    assert complaint("state.py") == f"`State` needs a number `{name}`"


def test_a_table_is_no_number(spoil: Spoil) -> None:
    spoil("state.py", "class State(Struct):\n    turn = i8(3)\n    seats = i8()\n    rules = i8()")
    assert complaint("state.py") == "`State` needs a number `turn`"


@pytest.mark.parametrize("drawings", ["()", "('board',)"])
def test_drawings_that_are_none(spoil: Spoil, drawings: str) -> None:
    spoil("drawing.py", f"DRAWINGS = {drawings}")
    assert complaint("drawing.py") == "`DRAWINGS` must be a tuple of Drawing"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("id='southern'", "`id` is 'southern'; it must be the folder's name"),
        ("seats=()", "`seats` must be numbers up to 6"),
        ("seats=(2, 7)", "`seats` must be numbers up to 6"),
    ],
)
def test_a_box_that_says_what_cannot_be(spoil: Spoil, change: str, reason: str) -> None:
    spoil("meta.py", f"import dataclasses\nMETA = dataclasses.replace(META, {change})")
    assert complaint("meta.py").startswith(reason)


def test_a_lesson_is_optional(folder: Path) -> None:
    assert Room.load(PACKAGE).lesson is not None
    (folder / "lesson.toml").unlink()
    assert Room.load(PACKAGE).lesson is None


def test_a_lesson_is_looked_at(folder: Path) -> None:
    lesson = folder / "lesson.toml"
    text = lesson.read_text(encoding="utf-8")
    lesson.write_text(text.replace('game = "northern"', 'game = "texas"'), encoding="utf-8")
    assert "`game` is 'texas'" in complaint("lesson.toml")
    lesson.write_text(text.replace("about =", "abuot ="), encoding="utf-8")
    with pytest.raises(BadLesson, match=r"northern/lesson\.toml: the header: `abuot` is not known"):
        Room.load(PACKAGE)
