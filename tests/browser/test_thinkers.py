"""The workers that think are replaced when they fail."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from roundhouse.browser.site_builder import BROWSER

PROGRAM = Path(__file__).with_name("thinkers.mjs")


@pytest.mark.skipif(not shutil.which("node"), reason="Node is missing")
@pytest.mark.parametrize(
    ("plan", "log"),
    [
        (["answer"], ["start answer", "a move"]),
        (["fail", "answer"], ["start fail", "end", "start answer", "a move"]),
        (["crash", "answer"], ["start crash", "end", "start answer", "a move"]),
        (
            ["fail", "fail"],
            ["start fail", "end", "start fail", "end", "error: the worker failed: no memory"],
        ),
    ],
)
def test_failed_worker_is_replaced_at_once(plan: list[str], log: list[str], tmp_path: Path) -> None:
    module = tmp_path / "thinkers.mjs"
    shutil.copy(BROWSER / "static" / "thinkers.js", module)
    command = ["node", str(PROGRAM), str(module), *plan]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    assert json.loads(done.stdout) == log
