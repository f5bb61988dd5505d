"""Play in Chromium: by clicks, live, by keyboard, on a phone, without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.conftest import ClientFactory, Opener, Server

from roundhouse.play import registry

pytestmark = pytest.mark.browser

MINE = '.has-js main.table[data-turn="1"]'
OVER = 'main.table[data-phase="over"]'


def play_now(page: Any, game: str = "northern") -> None:
    page.click(f'button[name="game"][value="{game}"]')
    page.wait_for_selector("main.table")


def unfold(page: Any, field: str, summary: str) -> None:
    """Open the part of the form with this field; without scripts it is open."""
    if page.is_hidden(f'[name="{field}"]'):
        page.click(f"text={summary}")


def new_table(
    page: Any,
    *seats: str,
    listed: bool = False,
    names: dict[int, str] | None = None,
    game: str = "northern",
    **options: str,
) -> None:
    page.goto(f"/new?game={game}&seats={len(seats)}")
    unfold(page, "seat0", "Choose each seat")
    for n, kind in enumerate(seats):
        page.select_option(f'[name="seat{n}"]', kind)
    for n, name in (names or {}).items():
        page.fill(f'[name="name{n}"]', name)
    for option, value in options.items():
        page.select_option(f'[name="option:{option}"]', value)
    if listed:
        page.check('[name="listed"]')
    page.click("button:has-text('Create table')")
    page.wait_for_selector("main.table")


def ply(page: Any) -> int:
    return int(page.get_attribute("main.table", "data-ply"))


def wait_ply(page: Any, target: int) -> None:
    page.wait_for_selector(f'main.table[data-ply="{target}"]')


ALL_OFFERS = "[data-choices] .offer, [data-choices] option"
# Milliseconds after which click_guard.js accepts a click in the same place again.
GUARD_MS = 430


def choose(page: Any, n: int = 0) -> None:
    """Choose the nth offer by clicks and wait until the table shows the result.

    A bot's move may change the table before the answer to ours does.
    """
    revision = page.get_attribute("main.table", "data-revision")
    page.wait_for_timeout(GUARD_MS)
    offer = page.locator(ALL_OFFERS).nth(n)
    with page.expect_response(lambda response: response.request.method == "POST"):
        if offer.evaluate("(e) => e.matches('option')"):
            stepper = offer.locator("xpath=ancestor::*[@data-stepper]")
            stepper.locator("select").select_option(offer.get_attribute("value"))
            stepper.locator("[data-go-amount]").click()
        else:
            page.evaluate("document.querySelector('.all-offers')?.setAttribute('open', '')")
            offer.click()
    page.wait_for_selector(f'main.table:not([data-revision="{revision}"])')
    page.wait_for_timeout(GUARD_MS)


def count_offers(page: Any) -> int:
    return int(page.locator(ALL_OFFERS).count())


def test_whole_game_by_clicks_against_bots(open_page: Opener) -> None:
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
        # On the board, every element with the ref of a choice is clickable.
        page.wait_for_timeout(GUARD_MS)
        page.locator('.sheet [data-ref^="city:"].can .node').last.click()
        if page.is_visible("#menu"):
            page.locator("#menu button").first.click()
        page.wait_for_selector(f'main.table:not([data-revision="{revision}"])')
        board_clicks += 1
    page.wait_for_selector(".ranking")
    assert board_clicks >= 2
    assert "Your turn" not in page.title()
    page.click("text=Watch replay")
    page.wait_for_selector("main.replay")


@pytest.mark.parametrize("game", [meta.id for meta in registry.games()])
def test_moves_can_be_played_in_every_game(open_page: Opener, game: str) -> None:
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
    bob.click("text=Join table")
    bob.wait_for_selector("main.table")
    ann.wait_for_selector(MINE)  # the game starts without a reload
    assert "● Your turn" in ann.title()
    assert "icon-turn" in ann.get_attribute("#icon", "href")
    choose(ann)
    bob.wait_for_selector(MINE)
    assert "● Your turn" in bob.title()
    assert bob.locator(".log li.new").count() >= 1
    choose(bob)
    ann.wait_for_selector(MINE)
    assert "Bob" in ann.inner_text(".log")
    ann.wait_for_selector(".names:has-text('Bob') small:has-text('online')")
    spectator = open_page(ann.url)
    assert spectator.locator("[data-choices]").count() == 0
    at = ply(ann)
    choose(ann)
    spectator.wait_for_selector(f'main.table:not([data-ply="{at}"])')
    second_tab = ann.context.new_page()
    second_tab.goto(ann.url)
    assert second_tab.locator("main.table").count() == 1


def test_undo_and_undo_with_consent(open_page: Opener) -> None:
    ann = open_page("/")
    new_table(ann, "me", "open", "guest", names={2: "Carl"})
    bob = open_page(ann.input_value("[data-copy]"))
    bob.click("text=Join table")
    ann.wait_for_selector(MINE)
    choose(ann)
    ann.click("[data-key=u]")
    wait_ply(ann, 0)
    wait_ply(bob, 0)
    choose(ann)
    bob.wait_for_selector(MINE)
    choose(bob)
    wait_ply(ann, 2)
    ann.click("[data-key=u]:has-text('Request undo')")
    bob.wait_for_selector(".undo-request")
    bob.click("text=Decline")
    ann.wait_for_selector(".undo-request", state="detached")
    assert ply(ann) == 2
    ann.wait_for_timeout(GUARD_MS)  # the same place is clicked again
    ann.click("[data-key=u]:has-text('Request undo')")
    bob.wait_for_selector(".undo-request")
    bob.click("text=Accept")
    wait_ply(ann, 0)
    wait_ply(bob, 0)


def test_several_players_share_one_device(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "me", "guest", "guest", names={1: "Bea", 2: "Cem"})
    for name in ("Bea", "Cem"):
        choose(page)
        page.wait_for_selector(f".turn-badge:has-text('{name}')")
    assert ply(page) == 2


def test_seat_can_be_handed_over_taken_back_and_resigned(
    open_page: Opener, new_client: ClientFactory
) -> None:
    """Bob is needed: bots alone could finish the game before the seat is taken back."""
    page, bob = open_page("/"), new_client("Bob")
    new_table(page, "me", "open", "bot:beginner")
    table = f"/api/tables/{page.url.split('/t/')[1].split('?')[0]}"
    invite = page.input_value("[data-copy]").rpartition("/")[2]
    assert bob.post(f"{table}/join", json={"invite": invite}).status_code == 200
    page.wait_for_selector(MINE)
    page.wait_for_timeout(600)  # click_guard.js ignores clicks while the choices change
    page.click(".table-menu > summary")
    page.click("text=Leave…")
    assert "Stand-in of this table: medium bot" in page.inner_text(".leave")
    page.click("text=Hand my seat to a bot")
    page.wait_for_selector("text=A bot is playing for you.")
    page.click("text=Take my seat back")
    page.wait_for_selector(".leave summary", state="attached")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click(".table-menu > summary")
    page.click("text=Leave…")
    page.click("text=Resign")
    page.wait_for_selector(".badge:has-text('resigned')")
    assert bob.post(f"{table}/resign", json={"seat": 1, "level": "beginner"}).status_code == 200
    page.wait_for_selector(OVER)
    assert page.locator("text=Take my seat back").count() == 0


def test_replay_can_be_shared_downloaded_uploaded_and_forked(
    open_page: Opener, server: Server
) -> None:
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
    page.keyboard.press(" ")  # autoplay; a slow machine skips moves
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
    other.click("button:has-text('Open replay')")
    other.wait_for_selector("main.replay")
    assert int(other.get_attribute("main", "data-last")) == last
    other.goto("/upload")
    lines = record.splitlines()
    lines[3] = "0 lay nowhere"
    other.fill('[name="text"]', "\n".join(lines))
    other.click("button:has-text('Open replay')")
    assert "line 4" in other.inner_text(".message")

    page.goto(shared)
    page.click("text=Play from here…")
    page.select_option('[name="level"]', "beginner")
    page.click(".card >> text=Create table")
    page.wait_for_selector(f"{MINE}, {OVER}")
    assert ply(page) >= 2


def test_pages_do_not_scroll_sideways_on_a_phone(open_page: Opener) -> None:
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
    for meta in registry.games():
        page.goto("/")
        play_now(page, meta.id)
        page.wait_for_selector(MINE)
        check()
        for name in page.eval_on_selector_all(".swap", "all => all.map(e => e.dataset.swap)"):
            if page.is_visible(f'.swap[data-swap="{name}"]'):  # a miniature
                page.click(f'.swap[data-swap="{name}"]')
            assert page.get_attribute(".sheet.focus", "data-focus") == name
            check()
        page.goto(page.url.split("?")[0] + "/replay")
        check()


def test_play_by_keyboard_only(open_page: Opener) -> None:
    page = open_page("/")
    while page.evaluate("document.activeElement.value") != "northern":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(MINE)
    at = ply(page)
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("2")  # opens the list if all choices are on the board
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('.offer')")
    assert page.locator(".sheet .lit").count() >= 1  # its target is highlighted
    page.keyboard.press("Enter")
    page.wait_for_selector(f'{MINE}:not([data-ply="{at}"])')
    page.keyboard.press("b")
    page.keyboard.press("+")
    assert page.locator(".sheet.zoomed").count() == 1
    page.keyboard.press("0")
    assert page.locator(".sheet.zoomed").count() == 0
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("u")
    wait_ply(page, at)


def test_pinch_zooms_the_board(open_page: Opener) -> None:
    page = open_page("/", width=390, height=800, has_touch=True)
    play_now(page)
    page.wait_for_selector(MINE)
    box = page.locator(".sheet").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *offsets: int) -> None:
        points = [{"x": x + offset, "y": y, "id": n} for n, offset in enumerate(offsets)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def pinch(begin: int, end: int) -> None:
        at = ply(page)
        touch("touchStart", -begin)
        touch("touchStart", -begin, begin)
        for step in range(1, 6):
            offset = begin + (end - begin) * step // 5
            touch("touchMove", -offset, offset)
        touch("touchEnd")
        assert ply(page) == at  # a pinch plays no move

    pinch(30, 90)
    page.wait_for_selector(".sheet.zoomed")
    pinch(120, 20)
    pinch(120, 20)
    page.wait_for_selector(".sheet:not(.zoomed)")


def test_play_without_scripts(open_page: Opener) -> None:
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


def test_account_takes_over_games_of_the_guest(open_page: Opener) -> None:
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
    assert "Wrong name or password" in other.inner_text(".message")
    other.fill(f'{sign_in} [name="name"]', name)
    other.fill(f'{sign_in} [name="password"]', "steam engine")
    other.click(f"{sign_in} button")
    other.wait_for_selector(
        ".my-games li >> nth=1"
    )  # the game of the account and the game of the guest
    other.goto(table)
    assert "You" in other.inner_text(".my-seat")
    home.goto(table)  # the same account on the other device
    assert "You" in home.inner_text(".my-seat")


def test_stale_page_gets_a_message_and_the_current_table(open_page: Opener) -> None:
    page = open_page("/")
    new_table(page, "me", "guest", "guest", names={1: "Bea", 2: "Cem"})
    page.evaluate("document.querySelectorAll('[name=ply]').forEach((f) => { f.value = 7; })")
    page.evaluate("document.querySelector('.all-offers').open = true")
    page.locator("[data-choices] .offer").first.click()
    page.wait_for_selector(".message:has-text('has changed')")
    choose(page)
    assert ply(page) == 1
