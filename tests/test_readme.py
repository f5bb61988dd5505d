"""The README's Python session is run as it stands."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"


def test_the_session_in_the_readme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failed, tried = doctest.testfile(
        str(README), module_relative=False, optionflags=flags, encoding="utf-8"
    )
    assert tried > 8
    assert failed == 0
