"""The template environment."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from jinja2 import FileSystemLoader, StrictUndefined
from markupsafe import Markup

from roundhouse.core.text import SEAT_LETTERS
from roundhouse.table.presentation.drawings import shared_style
from roundhouse.table.presentation.endings import announce_winners
from roundhouse.table.presentation.markup import ago, scored
from roundhouse.table.presentation.qr_code import qr_code
from roundhouse.table.presentation.template_messages import MessageEnvironment

TABLE_TEMPLATES = Path(str(files("roundhouse.table"))) / "templates"


def environment(folders: Sequence[Path] = (), stamp: str = "") -> MessageEnvironment:
    """Return an environment with the templates of a table and those of more folders.

    `stamp` is a digest of the static files that the pages link to.
    """
    result = MessageEnvironment(
        loader=FileSystemLoader([*folders, TABLE_TEMPLATES]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        undefined=StrictUndefined,
    )
    result.globals |= {"stamp": stamp, "scored": scored, "ago": ago}
    result.globals["drawing_style"] = Markup(shared_style())
    result.globals |= {"SEAT_LETTERS": SEAT_LETTERS, "qr_code": qr_code}
    result.globals["announce_winners"] = announce_winners
    return result
