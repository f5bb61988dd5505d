"""Hints at tables of bots, and who was winning when in a game that is over."""

from __future__ import annotations

import pytest
from tests.web.conftest import Opener
from tests.web.test_browser import MINE, MOMENT, OVER, new_table, wait_ply

pytestmark = pytest.mark.browser


def test_a_hint_names_moves_that_are_offered(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "me", "bot:beginner", "bot:beginner", variant="single")
    page.wait_for_selector(MINE)
    places = (
        "['stage','prompt','choices','me','dock'].map(n => JSON.stringify("
        "document.querySelector(`[data-part=${n}]`).getBoundingClientRect())).join()"
    )
    before = page.evaluate(places)
    page.keyboard.press("h")
    page.wait_for_selector(".hint li")
    assert page.evaluate(places) == before  # nothing has moved
    offered = page.eval_on_selector_all(
        "[data-choices] .offer", "all => all.map(e => e.querySelector('.label').textContent)"
    )
    for best in page.locator(".hint li b").all_inner_texts():
        assert best.split(": ")[-1] in offered  # in words
    assert "%" not in page.inner_text(".hint")
    assert page.locator(".sheet .hinted").count() >= 1  # and marked on the board
    at = page.get_attribute("main.table", "data-ply")
    page.wait_for_timeout(MOMENT)
    page.click(".hinted-move.best")  # played by a click
    page.wait_for_selector(f'main.table:not([data-ply="{at}"])')


def test_a_hint_works_without_scripts(open_page: Opener) -> None:
    page = open_page("/", java_script_enabled=False)
    new_table(page, "me", "bot:beginner", "bot:beginner", variant="single")
    for _ in range(200):
        if page.query_selector("[data-key=h]:not(:disabled)"):
            break
        page.wait_for_timeout(200)
        page.reload()
    page.click("button:has-text('Hint')")
    page.wait_for_selector(".hint li")


def test_no_hints_among_people(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "me", "open", "open")
    refused = page.evaluate("""async () => {
      const csrf = document.querySelector('input[name="csrf"]').value;
      const post = async (what) => {
        const body = new URLSearchParams({ csrf, ply: 0 });
        const answer = await fetch(location.pathname + what, { method: "POST", body });
        return [answer.status, await answer.text()];
      };
      return [await post("/hint"), await post("/chances")];
    }""")
    assert refused[0][0] == 403
    assert "Hints are for" in refused[0][1]
    assert refused[1][0] == 409


def test_who_was_winning_and_when(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "bot:beginner", "bot:beginner", "bot:beginner", variant="single")
    page.wait_for_selector(OVER)
    page.goto(page.url + "/replay")
    page.click("text=Who was winning, and when?")
    page.wait_for_selector(".outlook .chart svg", timeout=240_000)
    if page.locator(".points [data-ply]").count():
        point = page.locator(".points [data-ply]").first
        at = int(point.get_attribute("data-ply"))
        point.locator("a").click()
        wait_ply(page, at)
    lines = page.locator(".chart [data-seat]")
    assert {line.get_attribute("data-seat") for line in lines.all()} == {"0", "1", "2"}
