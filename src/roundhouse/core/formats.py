"""Numbers, money and dates in each language.

The tables are from the Common Locale Data Repository, so that no package is needed at run time.
`tests/core/test_formats.py` compares them with Babel's.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from roundhouse.core.date_formats import DATE_FORMATS, DateFormats
from roundhouse.core.translation import ENGLISH, STORED, current_language, store


class Formats(NamedTuple):
    """How a language writes numbers; `{}` is the number."""

    decimal: str
    group: str  # between thousands
    percent: str
    money: str  # dollars
    million: str  # dollars


FORMATS = {
    "en": Formats(".", ",", "{}%", "${}", "${}M"),
    "de": Formats(",", ".", "{}\xa0%", "{}\xa0$", "{}\xa0Mio.\xa0$"),
    "fr": Formats(",", "\u202f", "{}\xa0%", "{}\xa0$", "{}\xa0M\xa0$"),
}


def _formats() -> Formats:
    return FORMATS.get(current_language(), FORMATS[ENGLISH])


def format_money(amount: str, suffix: str = "") -> str:
    """Return an amount of dollars: `$3`; with the suffix M, of millions: `$96M`."""
    if current_language() == STORED:
        return store("format_money", amount, suffix)
    pattern = _formats().million if suffix == "M" else _formats().money
    return pattern.format(amount)


def format_number(number: float, digits: int = 0) -> str:
    """Return a number with separators: `12,345.6`."""
    text = f"{number:,}" if isinstance(number, int) else f"{number:,.{digits}f}"
    return text.translate({ord(","): _formats().group, ord("."): _formats().decimal})


def format_change(ratio: float) -> str:
    """Return a change of a ratio in percent, with its sign: `+12%`."""
    return ("-" if ratio < 0 else "+") + format_percent(abs(ratio))


def format_percent(ratio: float, digits: int = 0) -> str:
    """Return a ratio in percent: `42%`."""
    return _formats().percent.format(format_number(100 * ratio, digits))


def format_date(seconds: float) -> str:
    """Return the day of a time in seconds since 1970: `November 20, 2026`."""
    return _write_date(datetime.fromtimestamp(seconds, UTC))


def format_moment(seconds: float) -> str:
    """Return the day and the time of day, both in UTC: `November 20, 2026, 2:05 PM`."""
    at, formats = datetime.fromtimestamp(seconds, UTC), _date_formats()
    time = formats.time.format(
        hour=at.hour,
        hour12=at.hour % 12 or 12,
        minute=at.minute,
        half=formats.halves[at.hour // 12],
    )
    return formats.moment.format(date=_write_date(at), time=time)


def _date_formats() -> DateFormats:
    return DATE_FORMATS.get(current_language(), DATE_FORMATS[ENGLISH])


def _write_date(at: datetime) -> str:
    formats = _date_formats()
    return formats.date.format(day=at.day, month=formats.months[at.month - 1], year=at.year)
