"""Dates of each language, from the Common Locale Data Repository by Babel."""

from __future__ import annotations

import json
import re
from pathlib import Path

from roundhouse.core.translation import LANGUAGES, PSEUDO

TABLE = Path(__file__).parent.parent / "core" / "date_formats.py"
HEADER = '''"""Dates in each language, written by `roundhouse translations dates`."""

from __future__ import annotations

from typing import NamedTuple


class DateFormats(NamedTuple):
    """How a language writes dates; the placeholders are those of `core/formats.py`."""

    date: str
    time: str
    moment: str  # of a date and a time
    months: tuple[str, ...]
    halves: tuple[str, str]  # of a day


'''
# The fields of a date pattern by their placeholders.
FIELDS = {
    "MMMM": "{month}",
    "d": "{day}",
    "y": "{year}",
    "HH": "{hour:02}",
    "H": "{hour}",
    "h": "{hour12}",
    "mm": "{minute:02}",
    "a": "{half}",
}


def write_table() -> str:
    """Return the module with the dates of all languages."""
    languages = [each for each in LANGUAGES if each != PSEUDO]
    rows = [f'    "{language}": {_write_row(language)},\n' for language in languages]
    return HEADER + "DATE_FORMATS = {\n" + "".join(rows) + "}\n"


def _write_row(language: str) -> str:
    from babel import Locale

    locale = Locale.parse(language)
    patterns = [
        _convert(locale.date_formats["long"].pattern),
        _convert(locale.time_formats["short"].pattern),
        locale.datetime_formats["long"].replace("{1}", "{date}").replace("{0}", "{time}"),
    ]
    months = [locale.months["format"]["wide"][n] for n in range(1, 13)]
    halves = [locale.day_periods["format"]["abbreviated"][name] for name in ("am", "pm")]
    lines = [
        *(f"        {_quote(pattern)}," for pattern in patterns),
        "        (",
        *(f"            {_quote(month)}," for month in months),
        "        ),",
        f"        ({', '.join(map(_quote, halves))}),",
    ]
    return "\n".join(["DateFormats(", *lines, "    )"])


def _quote(text: str) -> str:
    """Return a text as Python's source, with visible spaces."""
    quoted = json.dumps(text, ensure_ascii=False)
    return quoted.replace("\u202f", "\\u202f").replace("\xa0", "\\xa0")


def _convert(pattern: str) -> str:
    """Return a pattern such as `d 'de' MMMM` with placeholders; quoted letters stay."""
    return re.sub(
        r"'(?P<words>[^']*)'|(?P<field>([A-Za-z])\3*)",
        lambda match: FIELDS[match["field"]] if match["field"] else match["words"],
        pattern,
    )
