"""Puzzles in Chromium: by clicks, by keyboard and without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.in_process import Site, open_page_as, running_site

from roundhouse.play.puzzles import Puzzle

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE, DESK = (390, 844), (1440, 900)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("puzzles")) as result:
        yield result


def puzzle_on_board(site: Site) -> tuple[Puzzle, str]:
    """Return a puzzle whose best move has its own board target, and that ref."""
    for puzzle in site.services.puzzles.books()[0].puzzles:
        view = site.services.puzzles.views(puzzle).at(puzzle.seat).view
        uses: dict[str, list[str]] = {}
        for choice in view["choices"]:
            for ref in choice["refs"]:
                uses.setdefault(ref, []).append(choice["move"])
        for ref, moves in uses.items():
            if moves == [puzzle.best.move]:
                return puzzle, ref
    raise AssertionError("no puzzle can be solved by one click on the board")


def test_puzzle_is_solved_by_a_click_on_the_board(browser: Any, site: Site) -> None:
    puzzle, ref = puzzle_on_board(site)
    for page in open_page_as(browser, site, site.add_user("Clicks"), DESK):
        page.goto(f"/puzzles/{puzzle.game}/{puzzle.id}")
        page.locator(f'.sheet.focus [data-ref="{ref}"].can').first.click(force=True)
        page.wait_for_selector(".verdict.right")
        before = page.get_attribute(".sheet.focus", "data-digest")
        page.keyboard.press("ArrowRight")
        page.wait_for_function(
            "was => document.querySelector('.sheet.focus').dataset.digest !== was", arg=before
        )
        page.click("text=Next puzzle")
        page.wait_for_selector("text=Find the best move")


def test_wrong_answer_by_keyboard_is_refuted(browser: Any, site: Site) -> None:
    puzzle = site.services.puzzles.books()[0].puzzles[0]
    for page in open_page_as(browser, site, site.add_user("Keys"), PHONE):
        page.goto(f"/puzzles/{puzzle.game}/{puzzle.id}")
        for summary in page.locator(".all-offers > summary").all():
            summary.focus()
            page.keyboard.press("Enter")
        page.locator(f'.offer[value="{puzzle.wrong[0].move}"]').focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".verdict.wrong")
        page.wait_for_selector(".puzzle-line li >> nth=1")
        page.click("text=Try again")
        page.wait_for_selector("text=it does not count")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_puzzles_work_without_scripts_in_the_dark_theme(
    browser: Any, site: Site, size: tuple[int, int]
) -> None:
    puzzle = site.services.puzzles.books()[0].puzzles[1]
    who = site.add_user(f"Plain {size[0]}")
    how: dict[str, Any] = {"java_script_enabled": False, "color_scheme": "dark"}
    for page in open_page_as(browser, site, who, size, **how):
        page.goto("/puzzles")
        page.click(f'a[href="/puzzles/{puzzle.game}"]')
        page.goto(f"/puzzles/{puzzle.game}/{puzzle.id}")
        for summary in page.locator(".all-offers > summary").all():
            summary.click()
        page.click(f'.offer[value="{puzzle.best.move}"]')
        assert "Correct." in page.inner_text(".verdict")
        page.click('[data-go="on"]')
        assert page.locator('[aria-current="step"]').count() <= 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_and_are_accessible(browser: Any, site: Site, scheme: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    puzzle = site.services.puzzles.books()[0].puzzles[2]
    who = site.add_user(f"Axe {scheme}")
    request = f"/puzzles/{puzzle.game}/{puzzle.id}"
    for size in (PHONE, DESK):
        for page in open_page_as(browser, site, who, size, color_scheme=scheme):
            paths = ["/puzzles", f"/puzzles/{puzzle.game}", request]
            if size == DESK:
                who.post(request, move=puzzle.wrong[0].move)
                paths.append(f"{request}?answer={puzzle.wrong[0].move}")
            for path in paths:
                page.goto(path)
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
                result = (
                    Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
                )
                bad = [v["id"] for v in result if v["impact"] in ("serious", "critical")]
                assert bad == [], path
