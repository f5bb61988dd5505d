"""What is the table like to play at?

    python bench/table.py                                  everything: most of an hour
    python bench/table.py --game union --size phone --theme dark --only looks     a piece of it
    python bench/table.py --only doubles --game rails --doubles 40

Every game is played by clicks in real Chromium, at a desk (1440 x 900) and on a phone (390 x 844),
by day and by night, and looked at before each decision:

1. whether the five places lie inside the window and the page does not scroll; the smallest letters
   on the sheet in focus; the least contrast of letters and of pieces; whether every legal move can
   be reached by a click; whether the focus is kept;
2. clicks per decision and per turn;
3. the time from the click to the new picture, median and 95th percentile, and which part of it the
   answer of the server takes (`--only times`; on a machine that has nothing else to do);
4. double clicks at gaps from 60 to 350 ms: how many played two moves;
5. what axe-core finds on table, replay, home and the page of the result.

It prints Markdown. Needs Playwright, Chromium and axe-playwright-python; a server of its own is
started on a free port of the loopback.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1] / "src"), str(Path(__file__).parents[1])]

MINE = '.has-js main.table[data-turn="1"]'
OVER = 'main.table[data-phase="over"]'
GAPS = (60, 100, 150, 200, 250, 300, 350)


@dataclass
class Figures:
    """What was found at one table, at its worst."""

    looks: int = 0
    wrong: list[str] = field(default_factory=list)
    smallest: float = float("inf")
    letters: float = float("inf")
    pieces: float = float("inf")
    clicks: list[int] = field(default_factory=list)  # of each decision
    turns: list[int] = field(default_factory=list)  # of each turn: decisions in a row

    def row(self, game: str, size: str, scheme: str) -> str:
        def middle(of: list[Any]) -> str:
            return f"{statistics.median(of):.0f}" if of else "-"

        wrong = f"{len(self.wrong)}" if self.wrong else "0"
        return (
            f"| {game} | {size} | {scheme} | {self.looks} | {wrong} | {self.smallest:.1f} "
            f"| {self.letters:.1f} | {self.pieces:.1f} "
            f"| {statistics.mean(self.clicks or [0]):.2f} | {middle(self.turns)} "
            f"| {max(self.turns or [0])} |"
        )


HEAD = (
    "| game | size | theme | looks | complaints | smallest letters, px | letters, contrast "
    "| pieces, contrast | clicks a decision | clicks a turn, median | at most |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|"
)


@contextmanager
def table(browser: Any, house: str, game: str, size: str, scheme: str) -> Iterator[Any]:
    """A page at a fresh table of this game, with bots on the other seats."""
    from tests.web.conftest import AT_HOME
    from tests.web.table_probe import SIZES

    from roundhouse.play import registry

    width, height = SIZES[size]
    phone = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    context = browser.new_context(
        viewport={"width": width, "height": height},
        base_url=house,
        color_scheme=scheme,
        bypass_csp=True,  # the policy would keep axe's script out
        **phone,
    )
    names = str([box.id for box in registry.games()])
    context.add_init_script(AT_HOME % names)
    page = context.new_page()
    page.set_default_timeout(60_000)
    seats = registry.meta(game).seats[0]
    page.goto(f"/new?game={game}&seats={seats}")
    for n in range(1, seats):
        page.select_option(f'[name="seat{n}"]', "bot:beginner")
    page.click("text=Lay the table")
    page.wait_for_selector(MINE)
    try:
        yield page
    finally:
        context.close()


def play(page: Any, size: str, plies: int) -> Figures:
    """Play so many decisions by clicks; look before each."""
    from tests.web.table_probe import Hand, complaints, look

    found = Figures()
    hand = Hand(page)
    turn = before = 0
    for _ in range(plies):
        page.wait_for_selector(f"{MINE}, {OVER}")
        if page.query_selector(OVER):
            break
        hand.close_cards()
        seen = look(page)
        found.looks += 1
        found.wrong += complaints(seen, size)
        found.smallest = min(found.smallest, seen.smallest)
        found.letters = min(found.letters, seen.faintest)
        found.pieces = min(found.pieces, seen.lost)
        ply, clicks = int(page.get_attribute("main.table", "data-ply")), hand.clicks
        if not hand.play():
            found.wrong.append("nothing could be clicked")
            break
        if page.evaluate("document.activeElement === document.body"):
            found.wrong.append("the focus is lost")
        found.clicks.append(hand.clicks - clicks)
        if before and ply != before:  # somebody else has moved in between
            found.turns.append(turn)
            turn = 0
        turn += hand.clicks - clicks
        before = ply + 1
    return found


# From the last click until the frame in which the new table is painted; and when the answer to it
# had come.
WATCH = """() => {
  window.shown = null;
  const main = document.querySelector("main.table");
  const revision = main.dataset.revision;
  addEventListener("click", () => { window.begun = performance.now(); }, { capture: true });
  new MutationObserver((_, watcher) => {
    if (main.dataset.revision === revision) return;
    watcher.disconnect();
    const sent = performance.getEntriesByType("resource").filter((e) => e.name.endsWith("/move")).at(-1);
    const painted = () => {
      window.shown = [performance.now() - window.begun, sent ? sent.responseEnd - sent.startTime : NaN];
    };
    requestAnimationFrame(() => requestAnimationFrame(painted));
  }).observe(main, { attributes: true });
}"""  # noqa: E501


def timed(page: Any, plies: int) -> list[tuple[float, float]]:
    """(click to picture, of that the answer) in milliseconds, of so many decisions."""
    from tests.web.table_probe import Hand

    found = []
    hand = Hand(page)
    for _ in range(plies):
        page.wait_for_selector(f"{MINE}, {OVER}")
        if page.query_selector(OVER):
            break
        hand.close_cards()
        page.evaluate("performance.clearResourceTimings()")
        page.evaluate(WATCH)
        if not hand.play():
            break
        page.wait_for_function("window.shown !== null")
        found.append(tuple(page.evaluate("window.shown")))
    return found


def doubles(browser: Any, house: str, game: str, wanted: int) -> tuple[int, int, int]:
    """(double clicks made, moves that came of them, those that played two moves)."""
    from tests.web.table_probe import AT_REST, SPOT, Sent

    made = moved = twice = 0
    rng = random.Random(game)
    while made < wanted:
        with table(browser, house, game, "desk", "light") as page:
            sent = Sent(page)
            while made < wanted:
                page.wait_for_selector(f"{MINE}, {OVER}")
                page.wait_for_timeout(AT_REST)
                spot = page.evaluate(SPOT)
                if spot is None or page.query_selector(OVER):
                    break
                before = sent.moves
                page.mouse.click(spot["x"], spot["y"])
                page.wait_for_timeout(rng.choice(GAPS))
                page.mouse.click(spot["x"], spot["y"])
                page.wait_for_timeout(300)
                twice += sent.moves > before + 1
                made += 1
                if page.is_visible("#menu button"):
                    page.locator("#menu button").first.click()
                    page.wait_for_timeout(300)
                moved += sent.moves - before
    return made, moved, twice


def access(browser: Any, house: str, games: list[str], themes: list[str]) -> list[str]:
    """What axe-core finds, each in a line."""
    from axe_playwright_python.sync_playwright import Axe

    axe = Axe()
    told = []
    for scheme in themes:
        for game in games:
            with table(browser, house, game, "desk", scheme) as page:
                address = page.url.split("?")[0]
                page.click(".table-menu > summary")
                page.click("text=Leave…")
                page.click("text=Hand over my seat")
                told += _axe(axe, page, scheme)
                page.goto(address + "/replay")
                told += _axe(axe, page, scheme)
                page.goto(address)
                page.wait_for_selector(OVER, timeout=180_000)
                told += _axe(axe, page, scheme)
                page.goto(address + "/result")
                told += _axe(axe, page, scheme)
                page.goto("/")
                told += _axe(axe, page, scheme)
    return told


def _axe(axe: Any, page: Any, scheme: str) -> list[str]:
    found = axe.run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa"]})
    return [
        f"{page.url} ({scheme}) {v['id']}: {[n['target'] for n in v['nodes'][:3]]}"
        for v in found.response["violations"]
    ]


def shown(browser: Any, house: str, chosen: argparse.Namespace) -> None:
    """The table of figures, and below it what was complained about."""
    print(HEAD)
    wrong = []
    for game, size, scheme in product(chosen.game, chosen.size, chosen.theme):
        with table(browser, house, game, size, scheme) as page:
            found = play(page, size, chosen.plies)
        print(found.row(game, size, scheme), flush=True)
        wrong += [f"{game}, {size}, {scheme}: {w}" for w in dict.fromkeys(found.wrong)]
    print(*wrong, sep="\n", flush=True)


def clocked(browser: Any, house: str, chosen: argparse.Namespace) -> None:
    """How long a move takes from the click to the new picture."""
    print("| game | size | moves | median, ms | 95th percentile | of it the answer, median |")
    print("|---|---|---|---|---|---|")
    for game, size in product(chosen.game, chosen.size):
        with table(browser, house, game, size, "light") as page:
            times = timed(page, chosen.plies)
        whole, answers = ([each[n] for each in times] for n in (0, 1))
        most = sorted(whole)[int(len(whole) * 0.95 - 0.5)]
        print(
            f"| {game} | {size} | {len(times)} | {statistics.median(whole):.0f} | {most:.0f} "
            f"| {statistics.median(answers):.0f} |",
            flush=True,
        )


def doubled(browser: Any, house: str, chosen: argparse.Namespace) -> None:
    print("| game | double clicks | moves | two at once |\n|---|---|---|---|")
    for game in chosen.game:
        made, moved, twice = doubles(browser, house, game, chosen.doubles // len(chosen.game))
        print(f"| {game} | {made} | {moved} | {twice} |", flush=True)


def axed(browser: Any, house: str, chosen: argparse.Namespace) -> None:
    told = access(browser, house, chosen.game, chosen.theme)
    print(f"axe-core: {len(told)} complaints.", *told, sep="\n")


PARTS = {"looks": shown, "times": clocked, "doubles": doubled, "axe": axed}


def main() -> None:
    from playwright.sync_api import sync_playwright
    from tests.web.conftest import running
    from tests.web.table_probe import SCHEMES, SIZES

    from roundhouse.play import registry

    games = [box.id for box in registry.games()]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--plies", type=int, default=40)
    parser.add_argument("--doubles", type=int, default=200, help="over all the games chosen")
    for name, all_ in (("game", games), ("size", list(SIZES)), ("theme", list(SCHEMES))):
        parser.add_argument(f"--{name}", choices=all_, nargs="+", default=all_)
    parser.add_argument("--only", choices=list(PARTS), nargs="+", default=list(PARTS))
    chosen = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for part in chosen.only:
            PARTS[part](browser, server.url, chosen)
        browser.close()


if __name__ == "__main__":
    main()
