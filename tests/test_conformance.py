"""Every game fulfills the contract at both speeds, for all seats and options.

`make test` checks every number of seats with the default options, and every combination of options
with the usual number of seats. `make research` checks all combinations.
"""

from __future__ import annotations

import pytest
from tests.scale import SCALE

from roundhouse.play import registry
from roundhouse.play.conformance import CheckSettings, all_options, check

CASES = [
    pytest.param(meta.id, seats, options, id="-".join([meta.id, str(seats), *options.values()]))
    for meta in registry.games()
    for options in all_options(meta.id)
    for seats in meta.seats
    if SCALE > 1 or seats == meta.usual_seats or options == meta.check_options({})
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_conformance(game: str, seats: int, options: dict[str, str]) -> None:
    report = check(game, seats, games=1, options=options, settings=CheckSettings(close_checks=6))
    assert report.games == 1
