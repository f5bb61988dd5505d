"""Write docs/images/*.png. Needs Playwright and Chromium; Pillow makes the files small.

    python docs/screenshots.py
    python docs/screenshots.py --game union rails --size phone          some of them

It starts a server and plays every game: at a desk in both themes and on a phone in the light one.
It also shows a replay, a result and the home page.
"""

from __future__ import annotations

import argparse
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
MINE = '.has-js main.table[data-turn="1"]'
OVER = 'main.table[data-phase="over"]'
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


SETTINGS = """
localStorage.setItem('table speed', 'off');
const set = localStorage.getItem.bind(localStorage);
localStorage.getItem = (key) => (key.startsWith('knows ') ? '1' : set(key));
"""
NEXT = """(n) => {
  const all = [...document.querySelectorAll("[data-choices] .offer, [data-choices] option")];
  const one = all[(n * 7) % all.length];
  if (!one.matches("option")) one.click();
  else {
    one.selected = true;
    one.closest("[data-stepper]").querySelector("[data-go-amount]").click();
  }
}"""
MOVES = 14  # of ours, before a picture is taken
SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 1.5,
        "has_touch": True,
        "is_mobile": True,
    },
}


def create_table(page: Any, game: str, seats: int) -> None:
    page.goto(f"/new?game={game}&seats={seats}")
    page.click("text=Choose each seat")
    for n in range(1, seats):
        page.select_option(f'[name="seat{n}"]', "bot:beginner")
    page.click("main button.primary")


def play(page: Any, moves: int) -> None:
    """Play some moves, spread over the choices so that something happens on the board."""
    for n in range(moves):
        page.wait_for_selector(f"{MINE}, {OVER}")
        if page.query_selector(OVER):
            return
        revision = page.get_attribute("main.table", "data-revision")
        page.evaluate(NEXT, n)
        page.wait_for_selector(f'main.table:not([data-revision="{revision}"])')
    page.wait_for_selector(f"{MINE}, {OVER}")
    page.evaluate("document.querySelectorAll('[data-close-event]').forEach((each) => each.click())")
    page.mouse.move(2, 2)
    page.wait_for_timeout(500)


def finish(page: Any) -> None:
    """Let a bot finish the game."""
    page.click(".table-menu > summary")
    page.click("text=Leave…")
    page.click('form[action$="/hand-over"] button:not(.danger)')
    page.wait_for_selector(OVER)


def save(page: Any, name: str, *, full_page: bool = False) -> None:
    """Save a screenshot in 256 colors, chosen so that small pieces keep theirs."""
    path = IMAGES / f"{name}.png"
    page.screenshot(path=path, full_page=full_page)
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(path) as picture:
        few = picture.convert("RGB").quantize(256, Image.Quantize.FASTOCTREE)
    few.save(path, optimize=True)


def open_page(browser: Any, address: str, size: str, scheme: str) -> Any:
    """Open a page of a player called Josephine."""
    # Without motion, so that the train of a result stands still.
    context = browser.new_context(
        base_url=address, color_scheme=scheme, reduced_motion="reduce", **SIZES[size]
    )
    context.add_init_script(SETTINGS)
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto("/me")
    page.fill('form[action="/me/name"] [name="name"]', "Josephine")
    page.click('form[action="/me/name"] button')
    return page


def shoot_tables(page: Any, size: str, scheme: str, games: list[str]) -> None:
    for game in games:
        create_table(page, game, 4)
        play(page, MOVES)
        save(page, f"table-{game}{'-phone' if size == 'phone' else ''}-{scheme}")


def shoot_pages(page: Any, scheme: str, games: list[str]) -> None:
    """Show a replay of the last game, the result of the first one, and the home page."""
    table_url = page.url.split("?")[0]
    page.goto(table_url + "/replay?ply=40")
    page.wait_for_timeout(400)
    save(page, f"replay-{scheme}")
    create_table(page, games[0], 4)
    page.wait_for_selector(MINE)
    finish(page)
    page.goto(page.url.split("?")[0] + "/result")
    save(page, f"result-{scheme}", full_page=True)
    page.goto("/", wait_until="networkidle")
    save(page, f"home-{scheme}", full_page=True)


def main() -> None:
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(SOURCES))
    from roundhouse.play import registry

    games = [meta.id for meta in registry.games()]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=games, nargs="+", default=games)
    parser.add_argument("--size", choices=list(SIZES), nargs="+", default=list(SIZES))
    arguments = parser.parse_args()
    IMAGES.mkdir(exist_ok=True)
    with sync_playwright() as playwright, server() as address:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for size, scheme in (("desk", "light"), ("desk", "dark"), ("phone", "light")):
            if size in arguments.size:
                page = open_page(browser, address, size, scheme)
                shoot_tables(page, size, scheme, arguments.game)
                if size == "desk" and arguments.game == games:
                    shoot_pages(page, scheme, games)
                page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
