"""Makes docs/images/*.png: python docs/screenshots.py [URL]. Needs Playwright and Chromium.

Without a URL a server is started for it. The games shown are played by the script itself.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

IMAGES = Path(__file__).parent / "images"
SOURCES = Path(__file__).parents[1] / "src"
MINE = 'main.table[data-turn="1"]'
START = """
import sys
from pathlib import Path
from roundhouse.web.server import serve
from roundhouse.web.settings import Settings
serve(port=int(sys.argv[1]), settings=Settings(data=Path(sys.argv[2]), bot_pause=0, limits=False))
"""


@contextmanager
def server() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    env = {**os.environ, "ROUNDHOUSE_JIT": "0", "PYTHONPATH": str(SOURCES)}
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([sys.executable, "-c", START, str(port), folder], env=env)
        try:
            for _ in range(200):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


def sit_down(page: Any, game: str, seats: int) -> None:
    page.goto(f"/new?game={game}&seats={seats}")
    for n in range(1, seats):
        page.select_option(f'[name="seat{n}"]', "bot:beginner")
    page.click("text=Lay the table")


def play(page: Any, moves: int) -> None:
    """Some moves, spread over what is offered so that something can be seen on the board."""
    for n in range(moves):
        page.wait_for_selector(MINE)
        revision = page.get_attribute("main.table", "data-revision")
        offers = page.locator("[data-choices] .offer")
        offers.nth(n * 7 % offers.count()).click()
        page.wait_for_selector(f'main.table:not([data-revision="{revision}"])')
    page.wait_for_selector(MINE)
    page.mouse.move(2, 2)
    page.wait_for_timeout(400)


def shoot(browser: Any, house: str) -> None:
    for scheme in ("light", "dark"):
        desk = browser.new_context(
            base_url=house, color_scheme=scheme, viewport={"width": 1280, "height": 860}
        )
        page = desk.new_page()
        page.set_default_timeout(60_000)
        page.goto("/me")
        page.fill('form[action="/me/name"] [name="name"]', "Josephine")
        page.click("text=Keep")
        for game, seats, moves in (
            ("northern", 4, 4),
            ("texas", 4, 9),
            ("rails", 4, 8),
            ("union", 4, 7),
        ):
            sit_down(page, game, seats)
            play(page, moves)
            page.screenshot(path=IMAGES / f"table-{game}-{scheme}.png")
        page.goto(page.url.split("?")[0] + "/replay?ply=40")
        page.screenshot(path=IMAGES / f"replay-{scheme}.png")
        page.goto("/", wait_until="networkidle")
        page.screenshot(path=IMAGES / f"home-{scheme}.png", full_page=True)
        desk.close()
    phone = browser.new_context(
        base_url=house,
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
    )
    page = phone.new_page()
    page.set_default_timeout(60_000)
    sit_down(page, "northern", 4)
    play(page, 3)
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=IMAGES / "phone.png")
    phone.close()


def main() -> None:
    from playwright.sync_api import sync_playwright

    IMAGES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        if len(sys.argv) > 1:
            shoot(browser, sys.argv[1])
        else:
            with server() as house:
                shoot(browser, house)
        browser.close()


if __name__ == "__main__":
    main()
