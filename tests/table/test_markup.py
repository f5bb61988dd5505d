"""Times as pages write them."""

from __future__ import annotations

from datetime import UTC, datetime

from roundhouse.core.translation import use_language
from roundhouse.table.presentation.markup import ago

NOW = datetime(2026, 11, 20, 14, 5, tzinfo=UTC).timestamp()
DAY = 86400


def test_time_since_a_change_is_counted_for_a_month() -> None:
    assert ago(NOW, NOW) == "just now"
    assert ago(NOW - 90, NOW) == "1 minute ago"
    assert ago(NOW - DAY, NOW) == "1 day ago"
    assert ago(NOW - 30 * DAY, NOW) == "30 days ago"
    assert ago(NOW - 31 * DAY, NOW) == "October 20, 2026"


def test_times_are_in_the_language_of_the_reader() -> None:
    with use_language("de"):
        assert ago(NOW - 3 * DAY, NOW) == "vor 3 Tagen"
        assert ago(NOW - 31 * DAY, NOW) == "20. Oktober 2026"
    with use_language("fr"):
        assert ago(NOW - 31 * DAY, NOW) == "20 octobre 2026"
