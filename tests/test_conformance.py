"""Every room keeps the contract: all seat counts, all options, both speeds compared."""

from __future__ import annotations

import pytest

from roundhouse.play import registry
from roundhouse.play.conformance import all_options, check

TABLES = [
    pytest.param(meta.id, seats, options, id="-".join([meta.id, str(seats), *options.values()]))
    for meta in registry.games()
    for options in all_options(meta.id)
    for seats in meta.seats
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_conformance(game: str, seats: int, options: dict[str, str]) -> None:
    report = check(game, seats, games=1, options=options, looks=6)
    assert report.games == 1
