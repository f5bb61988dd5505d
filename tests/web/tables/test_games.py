"""Every game played to its end by clicks, and hidden information in browsers."""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Sequence
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from tests.scale import SCALE
from tests.web.conftest import ClientFactory, Opener, Server, new_table
from tests.web.tables.test_browser import GUARD_MS, MINE, OVER, choose, count_offers

from roundhouse.core.rule import INTERPRETED
from roundhouse.core.text import insert_names
from roundhouse.play import registry
from roundhouse.play.match import Entry, Match
from roundhouse.play.record import Record

pytestmark = pytest.mark.browser

GAMES = Path(__file__).parents[2] / "games"
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


def sit_down(
    open_page: Opener, new_client: ClientFactory, game: str, *others: str, **more: Any
) -> Any:
    """Open a browser at the first seat of a table that another user created."""
    table = new_table(new_client(), "open", *others, game=game, **more)
    page = open_page(f"/i/{table['seats'][0]['invite']}")
    page.click("text=Join table")
    page.wait_for_selector(TABLE)
    return page


def click_the_board(page: Any) -> bool:
    """Click a target, or the first item of its menu; return whether it played a move."""
    spot = page.evaluate(SPOT)
    if spot is None:
        return False
    revision = page.get_attribute(TABLE, "data-revision")
    page.wait_for_timeout(GUARD_MS)
    page.mouse.click(*spot)
    if page.is_visible("#menu button"):
        page.locator("#menu button").first.click()
    if not page.evaluate(IS_SENT, revision):
        # The board was panned, or the click only showed a description.
        page.keyboard.press("Escape")
        return False
    page.wait_for_selector(f'{TABLE}:not([data-revision="{revision}"])')
    return True


# Whether a move is being sent or was sent. This is known right after the click, however slowly the
# server responds.
IS_SENT = """(revision) => {
  const table = document.querySelector("main.table");
  return table.hasAttribute("aria-busy") || table.dataset.revision !== revision;
}"""


CLICK_BY_SCRIPT = """([share, words]) => {
  const all = [...document.querySelectorAll("[data-choices] .offer, [data-choices] option")];
  const one = all.find((each) => words.includes(each.value)) ?? all[Math.floor(share * all.length)];
  if (!one.matches("option")) one.click();
  else {
    one.selected = true;
    one.closest("[data-stepper]").querySelector("[data-go-amount]").click();
  }
}"""


def choose_by_script(page: Any, share: float, words: Sequence[str] = ()) -> None:
    """Choose one of these moves or the offer at this share of the list, without waiting."""
    revision = page.get_attribute(TABLE, "data-revision")
    page.evaluate(CLICK_BY_SCRIPT, [share, words])
    page.wait_for_selector(f'{TABLE}:not([data-revision="{revision}"])')


def play(page: Any, rng: random.Random, max_turns: int, words: Sequence[str] = ()) -> int:
    """Play up to `max_turns` turns by clicks, these moves first; return the clicks on the board."""
    on_board = 0
    for turn in range(max_turns):
        page.wait_for_selector(f"{MINE}, {OVER}", timeout=120_000)
        if page.query_selector(OVER):
            break
        if not words and on_board < 4 and turn % 4 == 1 and click_the_board(page):
            on_board += 1
        elif not words and turn % 12 == 0:
            choose(page, rng.randrange(count_offers(page)))
        else:
            choose_by_script(page, rng.random(), words)
    return on_board


def play_the_end(page: Any, new_client: ClientFactory, rng: random.Random, game: str) -> int:
    """Play the end of a stored game as the seat that ended it; return its number of seats.

    With its own moves Pacific Rails ends in that seat's turn; random moves may build for hours.
    """
    rows = (Record.load(path) for path in sorted((GAMES / game).glob("*/*.game")))
    record = next(each for each in rows if each.rules == registry.meta(game).rules)
    sent = new_client().post("/api/records", json={"text": record.dumps()}).json()["id"]
    page.goto(f"/r/{sent}?ply={len(record.moves) - 30}")
    page.click("text=Play from here…")
    last = next(move.seat for move in reversed(record.moves) if move.seat >= 0)
    page.select_option('[name="seat"]', str(last))
    page.select_option('[name="level"]', "beginner")
    page.click(".card >> text=Create table")
    page.wait_for_selector(TABLE)
    play(page, rng, 200, [move.words for move in record.moves[-30:] if move.seat == last])
    return record.seats


@pytest.mark.parametrize("game", [box.id for box in registry.games()])
def test_game_can_be_finished_by_clicks(
    open_page: Opener, new_client: ClientFactory, game: str
) -> None:
    """`make research` plays whole games, `make test` their beginning and end."""
    seats = registry.meta(game).seats[0]
    page = sit_down(open_page, new_client, game, *["bot:random"] * (seats - 1))
    rng = random.Random(game)
    assert play(page, rng, 24 if SCALE == 1 else 1200) >= 1
    if not page.query_selector(OVER):
        seats = play_the_end(page, new_client, rng, game)
    page.wait_for_selector(".ranking")
    assert page.locator(".ranking li").count() == seats


def test_two_browsers_never_see_each_others_secrets(
    open_page: Opener, new_client: ClientFactory, server: Server
) -> None:
    """No response to one browser contains what only the other may know."""
    for box in registry.games():
        if not box.secrets:
            continue
        table = new_table(new_client(), "open", "open", game=box.id)
        sent: list[list[str]] = [[], []]
        pages = []
        for seat in range(2):
            page = open_page("/")
            page.on("response", partial(_record_response, sent[seat]))
            page.goto(f"/i/{table['seats'][seat]['invite']}")
            page.fill('[name="name"]', ("Ann", "Bob")[seat])
            page.click("text=Join table")
            page.wait_for_selector(TABLE)
            pages.append(page)
        for turn in range(14):
            acting = next(p for p in pages if _is_to_act(pages, p))
            choose(acting, turn % count_offers(acting))
        names = ("Ann", "Bob")
        match = _true_match(server, table["id"], box.id)
        for seat in range(2):
            lines = set(match.sentences(seat))
            only = {
                insert_names(text, names)
                for ply, text in match.sentences(1 - seat)
                if (ply, text) not in lines
            }
            assert only, "no hidden information yet"
            wire = _plain(" ".join(sent[seat]))
            for text in only:
                assert text not in wire, f"{names[seat]} was sent: {text}"
            mine = _plain(" ".join(sent[1 - seat]))
            assert any(text in mine for text in only), "the check itself is broken"


def _is_to_act(pages: list[Any], page: Any) -> bool:
    """Wait until it is a player's turn; return whether it is this page's."""
    for _ in range(1200):
        if any(p.query_selector(MINE) for p in pages):
            return page.query_selector(MINE) is not None
        pages[0].wait_for_timeout(50)
    raise AssertionError("it is no player's turn")


def _record_response(texts: list[str], answer: Any) -> None:
    kind = answer.headers.get("content-type", "")
    if answer.status == 200 and kind.startswith(("text/html", "application/json")):
        texts.append(answer.text())


def _plain(html: str) -> str:
    """Return the text of a page in one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


def _true_match(server: Server, table: str, game: str) -> Match:
    """Rebuild the match from the server's database."""
    with sqlite3.connect(server.data / "roundhouse.sqlite") as db:
        rows = db.execute(
            "select kind, ply, seat, words from entries where table_id = ? order by n", (table,)
        ).fetchall()
    db.close()
    loaded = registry.load(game, speed=INTERPRETED)
    return Match.resume(loaded, 2, [Entry(*row) for row in rows])
