"""The folders of the page templates and of the static files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path

from roundhouse.core.errors import BadOption
from roundhouse.core.formats import format_number, format_percent
from roundhouse.core.translation import ENGLISH, PSEUDO, current_language
from roundhouse.table.presentation.template_messages import MessageEnvironment
from roundhouse.table.presentation.templates import environment

WEB = Path(str(files("roundhouse.web")))
STATIC = WEB / "static"


def page_environment(
    stamp: str = "", folders: Sequence[Path] = (), *, is_local: bool = False
) -> MessageEnvironment:
    """Return the environment of all pages; each feature has a folder of templates.

    Args:
        stamp: A digest of the static files; by default it is computed.
        folders: Further folders of templates.
        is_local: Whether the pages are those of a tab without a server.
    """
    result = environment([*folders, *sorted(WEB.glob("*/templates"))], stamp or _stamp())
    result.globals |= {"is_local": is_local, "has_offline_site": False, "link_to_guide": None}
    result.globals |= {"number": format_number, "percent": format_percent}
    return result


def make_guide_link(docs: str) -> Callable[[], str]:
    """Return a function that links to the player's guide in the current language.

    Args:
        docs: The address of the documentation, such as `https://rails.example/docs/`.
    """
    if not docs.startswith(("https://", "http://", "/")):
        raise BadOption(f"ROUNDHOUSE_DOCS is no address: {docs[:100]!r}")

    def link_to_guide() -> str:
        language = current_language()
        suffix = "" if language in (ENGLISH, PSEUDO) else f".{language}"
        return f"{docs.rstrip('/')}/how-to/play/players-guide{suffix}.html"

    return link_to_guide


def _stamp() -> str:
    """Return a digest of the static files, so that browsers may cache them forever."""
    digest = hashlib.sha256()
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]
