"""Pages about people in real Chromium: on a phone and a desk, light and dark, without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.inside import Inside, Visitor, inside, opened
from tests.web.test_people_pages import counted, lay, play_out

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE, DESK = (390, 844), (1440, 900)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("people")) as made:
        yield made


@pytest.fixture(scope="module")
def played(house: Inside) -> tuple[Visitor, Visitor, str]:
    """Two people who have played with each other, talked, and know each other."""
    ann, bob = house.person("Ann"), house.person("Bob")
    tables = [lay(house.services, ann, bob, "random") for _ in range(3)]
    for table in tables:
        play_out(house.services, table)
    counted(house.services, *tables)
    ann.post(f"/p/{bob.id}/friend")
    bob.post(f"/t/{tables[0]}/talk/say", words="Well played, Ann")
    ann.post(
        "/tournaments", title="Spring cup", game="northern", kind="pools", seats=4, clock="day"
    )
    return ann, bob, tables[0]


PATHS = ["/leaderboard?game=northern", "/people", "/me", "/me/notices", "/me/data", "/tournaments"]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_and_are_accessible(
    browser: Any, house: Inside, played: tuple[Visitor, Visitor, str], size: Any, scheme: Any
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    ann, bob, table = played
    (cup,) = [row["id"] for row in house.services.community.tournaments.rows.newest()]
    for page in opened(browser, house, ann, size, color_scheme=scheme):
        for path in [*PATHS, f"/p/{bob.id}", f"/t/{table}/talk", f"/tournaments/{cup}"]:
            page.goto(path)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size[0], path
            found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
            assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == [], path
        links = [a.get_attribute("href") for a in page.locator("footer nav a").all()]
        people = ["/leaderboard", "/tournaments", "/boards", "/people", "/me/notices"]
        assert links == ["/learn", "/puzzles", *people]


def test_talk_is_live_at_the_table(
    browser: Any, house: Inside, played: tuple[Visitor, Visitor, str]
) -> None:
    ann, bob, _ = played
    table = lay(house.services, ann, bob, "random")
    for page in opened(browser, house, ann, DESK):
        page.goto(f"/t/{table}")
        page.click("#talk > summary")
        page.fill('#talk [name="words"]', "Hello Bob")
        page.keyboard.press("Enter")
        page.wait_for_selector("#talk .remarks:has-text('Hello Bob')")
        assert page.input_value('#talk [name="words"]') == ""
        bob.post(f"/t/{table}/talk/say", words="Hello yourself")
        page.wait_for_selector("#talk .remarks:has-text('Hello yourself')")
        page.click("#talk > summary")
        bob.post(f"/t/{table}/talk/say", words="Are you there?")
        page.wait_for_selector("#talk .count:has-text('new')")


def test_everything_works_without_scripts(
    browser: Any, house: Inside, played: tuple[Visitor, Visitor, str]
) -> None:
    ann, bob, table = played
    for page in opened(browser, house, ann, DESK, java_script_enabled=False):
        page.goto(f"/t/{table}")
        page.click("#talk > summary")
        page.click("text=What is said at this table")
        page.fill('[name="words"]', "No scripts here")
        page.click("text=Say it")
        assert "No scripts here" in page.inner_text(".remarks")
        page.goto("/people")
        page.fill('[name="name"]', "bob")
        page.click("button:has-text('Find')")
        assert page.inner_text("h1") == "Bob"
        assert "You and Bob" in page.inner_text("main")
        page.goto("/tournaments")
        page.click("text=Spring cup")
        page.click("button:has-text('Enter')")
        page.wait_for_selector("text=Withdraw")
        page.goto("/me/notices")
        page.fill('[name="address"][type="url"]', "https://127.0.0.1/")
        page.click("text=Add it")
        assert "not on the public internet" in page.inner_text("[role=alert]")
    assert bob.name == "Bob"


def test_screenshots(
    browser: Any, house: Inside, played: tuple[Visitor, Visitor, str], tmp_path: Path
) -> None:
    """Not compared: to look at, with `--basetemp`."""
    ann, bob, table = played
    for name, size in (("phone", PHONE), ("desk", DESK)):
        for page in opened(browser, house, ann, size):
            for n, path in enumerate([*PATHS, f"/p/{bob.id}", f"/t/{table}/talk", f"/t/{table}"]):
                page.goto(path)
                page.screenshot(path=tmp_path / f"{name}-{n}.png", full_page=True)
                assert (tmp_path / f"{name}-{n}.png").stat().st_size > 1000
