"""A table runs with the standard library and Jinja2 only, as in a browser."""

from __future__ import annotations

import subprocess
import sys

BLOCKED = (
    *("fastapi", "starlette", "pydantic", "sqlalchemy", "uvicorn", "anyio", "markdown_it"),
    *("numpy", "numba"),
    *("roundhouse.web", "roundhouse.bots", "roundhouse.lab", "roundhouse.research"),
)
IMPORT_ALL = """
import importlib, pkgutil, sys

class Block:
    def find_spec(self, name, path=None, target=None):
        if any(name == each or name.startswith(each + ".") for each in sys.argv[1:]):
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Block())
import roundhouse.table
for module in pkgutil.walk_packages(roundhouse.table.__path__, "roundhouse.table."):
    importlib.import_module(module.name)
from roundhouse.table.presentation.templates import environment
environment().get_template("_table.html")
"""


def test_table_imports_without_frameworks_and_numpy() -> None:
    run = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, *BLOCKED],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
