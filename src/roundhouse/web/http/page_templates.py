"""The folders of the page templates and of the static files."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment

from roundhouse.table.presentation.templates import environment

WEB = Path(str(files("roundhouse.web")))
STATIC = WEB / "static"


def page_environment() -> Environment:
    """Return the environment of all pages; each feature has a folder of templates."""
    return environment(sorted(WEB.glob("*/templates")), _stamp())


def _stamp() -> str:
    """Return a digest of the static files, so that browsers may cache them forever."""
    digest = hashlib.sha256()
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]
