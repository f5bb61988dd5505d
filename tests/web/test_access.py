"""axe-core finds nothing to complain about, by day and by night."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from tests.web.conftest import Opener
from tests.web.test_browser import MINE, OVER, new_table, play_now

from roundhouse.play import registry

pytestmark = pytest.mark.browser

# By night a page is the same but for its colours.
AXE = {
    "light": {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa"], "resultTypes": ["violations"]},
    "dark": {"runOnly": ["color-contrast", "link-in-text-block"], "resultTypes": ["violations"]},
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible(open_page: Opener, scheme: str) -> None:
    # The policy would keep the checker's script out, too.
    page = open_page("/", color_scheme=scheme, bypass_csp=True)
    axe = Axe()

    def check(part: str | None = None) -> None:
        found = axe.run(page, context=part, options=AXE[scheme])
        told = [
            f"{v['id']}: {v['help']}: {[n['target'] for n in v['nodes'][:4]]}"
            for v in found.response["violations"]
        ]
        assert not told, f"{page.url} ({scheme}):\n" + "\n".join(told)

    check()
    # By night the texts are the same in the same colours: two of them will do.
    texts = ("/new", "/docs", "/me", "/upload", "/about", "/g/northern/rules", "/g/northern/board")
    for path in texts if scheme == "light" else texts[:2]:
        page.goto(path)
        check()
    for box in registry.games():
        page.goto("/")
        play_now(page, box.id)
        page.wait_for_selector(MINE)
        check()
        page.click(".table-menu > summary")
        check(".table-menu")
        page.goto(page.url.split("?")[0] + "/replay")
        check()
    # How one ended, and one's own games on the front page.
    new_table(page, "bot:beginner", "bot:beginner", "bot:beginner", variant="single")
    page.wait_for_selector(OVER)
    check()
    page.goto(page.url.split("?")[0] + "/result")
    check()
    page.goto("/")
    check()
