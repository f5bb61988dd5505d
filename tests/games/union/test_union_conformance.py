"""Conformance of version 1; `test_conformance.py` tests the newest version."""

from __future__ import annotations

import pytest
from tests.conftest import LoadNative
from tests.scale import SCALE

from roundhouse.core.rule import INTERPRETED, NATIVE
from roundhouse.play.conformance import CheckSettings, all_options, check

TABLES = [
    pytest.param(seats, options, id="-".join([str(seats), *options.values()]))
    for n, options in enumerate(all_options("union"))
    for seats in (2, 3, 6)
    if SCALE > 1 or seats == 3 or n == 0
]


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_rules_1(seats: int, options: dict[str, str], load_native: LoadNative) -> None:
    load_native("union")
    settings = CheckSettings(rules=1, close_checks=6, speeds=(INTERPRETED, NATIVE))
    report = check("union", seats, games=1, options=options, settings=settings)
    assert report.games == 1
