"""A puzzle solved and a game reviewed in real Chromium, by clicks, by keys and without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.inside import Inside, inside, opened

from roundhouse.play.puzzles import Puzzle

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE, DESK = (390, 844), (1440, 900)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("puzzles")) as made:
        yield made


def on_board(house: Inside) -> tuple[Puzzle, str]:
    """A puzzle whose best move is one target of the board, and that target's ref."""
    for puzzle in house.services.puzzles.books()[0].puzzles:
        view = house.services.puzzles.views(puzzle).at(puzzle.seat).view
        uses: dict[str, list[str]] = {}
        for choice in view["choices"]:
            for ref in choice["refs"]:
                uses.setdefault(ref, []).append(choice["move"])
        for ref, moves in uses.items():
            if moves == [puzzle.best.move]:
                return puzzle, ref
    raise AssertionError("no puzzle is solved by one click on the board")


def test_a_puzzle_is_solved_by_a_click_on_the_board(browser: Any, house: Inside) -> None:
    puzzle, ref = on_board(house)
    for page in opened(browser, house, house.person("Clicks"), DESK):
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


def test_a_wrong_answer_by_keyboard_is_refuted(browser: Any, house: Inside) -> None:
    puzzle = house.services.puzzles.books()[0].puzzles[0]
    for page in opened(browser, house, house.person("Keys"), PHONE):
        page.goto(f"/puzzles/{puzzle.game}/{puzzle.id}")
        for summary in page.locator(".all-offers > summary").all():
            summary.focus()
            page.keyboard.press("Enter")
        page.locator(f'.offer[value="{puzzle.wrong[0].move}"]').focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".verdict.wrong")
        page.wait_for_selector(".puzzle-line li >> nth=1")
        page.click("text=Try it again")
        page.wait_for_selector("text=it counts no more")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_without_scripts_in_the_dark(browser: Any, house: Inside, size: tuple[int, int]) -> None:
    puzzle = house.services.puzzles.books()[0].puzzles[1]
    who = house.person(f"Plain {size[0]}")
    how: dict[str, Any] = {"java_script_enabled": False, "color_scheme": "dark"}
    for page in opened(browser, house, who, size, **how):
        page.goto("/puzzles")
        page.click(f'a[href="/puzzles/{puzzle.game}"]')
        page.goto(f"/puzzles/{puzzle.game}/{puzzle.id}")
        for summary in page.locator(".all-offers > summary").all():
            summary.click()
        page.click(f'.offer[value="{puzzle.best.move}"]')
        assert "Right." in page.inner_text(".verdict")
        page.click('[data-go="on"]')
        assert page.locator('[aria-current="step"]').count() <= 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_and_are_accessible(browser: Any, house: Inside, scheme: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    puzzle = house.services.puzzles.books()[0].puzzles[2]
    who = house.person(f"Axe {scheme}")
    asked = f"/puzzles/{puzzle.game}/{puzzle.id}"
    for size in (PHONE, DESK):
        for page in opened(browser, house, who, size, color_scheme=scheme):
            paths = ["/puzzles", f"/puzzles/{puzzle.game}", asked]
            if size == DESK:
                who.post(asked, move=puzzle.wrong[0].move)
                paths.append(f"{asked}?answer={puzzle.wrong[0].move}")
            for path in paths:
                page.goto(path)
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
                found = (
                    Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
                )
                bad = [v["id"] for v in found if v["impact"] in ("serious", "critical")]
                assert bad == [], path
