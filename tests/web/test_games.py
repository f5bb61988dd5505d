"""Every game in a real browser, by clicks, its end included; and two browsers with secrets."""

from __future__ import annotations

import random
import re
import sqlite3
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from tests.scale import SCALE
from tests.web.conftest import Caller, Opener, Server, new_table
from tests.web.test_browser import MINE, MOMENT, OVER, choose, count_offers

from roundhouse.core.rule import INTERPRETED
from roundhouse.core.text import say
from roundhouse.play import registry
from roundhouse.play.match import Entry, Match
from roundhouse.play.record import Record

pytestmark = pytest.mark.browser

GAMES = Path(__file__).parents[1] / "games"
TABLE = "main.table"
SPOT = """() => {
  for (const drawn of document.querySelectorAll(".sheet.focus [data-ref].can, .hand .can")) {
    const shape = drawn.querySelector("rect, circle, path, polygon") ?? drawn;
    const box = shape.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    if (box.width && hit && drawn.contains(hit)) return [x, y];
  }
  return null;
}"""


def sit_down(open_page: Opener, caller: Caller, game: str, *others: str, **more: Any) -> Any:
    """A browser at the first seat of a table that somebody else has laid."""
    table = new_table(caller(), "open", *others, game=game, **more)
    page = open_page(f"/i/{table['seats'][0]['invite']}")
    page.click("text=Sit down")
    page.wait_for_selector(TABLE)
    return page


def click_on_the_board(page: Any) -> bool:
    """Click what is lit up; of a menu take the first. Says whether a move came of it."""
    spot = page.evaluate(SPOT)
    if spot is None:
        return False
    revision = page.get_attribute(TABLE, "data-revision")
    page.wait_for_timeout(MOMENT)
    page.mouse.click(*spot)
    if page.is_visible("#menu button"):
        page.locator("#menu button").first.click()
    if not page.evaluate(UNDER_WAY, revision):
        # The picture moved, or there was only a word about what lies there.
        page.keyboard.press("Escape")
        return False
    page.wait_for_selector(f'{TABLE}:not([data-revision="{revision}"])')
    return True


# Whether a move is being sent, or has been: that is known as soon as the click is over, and not
# after a time, in which a busy machine might not have answered.
UNDER_WAY = """(revision) => {
  const table = document.querySelector("main.table");
  return table.hasAttribute("aria-busy") || table.dataset.revision !== revision;
}"""


AT_ONCE = """(share) => {
  const all = [...document.querySelectorAll("[data-choices] .offer, [data-choices] option")];
  const one = all[Math.floor(share * all.length)];
  if (!one.matches("option")) one.click();
  else {
    one.selected = true;
    one.closest("[data-stepper]").querySelector("[data-go-amount]").click();
  }
}"""


def choose_at_once(page: Any, share: float) -> None:
    """A choice, so far down what is offered, by a script's click: a slip of the hand it is not,
    and a whole game is long."""
    revision = page.get_attribute(TABLE, "data-revision")
    page.evaluate(AT_ONCE, share)
    page.wait_for_selector(f'{TABLE}:not([data-revision="{revision}"])')


def play(page: Any, rng: random.Random, most: int) -> int:
    """At most so many turns by clicks; how many of these were on the board."""
    on_board = 0
    for turn in range(most):
        page.wait_for_selector(f"{MINE}, {OVER}", timeout=120_000)
        if page.query_selector(OVER):
            break
        if on_board < 4 and turn % 4 == 1 and click_on_the_board(page):
            on_board += 1
            continue
        if turn % 12 == 0:
            choose(page, rng.randrange(count_offers(page)))
        else:
            choose_at_once(page, rng.random())
    return on_board


def go_near_the_end(page: Any, caller: Caller, game: str) -> int:
    """On to the last moves of a game that was kept, with bots in the other seats; how many sit."""
    kept = (Record.load(path) for path in sorted((GAMES / game).glob("*/*.game")))
    record = next(each for each in kept if each.rules == registry.meta(game).rules)
    sent = caller().post("/api/records", json={"text": record.dumps()}).json()["id"]
    page.goto(f"/r/{sent}?ply={len(record.moves) - 30}")
    page.click("text=Play on from here…")
    page.select_option('[name="level"]', "beginner")
    page.click(".card >> text=Play on")
    page.wait_for_selector(TABLE)
    return record.seats


@pytest.mark.parametrize("game", [box.id for box in registry.games()])
def test_to_the_end_by_clicks(open_page: Opener, caller: Caller, game: str) -> None:
    """A whole game in `make research`; in `make test` how games begin and how they end."""
    seats = registry.meta(game).seats[0]
    page = sit_down(open_page, caller, game, *["bot:random"] * (seats - 1))
    rng = random.Random(game)
    assert play(page, rng, 24 if SCALE == 1 else 1200) >= 1
    if not page.query_selector(OVER):
        seats = go_near_the_end(page, caller, game)
        play(page, rng, 200)
    page.wait_for_selector(".ranking")
    assert page.locator(".ranking li").count() == seats


def test_two_browsers_never_see_each_others_secrets(
    open_page: Opener, caller: Caller, server: Server
) -> None:
    """Checked on the wire: what only Bob may read is in nothing that Ann's browser was sent."""
    for box in registry.games():
        if not box.secrets:
            continue
        table = new_table(caller(), "open", "open", game=box.id)
        sent: list[list[str]] = [[], []]
        pages = []
        for seat in range(2):
            page = open_page("/")
            page.on("response", partial(_keep, sent[seat]))
            page.goto(f"/i/{table['seats'][seat]['invite']}")
            page.fill('[name="name"]', ("Ann", "Bob")[seat])
            page.click("text=Sit down")
            page.wait_for_selector(TABLE)
            pages.append(page)
        for turn in range(14):
            acting = next(p for p in pages if _is_to_act(pages, p))
            choose(acting, turn % count_offers(acting))
        names = ("Ann", "Bob")
        match = _true_match(server, table["id"], box.id)
        for seat in range(2):
            told = set(match.sentences(seat))
            only = {
                say(text, names)
                for ply, text in match.sentences(1 - seat)
                if (ply, text) not in told
            }
            assert only, "nothing secret has happened yet"
            wire = _plain(" ".join(sent[seat]))
            for text in only:
                assert text not in wire, f"{names[seat]} was sent: {text}"
            mine = _plain(" ".join(sent[1 - seat]))
            assert any(text in mine for text in only), "the test would see nothing"


def _is_to_act(pages: list[Any], page: Any) -> bool:
    """Wait until one of the browsers is to act; says whether it is this one."""
    for _ in range(1200):
        if any(p.query_selector(MINE) for p in pages):
            return page.query_selector(MINE) is not None
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody is to act")


def _keep(kept: list[str], answer: Any) -> None:
    kind = answer.headers.get("content-type", "")
    if answer.status == 200 and kind.startswith(("text/html", "application/json")):
        kept.append(answer.text())


def _plain(html: str) -> str:
    """The text a person reads, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


def _true_match(server: Server, table: str, game: str) -> Match:
    """The match as the server's own database has it."""
    with sqlite3.connect(server.data / "roundhouse.sqlite") as db:
        rows = db.execute(
            "select kind, ply, seat, words from entries where table_id = ? order by n", (table,)
        ).fetchall()
    db.close()
    loaded = registry.load(game, speed=INTERPRETED)
    return Match.resume(loaded, 2, [Entry(*row) for row in rows])
