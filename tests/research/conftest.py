"""The tables that every interface is tried on.

A test that asks for `game`, `seats` and `options` is run on all games with all seats and options;
one that asks for `game` alone, on all games. In `make test` a few rounds must do, and two tables of
each game: the fewest seats with the default options, and the most with every option another one.
`make research` asks for many times as much (`scale`), at every table.

In `make test` the suites run interpreted, for they ask for few moves, and compiling every game for
every interface would take minutes; `make research` runs the same tests compiled.
"""

from __future__ import annotations

import os
import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.scale import SCALE

from roundhouse.core.meta import Meta
from roundhouse.play import registry
from roundhouse.play.conformance import all_options


def tables(meta: Meta) -> list[tuple[int, dict[str, str]]]:
    """The seats and options that a game is tried with: in `make test` two of all there are."""
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
    # Where pygame is installed its tests import a game of its own, in a way that it warns of.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pettingzoo.test  # noqa: F401

OURS = {"test_batch.py", "test_observe.py", "test_ptx.py"}  # need nothing but the core
if any(find_spec(name) is None for name in ("gymnasium", "pettingzoo", "pyspiel")):
    collect_ignore = [
        path.name for path in Path(__file__).parent.glob("test_*.py") if path.name not in OURS
    ]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    here = os.path.dirname(__file__)
    counted = config.pluginmanager.hasplugin("_cov")
    for item in items:
        if str(item.path).startswith(here) and item.path.name not in OURS:
            item.add_marker(pytest.mark.environments)
            # A game's rules are compiled by one process only.
            asked = getattr(item, "callspec", None)
            given = asked.params if asked else {}
            name = given.get("game", given.get("compiled_game", "any"))
            item.add_marker(pytest.mark.xdist_group(str(name)))
            # The same lines at every table: see tests/conftest.py.
            if counted and ("seats" in given or given.get("game", "northern") != "northern"):
                item.add_marker("no_cover")


def few(many: int, least: int) -> int:
    """A number of `make research`, or the small one of `make test`."""
    return many if SCALE > 1 else least


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    asked = set(metafunc.fixturenames)
    if {"game", "seats", "options"} <= asked:
        metafunc.parametrize(("game", "seats", "options"), TABLES)
    elif "compiled_game" in asked:
        # Compiling is what takes the time: in `make test` the smallest game, and one with secrets.
        names = [meta.id for meta in registry.games()]
        some = ["northern", next(meta.id for meta in registry.games() if meta.secrets)]
        metafunc.parametrize("compiled_game", names if SCALE > 1 else some)
    elif "secret_game" in asked:
        metafunc.parametrize("secret_game", [meta.id for meta in registry.games() if meta.secrets])
    elif "game" in asked:
        metafunc.parametrize("game", [meta.id for meta in registry.games()])


@pytest.fixture
def small_table(game: str) -> dict[str, int]:
    """Seats to ask for where bots think: in `make test` the fewest, as dear as they are there."""
    return {} if SCALE > 1 else {"seats": min(registry.meta(game).seats)}


@pytest.fixture(scope="session")
def scale() -> int:
    """How many times as much as in `make test` is asked for."""
    return SCALE
