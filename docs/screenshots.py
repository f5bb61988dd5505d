"""Makes docs/images/*.png. Needs Playwright and Chromium; Pillow makes the files small.

    python docs/screenshots.py
    python docs/screenshots.py --game union rails --size phone          some of them

A server is started for it. The games shown are played by the script itself: every game at a desk by
day and by night and on a phone by day; a replay, a result, the front page.
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


HANDY = """
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


def sit_down(page: Any, game: str, seats: int) -> None:
    page.goto(f"/new?game={game}&seats={seats}")
    for n in range(1, seats):
        page.select_option(f'[name="seat{n}"]', "bot:beginner")
    page.click("text=Lay the table")


def play(page: Any, moves: int) -> None:
    """Some moves, spread over what is offered so that something can be seen on the board."""
    for n in range(moves):
        page.wait_for_selector(f"{MINE}, {OVER}")
        if page.query_selector(OVER):
            return
        revision = page.get_attribute("main.table", "data-revision")
        page.evaluate(NEXT, n)
        page.wait_for_selector(f'main.table:not([data-revision="{revision}"])')
    page.wait_for_selector(f"{MINE}, {OVER}")
    page.evaluate("document.querySelectorAll('[data-event]').forEach((card) => card.click())")
    page.mouse.move(2, 2)
    page.wait_for_timeout(500)


def finish(page: Any) -> None:
    """Let a bot play on to the end."""
    page.click(".table-menu > summary")
    page.click("text=Leave…")
    page.click("text=Hand over my seat")
    page.wait_for_selector(OVER)


def keep(page: Any, name: str, *, full_page: bool = False) -> None:
    """A screenshot in 256 colours, chosen so that small pieces keep theirs."""
    path = IMAGES / f"{name}.png"
    page.screenshot(path=path, full_page=full_page)
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(path) as picture:
        few = picture.convert("RGB").quantize(256, Image.Quantize.FASTOCTREE)
    few.save(path, optimize=True)


def sitting(browser: Any, house: str, size: str, scheme: str) -> Any:
    """A page of somebody called Josephine."""
    context = browser.new_context(base_url=house, color_scheme=scheme, **SIZES[size])
    context.add_init_script(HANDY)
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto("/me")
    page.fill('form[action="/me/name"] [name="name"]', "Josephine")
    page.click("text=Keep")
    return page


def shoot_tables(page: Any, size: str, scheme: str, games: list[str]) -> None:
    for game in games:
        sit_down(page, game, 4)
        play(page, MOVES)
        keep(page, f"table-{game}{'-phone' if size == 'phone' else ''}-{scheme}")


def shoot_pages(page: Any, scheme: str, games: list[str]) -> None:
    """The pages around a table, with the last of the games on the way and the first one over."""
    keep_at = page.url.split("?")[0]
    page.goto(keep_at + "/replay?ply=40")
    page.wait_for_timeout(400)
    keep(page, f"replay-{scheme}")
    sit_down(page, games[0], 4)
    page.wait_for_selector(MINE)
    finish(page)
    page.goto(page.url.split("?")[0] + "/result")
    keep(page, f"result-{scheme}", full_page=True)
    page.goto("/", wait_until="networkidle")
    keep(page, f"home-{scheme}", full_page=True)


def main() -> None:
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(SOURCES))
    from roundhouse.play import registry

    games = [box.id for box in registry.games()]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=games, nargs="+", default=games)
    parser.add_argument("--size", choices=list(SIZES), nargs="+", default=list(SIZES))
    chosen = parser.parse_args()
    IMAGES.mkdir(exist_ok=True)
    with sync_playwright() as playwright, server() as house:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for size, scheme in (("desk", "light"), ("desk", "dark"), ("phone", "light")):
            if size in chosen.size:
                page = sitting(browser, house, size, scheme)
                shoot_tables(page, size, scheme, chosen.game)
                if size == "desk" and chosen.game == games:
                    shoot_pages(page, scheme, games)
                page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
