"""In real Chromium: by clicks, live, by keyboard, on a phone, without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.conftest import Caller, Opener, Server

from roundhouse.play import registry

pytestmark = pytest.mark.browser

MINE = '.has-js main.table[data-turn="1"]'
OVER = 'main.table[data-phase="over"]'


def play_now(page: Any, game: str = "northern") -> None:
    page.click(f'button[name="game"][value="{game}"]')
    page.wait_for_selector("main.table")


def new_table(
    page: Any,
    *seats: str,
    listed: bool = False,
    names: dict[int, str] | None = None,
    game: str = "northern",
    **options: str,
) -> None:
    page.goto(f"/new?game={game}&seats={len(seats)}")
    for n, kind in enumerate(seats):
        page.select_option(f'[name="seat{n}"]', kind)
    for n, name in (names or {}).items():
        page.fill(f'[name="name{n}"]', name)
    for option, value in options.items():
        page.select_option(f'[name="option:{option}"]', value)
    if listed:
        page.check('[name="listed"]')
    page.click("text=Lay the table")
    page.wait_for_selector("main.table")


def ply(page: Any) -> int:
    return int(page.get_attribute("main.table", "data-ply"))


def wait_ply(page: Any, at: int) -> None:
    page.wait_for_selector(f'main.table[data-ply="{at}"]')


ALL = "[data-choices] .offer, [data-choices] option"  # all that is offered, in its order
MOMENT = 430  # for so long after the choices changed a click in the same place does nothing


def choose(page: Any, n: int = 0) -> None:
    """Take the n-th choice as one does, by clicks, and wait until the table has changed."""
    revision = page.get_attribute("main.table", "data-revision")
    page.wait_for_timeout(MOMENT)
    offer = page.locator(ALL).nth(n)
    if offer.evaluate("(e) => e.matches('option')"):
        stepper = offer.locator("xpath=ancestor::*[@data-stepper]")
        stepper.locator("select").select_option(offer.get_attribute("value"))
        stepper.locator("[data-go-amount]").click()
    else:
        page.evaluate("document.querySelector('.all-offers')?.setAttribute('open', '')")
        offer.click()
    page.wait_for_selector(f'main.table:not([data-revision="{revision}"])')


def count_offers(page: Any) -> int:
    return int(page.locator(ALL).count())


def test_a_whole_game_by_clicks_against_bots(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "me", "bot:beginner", "bot:beginner", variant="single")
    board_clicks = 0
    for turn in range(60):
        page.wait_for_selector(f"{MINE}, {OVER}")
        if page.query_selector(OVER):
            break
        revision = page.get_attribute("main.table", "data-revision")
        if turn % 3 == 2:
            choose(page, count_offers(page) - 1)
            continue
        # On the board: what carries the ref of a choice can be clicked.
        page.wait_for_timeout(MOMENT)
        page.locator('.sheet [data-ref^="city:"].can .node').last.click()
        if page.is_visible("#menu"):
            page.locator("#menu button").first.click()
        page.wait_for_selector(f'main.table:not([data-revision="{revision}"])')
        board_clicks += 1
    page.wait_for_selector(".ranking")
    assert board_clicks >= 2
    assert "Your turn" not in page.title()
    page.click("text=Look at it again")
    page.wait_for_selector("main.replay")


@pytest.mark.parametrize("game", [box.id for box in registry.games()])
def test_every_game_can_be_played_some_moves(open_page: Opener, game: str) -> None:
    page = open_page("/", width=1280)
    play_now(page, game)
    for _ in range(3):
        page.wait_for_selector(MINE)
        choose(page, count_offers(page) // 2)
    page.wait_for_selector(MINE)
    assert page.locator(".sheet svg").count() >= 1


def test_two_browsers_play_each_other_live(open_page: Opener) -> None:
    ann = open_page("/")
    new_table(ann, "me", "open", "bot:beginner")
    link = ann.input_value("[data-copy]")
    bob = open_page(link)
    bob.fill('[name="name"]', "Bob")
    bob.click("text=Sit down")
    bob.wait_for_selector("main.table")
    ann.wait_for_selector(MINE)  # heard without reloading that the game has begun
    assert "● Your turn" in ann.title()
    assert "icon-turn" in ann.get_attribute("#icon", "href")
    choose(ann)
    bob.wait_for_selector(MINE)
    assert "● Your turn" in bob.title()
    assert bob.locator(".log li.new").count() >= 1
    choose(bob)
    ann.wait_for_selector(MINE)
    assert "Bob" in ann.inner_text(".log")
    ann.wait_for_selector(".names:has-text('Bob') small:has-text('at the table')")
    spectator = open_page(ann.url)
    assert spectator.locator("[data-choices]").count() == 0
    at = ply(ann)
    choose(ann)
    spectator.wait_for_selector(f'main.table:not([data-ply="{at}"])')
    second_tab = ann.context.new_page()
    second_tab.goto(ann.url)
    assert second_tab.locator("main.table").count() == 1


def test_undo_and_undo_by_consent(open_page: Opener) -> None:
    ann = open_page("/")
    new_table(ann, "me", "open", "guest", names={2: "Carl"})
    bob = open_page(ann.input_value("[data-copy]"))
    bob.click("text=Sit down")
    ann.wait_for_selector(MINE)
    choose(ann)
    ann.click("[data-key=u]")
    wait_ply(ann, 0)
    wait_ply(bob, 0)
    choose(ann)
    bob.wait_for_selector(MINE)
    choose(bob)
    wait_ply(ann, 2)
    ann.click("[data-key=u]:has-text('Ask to go back')")
    bob.wait_for_selector(".wish")
    bob.click("text=Refuse")
    ann.wait_for_selector(".wish", state="detached")
    assert ply(ann) == 2
    ann.wait_for_timeout(500)  # a click in the same place right after a change is taken for a slip
    ann.click("[data-key=u]:has-text('Ask to go back')")
    bob.wait_for_selector(".wish")
    bob.click("text=Agree")
    wait_ply(ann, 0)
    wait_ply(bob, 0)


def test_hot_seat(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "me", "guest", "guest", names={1: "Bea", 2: "Cem"})
    for name in ("Bea", "Cem"):
        choose(page)
        page.wait_for_selector(f".yours:has-text('{name}')")
    assert ply(page) == 2


def test_hand_over_take_back_and_resign(open_page: Opener, caller: Caller) -> None:
    """With somebody for whom the bots have to wait: alone they would play on to the end, perhaps
    before the seat is taken back."""
    page, bob = open_page("/"), caller("Bob")
    new_table(page, "me", "open", "bot:beginner")
    table = f"/api/tables/{page.url.split('/t/')[1].split('?')[0]}"
    invite = page.input_value("[data-copy]").rpartition("/")[2]
    assert bob.post(f"{table}/join", json={"invite": invite}).status_code == 200
    page.wait_for_selector(MINE)
    page.wait_for_timeout(600)  # slips.js: what is clicked as the choices change is not meant
    page.click(".table-menu > summary")
    page.click("text=Leave…")
    page.select_option('.leave [name="level"]', "beginner")
    page.click("text=Hand over my seat")
    page.wait_for_selector("text=A bot plays for you.")
    page.click("text=Take my seat back")
    page.wait_for_selector(".leave summary", state="attached")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click(".table-menu > summary")
    page.click("text=Leave…")
    page.select_option('.leave [name="level"]', "beginner")
    page.click("text=Resign")
    page.wait_for_selector(".badge:has-text('resigned')")
    assert bob.post(f"{table}/resign", json={"seat": 1, "level": "beginner"}).status_code == 200
    page.wait_for_selector(OVER)
    assert page.locator("text=Take my seat back").count() == 0


def test_replay_scrub_share_download_upload_fork(open_page: Opener, server: Server) -> None:
    page = open_page("/")
    new_table(page, "bot:beginner", "bot:beginner", "bot:beginner", variant="single")
    page.wait_for_selector(OVER)
    page.goto(page.url + "/replay?ply=0")
    page.keyboard.press("ArrowRight")
    wait_ply(page, 1)
    page.keyboard.press("End")
    last = int(page.get_attribute("main", "data-last"))
    wait_ply(page, last)
    page.keyboard.press("Home")
    wait_ply(page, 0)
    page.fill("[data-slider]", "3")
    wait_ply(page, 3)
    page.wait_for_url("**ply=3")
    page.keyboard.press(" ")  # plays by itself, and skips what a slow machine would be late with
    page.wait_for_selector('main.table:not([data-ply="3"]):not([data-ply="4"])')
    page.locator(".log [data-ply='2'] a").click()
    shared = re.sub(r"ply=\d+", "ply=2", page.url)
    other = open_page(shared)
    assert ply(other) == 2
    with other.expect_download() as download:
        other.click(".log h2 a")
    record = download.value.path().read_text()

    other.goto("/upload")
    other.fill('[name="text"]', record)
    other.click("text=Look at it >> nth=-1")
    other.wait_for_selector("main.replay")
    assert int(other.get_attribute("main", "data-last")) == last
    other.goto("/upload")
    lines = record.splitlines()
    lines[3] = "0 lay nowhere"
    other.fill('[name="text"]', "\n".join(lines))
    other.click("text=Look at it >> nth=-1")
    assert "line 4" in other.inner_text(".said")

    page.goto(shared)
    page.click("text=Play on from here…")
    page.select_option('[name="level"]', "beginner")
    page.click(".card >> text=Play on")
    page.wait_for_selector(f"{MINE}, {OVER}")
    assert ply(page) >= 2


def test_a_phone_does_not_scroll_sideways(open_page: Opener) -> None:
    page = open_page("/", width=390, height=844, has_touch=True, is_mobile=True)

    def check() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, page.url

    check()
    for path in (
        "/new",
        "/me",
        "/upload",
        "/docs",
        "/about",
        "/g/northern/rules",
        "/g/northern/board",
    ):
        page.goto(path)
        check()
    for box in registry.games():
        page.goto("/")
        play_now(page, box.id)
        page.wait_for_selector(MINE)
        check()
        for name in page.eval_on_selector_all(".swap", "all => all.map(e => e.dataset.swap)"):
            if page.is_visible(f'.swap[data-swap="{name}"]'):  # a miniature: bring it to the front
                page.click(f'.swap[data-swap="{name}"]')
            assert page.get_attribute(".sheet.focus", "data-focus") == name
            check()
        page.goto(page.url.split("?")[0] + "/replay")
        check()


def test_by_keyboard_only(open_page: Opener) -> None:
    page = open_page("/")
    while page.evaluate("document.activeElement.value") != "northern":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(MINE)
    at = ply(page)
    page.wait_for_timeout(MOMENT)
    page.keyboard.press("2")  # opens the list, where all choices lie on the board
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('.offer')")
    assert page.locator(".sheet .lit").count() >= 1  # what the choice is about is lit
    page.keyboard.press("Enter")
    page.wait_for_selector(f'{MINE}:not([data-ply="{at}"])')
    page.keyboard.press("b")
    page.keyboard.press("+")
    assert page.locator(".sheet.zoomed").count() == 1
    page.keyboard.press("0")
    assert page.locator(".sheet.zoomed").count() == 0
    page.wait_for_timeout(MOMENT)
    page.keyboard.press("u")
    wait_ply(page, at)


def test_two_fingers_zoom_the_board(open_page: Opener) -> None:
    page = open_page("/", width=390, height=800, has_touch=True)
    play_now(page)
    page.wait_for_selector(MINE)
    box = page.locator(".sheet").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, *apart: int) -> None:
        points = [{"x": x + side, "y": y, "id": n} for n, side in enumerate(apart)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def pinch(begin: int, end: int) -> None:
        at = ply(page)
        touch("touchStart", -begin)
        touch("touchStart", -begin, begin)
        for step in range(1, 6):
            now = begin + (end - begin) * step // 5
            touch("touchMove", -now, now)
        touch("touchEnd")
        assert ply(page) == at  # two fingers choose nothing

    pinch(30, 90)
    page.wait_for_selector(".sheet.zoomed")
    pinch(120, 20)
    pinch(120, 20)
    page.wait_for_selector(".sheet:not(.zoomed)")


def test_a_notification_for_who_looks_elsewhere(open_page: Opener) -> None:
    page = open_page("/", permissions=["notifications"])
    page.add_init_script("""
      window.told = [];
      const Real = Notification;
      window.Notification = class extends Real {
        constructor(title, about) { super(title, about); told.push([title, about.tag]); }
      };
    """)
    new_table(page, "me", "guest", "bot:beginner", names={1: "Bea"})
    choose(page)
    page.wait_for_selector(MINE)  # Bea's turn on the same device; one was looking
    assert page.evaluate("told") == []
    page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })")
    at = ply(page)
    choose(page)  # the bot moves, then it is one's turn again
    page.wait_for_selector(f'{MINE}:not([data-ply="{at + 1}"])')
    assert page.evaluate("told") == [["Your turn", page.url.split("/t/")[1].split("?")[0]]]


def test_without_scripts(open_page: Opener) -> None:
    page = open_page("/", java_script_enabled=False)
    new_table(page, "me", "guest", "guest", names={1: "Bea", 2: "Cem"})
    page.click(".all-offers > summary")
    page.locator("[data-choices] .offer").first.click()
    wait_ply(page, 1)
    page.click("[data-key=u]")
    wait_ply(page, 0)
    page.click(".all-offers > summary")
    page.locator("[data-choices] .offer").first.click()
    wait_ply(page, 1)
    page.click(".table-menu > summary")
    page.click(".table-menu >> text=Replay")
    page.wait_for_selector("main.replay")
    page.click("[data-go=back]")
    wait_ply(page, 0)


def test_an_account_takes_over_a_guests_games(open_page: Opener) -> None:
    home = open_page("/")
    home.goto("/me")
    name = f"Ada {id(home) % 100000}"
    register = 'form[action="/me/register"]'
    home.fill(f'{register} [name="name"]', name)
    home.fill(f'{register} [name="password"]', "steam engine")
    home.click(f"{register} button")
    play_now(home)
    other = open_page("/")
    play_now(other)
    table = other.url
    other.goto("/me")
    sign_in = 'form[action="/me/sign-in"]'
    other.fill(f'{sign_in} [name="name"]', name)
    other.fill(f'{sign_in} [name="password"]', "wrong")
    other.click(f"{sign_in} button")
    assert "do not match" in other.inner_text(".said")
    other.fill(f'{sign_in} [name="name"]', name)
    other.fill(f'{sign_in} [name="password"]', "steam engine")
    other.click(f"{sign_in} button")
    other.wait_for_selector(".my-games li >> nth=1")  # the account's game and the guest's
    other.goto(table)
    assert "you" in other.inner_text(".me-part")
    home.goto(table)  # the same person on the other device
    assert "you" in home.inner_text(".me-part")


def test_a_stale_page_is_told_and_shown_the_fresh_table(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "me", "guest", "guest", names={1: "Bea", 2: "Cem"})
    page.evaluate("document.querySelectorAll('[name=ply]').forEach((f) => { f.value = 7; })")
    page.evaluate("document.querySelector('.all-offers').open = true")
    page.locator("[data-choices] .offer").first.click()
    page.wait_for_selector(".said:has-text('moved on')")
    choose(page)
    assert ply(page) == 1
