"""Loading of games: errors name the missing or malformed part and its file."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field
from pathlib import Path
from typing import Any

import pytest

import roundhouse
from roundhouse.core.definition import suggest_nothing
from roundhouse.core.errors import BadLesson, InvalidGameDefinition
from roundhouse.core.ladder import Ladder
from roundhouse.core.loader import (
    PARTS,
    expected_signature,
    is_function,
    load_definition,
    part_name,
)
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry

NORTHERN = Path(roundhouse.__file__).parent / "games" / "northern"
STRUCTS = ("BoardLayout", "StateLayout", "ScratchLayout")
FILES = sorted({field.metadata["file"] for field in PARTS})

PACKAGE = "copied_games.northern"  # pytest imports a test folder as `northern`

AppendLine = Callable[[str, str], None]


def parametrize_parts(parts: list[Field[Any]]) -> pytest.MarkDecorator:
    """Run a test once for each part."""
    return pytest.mark.parametrize("part", parts, ids=part_name)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Copy Northern Pacific into a package of its own."""
    copy = tmp_path / PACKAGE.replace(".", "/")
    shutil.copytree(NORTHERN, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield copy
    for module in [name for name in sys.modules if name.split(".")[0] == "copied_games"]:
        del sys.modules[module]


def module_path(folder: Path, file: str) -> Path:
    """Return the path of a module, or of the package of that name."""
    module = folder / file
    return module if module.is_file() else folder / file.removesuffix(".py") / "__init__.py"


@pytest.fixture
def append_line(folder: Path) -> AppendLine:
    """Return a function that appends a line to a file of the game."""

    def append(file: str, line: str) -> None:
        path = module_path(folder, file)
        path.write_text(path.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")

    return append


def load_error(file: str) -> str:
    """Load the game and return the reason of the error, which must name this file."""
    with pytest.raises(InvalidGameDefinition) as excinfo:
        load_definition(PACKAGE)
    assert (excinfo.value.package, excinfo.value.file) == (PACKAGE, file)
    assert str(excinfo.value) == f"game {PACKAGE}, {file}: {excinfo.value.reason}"
    return excinfo.value.reason


@pytest.mark.usefixtures("folder")
def test_game_in_its_own_package_loads() -> None:
    definition = load_definition(PACKAGE)
    assert definition.package == PACKAGE
    assert definition.meta == registry.meta("northern")
    assert set(definition.rules) == {part.name for part in PARTS if part.metadata["rule"]}
    assert definition.drawings == registry.load("northern", speed=INTERPRETED).drawings


def test_ladder_is_optional(append_line: AppendLine) -> None:
    append_line("advice.py", "del LADDER")
    assert load_definition(PACKAGE).ladder == Ladder()


def test_suggestions_are_optional(folder: Path) -> None:
    assert load_definition(PACKAGE).suggest is suggest_nothing


def test_ladder_of_the_wrong_type_is_refused(append_line: AppendLine) -> None:
    append_line("advice.py", "LADDER = {'easy': 60}")
    assert load_error("advice.py") == "`LADDER` must be a Ladder (core/ladder.py)"


def test_guided_search_has_its_own_parameters(append_line: AppendLine) -> None:
    append_line("advice.py", "GUIDED = SearchParams(c_puct=1.25)")
    definition = load_definition(PACKAGE)
    assert definition.search_params(guided=True).c_puct == 1.25
    assert definition.search_params(guided=False) == definition.search


def test_guided_search_parameters_default_to_search(append_line: AppendLine) -> None:
    append_line("advice.py", "del GUIDED")
    definition = load_definition(PACKAGE)
    assert definition.search_params(guided=True) == definition.search


def test_search_params_of_the_wrong_type_are_refused(append_line: AppendLine) -> None:
    append_line("advice.py", "GUIDED = {'explore': 1}")
    assert load_error("advice.py") == "`GUIDED` must be a SearchParams (core/search_params.py)"


@pytest.mark.parametrize("file", FILES)
def test_missing_file_is_reported(folder: Path, file: str) -> None:
    path = module_path(folder, file)
    if path.name == "__init__.py":
        shutil.rmtree(path.parent)
    else:
        path.unlink()
    assert load_error(file) == "the file is missing"


def test_missing_package_is_reported() -> None:
    with pytest.raises(InvalidGameDefinition, match="there is no package 'nowhere'"):
        load_definition("nowhere.northern")


def test_failed_import_inside_a_file_is_raised(append_line: AppendLine) -> None:
    append_line("rules.py", "import roundhouse.no_such_module")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        load_definition(PACKAGE)


@parametrize_parts([part for part in PARTS if part.default is MISSING])
def test_missing_part_is_reported(append_line: AppendLine, part: Field[Any]) -> None:
    append_line(part.metadata["file"], f"del {part_name(part)}")
    expected = f": {expected_signature(part)}" if is_function(part) else ""
    assert load_error(part.metadata["file"]) == f"`{part_name(part)}` is missing{expected}"


@parametrize_parts(PARTS)
def test_part_of_the_wrong_type_is_refused(append_line: AppendLine, part: Field[Any]) -> None:
    append_line(part.metadata["file"], f"{part_name(part)} = 5")
    assert f"`{part_name(part)}` must be a" in load_error(part.metadata["file"])


@parametrize_parts([part for part in PARTS if part.name in STRUCTS])
def test_layout_that_is_not_a_struct_is_refused(append_line: AppendLine, part: Field[Any]) -> None:
    append_line("state.py", f"class {part.name}:\n    turn = 0")
    assert load_error("state.py") == f"`{part.name}` must be a Struct (core/layout.py)"


@parametrize_parts([part for part in PARTS if is_function(part)])
@pytest.mark.parametrize("parameters", ["a, b, c, d, e, f, g", "self, *rest", ""])
def test_function_with_wrong_parameters_is_refused(
    append_line: AppendLine, part: Field[Any], parameters: str
) -> None:
    rule = "from roundhouse.core.rule import rule as _rule\n@_rule\n"
    decorator = rule if part.metadata["rule"] else ""
    append_line(part.metadata["file"], f"{decorator}def {part_name(part)}({parameters}): ...")
    names = parameters.replace("*", "")
    assert load_error(part.metadata["file"]) == (
        f"`{part_name(part)}` has the parameters ({names}); expected: {expected_signature(part)}"
    )


def test_expected_signature_is_what_a_game_writes() -> None:
    signatures = {part.name: expected_signature(part) for part in PARTS if is_function(part)}
    assert signatures["apply"] == (
        "@rule def apply(board: BoardLayout, s: StateLayout, scratch: ScratchLayout, action: int) "
        "-> None"
    )
    assert signatures["view"] == "def view(state: State, seat: int | None) -> View"


@parametrize_parts([part for part in PARTS if part.metadata["rule"]])
def test_rule_without_decorator_is_refused(append_line: AppendLine, part: Field[Any]) -> None:
    name = part_name(part)
    append_line(
        part.metadata["file"], f"_original = {name}\ndef {name}(*all): return _original(*all)"
    )
    assert load_error(part.metadata["file"]).startswith(
        f"`{name}` must be marked with @rule: @rule"
    )


@pytest.mark.parametrize("name", ["turn", "seats", "rules"])
def test_state_without_required_fields_is_refused(append_line: AppendLine, name: str) -> None:
    others = [f"    {field} = i8()" for field in ("turn", "seats", "rules") if field != name]
    append_line("state.py", "\n".join(["class StateLayout(Struct):", *others]))
    assert load_error("state.py") == f"`StateLayout` needs a number `{name}`"


def test_array_for_a_required_number_is_refused(append_line: AppendLine) -> None:
    append_line(
        "state.py",
        "class StateLayout(Struct):\n    turn = i8(3)\n    seats = i8()\n    rules = i8()",
    )
    assert load_error("state.py") == "`StateLayout` needs a number `turn`"


@pytest.mark.parametrize("drawings", ["()", "('board',)"])
def test_drawings_of_the_wrong_type_are_refused(append_line: AppendLine, drawings: str) -> None:
    append_line("drawing.py", f"DRAWINGS = {drawings}")
    assert load_error("drawing.py") == "`DRAWINGS` must be a tuple of Drawing"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("id='southern'", "`id` is 'southern'; it must be the folder's name"),
        ("seats=()", "`seats` must be numbers up to 6"),
        ("seats=(2, 7)", "`seats` must be numbers up to 6"),
    ],
)
def test_invalid_metadata_is_refused(append_line: AppendLine, change: str, reason: str) -> None:
    append_line("meta.py", f"import dataclasses\nMETA = dataclasses.replace(META, {change})")
    assert load_error("meta.py").startswith(reason)


def test_lesson_is_optional(folder: Path) -> None:
    assert load_definition(PACKAGE).lesson is not None
    (folder / "lesson.toml").unlink()
    assert load_definition(PACKAGE).lesson is None


def test_lesson_is_checked(folder: Path) -> None:
    lesson = folder / "lesson.toml"
    text = lesson.read_text(encoding="utf-8")
    lesson.write_text(text.replace('game = "northern"', 'game = "texas"'), encoding="utf-8")
    assert "`game` is 'texas'" in load_error("lesson.toml")
    lesson.write_text(text.replace("about =", "abuot ="), encoding="utf-8")
    with pytest.raises(BadLesson, match=r"northern/lesson\.toml: the header: `abuot` is not known"):
        load_definition(PACKAGE)
