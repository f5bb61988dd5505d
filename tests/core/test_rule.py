from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import roundhouse
from roundhouse.core.rule import (
    COMPILED,
    INTERPRETED,
    Binder,
    cache_root,
    default_speed,
    placeholder,
    rule,
    sources_digest,
)

PACKAGE = Path(roundhouse.__file__).parent


@placeholder
def price(n: int) -> int:
    raise NotImplementedError


@rule
def double_price(n: int) -> int:
    return 2 * price(n)


@rule
def countdown(n: int) -> int:
    return 0 if n <= 0 else 1 + countdown(n - 1)


@rule
def flat_price(n: int) -> int:
    return 7


def test_a_rule_is_a_plain_function() -> None:
    assert flat_price(1) == 7
    with pytest.raises(NotImplementedError):
        double_price(1)


@pytest.mark.parametrize("speed", [INTERPRETED, COMPILED])
def test_a_placeholder_becomes_the_games_rule(
    speed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDHOUSE_CACHE", str(tmp_path))
    bind = Binder({"price": flat_price}, speed, "sample")
    assert bind(double_price)(3) == 14
    assert bind(double_price) is bind(double_price)
    assert bind.folder().exists() == (speed == COMPILED)


def test_binding_leaves_the_original_alone() -> None:
    Binder({"price": flat_price}, INTERPRETED, "sample")(double_price)
    with pytest.raises(NotImplementedError):
        double_price(1)


def test_a_rule_may_call_itself() -> None:
    assert Binder({}, INTERPRETED, "sample")(countdown)(5) == 5


def test_an_unknown_speed_is_refused() -> None:
    with pytest.raises(ValueError, match="compiled"):
        Binder({}, "warp", "sample")


def test_the_speed_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")
    assert default_speed() == INTERPRETED
    monkeypatch.setenv("ROUNDHOUSE_JIT", "1")
    assert default_speed() == COMPILED


def test_the_cache_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_CACHE", "/somewhere")
    assert cache_root() == Path("/somewhere")
    monkeypatch.delenv("ROUNDHOUSE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert cache_root() == Path("/caches/roundhouse")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_root() == Path.home() / ".cache" / "roundhouse"


def python(code: str, folder: Path, **env: str) -> str:
    """What a fresh interpreter prints, with the package taken from `folder`."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(folder), **env},
    )
    return done.stdout.strip()


@pytest.mark.slow
def test_a_changed_rule_changes_the_cache_folder(tmp_path: Path) -> None:
    shutil.copytree(
        PACKAGE, tmp_path / "roundhouse", ignore=shutil.ignore_patterns("__pycache__", "web")
    )
    ask = "from roundhouse.core.rule import sources_digest; print(sources_digest())"
    assert len(sources_digest()) == 16
    before = python(ask, tmp_path)
    rules = tmp_path / "roundhouse/games/northern/rules.py"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert python(ask, tmp_path) != before


def write_package(folder: Path, **files: str) -> None:
    """A package `acme` with a room in it and something that the room uses."""
    for name, text in files.items():
        path = folder / "acme" / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_a_room_in_a_package_of_its_own_is_part_of_the_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    sources_digest.cache_clear()
    ours = sources_digest()
    assert sources_digest("roundhouse.games.northern", "roundhouse.games.texas") == ours
    seen = {ours}
    for text in ("a = 1", "a = 2"):
        for files in ({"tram__rules": text}, {"shared": text}):
            write_package(tmp_path, **files)
            sources_digest.cache_clear()
            seen.add(sources_digest("acme.tram"))
    assert len(seen) == 5
    bind = Binder({}, COMPILED, "acme.tram")
    assert bind.folder().parts[-2:] == (sources_digest("acme.tram"), "tram")
    assert sources_digest() == ours


@pytest.mark.slow
def test_interpreted_play_never_loads_the_compiler_and_gives_the_same_bytes() -> None:
    code = """
import random, sys, roundhouse
state = roundhouse.load("northern").start(4)
rng = random.Random(5)
while not state.over:
    state.apply(rng.choice(state.legal()))
print("numba" in sys.modules, state.pack().hex())
"""
    plain = python(code, PACKAGE.parent, ROUNDHOUSE_JIT="0").split()
    fast = python(code, PACKAGE.parent, ROUNDHOUSE_JIT="1").split()
    assert plain[0] == "False"
    assert fast[0] == "True"
    assert plain[1] == fast[1]
