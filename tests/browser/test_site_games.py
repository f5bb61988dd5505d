"""Whole games in the static site, by clicks and offline; for `make research`."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.browser.conftest import StaticHost
from tests.browser.test_site import START_MS, play_move, wait_until_stored
from tests.scale import SCALE

from roundhouse.play import registry

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(SCALE == 1, reason="whole games in the browser: make research"),
]
MAX_DECISIONS = 1200


@pytest.mark.parametrize("game", [meta.id for meta in registry.games()])
def test_game_against_hard_bots_reaches_its_end(
    browser: Any, full_host: StaticHost, game: str
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("dialog", lambda dialog: dialog.accept())
    page.set_default_timeout(START_MS)
    page.goto(f"{full_host.url}/#/new?game={game}")
    frame, rng = page.frame_locator("#page"), random.Random(game)
    frame.locator("[value=strong]").check()
    frame.locator("[name=tempo]").select_option("at-once", force=True)
    wait_until_stored(page)
    full_host.stop()
    frame.locator("main form .primary").last.click()
    frame.locator("main.table").wait_for()
    for _ in range(MAX_DECISIONS):
        frame.locator("main.table:is([data-turn='1'], [data-phase=over])").wait_for()
        if frame.locator("main.table[data-phase=over]").count():
            break
        play_move(page, frame, rng.random())
    assert frame.locator("main.table[data-phase=over]").count() == 1
    context.close()
    assert not errors
