"""Hints at tables of bots, and who was winning when in a game that is over."""

from __future__ import annotations

import re

import pytest
from tests.web.conftest import Opener
from tests.web.test_browser import MINE, OVER, new_table, wait_ply

pytestmark = pytest.mark.browser


def test_a_hint_names_moves_that_are_offered(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "me", "bot:beginner", "bot:beginner", variant="single")
    page.wait_for_selector(MINE)
    page.keyboard.press("h")
    page.wait_for_selector(".hint li")
    offered = page.locator("[data-choices] .offer").all_inner_texts()
    for best in page.locator(".hint li b").all_inner_texts():
        assert any(text.startswith(best) for text in offered)
    assert re.search(r"about \d+%", page.inner_text(".hint"))


def test_a_hint_works_without_scripts(open_page: Opener) -> None:
    page = open_page("/", java_script_enabled=False)
    new_table(page, "me", "bot:beginner", "bot:beginner", variant="single")
    for _ in range(40):
        if page.query_selector("text=Hint"):
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
    page.wait_for_selector(".outlook .chart svg", timeout=60_000)
    if page.locator(".points [data-ply]").count():
        point = page.locator(".points [data-ply]").first
        at = int(point.get_attribute("data-ply"))
        point.locator("a").click()
        wait_ply(page, at)
    lines = page.locator(".chart [data-seat]")
    assert {line.get_attribute("data-seat") for line in lines.all()} == {"0", "1", "2"}
