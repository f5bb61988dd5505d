"""Interfaces import only their own library, and report a missing one."""

from __future__ import annotations

import subprocess
import sys

import pytest

LIBRARIES = (
    "gymnasium",
    "pettingzoo",
    "pyspiel",
    "torch",
    "resvg_py",
    "PIL",
    "numba",
    "textarena",
    "mcp",
)


def run_python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def loaded_libraries(code: str) -> set[str]:
    """Return the libraries that this code loads."""
    return set(
        run_python(
            f"import sys; {code}; print(*[m for m in {LIBRARIES} if m in sys.modules])"
        ).split()
    )


def test_the_package_loads_no_library() -> None:
    assert loaded_libraries("import roundhouse") == set()
    assert loaded_libraries("import roundhouse.research") == set()


@pytest.mark.parametrize(
    ("module", "allowed"),
    [
        ("gymnasium_env", {"gymnasium"}),
        ("pettingzoo_env", {"pettingzoo", "gymnasium"}),
        ("openspiel", {"pyspiel"}),
        ("vector_checker", {"gymnasium"}),
        ("textarena_env", {"textarena"}),
        ("kaggle_harness", set()),
        ("mcp_server", {"mcp"}),
    ],
)
def test_an_interface_loads_its_own_library(module: str, allowed: set[str]) -> None:
    assert loaded_libraries(f"import roundhouse.research.{module}") == allowed


@pytest.mark.parametrize(
    ("module", "library"),
    [
        ("gymnasium_env", "gymnasium"),
        ("gymnasium_vector", "gymnasium"),
        ("pettingzoo_env", "pettingzoo"),
        ("openspiel", "pyspiel"),
        ("vector_checker", "gymnasium"),
        ("textarena_env", "textarena"),
        ("mcp_server", "mcp"),
    ],
)
def test_missing_library_is_reported(module: str, library: str) -> None:
    code = (
        f"import sys; sys.modules['{library}'] = None\n"
        f"try:\n    from roundhouse.research import {module}\n"
        f"except ImportError as error:\n    print(error)"
    )
    message = run_python(code)
    extra = "text" if library in ("textarena", "mcp") else "research"
    assert f"pip install 'roundhouse-games[{extra}]'" in message
    assert library in message


def test_interfaces_can_be_imported_from_the_package() -> None:
    code = "from roundhouse.research import gymnasium_env, openspiel, pettingzoo_env; print('ok')"
    assert run_python(code) == "ok"
