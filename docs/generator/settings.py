"""The page of settings: environment variables, and the fields of `Settings`."""

from __future__ import annotations

import dataclasses
import math
import re
from pathlib import Path

from docs.generator.markdown import code, field_comments, head, sentence, table

import roundhouse
from roundhouse.web.settings import Settings

INTRO = """
A server works without any settings.
Set what you need with a flag of `roundhouse serve` or an environment variable;
a flag takes precedence over an environment variable.
"""

VARIABLES = {
    "ROUNDHOUSE_DATA": "data folder of the server (the data folder of the operating system)",
    "ROUNDHOUSE_DATABASE": "database URL (a SQLite file in the data folder)",
    "ROUNDHOUSE_SITE": "public address of the site, for links in emails",
    "ROUNDHOUSE_DOCS": "address of the documentation, for the link to the player's guide",
    "ROUNDHOUSE_MAIL": "SMTP server for emails: `smtp://[name:password@]host[:port]`",
    "ROUNDHOUSE_MAIL_FROM": "sender of emails",
    "ROUNDHOUSE_MODELS": "language models that can be seated: "
    "`NAME=llm:MODEL@URL#settings`, separated by spaces",
    "ROUNDHOUSE_CACHE": "folder of the compile cache (the cache folder of the operating system)",
    "ROUNDHOUSE_LIBRARIES": "folder of native libraries built here (in the compile cache)",
    "ROUNDHOUSE_JIT": "`0` runs the rules interpreted: no compile time, but much slower",
    "ROUNDHOUSE_PSEUDO_LOCALE": "set it to offer the language Pseudo, which shows text that cannot "
    "be translated",
    "ROUNDHOUSE_QUIET": "set it to hide the note that a game is being compiled",
    "PORT": "default port of `roundhouse serve`",
    "NO_COLOR": "set it to switch off colors in the terminal",
}
# Read by the code, but set by the operating system or the terminal.
SYSTEM_VARIABLES = {"LOCALAPPDATA", "XDG_DATA_HOME", "XDG_CACHE_HOME", "COLORTERM", "TERM"}

# How an operator sets a field; the others are set in Python, by embedding the application.
SET_BY = {
    "database": "`--database`, `ROUNDHOUSE_DATABASE`",
    "data": "`--data`, `ROUNDHOUSE_DATA`",
    "secure": "`--https`",
    "hsts": "`--hsts`",
    "proxies": "`--proxy`",
    "metrics": "`--metrics`",
    "site": "`ROUNDHOUSE_SITE`",
    "docs": "`ROUNDHOUSE_DOCS`",
    "mail": "`ROUNDHOUSE_MAIL`",
    "mail_from": "`ROUNDHOUSE_MAIL_FROM`",
}


def page() -> str:
    """Return the page."""
    return (
        head("Settings", INTRO)
        + "\n## Environment variables\n\n"
        + table(
            ["variable", "meaning"],
            [(code(name), sentence(meaning)) for name, meaning in VARIABLES.items()],
        )
        + "\n## Server settings\n\nThe fields of `roundhouse.web.settings.Settings`.\n"
        "Fields without an entry in the second column are set in Python: "
        "`roundhouse.web.app.create_app(Settings(...))`.\n\n"
        + table(["field", "set by", "default", "meaning"], _rows())
    )


def _rows() -> list[tuple[str, str, str, str]]:
    comments = field_comments(Settings)
    return [
        (code(f.name), SET_BY.get(f.name, ""), _default(f), sentence(comments[f.name]))
        for f in dataclasses.fields(Settings)
    ]


def _default(f: dataclasses.Field[object]) -> str:
    value = f.default
    if value is dataclasses.MISSING or value in ("", (), None):
        return ""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float) and value.is_integer() and math.isfinite(value):
        value = int(value)
    if isinstance(value, tuple):
        return ", ".join(f"{each:,g}" for each in value)
    return f"{value:,}" if isinstance(value, int) else str(value)


def variables_in_code() -> set[str]:
    """Return the environment variables that the package reads."""
    pattern = re.compile(r"""environ(?:\.get\(|\[)\s*f?"(\w+)\"""")
    names = set()
    for path in Path(roundhouse.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        names.update(pattern.findall(text))
        names.update(re.findall(r'"(ROUNDHOUSE_[A-Z_]+[A-Z])"', text))
    return names - SYSTEM_VARIABLES
