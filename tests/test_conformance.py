"""Every game fulfills the contract, interpreted and native.

`make test` checks every number of seats with the default options, and every combination of options
with the usual number of seats. `make research` checks all combinations, and all games compiled by
Numba.
"""

from __future__ import annotations

import pytest
from tests.conftest import LoadNative
from tests.scale import SCALE

from roundhouse.core.rule import COMPILED, INTERPRETED, NATIVE
from roundhouse.play import registry
from roundhouse.play.conformance import CheckSettings, all_options, check

CASES = [
    pytest.param(meta.id, seats, options, id="-".join([meta.id, str(seats), *options.values()]))
    for meta in registry.games()
    for options in all_options(meta.id)
    for seats in meta.seats
    if SCALE > 1 or seats == meta.usual_seats or options == meta.check_options({})
]
JIT_GAMES = [meta.id for meta in registry.games()] if SCALE > 1 else ["northern"]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_conformance(
    game: str, seats: int, options: dict[str, str], load_native: LoadNative
) -> None:
    load_native(game)
    settings = CheckSettings(close_checks=6, speeds=(INTERPRETED, NATIVE))
    assert check(game, seats, games=1, options=options, settings=settings).games == 1


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize("game", JIT_GAMES)
def test_conformance_compiled_by_numba(game: str) -> None:
    settings = CheckSettings(close_checks=6, speeds=(INTERPRETED, COMPILED))
    assert check(game, 4, games=1, settings=settings).games == 1
