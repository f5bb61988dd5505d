from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import roundhouse
from roundhouse.core.backends.compile_cache import cache_root, sources_digest
from roundhouse.core.backends.jit import JitBinder
from roundhouse.core.rule import COMPILED, INTERPRETED, Binder, default_speed, placeholder, rule
from roundhouse.play import registry

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


def test_rule_can_be_called_directly() -> None:
    assert flat_price(1) == 7
    with pytest.raises(NotImplementedError):
        double_price(1)


@pytest.mark.parametrize("speed", [INTERPRETED, COMPILED])
def test_placeholder_is_replaced_by_the_rule_of_the_game(
    speed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDHOUSE_CACHE", str(tmp_path))
    names = {"price": flat_price}
    bind = Binder(names) if speed == INTERPRETED else JitBinder(names, "sample")
    assert bind(double_price)(3) == 14
    assert bind(double_price) is bind(double_price)
    assert any(tmp_path.iterdir()) == (speed == COMPILED)


def test_binding_does_not_change_the_original() -> None:
    Binder({"price": flat_price})(double_price)
    with pytest.raises(NotImplementedError):
        double_price(1)


def test_rule_may_call_itself() -> None:
    assert Binder({})(countdown)(5) == 5


def test_unknown_speed_is_refused() -> None:
    with pytest.raises(ValueError, match="no speed 'warp': choose one of interpreted, native"):
        registry.load("northern", speed="warp")


def test_environment_sets_the_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_JIT", "0")
    assert default_speed() == INTERPRETED
    monkeypatch.setenv("ROUNDHOUSE_JIT", "1")
    assert default_speed() == COMPILED


def test_environment_sets_the_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDHOUSE_CACHE", "/somewhere")
    assert cache_root() == Path("/somewhere")
    monkeypatch.delenv("ROUNDHOUSE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert cache_root() == Path("/caches/roundhouse")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_root() == Path.home() / ".cache" / "roundhouse"


def run_python(code: str, folder: Path, **env: str) -> str:
    """Return the output of a new interpreter that imports the package from `folder`."""
    process = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(folder), **env},
    )
    return process.stdout.strip()


@pytest.mark.slow
def test_changed_rule_changes_the_digest(tmp_path: Path) -> None:
    shutil.copytree(
        PACKAGE, tmp_path / "roundhouse", ignore=shutil.ignore_patterns("__pycache__", "web")
    )
    code = (
        "from roundhouse.core.backends.compile_cache import sources_digest; print(sources_digest())"
    )
    assert len(sources_digest()) == 16
    before = run_python(code, tmp_path)
    rules = tmp_path / "roundhouse/games/northern/rules.py"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert run_python(code, tmp_path) != before


def write_package(folder: Path, **files: str) -> None:
    """Write modules of a package `acme`."""
    for name, text in files.items():
        path = folder / "acme" / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_package_of_a_game_is_part_of_the_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    sources_digest.cache_clear()
    own_digest = sources_digest()
    assert sources_digest("roundhouse.games.northern", "roundhouse.games.texas") == own_digest
    digests = {own_digest}
    for text in ("a = 1", "a = 2"):
        for files in ({"tram__rules": text}, {"shared": text}):
            write_package(tmp_path, **files)
            sources_digest.cache_clear()
            digests.add(sources_digest("acme.tram"))
    assert len(digests) == 5
    bind = JitBinder({}, "acme.tram")
    assert bind.folder().parts[-2:] == (sources_digest("acme.tram"), "tram")
    assert sources_digest() == own_digest


@pytest.mark.slow
def test_interpreted_game_gives_the_same_bytes_without_numba() -> None:
    code = """
import random, sys, roundhouse
state = roundhouse.load("northern", speed={!r}).start(4)
rng = random.Random(5)
while not state.over:
    state.apply(rng.choice(state.legal()))
print("numba" in sys.modules, state.pack().hex())
"""
    plain = run_python(code.format("interpreted"), PACKAGE.parent).split()
    fast = run_python(code.format("compiled"), PACKAGE.parent).split()
    assert plain[0] == "False"
    assert fast[0] == "True"
    assert plain[1] == fast[1]
