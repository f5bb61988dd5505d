"""Generate the reference pages of the documentation from the code.

`make reference` (`python -m docs.generator`) writes the pages; `tests/test_reference.py` fails when
a page is stale. To add a page, write a module with `page()` and list it in `PAGES`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from docs.generator import (
    cli,
    game_definition,
    glossary,
    http_api,
    limits,
    observations,
    python_api,
    search_parameters,
    settings,
)

FOLDER = Path(__file__).parents[1] / "reference"

PAGES: dict[str, Callable[[], str]] = {
    "cli": cli.page,
    "game-definition": game_definition.page,
    "glossary": glossary.page,
    "http-api": http_api.page,
    "limits": limits.page,
    "observations": observations.page,
    "python-api": python_api.page,
    "search-parameters": search_parameters.page,
    "settings": settings.page,
}


def write_pages() -> list[str]:
    """Write every page that has changed, and return the names of those."""
    changed = []
    for name, render in PAGES.items():
        path, text = FOLDER / f"{name}.md", render()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(name)
    return changed
