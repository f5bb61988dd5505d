"""Fixtures, options and hooks of all tests."""

from __future__ import annotations

import gc
import os
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from tests.speeds import repetition_speed

from roundhouse.bots.native_builds import build_library, missing_libraries
from roundhouse.core.game import Game
from roundhouse.core.rule import INTERPRETED, NATIVE
from roundhouse.play import registry

os.environ.setdefault("ROUNDHOUSE_QUIET", "1")  # some tests compare stderr
os.environ["LC_ALL"] = "C.UTF-8"  # commands in English, in processes too
# Some tests end a process with SIGINT. Background processes (`make test &`) ignore that signal and
# pass this on to their children, so restore the default handler.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No deadline, because the first call of a compiled rule may load it. No database, so that tests
# leave no files. `make test` always uses the same examples; `make research` draws new ones.
settings.register_profile(
    "roundhouse",
    deadline=None,
    database=None,
    max_examples=60,
    derandomize="RESEARCH_SCALE" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("roundhouse")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the golden files; review the diff before you commit it",
    )


# Paths of tests that repeat one thing many times. They run without coverage: tracing them
# would take minutes and cover almost no new lines.
REPETITIVE = (
    *("bots/search/", "bots/test_search", "test_fairness", "test_strength", "rails_search"),
    *("union_redeal", "tests/test_records", "tests/test_stages", "tests/test_boards"),
    *("research/test_docs", "research/test_examples"),
)


def find_compiled_game(item: pytest.Item) -> str | None:
    """Return the game that a test compiles with Numba, from its parameters or its folder."""
    callspec = getattr(item, "callspec", None)
    games = {callspec.params.get(key) for key in ("name", "game")} if callspec else set()
    folder, *parts = item.path.relative_to(Path(__file__).parent).parts
    for meta in registry.games():
        if meta.id in games or meta.id in parts:
            return meta.id
    return "northern" if folder in ("bots", "core", "lab", "cli") else None


# Run this hook first, so that `--dist loadgroup` sees the groups.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        # One worker per game, so that no two workers compile the same game with Numba.
        if item.get_closest_marker("jit") and not item.get_closest_marker("xdist_group"):
            game = find_compiled_game(item)
            if game is not None:
                item.add_marker(pytest.mark.xdist_group(game))
    if not config.pluginmanager.hasplugin("_cov"):
        return
    for item in items:
        path = item.path.as_posix()
        is_repetitive = isinstance(item, pytest.Function) and (
            item.originalname.startswith("test_conformance")
            or getattr(item.obj, "is_hypothesis_test", False)
        )
        if is_repetitive or any(part in path for part in REPETITIVE):
            item.add_marker("no_cover")


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays until the end: modules and collected tests.

    It saves a tenth of the processor time of all tests.
    """
    gc.collect()
    gc.freeze()


# Tracing doubles the time of a test, and the beginning of a long test executes almost all of its
# lines. In seconds of processor time.
TRACED_SECONDS = 0.25


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Count the coverage of the beginning of a test."""
    plugin = item.config.pluginmanager.getplugin("_cov")
    if plugin is None or item.get_closest_marker("no_cover"):
        return (yield)
    coverage = plugin.cov_controller
    default = signal.signal(signal.SIGVTALRM, lambda number, frame: coverage.pause())
    signal.setitimer(signal.ITIMER_VIRTUAL, TRACED_SECONDS)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, default)
        if not coverage.started:
            coverage.resume()


Golden = Callable[[Path, str], None]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Return a function that compares a text with a golden file, or updates the file."""

    def compare_golden(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text, f"{path.name} differs; see --update-golden"

    return compare_golden


@pytest.fixture(scope="session")
def northern() -> Game:
    return registry.load("northern", speed=INTERPRETED)


LoadNative = Callable[[str], Game]


@pytest.fixture(scope="session")
def load_native() -> LoadNative:
    """Return a function that loads a game at speed `native`, building it if needed.

    The libraries are in the cache that all processes share; one of them builds each.
    `make test` builds them all before the tests.
    """

    def load(game: str) -> Game:
        if missing_libraries([game]):
            build_library(game)
        return registry.load(game, speed=NATIVE)

    return load


@pytest.fixture(scope="session")
def fast_northern(load_native: LoadNative) -> Game:
    return load_native("northern")


@pytest.fixture(params=[INTERPRETED, NATIVE])
def northern_at_speed(request: pytest.FixtureRequest) -> Game:
    """Return Northern Pacific interpreted and native."""
    name = "northern" if request.param == INTERPRETED else "fast_northern"
    game: Game = request.getfixturevalue(name)
    return game


@pytest.fixture(scope="session")
def repeated_northern(northern: Game) -> Game:
    """Return Northern Pacific for tests that search long: native if its library is built."""
    return northern.at_speed(repetition_speed(northern.definition.package))


# The shell has the same engine without the window of a browser, which makes it twice as fast.
SHELL, *FULL = "chromium-headless-shell", "chromium", "chromium-browser"


def find_chromium(names: Sequence[str] = (SHELL, *FULL)) -> str | None:
    return next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as result:
        yield result


@contextmanager
def running_chromium(playwright: Any, names: Sequence[str] = (SHELL, *FULL)) -> Iterator[Any]:
    """Run the first of these programs that is installed."""
    chromium = find_chromium(names)
    assert chromium, "the browser tests need Chromium: install the package `chromium`"
    result = playwright.chromium.launch(
        executable_path=chromium,
        args=[
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--disable-dev-shm-usage",
        ],
    )
    yield result
    result.close()


@pytest.fixture(scope="session")
def browser(playwright: Any) -> Iterator[Any]:
    with running_chromium(playwright) as result:
        yield result


@pytest.fixture(scope="session")
def full_browser(playwright: Any) -> Iterator[Any]:
    """Chromium with its window, which can show notifications and install pages."""
    with running_chromium(playwright, FULL) as result:
        yield result
