"""The generated reference pages are current; `make reference` updates them."""

from __future__ import annotations

import pytest
from docs.generator import FOLDER, PAGES
from docs.generator.limits import RATES
from docs.generator.markdown import field_comments
from docs.generator.settings import VARIABLES, variables_in_code

from roundhouse.web.http.rate_limits import RateLimits


@pytest.mark.parametrize("name", PAGES)
def test_page_is_current(name: str) -> None:
    path = FOLDER / f"{name}.md"
    assert path.is_file(), f"{path.name} is missing: run `make reference`"
    assert path.read_text(encoding="utf-8") == PAGES[name](), "stale: run `make reference`"


def test_every_environment_variable_is_documented() -> None:
    assert variables_in_code() == set(VARIABLES)


def test_every_rate_limit_is_documented() -> None:
    assert set(RATES) == set(RateLimits.rates)


def test_field_comments() -> None:
    class Example:
        # Above, for two.
        first: int = 1
        second: int = 2
        third: int = 3  # Behind.
        fourth: int = 4
        """Below."""

    assert field_comments(Example) == {
        "first": "Above, for two.",
        "second": "Above, for two.",
        "third": "Behind.",
        "fourth": "Below.",
    }
