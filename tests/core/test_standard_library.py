"""Rules, views, drawings, logs and matches need the standard library only."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import roundhouse

SOURCES = Path(roundhouse.__file__).parents[1]

PROGRAM = """
import random
import sys

sys.path.insert(0, sys.argv[1])
for name in ("numpy", "numba"):
    try:
        __import__(name)
    except ModuleNotFoundError:
        continue
    sys.exit(f"{name} is installed here")

import pkgutil
from importlib import import_module

import roundhouse
from roundhouse.play.match import Match
from roundhouse.play.record import Record

BACKENDS = (
    *("jit", "cuda", "by_address", "by_slots"),
    *("native_compiler", "native_exports", "native_target"),
)
for package in map(import_module, ("roundhouse.core", "roundhouse.games", "roundhouse.play")):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith(tuple(f"backends.{name}" for name in BACKENDS)):
            import_module(module.name)

for meta in roundhouse.games():
    game, rng = roundhouse.load(meta.id), random.Random(1)
    assert game.engine.speed in ("interpreted", "native")
    match = Match(game, meta.seats[0])
    sentences = 0
    while not match.over:
        match.advance(rng)
        if match.over:
            break
        state = match.state
        seat, before = state.turn, state.clone()
        action = rng.choice(state.legal())
        match.submit(seat, game.text(action), match.ply)
        game.events(before, action, match.state, None)
        sentences += bool(game.sentence(before, action, match.state, None))
        if match.ply % 20 == 0:
            assert game.unpack(state.pack()) == state
            assert state.redeal(seat, rng).view(seat) == state.view(seat)
    for seat in (None, *range(match.state.seats)):
        view = match.state.view(seat)
        assert all(game.draw(view, drawing.name) for drawing in game.drawings)
    record = Record.loads(match.record().dumps())
    assert Match.from_record(game, record).state == match.state
    assert Match.resume(game, meta.seats[0], match.entries).state == match.state
    assert match.state.end() and match.state.breakdown() and match.state.ranks()
    print(meta.id, match.ply, sentences)
"""


@pytest.mark.parametrize("jit", ["0", "1"])
def test_every_game_is_played_with_the_standard_library_alone(jit: str) -> None:
    """`-I -S` hides installed packages."""
    process = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PROGRAM, str(SOURCES)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "ROUNDHOUSE_JIT": jit},
    )
    assert process.returncode == 0, process.stderr
    lines = [line.split() for line in process.stdout.splitlines()]
    assert [name for name, _, _ in lines] == [meta.id for meta in roundhouse.games()]
    assert all(int(plies) > 20 and int(sentences) > 10 for _, plies, sentences in lines)
