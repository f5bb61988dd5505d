"""A table's text mode: keyboard, accessibility tree, with and without scripts."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from markupsafe import Markup
from tests.scale import SCALE
from tests.web.accounts.test_access import AXE
from tests.web.conftest import TIMEOUT_S, ClientFactory, Opener, Server, new_table

from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry
from roundhouse.play.match import Match
from roundhouse.play.record import Record
from roundhouse.table.presentation.markup import NamesForReader, rich

pytestmark = pytest.mark.browser

TABLE = "main.words"
LANDMARKS = (
    *("Prompt", "What happened", "Choices", "Board", "What is at a place"),
    *("Players", "Log", "Menu"),
)
# Keeps what the live region gets, as a screen reader would speak them.
LISTEN = """
window.spoken = [];
addEventListener("DOMContentLoaded", () => {
  const region = document.getElementById("announcements");
  if (!region) return;
  new MutationObserver((changes) => {
    for (const change of changes)
      for (const line of change.addedNodes) window.spoken.push(line.textContent);
  }).observe(region, { childList: true });
});
"""
FOCUSED = "document.activeElement.id"
KEYBOARD_GUARD_MS = 430  # click_guard.js ignores key presses for so long after a change
MAX_DIGIT = 9  # choices with a digit key


@dataclass
class Node:
    """A node of Chromium's accessibility tree, as a screen reader gets it."""

    role: str
    name: str
    is_focused: bool


class WordsPlayer:
    """Plays with the keyboard and reads the accessibility tree, nothing else."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self._devtools = page.context.new_cdp_session(page)

    def read(self) -> list[Node]:
        nodes = self._devtools.send("Accessibility.getFullAXTree")["nodes"]
        return [
            Node(
                node["role"]["value"],
                node.get("name", {}).get("value", ""),
                any(p["name"] == "focused" and p["value"]["value"] for p in node["properties"]),
            )
            for node in nodes
            if not node["ignored"] and "properties" in node
        ]

    def focused(self) -> Node:
        return next(node for node in reversed(self.read()) if node.is_focused)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def choose(self, rng: random.Random) -> None:
        """Make a move: go to the choices, to one of them, and press it."""
        self.page.wait_for_timeout(KEYBOARD_GUARD_MS)
        revision = self.page.get_attribute(TABLE, "data-revision")
        self.press("c")
        assert self.focused().name == "Choices"
        self.press("Tab")
        if self.focused().role == "combobox":
            for _ in range(rng.randrange(3)):
                self.press("ArrowDown")
            self.press("Tab")
        else:
            self.press(str(rng.randint(1, MAX_DIGIT)))  # beyond the last choice it does nothing
            if self.focused().role == "combobox":
                self.press("Tab")
        assert self.focused().role == "button"
        self.press("Enter")
        self.page.wait_for_selector(f'{TABLE}:not([data-revision="{revision}"])')

    def wait(self) -> bool:
        """Wait for one's turn; return False when the game is over."""
        self.page.wait_for_selector(f'{TABLE}[data-turn="1"], {TABLE}[data-phase="over"]')
        return str(self.page.get_attribute(TABLE, "data-phase")) != "over"


def use_words(page: Any) -> None:
    """Switch to the text mode with the button that only the keyboard reaches."""
    page.keyboard.press("Tab")  # to the link that skips to the content
    button = page.get_by_role("button", name="Show the table in words").first
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(TABLE)


def sit_down(open_page: Opener, client: Any, game: str, seats: int, **more: Any) -> Any:
    """Open the first seat of a table with random bots in words."""
    others = ["bot:random"] * (seats - 1)
    table = new_table(client, "open", *others, game=game, **more)
    page = open_page(f"/i/{table['seats'][0]['invite']}")
    page.context.add_init_script(LISTEN)
    page.fill('[name="name"]', "Iris")
    page.keyboard.press("Enter")
    page.wait_for_selector("main.table")
    use_words(page)
    return page


def spoken_after(client: Any, table: str, ply: int) -> list[str]:
    """Return a finished game's sentences from a ply on, as its first seat reads them."""
    record = Record.loads(client.get(f"/api/tables/{table}/record").text)
    match = Match.from_record(record.load_game(speed=INTERPRETED), record)
    names = NamesForReader(match.names, 0)
    return [
        f"{Markup(rich(text, names)).striptags()}."
        for at, text in match.sentences(0, ply)
        if at >= ply
    ]


def wait_until_spoken(page: Any, text: str) -> None:
    page.wait_for_function("(text) => spoken.some((line) => line.includes(text))", arg=text)


def play_whole_game(page: Any, client: Any, game: str) -> int:
    """Play to the end; return the number of decisions."""
    table, ply = page.url.split("/t/")[1], int(page.get_attribute(TABLE, "data-ply"))
    player, rng, decisions = WordsPlayer(page), random.Random(game), 0
    while player.wait():
        player.choose(rng)
        decisions += 1
    wait_until_spoken(page, page.get_attribute(TABLE, "data-prompt"))
    updates = [re.sub("Your turn: .*", "", text) for text in page.evaluate("window.spoken")]
    spoken = " ".join(updates)
    expected = [*spoken_after(client, table, ply), page.get_attribute(TABLE, "data-prompt") + "."]
    assert spoken.split() == " ".join(expected).split()  # in order, and each line once
    player.press("c")
    assert any(node.name == "View result" for node in player.read() if node.role == "link")
    return decisions


def test_short_game_by_keyboard_and_accessibility_tree(
    open_page: Opener, new_client: ClientFactory
) -> None:
    page = sit_down(open_page, new_client(), "northern", 3, options={"variant": "single"})
    assert play_whole_game(page, new_client(), "northern") >= 2


def list_clickable_regions(page: Any) -> list[str]:
    """Return the listeners that make Orca call a focusable region clickable.

    Chromium takes those of the window and the document for listeners of every region.
    """
    devtools = page.context.new_cdp_session(page)
    ours: set[str] = set()  # not those of Playwright
    devtools.on(
        "Debugger.scriptParsed",
        lambda script: ours.add(script["scriptId"]) if "/static/" in script["url"] else None,
    )
    devtools.send("Debugger.enable")
    regions = [
        f"document.querySelectorAll('{tag}')[{n}]"
        for tag in ("html", "body", "header", "nav", "main", "section", "aside")
        for n in range(page.locator(tag).count())
    ]
    results = []
    for expression in ("window", "document", *regions):
        answer = devtools.send("Runtime.evaluate", {"expression": expression})
        listeners = devtools.send(
            "DOMDebugger.getEventListeners", {"objectId": answer["result"]["objectId"]}
        )["listeners"]
        results += [
            f"{expression}: {listener['type']}"
            for listener in listeners
            if listener["scriptId"] in ours
            and listener["type"] in ("click", "mousedown", "mouseup")
        ]
    assert ours
    devtools.detach()
    return results


@pytest.mark.skipif(SCALE == 1, reason="takes minutes; runs in make research")
@pytest.mark.parametrize("game", [meta.id for meta in registry.games()])
def test_whole_game_by_keyboard_and_accessibility_tree(
    open_page: Opener, new_client: ClientFactory, game: str
) -> None:
    page = sit_down(open_page, new_client(), game, min(registry.meta(game).seats))
    assert play_whole_game(page, new_client(), game) >= 5


@pytest.mark.parametrize("game", [meta.id for meta in registry.games()])
def test_text_mode_has_landmarks_keys_and_no_problems(
    open_page: Opener, new_client: ClientFactory, game: str
) -> None:
    table = new_table(new_client(), "open", *["bot:random"] * 2, game=game)
    page = open_page(f"/i/{table['seats'][0]['invite']}", bypass_csp=True)
    page.keyboard.press("Enter")
    page.click("text=Join table")
    use_words(page)
    player = WordsPlayer(page)
    player.wait()
    nodes = player.read()
    regions = {node.name for node in nodes if node.role == "region"}
    assert set(LANDMARKS) <= regions
    assert not [node for node in nodes if node.role in ("image", "img", "graphics-document")]
    assert list_clickable_regions(page) == []
    for key, name in zip("pwcbaslm", LANDMARKS, strict=True):
        player.press(key)
        assert player.focused().name == name
        assert page.get_attribute(f'[accesskey="{key}"]', "href") == f"#{page.evaluate(FOCUSED)}"
    axe = Axe()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        result = axe.run(page, options=AXE[scheme])
        assert result.violations_count == 0, result.generate_report()


def test_place_is_described_and_announced(open_page: Opener, new_client: ClientFactory) -> None:
    page = sit_down(open_page, new_client(), "northern", 3)
    player = WordsPlayer(page)
    player.wait()
    player.press("a")
    player.press("Tab")
    page.keyboard.type("fargo")
    player.press("Enter")
    page.wait_for_selector("#answer p")
    answer = page.inner_text("#answer")
    assert "Fargo: no cubes" in answer
    wait_until_spoken(page, "Fargo: no cubes")
    assert page.evaluate("document.activeElement.name") == "place"  # the next question at once
    page.keyboard.press("Control+a")
    page.keyboard.type("atlantis")
    player.press("Enter")
    page.wait_for_selector("#answer :text('There is no single place')")


def test_undo_is_announced_and_old_lines_are_not(
    open_page: Opener, new_client: ClientFactory
) -> None:
    page = sit_down(open_page, new_client(), "northern", 3)
    player = WordsPlayer(page)
    player.wait()
    player.choose(random.Random(1))
    player.wait()
    page.wait_for_timeout(2 * KEYBOARD_GUARD_MS)  # until everything is announced
    page.evaluate("window.spoken.length = 0")
    revision = page.get_attribute(TABLE, "data-revision")
    player.press("u")
    page.wait_for_selector(f'{TABLE}:not([data-revision="{revision}"])')
    wait_until_spoken(page, "Your turn: ")
    (spoken,) = page.evaluate("window.spoken")
    assert re.fullmatch(r"You took back a move\. Your turn: [^.]*\.", spoken)


def test_keys_can_be_switched_off(open_page: Opener, new_client: ClientFactory) -> None:
    page = sit_down(open_page, new_client(), "northern", 3)
    page.select_option('[data-setting="keys"]', "off")
    page.focus("#menu")
    page.keyboard.press("c")
    assert page.evaluate(FOCUSED) == "menu"


def press_enter(page: Any, selector: str) -> None:
    page.locator(selector).first.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_text_mode_without_scripts(server: Server, browser: Any, new_client: ClientFactory) -> None:
    table = new_table(new_client(), "open", "bot:random", "bot:random")
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_S * 1000)
    page.goto(f"/i/{table['seats'][0]['invite']}")
    page.fill('[name="name"]', "Iris")
    press_enter(page, '[name="name"]')
    press_enter(page, "button.skip")
    moves = 0
    for _ in range(200):
        page.wait_for_selector(TABLE)
        if page.query_selector("[data-offer]"):
            press_enter(page, "[data-offer]")
            assert page.url.endswith("#prompt")
            moves += 1
        elif moves >= 2:
            break
        else:
            page.wait_for_timeout(200)  # for the bots
            press_enter(page, "text=Check for new moves")
    page.goto(f"{page.url.split('#')[0]}?place=fargo#ask")
    assert "Fargo:" in page.inner_text("#answer")
    press_enter(page, "text=Show the drawn table")
    page.wait_for_selector("main.table")
    context.close()
    assert moves >= 2


def test_switch_is_remembered_at_every_table(open_page: Opener, new_client: ClientFactory) -> None:
    page = sit_down(open_page, new_client(), "northern", 3)
    page.goto("/")
    page.click('button[name="game"][value="texas"]')
    page.wait_for_selector(TABLE)
    page.click("text=Show the drawn table")
    page.wait_for_selector("main.table .sheet")
    page.reload()
    page.wait_for_selector("main.table .sheet")


def test_drawings_have_the_position_as_text(open_page: Opener, new_client: ClientFactory) -> None:
    client = new_client()
    table = new_table(client, *["bot:random"] * 3, options={"variant": "single"})
    page = open_page(f"/t/{table['id']}")
    page.wait_for_selector('main.table[data-phase="over"]')
    page.goto(f"/t/{table['id']}/replay?ply=1")
    words = page.locator(".in-words")
    first = words.inner_text()
    assert "Cities that the track can still reach" in first
    page.click('[data-go="on"]')
    page.wait_for_function("(t) => document.querySelector('.in-words').innerText !== t", arg=first)
    for path in ("/learn/northern", "/puzzles/northern/next"):
        page.goto(path)
        assert "Northern Pacific, " in page.locator(".in-words").inner_text()
