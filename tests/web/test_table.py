"""The table in a real browser, every game, at a desk and on a phone, by day and by night: the five
places, letters, contrast, reach, slips of the hand; and what is shown of others' moves."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.scale import SCALE
from tests.web.conftest import Caller, Opener
from tests.web.table_probe import SCHEMES, SIZES, Hand, Sent, complaints, look
from tests.web.test_browser import MINE, MOMENT, OVER, choose, new_table, ply

from roundhouse.play import registry

pytestmark = pytest.mark.browser

# Looks at each table; bench/table.py takes 40 (and reports what it finds as a table).
PLIES = 5
GAMES = [box.id for box in registry.games()]


def sit_down(open_page: Opener, game: str, size: str, scheme: str) -> Any:
    width, height = SIZES[size]
    phone = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    page = open_page("/", width=width, height=height, color_scheme=scheme, **phone)
    fewest = registry.meta(game).seats[0]
    new_table(page, "me", *["bot:beginner"] * (fewest - 1), game=game)
    page.wait_for_selector(MINE)
    return page


# Every game in both sizes, by day and by night; in `make research` in each size by both.
LOOKS = [
    (game, size, scheme)
    for n, game in enumerate(GAMES)
    for m, size in enumerate(SIZES)
    for k, scheme in enumerate(SCHEMES)
    if SCALE > 1 or (n + m + k) % 2 == 0
]


@pytest.mark.parametrize(("game", "size", "scheme"), LOOKS)
def test_the_table_holds_at_every_ply(open_page: Opener, game: str, size: str, scheme: str) -> None:
    page = sit_down(open_page, game, size, scheme)
    hand = Hand(page)
    for _ in range(PLIES):
        page.wait_for_selector(f"{MINE}, {OVER}")
        if page.query_selector(OVER):
            break
        hand.close_cards()
        seen = look(page)
        assert not complaints(seen, size), f"{game}, {size}, {scheme}, ply {ply(page)}"
        assert seen.offered
        assert hand.play(), "nothing could be clicked"
        assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_is_offered(open_page: Opener, game: str) -> None:
    """What the rules allow, and what can be reached by clicks, is the same."""
    page = sit_down(open_page, game, "desk", "light")
    for _ in range(3):
        page.wait_for_selector(MINE)
        told = page.evaluate(
            "fetch('/api' + location.pathname.replace('/t/', '/tables/') + '/choices')"
            ".then((answer) => answer.json())"
        )
        assert set(look(page).words) == {each["move"] for each in told["choices"]}
        choose(page)


@pytest.mark.parametrize("game", ["southern", "union", "texas"])
def test_a_double_click_never_plays_two_moves(open_page: Opener, game: str) -> None:
    """In the games where it did: done with track and no income; a share taken and traded away."""
    page = sit_down(open_page, game, "desk", "light")
    page.evaluate(NOTE_CLICKS)
    sent = Sent(page)
    doubles = 0
    for gap in (60, 200, 350) * 4:
        page.wait_for_selector(MINE)
        page.wait_for_timeout(MOMENT)
        before = sent.moves
        spot = page.evaluate(BUTTON)
        page.mouse.click(*spot)
        page.wait_for_timeout(gap)
        page.mouse.click(*spot)
        page.wait_for_timeout(MOMENT)
        if page.evaluate("clicked.at(-1) - clicked.at(-2)") > GUARDED:
            continue  # the browser got the second one late, as a click of its own
        doubles += 1
        assert sent.moves <= before + 1, f"{gap} ms"  # a menu may have opened instead
        if doubles == 6:
            break
    assert doubles >= 2, "on this machine nobody can click twice"
    assert sent.moves > 0, "nothing was played"


# Milliseconds: a second click that comes so soon is a slip, whenever the answer to the first came.
# (Seen by the end of the press: a click that is taken for a slip is kept from all who listen.)
GUARDED = 380
NOTE_CLICKS = """() => {
  window.clicked = [];
  addEventListener("pointerup", () => { clicked.push(performance.now()); }, true);
}"""


# Where to click: what is in sight of the choices, or the first thing on the board or in the hand.
BUTTON = """() => {
  document.querySelectorAll("[data-event]:not([hidden])").forEach((card) => card.click());
  const all = [...document.querySelectorAll("[data-choices] .offer, [data-go-amount]")];
  const seen = all.find((each) => each.checkVisibility())
    ?? document.querySelector(":is(.sheet.focus, .hand) .can :is(rect, circle, path, polygon)");
  seen.scrollIntoView?.({ block: "nearest" });
  const box = seen.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def test_other_seats_moves_are_shown_one_after_another(open_page: Opener) -> None:
    page = open_page("/")
    page.evaluate("localStorage.setItem('table speed', 'calm')")
    new_table(page, "me", "bot:beginner", "bot:beginner")
    page.wait_for_selector(MINE)
    page.evaluate("""() => {
      window.told = [];
      const banner = document.getElementById("banner");
      new MutationObserver(() => { if (!banner.hidden) told.push(banner.textContent); })
        .observe(banner, { childList: true, attributes: true });
    }""")
    choose(page)
    for _ in range(600):  # what was shown, though it may be gone again
        if page.evaluate("told.length"):
            break
        page.wait_for_timeout(100)
    assert page.evaluate("told.length") >= 1
    page.keyboard.press(" ")  # skipped: the present is shown at once
    page.wait_for_selector(MINE)
    page.wait_for_selector("#banner", state="hidden")
    assert page.locator(".log li.new").count() >= 1


def test_a_move_exchanges_what_it_changed_and_asks_once(open_page: Opener) -> None:
    """What looks as before is not made anew: the browser has nothing to lay out there; and the
    answer to a move is all that is fetched, unless somebody else moves."""
    page = open_page("/")
    with page.expect_request("**/now?*"):  # that one has sat down is news, a little later
        new_table(page, "me", "me", "me")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    for _ in range(3):
        page.wait_for_selector(MINE)
        page.evaluate("""() => document.querySelectorAll(".sheet svg > *, .log li")
          .forEach((each) => { each.wasThere = true; })""")
        page.wait_for_timeout(MOMENT)
        asked.clear()
        choose(page)
        page.wait_for_timeout(MOMENT)
        assert asked.count("move") == 1
        assert not [each for each in asked if each.startswith("now?")]
    old, new = page.evaluate("""() => {
      const pieces = [...document.querySelectorAll(".sheet svg > *")];
      const same = pieces.filter((each) => each.wasThere).length;
      return [same, pieces.length - same];
    }""")
    assert old > 5 * new > 0
    assert page.locator(".sheet.focus .can").count()
    lines = page.evaluate(
        "[...document.querySelectorAll('.log li')].map((each) => !!each.wasThere)"
    )
    assert lines[0]
    assert not lines[-1]


def test_who_wants_no_motion_is_shown_the_result(open_page: Opener) -> None:
    page = open_page("/", reduced_motion="reduce")
    page.evaluate("localStorage.setItem('table speed', 'calm')")
    new_table(page, "me", "bot:beginner", "bot:beginner")
    page.wait_for_selector(MINE)
    page.evaluate("""() => {
      window.shown = 0;
      new MutationObserver(() => { shown += 1; })
        .observe(document.getElementById("banner"), { attributes: true });
    }""")
    choose(page)
    page.wait_for_selector(MINE)
    assert page.evaluate("shown") == 0


def test_who_is_new_is_told_how_to_play(open_page: Opener) -> None:
    page = open_page("/", new=True)
    new_table(page, "me", "guest", "guest", names={1: "Bea", 2: "Cem"})
    page.wait_for_selector(".how-card li")
    assert page.locator(".how-card li").count() == 5
    page.click(".how-card >> text=All the rules")
    page.wait_for_selector("#drawer h1")
    assert page.is_visible(".stage")  # beside the table, not instead of it
    page.click("[data-close-drawer]")
    page.reload()
    page.wait_for_selector(MINE)
    assert not page.is_visible(".how-card")


def test_a_lost_connection_is_tried_again(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "me", "guest", "guest", names={1: "Bea", 2: "Cem"})
    page.wait_for_selector(MINE)
    page.context.set_offline(True)
    page.evaluate("document.querySelector('.all-offers').open = true")
    page.locator("[data-choices] .offer").first.click()
    page.wait_for_selector("#offline:not([hidden])")
    page.context.set_offline(False)
    page.wait_for_selector("#offline", state="hidden")
    choose(page)
    assert ply(page) == 1


def test_a_list_stays_unfolded(open_page: Opener) -> None:
    """While others move there is none; it is back when one's own turn is."""
    page = open_page("/")
    new_table(page, "me", "bot:beginner", "bot:beginner")
    page.wait_for_selector(MINE)
    page.click(".all-offers > summary")
    choose(page)
    page.wait_for_selector(MINE)
    page.wait_for_selector(".all-offers[open]")


def test_an_amount_keeps_the_focus(open_page: Opener, caller: Caller) -> None:
    """However often the table changes while there is none: one passes, then another bids."""
    page, others = open_page("/"), [caller("Bob"), caller("Cem")]
    new_table(page, "me", "open", "open", game="texas")
    table = f"/api/tables/{page.url.split('/t/')[1].split('?')[0]}"
    invites = page.locator("[data-copy]").evaluate_all("(all) => all.map((each) => each.value)")
    for other, invite in zip(others, invites, strict=True):
        told = {"invite": invite.rpartition("/")[2]}
        assert other.post(f"{table}/join", json=told).status_code == 200

    def others_say(*words: str) -> None:
        """The page shows each bid before the next is made."""
        for word in words:
            turns = [(other, other.get(f"{table}/choices").json()) for other in others]
            other, found = next(each for each in turns if each[1]["your_turn"])
            page.wait_for_selector(f'main.table[data-ply="{found["ply"]}"]')
            move = next(c["move"] for c in found["choices"] if c["move"].startswith(word))
            told = {"ply": found["ply"], "move": move}
            assert other.post(f"{table}/moves", json=told).status_code == 200

    opener = others[0].get(table).json()["turn"]  # is drawn; those before this page bid
    others_say(*["bid"] * (-opener % 3))
    page.wait_for_selector(f"{MINE} [data-go-amount]")
    page.wait_for_timeout(MOMENT)
    page.focus("[data-go-amount]")
    page.keyboard.press("Enter")
    page.wait_for_selector('main.table:not([data-turn="1"])')
    others_say("pass", "bid")
    page.wait_for_selector(f"{MINE} [data-go-amount]:focus")


def test_confirming_moves(open_page: Opener) -> None:
    page = open_page("/")
    page.evaluate("localStorage.setItem('table confirm', 'always')")
    new_table(page, "me", "guest", "guest", names={1: "Bea", 2: "Cem"})
    page.wait_for_selector(MINE)
    page.evaluate("document.querySelector('.all-offers').open = true")
    page.locator("[data-choices] .offer").first.click()
    page.wait_for_selector("#menu button")
    assert ply(page) == 0
    page.click("#menu button")
    page.wait_for_selector('main.table[data-ply="1"]')


def test_a_picked_tool_says_what_a_click_means(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "me", "guest", "guest", names={1: "Bea", 2: "Cem"})
    page.wait_for_selector(MINE)
    city = '.sheet.focus [data-ref="city:fargo"] .node'
    page.click(city)
    page.wait_for_selector("#menu button")  # several things: a menu
    page.keyboard.press("Escape")
    page.locator(".tool").first.click()
    page.hover(city)
    assert "Fargo" in page.inner_text("#tip")  # in words, before it is made
    page.click(city)
    page.wait_for_selector('main.table[data-ply="1"]')
    assert not page.is_visible("#menu")


def test_the_end_is_a_page_worth_seeing(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "me", "bot:beginner", "bot:beginner", variant="single")
    table = page.url.split("?")[0]
    page.click(".table-menu > summary")
    page.click("text=Leave…")
    page.click("text=Hand over my seat")
    page.wait_for_selector(OVER, timeout=120_000)
    page.click("text=How it was won")
    page.wait_for_selector(".podium li")
    assert page.locator(".podium li").count() == 3
    # The parts add up to the score, seat by seat.
    table_of_parts = page.locator(".parts tbody tr").count()
    assert table_of_parts >= 1
    sums = page.evaluate("""() => {
      const rows = [...document.querySelectorAll(".parts tbody tr")];
      const number = (td) => parseInt(td.textContent.replace("−", "-"), 10);
      const cells = (row) => [...row.querySelectorAll("td")].map(number);
      const total = cells(document.querySelector(".parts tfoot tr"));
      const added = rows.map(cells).reduce((a, b) => a.map((n, i) => n + b[i]));
      return [added, total];
    }""")
    assert sums[0] == sums[1]
    link = page.locator(".chart a").nth(3)
    at = int(link.get_attribute("data-ply"))
    page.goto(link.get_attribute("href"))
    assert ply(page) == at
    page.goto(f"{table}/result")
    page.click("text=Rematch")
    page.wait_for_selector(".has-js main.table")  # the whole of it: its script comes last
    assert page.url.split("?")[0] != table
    assert page.locator(".seat-chip:has-text('beginner bot')").count() == 2
    page.goto("/")
    assert page.locator(".my-games li").count() == 2
    # How it ended, in words: a victory may be shared, and nobody's. (It is counted a little later.)
    ended = re.compile("you won|a shared victory|you came (2nd|3rd) of 3, .+ won", re.IGNORECASE)
    for _ in range(300):
        if ended.search(page.inner_text(".my-games li:has(form) .state")):
            break
        page.wait_for_timeout(200)
        page.reload()
    assert ended.search(page.inner_text(".my-games li:has(form) .state"))
    page.click(".my-games form button")  # the one that is over leaves the list
    page.wait_for_url("**/")
    assert page.locator(".my-games li").count() == 1


def test_an_upload_that_is_too_large_answers_a_page(open_page: Opener) -> None:
    page = open_page("/")
    page.goto("/upload")
    big = {"name": "big.game", "mimeType": "text/plain", "buffer": b"x" * 3_000_000}
    page.set_input_files('[name="file"]', big)
    page.click("text=Look at it >> nth=-1")
    page.wait_for_selector("h1:has-text('That did not work')")
    assert "too big" in page.inner_text("main")
