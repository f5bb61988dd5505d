"""The tables on which the tests of environments run.

Tests with the parameters `game`, `seats` and `options` run on tables of every game. `make test`
uses two per game: the fewest seats with the default options, and the most seats with others.
`make research` uses every combination and more steps (`scale`). Tests with the parameter `game`
alone run once per game.

`make test` measures coverage in Northern Pacific alone; other tables repeat it, so native libraries
play them.
"""

from __future__ import annotations

import os
import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.scale import SCALE
from tests.speeds import repetition_speed

from roundhouse.core.meta import Meta
from roundhouse.play import registry
from roundhouse.play.conformance import all_options


def tables(meta: Meta) -> list[tuple[int, dict[str, str]]]:
    """Return the seats and options to test: all of them, or two in `make test`."""
    if SCALE > 1:
        return [(seats, options) for options in all_options(meta.id) for seats in meta.seats]
    usual = meta.check_options({})
    others = {
        name: next((value for value in option.values if value != option.default), option.default)
        for name, option in meta.options.items()
    }
    return [(min(meta.seats), usual), (max(meta.seats), {**usual, **others})]


TABLES = [
    pytest.param(meta.id, seats, options, id="-".join([meta.id, str(seats), *options.values()]))
    for meta in registry.games()
    for seats, options in tables(meta)
]


if find_spec("pettingzoo") is not None:
    # If pygame is installed, this imports a game of PettingZoo that emits warnings.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pettingzoo.test  # noqa: F401

OURS = {"test_batch.py", "test_observe.py", "test_ptx.py"}  # need only the core
if any(find_spec(name) is None for name in ("gymnasium", "pettingzoo", "pyspiel")):
    collect_ignore = [
        path.name for path in Path(__file__).parent.glob("test_*.py") if path.name not in OURS
    ]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    here = os.path.dirname(__file__)
    measures_coverage = config.pluginmanager.hasplugin("_cov")
    for item in items:
        if str(item.path).startswith(here) and item.path.name not in OURS:
            item.add_marker(pytest.mark.environments)
            # Keep the tests of a game in one process, so that its rules are compiled once.
            name = parameters(item).get("game", "any")
            item.add_marker(pytest.mark.xdist_group(str(name)))
            if measures_coverage and is_repetition(item):
                item.add_marker("no_cover")


def parameters(item: pytest.Item) -> dict[str, object]:
    callspec = getattr(item, "callspec", None)
    return callspec.params if callspec else {}


def is_repetition(item: pytest.Item) -> bool:
    """Return whether a test executes the same lines as others: see tests/conftest.py."""
    values = parameters(item)
    return "seats" in values or values.get("game", "northern") != "northern"


@pytest.fixture(autouse=True)
def play_natively(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play repetitions with the native libraries that are built."""
    if SCALE == 1 and is_repetition(request.node):
        monkeypatch.setattr("roundhouse.core.game.choose_speed", repetition_speed)


def few(many: int, least: int) -> int:
    """Return the first number in `make research`, the second in `make test`."""
    return many if SCALE > 1 else least


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    requests = set(metafunc.fixturenames)
    if {"game", "seats", "options"} <= requests:
        metafunc.parametrize(("game", "seats", "options"), TABLES)
    elif "secret_game" in requests:
        metafunc.parametrize("secret_game", [meta.id for meta in registry.games() if meta.secrets])
    elif "game" in requests:
        metafunc.parametrize("game", [meta.id for meta in registry.games()])


@pytest.fixture
def small_table(game: str) -> dict[str, int]:
    """Return the arguments of a table for tests with bots: few seats in `make test`."""
    return {} if SCALE > 1 else {"seats": min(registry.meta(game).seats)}


@pytest.fixture(scope="session")
def scale() -> int:
    """Return the factor for the number of steps, 1 in `make test`."""
    return SCALE
