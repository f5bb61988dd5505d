"""Measure the static site in Chromium.

The figures are sizes, start-up, frames while bots think, and memory.

roundhouse site /tmp/site
python bench/site.py /tmp/site
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from harness import describe_run
from playwright.sync_api import sync_playwright
from tests.browser.conftest import StaticHost
from tests.browser.test_site import play_move, wait_until_compiled, wait_until_stored

TIMEOUT_MS = 180_000
MOVES = 6
MEASURE_FRAMES = """() => {
  window.gaps = [];
  let last = performance.now();
  const next = (now) => { gaps.push(now - last); last = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
}"""


def print_sizes(folder: Path) -> None:
    (versioned,) = folder.glob("v-*")
    index = json.loads((versioned / "files.json").read_text())
    sizes: dict[str, list[int]] = {}
    for name in index["files"]:
        data = (versioned / name).read_bytes()
        language = re.match(r"(?:languages|static/locale)/(\w+)", name)
        part = "games" if name.startswith("games/") else "before the first move"
        part = f"texts of {language[1]}" if language else part
        sizes.setdefault(part, []).append(min(len(gzip.compress(data)), len(data)))
    for part, compressed in sorted(sizes.items()):
        print(f"{part}: {len(compressed)} files, {sum(compressed)} bytes with gzip")


def open_site(playwright: Any, profile: str, url: str) -> tuple[Any, Any, Any, float]:
    """Start the browser and open a page; return when it was requested, too."""
    context = playwright.chromium.launch_persistent_context(
        profile,
        executable_path=shutil.which("chromium"),
        args=["--no-sandbox", "--disable-gpu"],
        viewport={"width": 1440, "height": 900},
    )
    page = context.pages[0]
    page.set_default_timeout(TIMEOUT_MS)
    requested_at = time.monotonic()
    page.goto(url, wait_until="commit")  # frames load later
    return context, page, page.frame_locator("#page"), requested_at


def measure_first_visit(playwright: Any, profile: str, url: str, game: str, level: str) -> str:
    """Print the figures of a first visit and a game; return its table's address."""
    context, page, frame, started = open_site(playwright, profile, url)
    page.locator("#progress").wait_for()
    print(f"first visit: progress bar after {time.monotonic() - started:.2f} s")
    frame.locator("h1").first.wait_for()
    print(f"first visit: home page after {time.monotonic() - started:.2f} s")
    wait_until_stored(page)
    page.goto(f"{url}/#/new?game={game}")
    page.reload()
    seats = frame.locator("select[name^=seat]:not([name=seats])")
    seats.last.wait_for(state="attached")
    for n in range(1, seats.count()):
        seats.nth(n).select_option(f"bot:{level}", force=True)
    clicked = time.monotonic()
    frame.locator("main form .primary").last.click()
    frame.locator("main.table").wait_for()
    print(f"new table: board after {time.monotonic() - clicked:.2f} s")
    frame.locator("main.table[data-turn='1']").wait_for()
    page.evaluate(MEASURE_FRAMES)
    for _ in range(MOVES):
        play_move(page, frame)
    gaps = sorted(page.evaluate("gaps"))
    print(
        f"frames while {level} bots think: median {gaps[len(gaps) // 2]:.1f} ms, "
        f"95% {gaps[int(len(gaps) * 0.95)]:.1f} ms, longest {gaps[-1]:.1f} ms"
    )
    print(f"memory of the tab with its workers: {memory_of(profile):.0f} MB")
    wait_until_compiled(page)
    address = str(page.url)
    page.wait_for_timeout(2000)  # the last position is stored
    context.close()
    return address


def measure_later_visit(playwright: Any, profile: str, address: str) -> None:
    launched = time.monotonic()
    context, page, frame, started = open_site(playwright, profile, address)
    print(f"later visit: start of the browser {started - launched:.2f} s, not counted below")
    page.frame_locator("#snapshot").locator("main.table").wait_for()
    print(f"later visit: last position after {time.monotonic() - started:.2f} s")
    frame.locator("main.table").wait_for()
    print(f"later visit: playable table after {time.monotonic() - started:.2f} s")
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")
    page.wait_for_timeout(1500)
    context.close()


def memory_of(profile: str) -> float:
    """Return the resident memory of the largest renderer of a browser, in MB."""
    with os.popen("ps -eo rss,args") as listing:
        rows = [line.split(None, 1) for line in listing if "type=renderer" in line]
    return max(float(rss) for rss, arguments in rows if profile in arguments) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, help="a folder written by `roundhouse site`")
    parser.add_argument("--game", default="northern")
    parser.add_argument("--level", default="hard", help="of the bots")
    parser.add_argument("--visits", type=int, default=3, help="later visits")
    args = parser.parse_args()
    print_sizes(args.site)
    host = StaticHost(args.site)
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        load = os.getloadavg()[0]
        address = measure_first_visit(playwright, profile, host.url, args.game, args.level)
        for _ in range(args.visits):
            measure_later_visit(playwright, profile, address)
        run = describe_run([], load)
        print(f"{run['commit']}, {run['machine']}")
    host.stop()


if __name__ == "__main__":
    main()
