"""Clocks, votes and standing orders on the page, with and without JavaScript."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.conftest import Opener

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def lay(page: Any, clock: str) -> None:
    """A table of three at one screen, by the form."""
    page.goto("/new?game=texas&seats=3")
    for seat in (1, 2):
        page.select_option(f"select[name=seat{seat}]", "guest")
    page.select_option("select[name=clock]", clock)
    page.click("button:has-text('Lay the table')")
    page.wait_for_selector("main.table")


# Where an element and what it should lie in are at one moment: a page that has just come may be
# laid out once more between two looks.
BOTH = "(e, other) => [e, e.closest(other)].map((each) => each.getBoundingClientRect().toJSON())"


def left(page: Any) -> int:
    """Seconds on the clock that runs."""
    minutes, seconds = page.inner_text(".clock.running .clock-left").split(":")
    return int(minutes) * 60 + int(seconds)


def test_a_clock_runs_on_the_page(open_page: Opener) -> None:
    page = open_page("/")
    lay(page, "quick")
    assert page.locator(".clock").count() == 3
    assert "4 min, and 6 s for each decision" in page.inner_text(".clocks")
    begun = left(page)
    page.wait_for_function(
        "start => { const [m, s] = document.querySelector('.clock.running .clock-left')"
        ".textContent.split(':').map(Number); return m * 60 + s < start - 1; }",
        arg=begun,
    )
    running = page.inner_text(".clock.running .clock-name")
    offers = page.locator("[data-choices] button.offer, [data-go-amount]")
    offers.locator("visible=true").first.click()
    page.wait_for_function(
        "name => document.querySelector('.clock.running .clock-name').textContent !== name",
        arg=running,
    )


@pytest.mark.parametrize("script", [True, False])
def test_an_order_is_given_and_taken_back(open_page: Opener, script: bool) -> None:
    page = open_page("/", java_script_enabled=script)
    lay(page, "none")
    assert page.locator(".clock").count() == 0
    page.click("details.orders summary")
    page.click("details.orders button:has-text('until KATY')")
    page.wait_for_selector("text=passes")  # in the log: it was their turn
    if not page.locator("details.orders[open]").count():
        page.click("details.orders summary")
    page.fill("details.orders input[name=amount]", "8")
    page.click("details.orders button:has-text('Order this')")
    page.wait_for_selector("text=/has bid \\$\\d/")
    assert re.search(r"has bid \$\d", page.inner_text(".prompt"))


def test_days_off_by_the_form(open_page: Opener) -> None:
    page = open_page("/", java_script_enabled=False)
    lay(page, "days")
    assert "3 days" in page.inner_text(".clocks") or "2 days 23 h" in page.inner_text(".clocks")
    page.click("details.leave:has-text('my clock stands still') summary >> nth=0")
    page.fill("input[name=days] >> nth=0", "2")
    page.click("button:has-text('Take them') >> nth=0")
    assert "away for" in page.inner_text(".clocks")
    page.click("button:has-text('I am back') >> nth=0")
    assert "away for" not in page.inner_text(".clocks")


def test_clock_and_orders_are_in_sight_on_a_phone(open_page: Opener) -> None:
    """Without pulling the sheet up: the clock that runs; and one tap leads to the orders."""
    page = open_page("/", width=390, height=844, has_touch=True, is_mobile=True)
    lay(page, "quick")
    clock = page.locator(".prompt .time.running")
    assert re.fullmatch(r"[34]:\d\d", clock.locator("[data-left]").inner_text())
    for each in (clock, page.locator("[data-to-orders]")):
        box, prompt = each.evaluate(BOTH, ".prompt")
        assert prompt["top"] <= box["top"]
        assert box["bottom"] <= prompt["bottom"]
        assert box["right"] <= 390
    page.tap("[data-to-orders]")
    page.wait_for_selector("details.orders[open]")
    page.wait_for_function(
        """() => {
            const box = document.querySelector("details.orders > summary").getBoundingClientRect();
            return box.top > 0 && box.bottom < 844
                && Boolean(document.elementFromPoint(box.x + 5, box.y + 5)?.closest(".orders"));
        }"""
    )
