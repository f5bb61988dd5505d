"""Player pages in Chromium: on phone and desk, light and dark, without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.in_process import PageUser, Site, open_page_as, running_site
from tests.web.social.test_user_pages import create_table, play_out, wait_until_settled

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE, DESK = (390, 844), (1440, 900)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("users")) as result:
        yield result


@pytest.fixture(scope="module")
def played(site: Site) -> tuple[PageUser, PageUser, str]:
    """Two users who have played and chatted, with one friendship and one tournament."""
    ann, bob = site.add_user("Ann"), site.add_user("Bob")
    tables = [create_table(site.services, ann, bob, "random") for _ in range(3)]
    for table in tables:
        play_out(site.services, table)
    wait_until_settled(site.services, *tables)
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
    browser: Any, site: Site, played: tuple[PageUser, PageUser, str], size: Any, scheme: Any
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    ann, bob, table = played
    (cup,) = [row["id"] for row in site.services.social.tournaments.rows.newest()]
    for page in open_page_as(browser, site, ann, size, color_scheme=scheme):
        for path in [*PATHS, f"/p/{bob.id}", f"/t/{table}/talk", f"/tournaments/{cup}"]:
            page.goto(path)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size[0], path
            result = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
            assert [v["id"] for v in result if v["impact"] in ("serious", "critical")] == [], path
        links = [a.get_attribute("href") for a in page.locator("footer nav a").all()]
        social = ["/leaderboard", "/tournaments", "/boards", "/people", "/me/notices"]
        assert links == ["/learn", "/puzzles", *social]


def test_chat_is_live_at_the_table(
    browser: Any, site: Site, played: tuple[PageUser, PageUser, str]
) -> None:
    ann, bob, _ = played
    table = create_table(site.services, ann, bob, "random")
    for page in open_page_as(browser, site, ann, DESK):
        page.goto(f"/t/{table}")
        page.click("#chat > summary")
        page.fill('#chat [name="words"]', "Hello Bob")
        page.keyboard.press("Enter")
        page.wait_for_selector("#chat .messages:has-text('Hello Bob')")
        assert page.input_value('#chat [name="words"]') == ""
        bob.post(f"/t/{table}/talk/say", words="Hello yourself")
        page.wait_for_selector("#chat .messages:has-text('Hello yourself')")
        page.click("#chat > summary")
        bob.post(f"/t/{table}/talk/say", words="Are you there?")
        page.wait_for_selector("#chat .count:has-text('new')")


def test_everything_works_without_scripts(
    browser: Any, site: Site, played: tuple[PageUser, PageUser, str]
) -> None:
    ann, bob, table = played
    for page in open_page_as(browser, site, ann, DESK, java_script_enabled=False):
        page.goto(f"/t/{table}")
        page.click("#chat > summary")
        page.click("text=Open the chat")
        page.fill('[name="words"]', "No scripts here")
        page.click("text=Send")
        assert "No scripts here" in page.inner_text(".messages")
        page.goto("/people")
        page.fill('[name="name"]', "bob")
        page.click("button:has-text('Find')")
        assert page.inner_text("h1") == "Bob"
        assert "You and Bob" in page.inner_text("main")
        page.goto("/tournaments")
        page.click("text=Spring cup")
        page.click("button:has-text('Join tournament')")
        page.wait_for_selector("text=Withdraw")
        page.goto("/me/notices")
        page.fill('[name="address"][type="url"]', "https://127.0.0.1/")
        page.click("text=Add webhook")
        assert "not on the public internet" in page.inner_text("[role=alert]")
    assert bob.name == "Bob"


def test_screenshots(
    browser: Any, site: Site, played: tuple[PageUser, PageUser, str], tmp_path: Path
) -> None:
    """Save screenshots for inspection with `--basetemp`; they are not compared."""
    ann, bob, table = played
    for name, size in (("phone", PHONE), ("desk", DESK)):
        for page in open_page_as(browser, site, ann, size):
            for n, path in enumerate([*PATHS, f"/p/{bob.id}", f"/t/{table}/talk", f"/t/{table}"]):
                page.goto(path)
                page.screenshot(path=tmp_path / f"{name}-{n}.png", full_page=True)
                assert (tmp_path / f"{name}-{n}.png").stat().st_size > 1000
