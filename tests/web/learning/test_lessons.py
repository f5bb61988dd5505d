"""Lessons in Chromium, by clicks, by keyboard and without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from tests.scale import SCALE
from tests.web.accounts.test_access import AXE
from tests.web.conftest import Opener
from tests.web.tables.test_browser import GUARD_MS

from roundhouse.core.lesson import Lesson, MoveStep, QuestionStep, ReplyStep
from roundhouse.core.translation import ENGLISH, LANGUAGES, translate, use_language
from roundhouse.play import registry
from roundhouse.play.lesson import get_lesson

pytestmark = pytest.mark.browser

SIZES = {"desk": (1440, 900), "phone": (390, 844)}
# All offers as lists of moves: buttons, shortcuts (each has its own form) and amounts.
OFFERED = """() => [...document.querySelectorAll("[data-choices] .offer, [data-choices] option")]
  .map((o) => o.name === "move" || o.matches("option") ? [o.value]
    : [...o.form.querySelectorAll('[name="move"]')].map((i) => i.value))"""
# Every part is inside the window, and at least one target of the text is visible.
PROBLEMS = """() => {
  const inside = (e, frame) => {
    const b = e.getBoundingClientRect();
    const [x, y] = [b.left + b.width / 2, b.top + b.height / 2];
    return b.width && x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom;
  };
  const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const problems = [];
  for (const name of ["stage", "prompt", "choices", "steps", "me", "dock"]) {
    const part = document.querySelector(`[data-part="${name}"]`);
    if (!inside(part, window_)) problems.push(`${name} is outside`);
  }
  if (document.documentElement.scrollHeight > innerHeight + 1) problems.push("the page scrolls");
  const sheet = document.querySelector(".sheet.focus");
  const pointed = [...document.querySelectorAll(".sheet [data-point], .hand [data-point]")]
    .filter((e) => e.checkVisibility());  // of two hands, only one is visible
  const frame = (e) => (e.closest(".sheet.focus, .hand") ?? sheet).getBoundingClientRect();
  const overlap = (e, f) => {  // relative to the smaller one: a row may be wider than a phone
    const b = e.getBoundingClientRect();
    const wide = Math.min(b.right, f.right) - Math.max(b.left, f.left);
    const high = Math.min(b.bottom, f.bottom) - Math.max(b.top, f.top);
    const [w, h] = [Math.min(b.width, f.width), Math.min(b.height, f.height)];
    return wide >= w / 3 && high >= h / 3;
  };
  const visible = pointed.filter((e) => overlap(e, frame(e)));
  if (pointed.length && !visible.length) problems.push("no target is visible");
  if (visible.length && !document.querySelector(".pointmark")) problems.push("no ring is drawn");
  return problems;
}"""


def load_lesson(game: str) -> Lesson:
    lesson = get_lesson(game)
    assert lesson is not None
    return lesson


def plain(text: str, lesson: Lesson, language: str = ENGLISH) -> str:
    """Return a lesson's text as a page shows it."""
    with use_language(language):
        text = translate(text) if text else text
    named = re.sub(r"@(\d)", lambda match: lesson.names[int(match.group(1))], text)
    return " ".join(named.replace("**", "").split())


def text_of(page: Any, selector: str) -> str:
    return " ".join(page.inner_text(selector).split())


def at_step(page: Any, number: int) -> None:
    page.wait_for_selector(f'.has-js main.lesson[data-at-step="{number}"]:not([aria-busy])')


def click(page: Any, target: Any) -> None:
    """Click elsewhere first, because the click guard ignores two clicks in one place."""
    page.locator(".chapter-line").click(position={"x": 2, "y": 2})
    target.click()


def choose(page: Any, n: int) -> None:
    """Choose the nth offer."""
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


def do(page: Any, number: int, step: MoveStep, lesson: Lesson, language: str) -> bool:
    """Try a wrong move, which only gets an explanation, then play the right one."""
    offered = [tuple(moves) for moves in page.evaluate(OFFERED)]
    wrong = [n for n, moves in enumerate(offered) if not step.accepts(moves)]
    if wrong:
        choose(page, wrong[-1])
        page.wait_for_selector(".message")
        at_step(page, number)
        assert text_of(page, ".message") == plain(
            step.explain_rejection(offered[wrong[-1]]), lesson, language
        )
        assert [tuple(moves) for moves in page.evaluate(OFFERED)] == offered
    choose(page, offered.index(step.moves))
    at_step(page, number + 1)
    return bool(wrong)


def ask(page: Any, number: int, step: QuestionStep, lesson: Lesson, language: str) -> None:
    """Try every answer, the right ones last; each is explained."""
    order = sorted(range(len(step.answers)), key=lambda n: step.answers[n].right)
    for n in order:
        click(page, page.locator(".answer").nth(n))
        page.wait_for_selector(f".answer:nth-of-type({n + 1}).chosen")
        at_step(page, number)
        assert text_of(page, ".message") == plain(step.answers[n].word, lesson, language)
    click(page, page.locator('.steps [data-key="next"].primary'))


@pytest.mark.parametrize("language", [ENGLISH] if SCALE == 1 else LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", [box.id for box in registry.games()])
def test_lesson_can_be_completed_by_clicks(
    open_page: Opener, game: str, size: str, language: str
) -> None:
    lesson = load_lesson(game)
    width, height = SIZES[size]
    options = {"reduced_motion": "reduce", "locale": language}
    page = open_page(f"/learn/{game}", width=width, height=height, **options)
    tried = 0
    for number, (_, step) in enumerate(lesson.steps, 1):
        at_step(page, number)
        assert plain(step.text, lesson, language) in text_of(page, ".lesson-text")
        assert page.evaluate(PROBLEMS) == [], f"step {number}"
        if isinstance(step, MoveStep):
            tried += do(page, number, step, lesson, language)
        elif isinstance(step, QuestionStep):
            ask(page, number, step, lesson, language)
        else:
            click(page, page.locator('.steps [data-key="next"]'))
    at_step(page, len(lesson.steps) + 1)
    moves = [step for _, step in lesson.steps if isinstance(step, MoveStep)]
    # A step that accepts every offer has no wrong move.
    assert tried >= len(moves) - 2
    page.click('button[name="game"]')
    page.wait_for_selector('main.table[data-phase="playing"]')


def test_lesson_can_be_played_on_the_board_and_by_keyboard(open_page: Opener) -> None:
    page = open_page("/learn/northern/4", width=1440, height=900, new=True)
    at_step(page, 4)
    page.locator('.sheet [data-ref="city:fargo"] .node').click()
    page.locator(
        "#menu button", has_text="Fargo"
    ).first.click()  # the small cube is the first choice
    at_step(page, 5)
    assert page.url.endswith("/learn/northern/5")
    page.keyboard.press("n")
    at_step(page, 6)
    page.keyboard.press("p")
    at_step(page, 5)
    page.go_back()
    at_step(page, 6)
    # A move by keyboard only: moving to the choices opens the list.
    page.goto("/learn/northern/7")
    at_step(page, 7)
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("c")
    page.locator('.offer[value="lay fargo"]').focus()
    page.keyboard.press("Enter")
    at_step(page, 8)
    # A returning player continues at the same step.
    page.goto("/learn")
    page.click("[aria-label='Continue: Northern Pacific']")
    at_step(page, 8)


def test_moves_of_other_seats_are_played_back(open_page: Opener) -> None:
    page = open_page("/learn/texas/2", new=True)
    lesson = load_lesson("texas")
    assert isinstance(lesson.steps[2][1], ReplyStep)
    at_step(page, 2)
    page.evaluate(
        """() => {
          window.sentences = []; window.steps = []; window.digests = [];
          const banner = document.getElementById("banner");
          new MutationObserver(() => {
            const text = banner.hidden ? "" : banner.innerText;
            if (!text || window.sentences.at(-1) === text) return;
            window.sentences.push(text);
            window.steps.push(document.querySelector("main.lesson").dataset.atStep);
          }).observe(banner, { childList: true, attributes: true });
          const board = document.querySelector('.sheet[data-sheet="railroads"]');
          new MutationObserver(() => window.digests.push(board.dataset.digest))
            .observe(board, { attributes: true, attributeFilter: ["data-digest"] });
        }"""
    )
    page.keyboard.press("n")
    at_step(page, 3)
    assert set(page.evaluate("window.steps")) == {"2"}  # the text follows the moves
    text = page.evaluate("window.sentences")
    assert len(text) >= 3
    assert any("bids $6" in line for line in text)
    assert len(set(page.evaluate("window.digests"))) >= 3
    # Going back shows no playback; a key skips it.
    page.wait_for_selector("#banner", state="hidden")
    page.keyboard.press("p")
    at_step(page, 2)
    assert page.is_hidden("#banner")
    page.keyboard.press("n")
    page.wait_for_selector("#banner:not([hidden])")
    page.keyboard.press("Space")
    at_step(page, 3)
    assert page.is_hidden("#banner")


def test_another_good_move_is_accepted(open_page: Opener) -> None:
    page = open_page("/learn/texas/4")
    at_step(page, 4)
    page.select_option("[data-stepper] select", "bid 9")
    page.click("[data-go-amount]")
    at_step(page, 5)
    assert "A fair bid, too" in page.inner_text(".message.good")


def test_lesson_works_without_scripts(open_page: Opener) -> None:
    page = open_page("/", java_script_enabled=False)
    page.click("[aria-label='Learn Northern Pacific']")
    lesson = load_lesson("northern")
    for number, (_, step) in enumerate(lesson.steps[:8], 1):
        assert page.url.split("?")[0].endswith(f"/learn/northern/{number}")
        if not isinstance(step, MoveStep):
            page.click("[rel=next]")
            continue
        page.locator(".all-offers > summary").click()
        page.locator('.offer[value="invest large terry"]').click()
        assert page.url.split("?")[0].endswith(f"/learn/northern/{number}")
        assert plain(step.otherwise, lesson) == text_of(page, ".message")
        page.locator(".all-offers > summary").click()
        page.locator(f'.offer[value="{step.moves[0]}"]').click()
    page.goto("/learn/northern/14")
    page.click("text=Yes, Carl will lay it for me.")
    assert "Bea moves before Carl" in page.inner_text(".message")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lesson_is_accessible(open_page: Opener, scheme: str) -> None:
    page = open_page("/learn", color_scheme=scheme, bypass_csp=True)
    for path in ("/learn", "/learn/northern/14?answer=0", "/learn/texas/4?tried=pass"):
        page.goto(path)
        result = Axe().run(page, options=AXE[scheme])
        lines = [
            f"{v['id']}: {[n['target'] for n in v['nodes']]}" for v in result.response["violations"]
        ]
        assert not lines, f"{page.url}: {lines}"


def test_lesson_is_offered_to_new_players(open_page: Opener) -> None:
    page = open_page("/", new=True)
    page.click('button[name="game"][value="northern"]')
    page.wait_for_selector(".has-js .how-to-play[open] .first-time")
    page.click(".first-time a")
    at_step(page, 1)
    page.goto("/")
    page.click('button[name="game"][value="northern"]')
    page.wait_for_selector(".has-js main.table")
    assert not page.is_visible(
        ".first-time"
    )  # the dismissal lasts; "How to play" still links to the lesson
    assert page.goto("/learn/chess").status == 404
