"""The older version of the rules keeps the contract too; the newest is looked at with all games."""

from __future__ import annotations

import pytest

from roundhouse.play.conformance import all_options, check


@pytest.mark.slow
@pytest.mark.parametrize("options", all_options("union"), ids=lambda o: "-".join(o.values()))
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_rules_1(seats: int, options: dict[str, str]) -> None:
    report = check("union", seats, games=1, options={**options, "rules": 1}, looks=6)
    assert report.games == 1
