"""Dates in each language, written by `roundhouse translations dates`."""

from __future__ import annotations

from typing import NamedTuple


class DateFormats(NamedTuple):
    """How a language writes dates; the placeholders are those of `core/formats.py`."""

    date: str
    time: str
    moment: str  # of a date and a time
    months: tuple[str, ...]
    halves: tuple[str, str]  # of a day


DATE_FORMATS = {
    "en": DateFormats(
        "{month} {day}, {year}",
        "{hour12}:{minute:02}\u202f{half}",
        "{date}, {time}",
        (
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ),
        ("AM", "PM"),
    ),
    "de": DateFormats(
        "{day}. {month} {year}",
        "{hour:02}:{minute:02}",
        "{date}, {time}",
        (
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ),
        ("AM", "PM"),
    ),
    "fr": DateFormats(
        "{day} {month} {year}",
        "{hour:02}:{minute:02}",
        "{date}, {time}",
        (
            "janvier",
            "février",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août",
            "septembre",
            "octobre",
            "novembre",
            "décembre",
        ),
        ("AM", "PM"),
    ),
}
