"""The commit-msg hook accepts and refuses the right messages."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "check_commit_message.py"


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_commit_message", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "message",
    [
        "Add native backend for search",
        "Fix undo after a redeal\n\nThe cursor kept the old ply.\n",
        "Seed the puzzles of problem day\n# Please enter the commit message\n",
        "Pass the ply to every event",
        "Process uploads in a worker",
        "Merge branch 'main' into feature",
        'Revert "Added a thing."',
        f"Add {'x' * 68}",
    ],
)
def test_valid_messages_are_accepted(hook: ModuleType, message: str) -> None:
    assert hook.problems(message) == []


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("", "empty"),
        ("\nAdd a thing", "empty"),
        ("Added a thing", "not imperative"),
        ("Adds a thing", "not imperative"),
        ("Adding a thing", "not imperative"),
        ("Docs: one claim less", "not imperative"),
        ("A search compiles before its clock runs", "not imperative"),
        ("add a thing", "capital"),
        ("Add a thing.", "full stop"),
        ("Add a thing\nand another", "not blank"),
        (f"Add {'x' * 69}", "73 characters"),
    ],
)
def test_invalid_messages_are_refused(hook: ModuleType, message: str, expected: str) -> None:
    assert any(expected in problem for problem in hook.problems(message))


def test_script_runs_as_a_hook(tmp_path: Path) -> None:
    message = tmp_path / "COMMIT_EDITMSG"
    message.write_text("Rename a module\n", encoding="utf-8")
    assert subprocess.run([sys.executable, SCRIPT, message], check=False).returncode == 0
    message.write_text("Renamed a module\n", encoding="utf-8")
    run = subprocess.run(
        [sys.executable, SCRIPT, message], capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert "'Renamed' is not imperative" in run.stderr
