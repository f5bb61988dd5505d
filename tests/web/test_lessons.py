"""Lessons in real Chromium: each played to its end by clicks, at both sizes, wrong moves tried at
every step; by the board and by keyboard; without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from tests.web.conftest import Opener
from tests.web.test_access import AXE

from roundhouse.core.lesson import Ask, Do, Lesson, Reply
from roundhouse.play import registry
from roundhouse.play.lesson import lesson_of

pytestmark = pytest.mark.browser

SIZES = {"desk": (1440, 900), "phone": (390, 844)}
# All that is offered, as lists of moves: buttons, shortcuts (a form of their own), amounts.
OFFERED = """() => [...document.querySelectorAll("[data-choices] .offer, [data-choices] option")]
  .map((o) => o.name === "move" || o.matches("option") ? [o.value]
    : [...o.form.querySelectorAll('[name="move"]')].map((i) => i.value))"""
# Everything one needs is in the window, and something of what is spoken of is in sight.
COMPLAINTS = """() => {
  const inside = (e, frame) => {
    const b = e.getBoundingClientRect();
    const [x, y] = [b.left + b.width / 2, b.top + b.height / 2];
    return b.width && x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom;
  };
  const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const told = [];
  for (const name of ["stage", "prompt", "choices", "steps", "me", "dock"]) {
    const part = document.querySelector(`[data-part="${name}"]`);
    if (!inside(part, window_)) told.push(`${name} is outside`);
  }
  if (document.documentElement.scrollHeight > innerHeight + 1) told.push("the page scrolls");
  const sheet = document.querySelector(".sheet.focus");
  const pointed = [...document.querySelectorAll(".sheet [data-point], .hand [data-point]")]
    .filter((e) => e.checkVisibility());  // of two hands one is shown
  const frame = (e) => (e.closest(".sheet.focus, .hand") ?? sheet).getBoundingClientRect();
  const overlap = (e, f) => {  // of the smaller of both: a row may be wider than a phone
    const b = e.getBoundingClientRect();
    const wide = Math.min(b.right, f.right) - Math.max(b.left, f.left);
    const high = Math.min(b.bottom, f.bottom) - Math.max(b.top, f.top);
    const [w, h] = [Math.min(b.width, f.width), Math.min(b.height, f.height)];
    return wide >= w / 3 && high >= h / 3;
  };
  const seen = pointed.filter((e) => overlap(e, frame(e)));
  if (pointed.length && !seen.length) told.push("what is pointed at is out of sight");
  if (seen.length && !document.querySelector(".pointmark")) told.push("nothing is ringed");
  return told;
}"""


def taught(game: str) -> Lesson:
    lesson = lesson_of(game)
    assert lesson is not None
    return lesson


def plain(text: str, lesson: Lesson) -> str:
    """As a page shows it."""
    named = re.sub(r"@(\d)", lambda found: lesson.names[int(found.group(1))], text)
    return " ".join(named.replace("**", "").split())


def shown(page: Any, selector: str) -> str:
    return " ".join(page.inner_text(selector).split())


def at_step(page: Any, number: int) -> None:
    page.wait_for_selector(f'.has-js main.lesson[data-at-step="{number}"]:not([aria-busy])')


def click(page: Any, target: Any) -> None:
    """A click somewhere else first: two in the same place at once are taken for a slip."""
    page.locator(".chapter-line").click(position={"x": 2, "y": 2})
    target.click()


def choose(page: Any, n: int) -> None:
    """Take the n-th of what is offered."""
    offer = page.locator("[data-choices] .offer, [data-choices] option").nth(n)
    if offer.evaluate("(e) => e.matches('option')"):
        stepper = offer.locator("xpath=ancestor::*[@data-stepper]")
        stepper.locator("select").select_option(offer.get_attribute("value"))
        click(page, stepper.locator("[data-go-amount]"))
        return
    hidden = page.locator(".all-offers:not([open]) > summary")
    if hidden.count() and not offer.is_visible():
        hidden.click()
    click(page, offer)


def do(page: Any, number: int, step: Do, lesson: Lesson) -> bool:
    """A wrong move, if there is one: it gets its word and changes nothing; then the right one."""
    offered = [tuple(moves) for moves in page.evaluate(OFFERED)]
    wrong = [n for n, moves in enumerate(offered) if not step.accepts(moves)]
    if wrong:
        choose(page, wrong[-1])
        page.wait_for_selector(".said")
        at_step(page, number)
        assert shown(page, ".said") == plain(step.why_not(offered[wrong[-1]]), lesson)
        assert [tuple(moves) for moves in page.evaluate(OFFERED)] == offered
    choose(page, offered.index(step.moves))
    at_step(page, number + 1)
    return bool(wrong)


def ask(page: Any, number: int, step: Ask, lesson: Lesson) -> None:
    """Every answer gets its word; a right one is taken last."""
    order = sorted(range(len(step.answers)), key=lambda n: step.answers[n].right)
    for n in order:
        click(page, page.locator(".answer").nth(n))
        page.wait_for_selector(f".answer:nth-of-type({n + 1}).chosen")
        at_step(page, number)
        assert shown(page, ".said") == plain(step.answers[n].word, lesson)
    click(page, page.locator('.steps [data-key="next"].primary'))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", [box.id for box in registry.games()])
def test_played_to_its_end_by_clicks(open_page: Opener, game: str, size: str) -> None:
    lesson = taught(game)
    width, height = SIZES[size]
    page = open_page(f"/learn/{game}", width=width, height=height, reduced_motion="reduce")
    tried = 0
    for number, (_, step) in enumerate(lesson.steps, 1):
        at_step(page, number)
        assert plain(step.text, lesson) in shown(page, ".words")
        assert page.evaluate(COMPLAINTS) == [], f"step {number}"
        if isinstance(step, Do):
            tried += do(page, number, step, lesson)
        elif isinstance(step, Ask):
            ask(page, number, step, lesson)
        else:
            click(page, page.locator('.steps [data-key="next"]'))
    at_step(page, len(lesson.steps) + 1)
    moves = [step for _, step in lesson.steps if isinstance(step, Do)]
    # Where everything that is offered would do there is no wrong one.
    assert tried >= len(moves) - 2
    page.click("text=Play a real game now")
    page.wait_for_selector('main.table[data-phase="playing"]')


def test_by_the_board_and_by_keyboard(open_page: Opener) -> None:
    page = open_page("/learn/northern/4", width=1440, height=900, new=True)
    at_step(page, 4)
    page.locator('.sheet [data-ref="city:fargo"] .node').click()
    page.locator("#menu button", has_text="Fargo").first.click()  # the small cube comes first
    at_step(page, 5)
    assert page.url.endswith("/learn/northern/5")
    page.keyboard.press("n")
    at_step(page, 6)
    page.keyboard.press("p")
    at_step(page, 5)
    page.go_back()
    at_step(page, 6)
    # A move by keys alone: the list is opened by going there.
    page.goto("/learn/northern/7")
    at_step(page, 7)
    page.wait_for_timeout(430)
    page.keyboard.press("c")
    page.locator('.offer[value="lay fargo"]').focus()
    page.keyboard.press("Enter")
    at_step(page, 8)
    # Whoever comes back goes on where they were.
    page.goto("/learn")
    page.click("[aria-label='Go on with Northern Pacific']")
    at_step(page, 8)


def test_others_move_one_after_another(open_page: Opener) -> None:
    page = open_page("/learn/texas/2", new=True)
    lesson = taught("texas")
    assert isinstance(lesson.steps[2][1], Reply)
    at_step(page, 2)
    page.evaluate(
        """() => {
          window.told = []; window.meanwhile = []; window.drawn = [];
          const banner = document.getElementById("banner");
          new MutationObserver(() => {
            const said = banner.hidden ? "" : banner.innerText;
            if (!said || window.told.at(-1) === said) return;
            window.told.push(said);
            window.meanwhile.push(document.querySelector("main.lesson").dataset.atStep);
          }).observe(banner, { childList: true, attributes: true });
          const board = document.querySelector('.sheet[data-sheet="railroads"]');
          new MutationObserver(() => window.drawn.push(board.dataset.digest))
            .observe(board, { attributes: true, attributeFilter: ["data-digest"] });
        }"""
    )
    page.keyboard.press("n")
    at_step(page, 3)
    assert set(page.evaluate("window.meanwhile")) == {"2"}  # the words come after them
    told = page.evaluate("window.told")
    assert len(told) >= 3
    assert any("bids $6" in line for line in told)
    assert len(set(page.evaluate("window.drawn"))) >= 3
    # Who goes back is not kept waiting; a key skips what is shown.
    page.wait_for_selector("#banner", state="hidden")
    page.keyboard.press("p")
    at_step(page, 2)
    assert page.is_hidden("#banner")
    page.keyboard.press("n")
    page.wait_for_selector("#banner:not([hidden])")
    page.keyboard.press("Space")
    at_step(page, 3)
    assert page.is_hidden("#banner")


def test_another_move_that_would_do(open_page: Opener) -> None:
    page = open_page("/learn/texas/4")
    at_step(page, 4)
    page.select_option("[data-stepper] select", "bid 9")
    page.click("[data-go-amount]")
    at_step(page, 5)
    assert "A fair bid, too" in page.inner_text(".said.good")


def test_without_scripts(open_page: Opener) -> None:
    page = open_page("/", java_script_enabled=False)
    page.click("[aria-label='Learn Northern Pacific']")
    lesson = taught("northern")
    for number, (_, step) in enumerate(lesson.steps[:8], 1):
        assert page.url.split("?")[0].endswith(f"/learn/northern/{number}")
        if not isinstance(step, Do):
            page.click("[rel=next]")
            continue
        page.locator(".all-offers > summary").click()
        page.locator('.offer[value="invest large terry"]').click()
        assert page.url.split("?")[0].endswith(f"/learn/northern/{number}")
        assert plain(step.otherwise, lesson) == shown(page, ".said")
        page.locator(".all-offers > summary").click()
        page.locator(f'.offer[value="{step.moves[0]}"]').click()
    page.goto("/learn/northern/14")
    page.click("text=Yes, Carl will lay it for me.")
    assert "Bea moves before Carl" in page.inner_text(".said")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible(open_page: Opener, scheme: str) -> None:
    page = open_page("/learn", color_scheme=scheme, bypass_csp=True)
    for path in ("/learn", "/learn/northern/14?answer=0", "/learn/texas/4?tried=pass"):
        page.goto(path)
        found = Axe().run(page, options=AXE[scheme])
        told = [
            f"{v['id']}: {[n['target'] for n in v['nodes']]}" for v in found.response["violations"]
        ]
        assert not told, f"{page.url}: {told}"


def test_offered_the_first_time(open_page: Opener) -> None:
    page = open_page("/", new=True)
    page.click('button[name="game"][value="northern"]')
    page.wait_for_selector(".has-js .how[open] .first-time")
    page.click(".first-time a")
    at_step(page, 1)
    page.goto("/")
    page.click('button[name="game"][value="northern"]')
    page.wait_for_selector(".has-js main.table")
    assert not page.is_visible(".first-time")  # dismissed for good; it stays behind "How to play"
    assert page.goto("/learn/chess").status == 404
