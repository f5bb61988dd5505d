"""axe-core finds no accessibility problems in either theme."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from tests.web.conftest import Opener
from tests.web.tables.test_browser import MINE, OVER, new_table, play_now

from roundhouse.play import registry

pytestmark = pytest.mark.browser

# In the dark theme only the colours differ.
AXE = {
    "light": {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa"], "resultTypes": ["violations"]},
    "dark": {"runOnly": ["color-contrast", "link-in-text-block"], "resultTypes": ["violations"]},
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible(open_page: Opener, scheme: str) -> None:
    # The content security policy would block axe-core's script.
    page = open_page("/", color_scheme=scheme, bypass_csp=True)
    axe = Axe()

    def check(part: str | None = None) -> None:
        result = axe.run(page, context=part, options=AXE[scheme])
        lines = [
            f"{v['id']}: {v['help']}: {[n['target'] for n in v['nodes'][:4]]}"
            for v in result.response["violations"]
        ]
        assert not lines, f"{page.url} ({scheme}):\n" + "\n".join(lines)

    check()
    # All text pages use the same colours: two are enough for the dark theme.
    paths = (
        "/new",
        "/docs",
        "/me",
        "/me/bots",
        "/upload",
        "/about",
        "/g/northern/rules",
        "/g/northern/board",
    )
    for path in paths if scheme == "light" else paths[:2]:
        page.goto(path)
        check()
    for meta in registry.games():
        page.goto("/")
        play_now(page, meta.id)
        page.wait_for_selector(MINE)
        check()
        page.click(".table-menu > summary")
        check(".table-menu")
        page.goto(page.url.split("?")[0] + "/replay")
        check()
    # A finished game, its result, and the list of games on the home page.
    new_table(page, "bot:beginner", "bot:beginner", "bot:beginner", variant="single")
    page.wait_for_selector(OVER)
    check()
    page.goto(page.url.split("?")[0] + "/result")
    check()
    page.goto("/")
    check()
