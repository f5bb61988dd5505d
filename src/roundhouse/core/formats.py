"""Numbers and money in each language.

The table is from the Common Locale Data Repository, so that no package is needed at run time.
`tests/core/test_formats.py` compares it with Babel's.
"""

from __future__ import annotations

from typing import NamedTuple

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
