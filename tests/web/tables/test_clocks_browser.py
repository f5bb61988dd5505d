"""Clocks, vacations and standing orders on the page, with and without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.conftest import Opener
from tests.web.tables.test_browser import unfold

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def create_table(page: Any, clock: str) -> None:
    """Create a table with three players on one device."""
    page.goto("/new?game=texas&seats=3")
    unfold(page, "seat0", "Choose each seat")
    unfold(page, "clock", "Time, bot speed and board")
    for seat in (1, 2):
        page.select_option(f"select[name=seat{seat}]", "guest")
    page.select_option("select[name=clock]", clock)
    page.click("button:has-text('Create table')")
    page.wait_for_selector("main.table")


# The boxes of an element and of its container, measured together: the layout may change between
# two calls.
BOX_AND_CONTAINER = (
    "(e, other) => [e, e.closest(other)].map((each) => each.getBoundingClientRect().toJSON())"
)


def seconds_left(page: Any) -> int:
    """Return the seconds on the running clock."""
    minutes, seconds = page.inner_text(".clock.running .clock-left").split(":")
    return int(minutes) * 60 + int(seconds)


def test_running_clock_counts_down_on_the_page(open_page: Opener) -> None:
    page = open_page("/")
    create_table(page, "quick")
    assert page.locator(".clock").count() == 3
    assert "4 min + 6 s per decision" in page.inner_text(".clocks")
    started = seconds_left(page)
    page.wait_for_function(
        "start => { const [m, s] = document.querySelector('.clock.running .clock-left')"
        ".textContent.split(':').map(Number); return m * 60 + s < start - 1; }",
        arg=started,
    )
    running = page.inner_text(".clock.running .clock-name")
    offers = page.locator("[data-choices] button.offer, [data-go-amount]")
    offers.locator("visible=true").first.click()
    page.wait_for_function(
        "name => document.querySelector('.clock.running .clock-name').textContent !== name",
        arg=running,
    )


@pytest.mark.parametrize("script", [True, False])
def test_standing_orders_make_moves(open_page: Opener, script: bool) -> None:
    page = open_page("/", java_script_enabled=script)
    create_table(page, "none")
    assert page.locator(".clock").count() == 0
    page.click("details.orders summary")
    page.click("details.orders button:has-text('until KATY')")
    page.wait_for_selector("text=passes")  # in the log
    if not page.locator("details.orders[open]").count():
        page.click("details.orders summary")
    page.fill("details.orders input[name=amount]", "8")
    page.click("details.orders button:has-text('Add order')")
    page.wait_for_selector("text=/bid \\$\\d/")
    assert re.search(r"bid \$\d", page.inner_text(".prompt"))


def test_vacation_without_scripts(open_page: Opener) -> None:
    page = open_page("/", java_script_enabled=False)
    create_table(page, "days")
    assert "3 days" in page.inner_text(".clocks") or "2 days 23 h" in page.inner_text(".clocks")
    page.click("details.leave:has-text('Pause my clock') summary >> nth=0")
    page.fill("input[name=days] >> nth=0", "2")
    page.click("button:has-text('Start vacation') >> nth=0")
    assert "on vacation for" in page.inner_text(".clocks")
    page.click("button:has-text('End vacation') >> nth=0")
    assert "on vacation for" not in page.inner_text(".clocks")


def test_clock_and_orders_are_visible_on_a_phone(open_page: Opener) -> None:
    """The running clock is visible without scrolling, and one tap opens the orders."""
    page = open_page("/", width=390, height=844, has_touch=True, is_mobile=True)
    create_table(page, "quick")
    clock = page.locator(".prompt .time.running")
    assert re.fullmatch(r"[34]:\d\d", clock.locator("[data-left]").inner_text())
    for each in (clock, page.locator("[data-to-orders]")):
        box, prompt = each.evaluate(BOX_AND_CONTAINER, ".prompt")
        assert prompt["top"] <= box["top"]
        assert box["bottom"] <= prompt["bottom"]
        assert box["right"] <= 390
    page.wait_for_selector(".has-js main.table")
    page.tap("[data-to-orders]")
    page.wait_for_selector("details.orders[open]")
    page.wait_for_function(
        """() => {
            const box = document.querySelector("details.orders > summary").getBoundingClientRect();
            return box.top > 0 && box.bottom < 844
                && Boolean(document.elementFromPoint(box.x + 5, box.y + 5)?.closest(".orders"));
        }"""
    )
