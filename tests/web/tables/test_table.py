"""The table page of every game: layout, legibility, contrast and playback."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.scale import SCALE
from tests.web.conftest import ClientFactory, Opener
from tests.web.table_probe import (
    FIND_FAINT_TEXTS,
    MIN_TEXT_CONTRAST,
    SCHEMES,
    SIZES,
    ClickPlayer,
    MoveCounter,
    find_problems,
    measure,
)
from tests.web.tables.test_browser import GUARD_MS, MINE, OVER, choose, new_table, ply

from roundhouse.play import registry

pytestmark = pytest.mark.browser

# Decisions per table; bench/table.py plays 40 and reports figures.
DECISIONS = 5
GAMES = [box.id for box in registry.games()]
SINGLE_ROUND = Path(__file__).parents[2] / "games/northern/records/northern-single.game"


def sit_down(open_page: Opener, game: str, size: str, scheme: str) -> Any:
    width, height = SIZES[size]
    phone = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    page = open_page("/", width=width, height=height, color_scheme=scheme, **phone)
    seats = registry.meta(game).seats[0]
    new_table(page, "me", *["bot:beginner"] * (seats - 1), game=game)
    page.wait_for_selector(MINE)
    return page


# Every game in both sizes and both themes; `make research` tests every combination.
COMBINATIONS = [
    (game, size, scheme)
    for n, game in enumerate(GAMES)
    for m, size in enumerate(SIZES)
    for k, scheme in enumerate(SCHEMES)
    if SCALE > 1 or (n + m + k) % 2 == 0
]


@pytest.mark.parametrize(("game", "size", "scheme"), COMBINATIONS)
def test_layout_is_correct_at_every_decision(
    open_page: Opener, game: str, size: str, scheme: str
) -> None:
    page = sit_down(open_page, game, size, scheme)
    player = ClickPlayer(page)
    for _ in range(DECISIONS):
        page.wait_for_selector(f"{MINE}, {OVER}")
        if page.query_selector(OVER):
            break
        measured = measure(page)
        assert not find_problems(measured, size), f"{game}, {size}, {scheme}, ply {ply(page)}"
        assert measured.offered
        assert player.play(), "nothing could be clicked"
        assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_is_offered(open_page: Opener, game: str) -> None:
    """The offers on the page are exactly the legal moves."""
    page = sit_down(open_page, game, "desk", "light")
    for _ in range(3):
        page.wait_for_selector(MINE)
        text = page.evaluate(
            "fetch('/api' + location.pathname.replace('/t/', '/tables/') + '/choices')"
            ".then((answer) => answer.json())"
        )
        assert set(measure(page).words) == {each["move"] for each in text["choices"]}
        choose(page)


@pytest.mark.parametrize("game", ["southern", "union", "texas"])
def test_double_click_never_plays_two_moves(open_page: Opener, game: str) -> None:
    """In these games a second move in the same place would be costly."""
    page = sit_down(open_page, game, "desk", "light")
    page.evaluate(RECORD_CLICKS)
    sent = MoveCounter(page)
    doubles = 0
    for gap in (60, 200, 350) * 4:
        page.wait_for_selector(MINE)
        page.wait_for_timeout(GUARD_MS)
        before = sent.moves
        spot = page.evaluate(BUTTON)
        if spot is None:
            continue  # the answer to an early choice has just ended this decision
        page.mouse.click(*spot)
        page.wait_for_timeout(gap)
        page.mouse.click(*spot)
        page.wait_for_timeout(GUARD_MS)
        if page.evaluate("clicked.at(-1) - clicked.at(-2)") > MAX_GAP_MS:
            continue  # the browser received the second click late, as a separate one
        doubles += 1
        assert sent.moves <= before + 1, f"{gap} ms"  # unless the first click opened a menu
        if doubles == 6:
            break
    assert doubles >= 2, "this machine is too slow for a double click"
    assert sent.moves > 0, "nothing was played"


# Milliseconds within which a second click must be ignored, however late the first response is.
# Measured at `pointerup`, because ignored clicks reach no listener.
MAX_GAP_MS = 380
RECORD_CLICKS = """() => {
  window.clicked = [];
  addEventListener("pointerup", () => { clicked.push(performance.now()); }, true);
}"""


# Where to click: the first visible choice, or the first target on the board or in the hand.
BUTTON = """() => {
  const all = [...document.querySelectorAll("[data-choices] .offer, [data-go-amount]")];
  const target = all.find((each) => each.checkVisibility())
    ?? document.querySelector(":is(.sheet.focus, .hand) .can :is(rect, circle, path, polygon)");
  if (!target) return null;
  target.scrollIntoView?.({ block: "nearest" });
  const box = target.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def test_other_seats_moves_are_shown_one_after_another(open_page: Opener) -> None:
    page = open_page("/")
    page.evaluate("localStorage.setItem('table speed', 'calm')")
    new_table(page, "me", "bot:beginner", "bot:beginner")
    page.wait_for_selector(MINE)
    page.evaluate("""() => {
      window.sentences = [];
      const banner = document.getElementById("banner");
      new MutationObserver(() => { if (!banner.hidden) sentences.push(banner.textContent); })
        .observe(banner, { childList: true, attributes: true });
    }""")
    choose(page)
    for _ in range(600):  # recorded, because the banner may be hidden again
        if page.evaluate("sentences.length"):
            break
        page.wait_for_timeout(100)
    assert page.evaluate("sentences.length") >= 1
    page.keyboard.press(" ")  # skips the playback
    page.wait_for_selector(MINE)
    page.wait_for_selector("#banner", state="hidden")
    assert page.locator(".log li.new").count() >= 1


def test_move_updates_only_changed_elements(open_page: Opener) -> None:
    """Unchanged elements stay, and a move needs one request unless others move."""
    page = open_page("/")
    with page.expect_request("**/now?*"):  # presence is announced a little later
        new_table(page, "me", "me", "me")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url.rsplit("/", 1)[-1]))
    for _ in range(3):
        page.wait_for_selector(MINE)
        page.evaluate("""() => document.querySelectorAll(".sheet svg > *, .log li")
          .forEach((each) => { each.isOld = true; })""")
        page.wait_for_timeout(GUARD_MS)
        requests.clear()
        choose(page)
        page.wait_for_timeout(GUARD_MS)
        assert requests.count("move") == 1
        assert not [each for each in requests if each.startswith("now?")]
    old, new = page.evaluate("""() => {
      const pieces = [...document.querySelectorAll(".sheet svg > *")];
      const same = pieces.filter((each) => each.isOld).length;
      return [same, pieces.length - same];
    }""")
    assert old > 5 * new > 0
    assert page.locator(".sheet.focus .can").count()
    lines = page.evaluate("[...document.querySelectorAll('.log li')].map((each) => !!each.isOld)")
    assert lines[0]
    assert not lines[-1]


def test_reduced_motion_skips_the_playback(open_page: Opener) -> None:
    page = open_page("/", reduced_motion="reduce")
    page.evaluate("localStorage.setItem('table speed', 'calm')")
    new_table(page, "me", "bot:beginner", "bot:beginner")
    page.wait_for_selector(MINE)
    page.evaluate("""() => {
      window.banners = 0;
      new MutationObserver(() => { banners += 1; })
        .observe(document.getElementById("banner"), { attributes: true });
    }""")
    choose(page)
    page.wait_for_selector(MINE)
    assert page.evaluate("banners") == 0


def test_new_players_see_how_to_play(open_page: Opener) -> None:
    page = open_page("/", new=True)
    new_table(page, "me", "guest", "guest", names={1: "Bea", 2: "Cem"})
    page.wait_for_selector(".how-card li")
    assert page.locator(".how-card li").count() == 5
    page.set_viewport_size({"width": 390, "height": 844})
    overflow = "card => card.scrollWidth - card.clientWidth"
    assert page.locator(".how-card").evaluate(overflow) <= 0  # no line is cut on a phone
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(FIND_FAINT_TEXTS, MIN_TEXT_CONTRAST) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    page.click(".how-card >> text=All rules")
    page.wait_for_selector("#drawer h1")
    assert page.is_visible(".stage")  # beside the table
    page.click("[data-close-drawer]")
    page.reload()
    page.wait_for_selector(MINE)
    assert not page.is_visible(".how-card")


def test_pointing_at_a_log_line_lights_the_places_it_names(open_page: Opener) -> None:
    page = sit_down(open_page, "northern", "desk", "light")
    page.evaluate("""document.querySelector('.offer[value="lay fargo"]').click()""")
    line = page.locator("[data-log] li", has_text="You lay track to Fargo").first
    line.wait_for()
    assert page.locator(".sheet .lit").count() == 0
    line.hover()
    lit = page.locator(".sheet .lit").evaluate_all("all => all.map(e => e.dataset.ref)")
    assert set(lit) == {"city:fargo"}
    page.mouse.move(2, 2)
    assert page.locator(".sheet .lit").count() == 0


def test_full_screen_keeps_the_hand_on_a_phone(open_page: Opener) -> None:
    page = sit_down(open_page, "union", "phone", "light")
    height = "document.querySelector('.stage').clientHeight"
    before = page.evaluate(height)
    page.tap('[data-zoom="full"]')
    for part in ("prompt", "choices", "me", "dock"):
        assert page.is_visible(f'[data-part="{part}"]')
    assert page.evaluate(height) > before


def test_lost_connection_is_retried(open_page: Opener) -> None:
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


def test_open_list_stays_open(open_page: Opener) -> None:
    """The list is absent while others move and open again on the next turn."""
    page = open_page("/")
    new_table(page, "me", "bot:beginner", "bot:beginner")
    page.wait_for_selector(MINE)
    page.click(".all-offers > summary")
    choose(page)
    page.wait_for_selector(MINE)
    page.wait_for_selector(".all-offers[open]")


def test_list_has_the_moves_of_the_chosen_action(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "me", "guest", "guest", names={1: "Bea", 2: "Cem"})
    summary, listed = (
        page.locator(".all-offers > summary"),
        page.locator(".all-offers .offer:visible"),
    )
    summary.click()
    total = listed.count()
    tool = page.locator("[data-tool]").last
    number = int(tool.locator("small").inner_text())
    assert number < total
    for chosen in (number, total):
        tool.click()
        assert listed.count() == chosen
        assert summary.inner_text() == f"Show all {chosen} moves"


def test_amount_keeps_the_focus(open_page: Opener, new_client: ClientFactory) -> None:
    """The focus returns after two other players have bid."""
    page, others = open_page("/"), [new_client("Bob"), new_client("Cem")]
    new_table(page, "me", "open", "open", game="texas")
    table = f"/api/tables/{page.url.split('/t/')[1].split('?')[0]}"
    invites = page.locator("[data-copy]").evaluate_all("(all) => all.map((each) => each.value)")
    for other, invite in zip(others, invites, strict=True):
        lines = {"invite": invite.rpartition("/")[2]}
        assert other.post(f"{table}/join", json=lines).status_code == 200

    def others_play(*words: str) -> None:
        """Play moves that start with these words, each after the page shows the last one."""
        for word in words:
            turns = [(other, other.get(f"{table}/choices").json()) for other in others]
            other, result = next(each for each in turns if each[1]["your_turn"])
            page.wait_for_selector(f'main.table[data-ply="{result["ply"]}"]')
            move = next(c["move"] for c in result["choices"] if c["move"].startswith(word))
            lines = {"ply": result["ply"], "move": move}
            assert other.post(f"{table}/moves", json=lines).status_code == 200

    opener = others[0].get(table).json()["turn"]  # random; the players before this one bid
    others_play(*["bid"] * (-opener % 3))
    page.wait_for_selector(f"{MINE} [data-go-amount]")
    page.wait_for_timeout(GUARD_MS)
    page.focus("[data-go-amount]")
    page.keyboard.press("Enter")
    page.wait_for_selector('main.table:not([data-turn="1"])')
    others_play("pass", "bid")
    page.wait_for_selector(f"{MINE} [data-go-amount]:focus")


def test_moves_can_require_confirmation(open_page: Opener) -> None:
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


def test_tool_decides_what_a_click_does(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "me", "guest", "guest", names={1: "Bea", 2: "Cem"})
    page.wait_for_selector(MINE)
    city = '.sheet.focus [data-ref="city:fargo"] .node'
    page.click(city)
    page.wait_for_selector("#menu button")  # several offers open a menu
    page.keyboard.press("Escape")
    page.locator(".tool").first.click()
    page.hover(city)
    assert "Fargo" in page.inner_text("#tip")  # described before the click
    page.click(city)
    page.wait_for_selector('main.table[data-ply="1"]')
    assert not page.is_visible("#menu")


def test_result_page_offers_a_rematch(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "me", "bot:beginner", "bot:beginner", variant="single")
    table = page.url.split("?")[0]
    page.click(".table-menu > summary")
    page.click("text=Leave…")
    page.click("text=Hand my seat to a bot")
    page.wait_for_selector(OVER, timeout=120_000)
    page.wait_for_selector("#ending-moment:not([hidden]) .train li")
    assert page.inner_text("#ending-moment h1").startswith("You ")
    page.click("text=See the board")
    page.reload()
    page.wait_for_selector(OVER)
    assert page.is_hidden("#ending-moment")  # it is shown once
    page.click("text=View result")
    page.wait_for_selector(".train li")
    assert page.locator(".train li").count() == 3
    assert page.inner_text(".train .mine .car-name") == "You"
    with page.expect_download() as download:
        page.click("text=Share picture")
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    # The parts add up to each seat's score.
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
    page.wait_for_selector(".has-js main.table")  # the script has run
    assert page.url.split("?")[0] != table
    assert page.locator(".seat-chip:has-text('beginner bot')").count() == 2
    page.goto("/")
    assert page.locator(".my-games li").count() == 2
    # The home page names the outcome a little later; a victory may be shared.
    ended = re.compile("you won|shared win|you came (2nd|3rd) of 3, .+ won", re.IGNORECASE)
    for _ in range(300):
        if ended.search(page.inner_text(".my-games li:has(form) .state")):
            break
        page.wait_for_timeout(200)
        page.reload()
    assert ended.search(page.inner_text(".my-games li:has(form) .state"))
    page.click(".my-games form button")  # removes the finished game from the list
    page.wait_for_url("**/")
    assert page.locator(".my-games li").count() == 1


def test_oversized_upload_shows_an_error_page(open_page: Opener) -> None:
    page = open_page("/")
    page.goto("/upload")
    big = {"name": "big.game", "mimeType": "text/plain", "buffer": b"x" * 3_000_000}
    page.set_input_files('[name="file"]', big)
    page.click("button:has-text('Open replay')")
    page.wait_for_selector("h1:has-text('Something went wrong')")
    assert "too large" in page.inner_text("main")


def test_end_of_game_keeps_the_focus(open_page: Opener) -> None:
    """The question has the focus while the bots play the last moves."""
    page = open_page("/upload")
    record = SINGLE_ROUND.read_text(encoding="utf-8")
    page.fill('[name="text"]', record)
    page.click("button:has-text('Open replay')")
    page.wait_for_selector("main.replay")
    before_the_end = int(page.get_attribute("main", "data-last")) - 3
    page.goto(f"{page.url.split('?')[0]}?ply={before_the_end}")
    page.click("text=Play from here…")
    page.select_option('[name="level"]', "beginner")
    page.click(".card >> text=Create table")
    for _ in range(30):
        page.wait_for_selector(f"{MINE}, {OVER}")
        if page.query_selector(OVER):
            break
        page.wait_for_timeout(GUARD_MS)
        moves = page.locator("[data-choices] .offer").evaluate_all(
            "(all) => all.map((o) => o.value)"
        )
        choose(page, next((n for n, each in enumerate(moves) if each != "lay seattle"), 0))
        assert page.evaluate("document.activeElement !== document.body"), f"after ply {ply(page)}"
    page.wait_for_selector(OVER)
    assert page.evaluate("document.activeElement !== document.body")
