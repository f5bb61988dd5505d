"""The threat model: every promise names tests, and the tests exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/explanation/threat-model.md"
NAMED_TEST = re.compile(r"`(tests/[\w/]+\.py): (test_\w+)`")
PROMISES = PAGE.read_text(encoding="utf-8").split("\n## Promises\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("test", sorted(set(NAMED_TEST.findall(PROMISES))), ids=" ".join)
def test_named_test_exists(test: tuple[str, str]) -> None:
    path, name = test
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = [n for n in tree.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert name in {function.name for function in functions}


def test_every_promise_names_a_test() -> None:
    promises = re.split(r"(?m)^- ", PROMISES)[1:]
    assert len(promises) >= 15
    for promise in promises:
        for part in re.split(r"(?m)^  - ", promise)[1:] or [promise]:
            assert NAMED_TEST.search(part), part


def test_security_policy_points_to_the_threat_model() -> None:
    assert "(docs/explanation/threat-model.md)" in (ROOT / "SECURITY.md").read_text()
