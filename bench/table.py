"""Measure how the table page plays in Chromium, by clicks.

    python bench/table.py layout --game union --size phone --theme dark --language de

On a desk the window has 1440 x 900 pixels, on a phone 390 x 844. The program needs Playwright,
Chromium and axe-playwright-python.
"""

from __future__ import annotations

import random
import shutil
import statistics
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from harness import Program, Row, argument, describe_times
from tests.web.conftest import RETURNING_PLAYER_SCRIPT, running_server
from tests.web.table_probe import (
    GUARD_MS,
    SCHEMES,
    SIZES,
    SPOT,
    WATCH,
    ClickPlayer,
    MoveCounter,
    find_problems,
    measure,
)

from roundhouse.core.translation import ENGLISH, LANGUAGES
from roundhouse.play import registry

MINE = '.has-js main.table[data-turn="1"]'
OVER = 'main.table[data-phase="over"]'
GAPS = (60, 100, 150, 200, 250, 300, 350)  # milliseconds between two clicks
GAMES = [meta.id for meta in registry.games()]
CHOSEN_GAMES = argument("--game", choices=GAMES, nargs="+", default=GAMES)
CHOSEN_SIZES = argument("--size", choices=list(SIZES), nargs="+", default=list(SIZES))
CHOSEN_THEMES = argument("--theme", choices=list(SCHEMES), nargs="+", default=list(SCHEMES))
SPEED = argument(
    "--speed", choices=["off", "quick"], default="off", help="how others' moves are shown"
)
CHOSEN_LANGUAGES = argument("--language", choices=list(LANGUAGES), nargs="+", default=[ENGLISH])
DECISIONS = argument("--decisions", type=int, default=40)

program = Program(__doc__)


@dataclass
class Figures:
    """The worst measurements at one table."""

    measurements: int = 0
    problems: list[str] = field(default_factory=list)
    smallest: float = float("inf")
    text_contrast: float = float("inf")
    piece_contrast: float = float("inf")
    choices_height: float = float("inf")
    looks: int = 0  # at what is covered, at any time
    away: int = 0  # targets outside the frame, at most
    clicks: list[int] = field(default_factory=list)  # per decision
    turns: list[int] = field(default_factory=list)  # per turn: decisions in a row

    def row(self) -> Row:
        return {
            "measurements": self.measurements,
            "looks": self.looks,
            "problems": len(self.problems),
            "smallest text, px": self.smallest,
            "text contrast": self.text_contrast,
            "piece contrast": self.piece_contrast,
            "lowest choices, px": self.choices_height,
            "most targets outside": self.away,
            "clicks per decision": statistics.mean(self.clicks or [0]),
            "clicks per turn, median": statistics.median(self.turns or [0]),
            "maximum": max(self.turns or [0]),
        }


@dataclass(frozen=True)
class Look:
    """How a table is shown."""

    size: str
    scheme: str = "light"
    language: str = ENGLISH
    speed: str = "off"


@contextmanager
def open_table(browser: Any, site: str, game: str, look: Look) -> Iterator[Any]:
    """Open a page at a new table of this game, with bots in the other seats."""
    width, height = SIZES[look.size]
    phone = {"has_touch": True, "is_mobile": True} if look.size == "phone" else {}
    context = browser.new_context(
        viewport={"width": width, "height": height},
        base_url=site,
        color_scheme=look.scheme,
        bypass_csp=True,  # the content security policy would block axe's script
        **phone,
    )
    context.add_cookies([{"name": "language", "value": look.language, "url": site}])
    names = str([meta.id for meta in registry.games()])
    context.add_init_script(f"localStorage.setItem('table speed', '{look.speed}')")
    context.add_init_script(RETURNING_PLAYER_SCRIPT % names)
    page = context.new_page()
    page.set_default_timeout(60_000)
    seats = registry.meta(game).seats[0]
    page.goto(f"/new?game={game}&seats={seats}")
    page.click("details[data-more] > summary")
    for n in range(1, seats):
        page.select_option(f'[name="seat{n}"]', "bot:beginner")
    page.click("main form button.primary")
    page.wait_for_selector(MINE)
    try:
        yield page
    finally:
        context.close()


def play(page: Any, size: str, decisions: int) -> Figures:
    """Play this many decisions by clicks and measure before each."""
    result = Figures()
    player = ClickPlayer(page)
    turn = before = 0
    page.evaluate(WATCH)
    for _ in range(decisions):
        page.wait_for_selector(f"{MINE}, {OVER}")
        if page.query_selector(OVER):
            break
        measured = measure(page)
        result.measurements += 1
        result.problems += find_problems(measured, size)
        result.smallest = min(result.smallest, measured.smallest)
        result.text_contrast = min(result.text_contrast, measured.faintest)
        result.piece_contrast = min(result.piece_contrast, measured.faintest_piece)
        result.choices_height = min(result.choices_height, measured.choices_height)
        result.away = max(result.away, measured.away)
        ply, clicks = int(page.get_attribute("main.table", "data-ply")), player.clicks
        if not player.play():
            result.problems.append("nothing could be clicked")
            break
        if page.evaluate("document.activeElement === document.body"):
            result.problems.append(f"the focus is lost after ply {ply}")
        result.clicks.append(player.clicks - clicks)
        if before and ply != before:  # another player has moved in between
            result.turns.append(turn)
            turn = 0
        turn += player.clicks - clicks
        before = ply + 1
    result.looks = page.evaluate("window.watched")
    result.problems += [f"covered: {what}" for what in page.evaluate("[...window.everCovered]")]
    return result


# Milliseconds from the last click to the painted new table, and of the response.
MEASURE_UPDATE = """() => {
  window.times = null;
  const main = document.querySelector("main.table");
  const revision = main.dataset.revision;
  addEventListener("click", () => { window.clickedAt = performance.now(); }, { capture: true });
  new MutationObserver((_, watcher) => {
    if (main.dataset.revision === revision) return;
    watcher.disconnect();
    const sent = performance.getEntriesByType("resource").filter((e) => e.name.endsWith("/move")).at(-1);
    const painted = () => {
      window.times = [performance.now() - window.clickedAt, sent ? sent.responseEnd - sent.startTime : NaN];
    };
    requestAnimationFrame(() => requestAnimationFrame(painted));
  }).observe(main, { attributes: true });
}"""  # noqa: E501


def measure_times(page: Any, decisions: int) -> list[tuple[float, float]]:
    """Return (click to picture, response) in milliseconds for each decision."""
    results = []
    player = ClickPlayer(page)
    for _ in range(decisions):
        page.wait_for_selector(f"{MINE}, {OVER}")
        if page.query_selector(OVER):
            break
        page.evaluate("performance.clearResourceTimings()")
        page.evaluate(MEASURE_UPDATE)
        if not player.play():
            break
        page.wait_for_function("window.times !== null")
        results.append(tuple(page.evaluate("window.times")))
    return results


def double_click(browser: Any, site: str, game: str, count: int) -> tuple[int, int, int]:
    """Return the numbers of double clicks, moves, and double clicks that moved twice."""
    clicks = moves = twice = 0
    rng = random.Random(game)
    while clicks < count:
        with open_table(browser, site, game, Look("desk")) as page:
            sent = MoveCounter(page)
            while clicks < count:
                page.wait_for_selector(f"{MINE}, {OVER}")
                page.wait_for_timeout(GUARD_MS)
                spot = page.evaluate(SPOT)
                if spot is None or page.query_selector(OVER):
                    break
                before = sent.moves
                page.mouse.click(spot["x"], spot["y"])
                page.wait_for_timeout(rng.choice(GAPS))
                page.mouse.click(spot["x"], spot["y"])
                page.wait_for_timeout(300)
                twice += sent.moves > before + 1
                clicks += 1
                if page.is_visible("#menu button"):
                    page.locator("#menu button").first.click()
                    page.wait_for_timeout(300)
                moves += sent.moves - before
    return clicks, moves, twice


@contextmanager
def running_browser() -> Iterator[tuple[Any, str]]:
    """Start a server and Chromium; yield the browser and the server's address."""
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser, server.url
        browser.close()


@program.command(CHOSEN_GAMES, CHOSEN_SIZES, CHOSEN_THEMES, CHOSEN_LANGUAGES, SPEED, DECISIONS)
def layout(args: Namespace) -> Iterator[Row]:
    """Check and measure what a player sees before each decision.

    Whether all five parts are inside the window without scrolling, the size of the smallest text,
    the lowest contrast of text and pieces, whether something covers a legal target or the prompt,
    whether targets outside the frame are announced, the height of the choices on a phone, whether
    every legal move is reachable by a click, whether the focus is kept; and the clicks per decision
    and per turn. With `--decisions 1000` it plays whole games. It also looks eight times a second
    for what covers a target or the prompt, with `--speed quick` while others' moves are shown.
    """
    problems = []
    with running_browser() as (browser, site):
        looks = product(args.game, args.size, args.theme, args.language)
        for game, size, scheme, language in looks:
            where = {"game": game, "size": size, "theme": scheme, "language": language}
            look = Look(size, scheme, language, args.speed)
            with open_table(browser, site, game, look) as page:
                result = play(page, size, args.decisions)
            yield where | result.row()
            problems += [{**where, "problem": p} for p in dict.fromkeys(result.problems)]
    yield from problems


@program.command(CHOSEN_GAMES, CHOSEN_SIZES, DECISIONS)
def times(args: Namespace) -> Iterator[Row]:
    """Measure the time from a click to the new picture, on an idle machine."""
    with running_browser() as (browser, site):
        for game, size in product(args.game, args.size):
            with open_table(browser, site, game, Look(size)) as page:
                pairs = measure_times(page, args.decisions)
            yield {
                "game": game,
                "size": size,
                "moves": len(pairs),
                **describe_times(whole for whole, _ in pairs),
                "response, median ms": describe_times(r for _, r in pairs)["median ms"],
            }


@program.command(CHOSEN_GAMES, argument("--count", type=int, default=200, help="over all games"))
def doubles(args: Namespace) -> Iterator[Row]:
    """Count the double clicks with gaps from 60 to 350 ms that play two moves."""
    with running_browser() as (browser, site):
        for game in args.game:
            clicks, moves, twice = double_click(browser, site, game, args.count // len(args.game))
            yield {"game": game, "double clicks": clicks, "moves": moves, "two moves": twice}


@program.command(CHOSEN_GAMES, CHOSEN_THEMES)
def access(args: Namespace) -> Iterator[Row]:
    """List problems that axe-core finds on the table, replay, result and home pages."""
    from axe_playwright_python.sync_playwright import Axe

    axe, count = Axe(), 0
    with running_browser() as (browser, site):
        for scheme, game in product(args.theme, args.game):
            with open_table(browser, site, game, Look("desk", scheme)) as page:
                for _ in visit_pages(page):
                    result = axe.run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa"]})
                    for violation in result.response["violations"]:
                        count += 1
                        targets = [node["target"] for node in violation["nodes"][:3]]
                        problem = f"{violation['id']}: {targets}"
                        yield {"page": page.url, "theme": scheme, "problem": problem}
    yield {"problems that axe-core finds": count}


def visit_pages(page: Any) -> Iterator[None]:
    """Go from the table's menu to the replay, the final table, its result and home."""
    address = page.url.split("?")[0]
    page.click(".table-menu > summary")
    page.click("text=Leave…")
    page.click("text=Hand my seat to a bot")
    yield
    page.goto(address + "/replay")
    yield
    page.goto(address)
    page.wait_for_selector(OVER, timeout=180_000)
    yield
    page.goto(address + "/result")
    yield
    page.goto("/")
    yield


if __name__ == "__main__":
    program.main()
