"""What all tests share."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from roundhouse.core.game import Game
from roundhouse.core.rule import COMPILED, INTERPRETED
from roundhouse.play import registry

os.environ.setdefault("ROUNDHOUSE_QUIET", "1")  # what goes to stderr is compared
# Who is started in the background (`make test &`) does not hear Ctrl+C, nor do the processes it
# starts; those of the tests are told to end by it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No deadline: the first call of a compiled rule may load it. No database: tests leave nothing.
# `make test` tries the same examples each time, so that what passed once passes again; those of
# `make research` are new every time.
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
        help="write golden files anew; read the difference before you commit it",
    )


# Tests that do one thing over and over, by what their paths contain. Where coverage is counted they
# are run without: tracing them would take minutes and find next to no new line.
REPETITIVE = (
    *("bots/search/", "bots/test_search", "test_fairness", "test_strength", "rails_search"),
    *("union_redeal", "tests/test_records", "tests/test_stages", "tests/test_boards"),
    *("research/test_docs", "research/test_examples"),
)


def compiled_game(item: pytest.Item) -> str | None:
    """The game that a slow test compiles, as far as its parameters or its folder tell."""
    asked = getattr(item, "callspec", None)
    given = {asked.params.get(key) for key in ("name", "game")} if asked else set()
    folder, *parts = item.path.relative_to(Path(__file__).parent).parts
    for meta in registry.games():
        if meta.id in given or meta.id in parts:
            return meta.id
    return "northern" if folder in ("bots", "core", "lab", "cli") else None


# First, so that `--dist loadgroup` sees the groups.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        # Two processes that compile the same game at once do the work twice.
        if item.get_closest_marker("slow") and not item.get_closest_marker("xdist_group"):
            game = compiled_game(item)
            if game is not None:
                item.add_marker(pytest.mark.xdist_group(game))
    if not config.pluginmanager.hasplugin("_cov"):
        return
    for item in items:
        path = item.path.as_posix()
        many = isinstance(item, pytest.Function) and (
            item.originalname.startswith("test_conformance")
            or getattr(item.obj, "is_hypothesis_test", False)
        )
        if many or any(part in path for part in REPETITIVE):
            item.add_marker("no_cover")


Golden = Callable[[Path, str], None]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with a golden file, or writes it."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: see --update-golden"

    return compare


@pytest.fixture(scope="session")
def northern() -> Game:
    return registry.load("northern", speed=INTERPRETED)


@pytest.fixture(scope="session")
def fast_northern() -> Game:
    return registry.load("northern", speed=COMPILED)


@pytest.fixture(params=[INTERPRETED, COMPILED])
def northern_at_speed(request: pytest.FixtureRequest, northern: Game, fast_northern: Game) -> Game:
    """Northern Pacific at one speed, then at the other."""
    return northern if request.param == INTERPRETED else fast_northern
