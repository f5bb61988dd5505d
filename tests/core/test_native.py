"""Native libraries: the same results as other speeds, without Numba and NumPy."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import LoadNative
from tests.scale import SCALE

from roundhouse.bots.registry import make_bot
from roundhouse.core.backends import available_speeds, choose_speed, native_library
from roundhouse.core.backends.native import NoLibrary
from roundhouse.core.backends.native_array import LARGE, NativeArray
from roundhouse.core.game import Game
from roundhouse.core.rule import COMPILED, INTERPRETED, NATIVE, default_speed
from roundhouse.core.state import advance
from roundhouse.play import registry

SOURCES = Path(registry.__file__).parents[2]
NORTHERN = "roundhouse.games.northern"
SETTINGS = "guided:200:redeal_fraction=0.5"
# Numba takes long to compile each kind; a guided search contains most of the others.
BOTS = ("search:300", "guided:200", SETTINGS, "net", "greedy", "instinct", "medium")
JIT_BOTS = BOTS if SCALE > 1 else ("guided:200",)


@pytest.fixture
def libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder of libraries, the only one."""
    monkeypatch.setenv("ROUNDHOUSE_LIBRARIES", str(tmp_path))
    monkeypatch.setenv("ROUNDHOUSE_JIT", "1")
    monkeypatch.setattr(native_library, "SHIPPED", tmp_path / "none")
    return tmp_path


def test_library_is_chosen_if_it_fits_the_sources(
    libraries: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert choose_speed(NORTHERN) == default_speed()
    assert NATIVE not in available_speeds(NORTHERN)
    best = native_library.instruction_sets()[0]
    (libraries / native_library.file_name(NORTHERN, best)).touch()
    assert choose_speed(NORTHERN) == NATIVE
    assert available_speeds(NORTHERN)[:2] == (INTERPRETED, NATIVE)
    assert choose_speed("roundhouse.games.rails") == default_speed()
    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")
    assert choose_speed(NORTHERN) == INTERPRETED


def test_edited_rule_needs_another_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "edited_game"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    names = []
    for text in ("LIMIT = 1\n", "LIMIT = 2\n"):
        (package / "rules.py").write_text(text, encoding="utf-8")
        native_library.digest_of.cache_clear()
        names.append(native_library.file_name("edited_game", native_library.X86_64_V2))
    assert names[0] != names[1]


def test_missing_library_is_named(libraries: Path) -> None:
    with pytest.raises(NoLibrary, match="roundhouse build-native northern"):
        registry.load("northern", speed=NATIVE)


def test_memory_reads_like_lists() -> None:
    table = NativeArray((3, 4), code="q")
    table.flat[:] = memoryview(bytes(range(96))).cast("q")
    assert len(table) == 3
    assert [list(row) for row in table] == [list(table[n]) for n in range(3)]
    table[1][2] = -7
    assert table.flat[6] == -7
    large = NativeArray((LARGE // 8,), code="d")
    large[5] = 0.5
    assert large[4:6].tolist() == [0.0, 0.5]
    assert large.address % 8 == 0


def test_rows_share_the_memory_of_structs() -> None:
    structs = NativeArray((2,), 16)
    rows = structs.rows()
    rows[1].flat[0] = 9
    assert structs.flat[16] == 9
    assert rows[1].address == structs.address + 16
    assert rows[1].shape == (16,)


@pytest.mark.slow
@pytest.mark.parametrize("name", [meta.id for meta in registry.games()])
def test_library_agrees_with_the_interpreter(name: str, load_native: LoadNative) -> None:
    game = load_native(name)
    start = game.start(max(game.meta.seats))
    slow = game.at_speed(INTERPRETED)
    assert start.perft(2) == slow.unpack(start.pack()).perft(2)
    engines = game.engine, slow.engine
    lengths = [engine.random_games(engine.load(start.pack()), 2, 5) for engine in engines]
    assert lengths[0] == lengths[1]


def choose_moves(game: Game, name: str) -> list[object]:
    """Return a bot's first decisions, with the results of its searches."""
    state, rng = game.start(max(game.meta.seats)), random.Random(3)
    bot, decisions = make_bot(name, game, random.Random(7)), list[object]()
    advance(state, rng)
    while not state.over and len(decisions) < 6:
        action = bot.choose(state)
        search = bot.last_search
        decisions.append((action, search and (search.moves, search.principal_variation)))
        state.apply(action)
        advance(state, rng)
    return decisions


@pytest.mark.slow
@pytest.mark.xdist_group("union")
def test_search_agrees_with_the_interpreter(load_native: LoadNative) -> None:
    """The first search of a bot, in a game with secrets; only libraries keep trees."""
    game = load_native("union")
    moves = []
    for each in (game, game.at_speed(INTERPRETED)):
        state = each.start(4)
        advance(state, random.Random(3))
        bot = make_bot("search:80:redeal_fraction=0.5", each, random.Random(7))
        bot.choose(state)
        assert bot.last_search
        moves.append(bot.last_search.moves)
    assert moves[0] == moves[1]


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.xdist_group("northern")
def test_bots_play_the_same_as_compiled_by_numba(fast_northern: Game) -> None:
    jit = fast_northern.at_speed(COMPILED)
    for name in JIT_BOTS:
        assert choose_moves(fast_northern, name) == choose_moves(jit, name)


@pytest.mark.slow
@pytest.mark.xdist_group("northern")
def test_library_needs_neither_numba_nor_numpy(load_native: LoadNative) -> None:
    load_native("northern")
    code = (
        "import sys; sys.modules.update(dict.fromkeys(('numba', 'numpy', 'llvmlite')))\n"
        "import random, roundhouse\n"
        "from roundhouse.bots.registry import make_bot\n"
        "game = roundhouse.load('northern'); state = game.start(4); rng = random.Random(1)\n"
        "names = 'guided:50', 'net', 'beginner', 'greedy'\n"
        "bots = [make_bot(name, game, rng) for name in names]\n"
        "while not state.over:\n"
        "    if state.turn < 0: state.play_chance(rng)\n"
        "    else: state.apply(bots[state.turn].choose(state))\n"
        "print(game.engine.speed, len(state.ranks()))\n"
    )
    env = {**os.environ, "PYTHONPATH": str(SOURCES), "ROUNDHOUSE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["native", "4"], done.stderr
