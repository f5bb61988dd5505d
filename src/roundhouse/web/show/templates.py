"""The templates, and where they and the static files lie."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from roundhouse.web.show.drawings import shared_style
from roundhouse.web.show.markup import ago, scored

HERE = Path(str(files("roundhouse.web")))
STATIC = HERE / "static"


def environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.globals |= {"stamp": _stamp(), "scored": scored, "ago": ago}
    made.globals["drawing_style"] = Markup(shared_style())
    return made


def _stamp() -> str:
    """Changes with the static files, so that browsers may keep them for good."""
    digest = hashlib.sha256()
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]
