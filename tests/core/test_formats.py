"""The table of number formats is the one of the Common Locale Data Repository."""

from __future__ import annotations

from babel import Locale

from roundhouse.core.formats import FORMATS, format_number, format_percent
from roundhouse.core.translation import LANGUAGES, PSEUDO, use_language


def test_formats_are_those_of_babel() -> None:
    assert set(FORMATS) == set(LANGUAGES) - {PSEUDO}
    for language, formats in FORMATS.items():
        locale = Locale.parse(language)
        symbols = locale.number_symbols["latn"]
        assert (formats.decimal, formats.group) == (symbols["decimal"], symbols["group"])
        pattern = locale.percent_formats[None].pattern
        assert formats.percent == pattern.replace("#,##0", "{}")
        money = locale.currency_formats["standard"].pattern
        assert formats.money == money.replace("#,##0.00", "{}").replace("¤", "$")


def test_numbers() -> None:
    with use_language("de"):
        assert format_number(12345.67, 1) == "12.345,7"
        assert format_percent(0.42) == "42\xa0%"
    assert format_number(12345.67, 1) == "12,345.7"
