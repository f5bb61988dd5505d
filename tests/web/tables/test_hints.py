"""Hints in games against bots, and the analysis of a finished game."""

from __future__ import annotations

import pytest
from tests.web.conftest import Opener
from tests.web.tables.test_browser import GUARD_MS, MINE, OVER, new_table, wait_ply

pytestmark = pytest.mark.browser


def test_hint_names_offered_moves(open_page: Opener) -> None:
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
    assert page.evaluate(places) == before  # the layout is stable
    offered = page.eval_on_selector_all(
        "[data-choices] .offer", "all => all.map(e => e.querySelector('.label').textContent)"
    )
    for best in page.locator(".hint li b").all_inner_texts():
        assert best.endswith(tuple(offered))  # by its label
    assert "%" not in page.inner_text(".hint")
    assert page.locator(".sheet .hinted").count() >= 1  # marked on the board
    at = page.get_attribute("main.table", "data-ply")
    page.wait_for_timeout(GUARD_MS)
    page.click(".hinted-move.best")  # a click plays it
    page.wait_for_selector(f'main.table:not([data-ply="{at}"])')


def test_hint_works_without_scripts(open_page: Opener) -> None:
    page = open_page("/", java_script_enabled=False)
    new_table(page, "me", "bot:beginner", "bot:beginner", variant="single")
    for _ in range(200):
        if page.query_selector("[data-key=h]:not(:disabled)"):
            break
        page.wait_for_timeout(200)
        page.reload()
    page.click("button:has-text('Hint')")
    page.wait_for_selector(".hint li")


def test_hints_are_unavailable_against_players(open_page: Opener) -> None:
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
    assert "You can ask for a hint when it is your turn." in refused[0][1]
    assert refused[1][0] == 409


def test_analysis_shows_winning_chances(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "bot:beginner", "bot:beginner", "bot:beginner", variant="single")
    page.wait_for_selector(OVER)
    page.goto(page.url + "/replay")
    page.click("text=Analyze game")
    page.wait_for_selector(".analysis .chart svg", timeout=240_000)
    if page.locator(".points [data-ply]").count():
        point = page.locator(".points [data-ply]").first
        at = int(point.get_attribute("data-ply"))
        point.locator("a").click()
        wait_ply(page, at)
    lines = page.locator(".chart [data-seat]")
    assert {line.get_attribute("data-seat") for line in lines.all()} == {"0", "1", "2"}
