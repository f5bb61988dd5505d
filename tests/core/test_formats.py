"""The tables of numbers and dates are those of the Common Locale Data Repository."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from babel import Locale, dates

from roundhouse.cli.date_formats import TABLE, write_table
from roundhouse.core.formats import (
    FORMATS,
    format_date,
    format_moment,
    format_number,
    format_percent,
)
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


def test_table_of_dates_is_current() -> None:
    assert TABLE.read_text("utf-8") == write_table(), "run `roundhouse translations dates`"


@pytest.mark.parametrize("language", sorted(FORMATS))
def test_dates_are_those_of_babel(language: str) -> None:
    with use_language(language):
        for month in range(1, 13):
            for hour in (0, 9, 12, 23):
                at = datetime(2026, month, 2 * month, hour, 5, tzinfo=UTC)
                date = dates.format_date(at, "long", locale=language)
                time = dates.format_time(at, "short", tzinfo=UTC, locale=language)
                assert format_date(at.timestamp()) == date
                joined = str(dates.get_datetime_format("long", locale=language))
                moment = joined.replace("{1}", date).replace("{0}", time)
                assert format_moment(at.timestamp()) == moment


def test_dates_are_written_as_readers_expect() -> None:
    seconds = datetime(2026, 11, 20, 14, 5, tzinfo=UTC).timestamp()
    assert format_moment(seconds) == "November 20, 2026, 2:05\u202fPM"
    with use_language("de"):
        assert format_moment(seconds) == "20. November 2026, 14:05"
    with use_language("fr"):
        assert format_moment(seconds) == "20 novembre 2026, 14:05"
    with use_language("xx"):  # a language without a table
        assert format_date(seconds) == "November 20, 2026"
