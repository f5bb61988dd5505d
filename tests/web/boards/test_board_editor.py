"""The board editor in Chromium: pictures, problems, undo, drafts and keyboard."""

from __future__ import annotations

import struct
import tomllib
import zlib
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from tests.web.accounts.test_access import AXE
from tests.web.conftest import Opener
from tests.web.tables.test_browser import MINE, choose

from roundhouse.play import registry

pytestmark = pytest.mark.browser

GOOD = ".ed-verdict.good:not([data-old])"  # of the current board
WIDE, HIGH = 700, 420  # pixels of the picture
# The transform of the board on the picture: rotated, scaled and sheared.
TRANSFORM = (0.52, 0.03, -0.04, 0.55, 40.0, 55.0)
OWN = {row["id"]: row for row in tomllib.loads(registry.text("northern", "board.toml"))["city"]}

Spot = tuple[float, float]


def on_picture(x: float, y: float) -> Spot:
    a, b, c, d, e, f = TRANSFORM
    return a * x + c * y + e, b * x + d * y + f


def png(dots: list[Spot]) -> bytes:
    """Return a small picture with a dark dot at each of these pixels."""
    lines = []
    for y in range(HIGH):
        near = [(dx, dy) for dx, dy in dots if abs(dy - y) <= 4]
        row = bytearray(b"\xe8\xdc\xc0" * WIDE)
        for dx, _ in near:
            for x in range(max(0, round(dx) - 4), min(WIDE, round(dx) + 5)):
                row[3 * x : 3 * x + 3] = b"\x80\x10\x10"
        lines.append(b"\x00" + bytes(row))

    def chunk(kind: bytes, body: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + check

    head = struct.pack(">IIBBBBB", WIDE, HIGH, 8, 2, 0, 0, 0)
    body = chunk(b"IDAT", zlib.compress(b"".join(lines)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + body + chunk(b"IEND", b"")


WHERE = """([x, y, what]) => {
  const from = document.querySelector(what);
  const at = new DOMPoint(x, y).matrixTransform(from.getScreenCTM());
  return [at.x, at.y];
}"""


def spot(page: Any, x: float, y: float, what: str = ".ed-svg") -> list[float]:
    """Convert a point of the board, or of the picture, to screen coordinates."""
    values: list[float] = page.evaluate(WHERE, [x, y, what])
    return values


def click(page: Any, x: float, y: float, what: str = ".ed-svg") -> None:
    page.mouse.click(*spot(page, x, y, what))


def drag(page: Any, start: Spot, end: Spot) -> None:
    x, y = spot(page, *start)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 8, y + 8)
    page.mouse.move(*spot(page, *end))
    page.mouse.up()


def wait_until(page: Any, expression: str) -> None:
    """Wait for an expression; the page's policy forbids `wait_for_function`."""
    for _ in range(600):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never true: {expression}")


def replace_text(page: Any, text: str) -> None:
    """Replace the text of the file; typing 1,600 lines would be slow."""
    script = "(e, text) => { e.value = text; e.dispatchEvent(new Event('input')); }"
    page.locator("[data-text]").evaluate(script, text)


def open_editor(open_page: Opener, game: str, **options: Any) -> Any:
    page = open_page(f"/boards/edit/{game}", **{"width": 1440, "height": 900, **options})
    page.wait_for_selector(GOOD)
    return page


def expect_facts(page: Any, **facts: str) -> None:
    """Wait until the form of the entry shows these facts."""
    page.wait_for_function(
        """(facts) => Object.entries(facts).every(([key, is]) =>
          document.querySelector(`[data-panel-entry] [data-key="${key}"]`)?.value === is)""",
        arg=facts,
    )


def test_board_entered_from_a_picture_can_be_played(open_page: Opener) -> None:
    page = open_page("/boards", width=1440, height=900)
    requests: list[tuple[str, str, bytes]] = []
    page.on("request", lambda r: requests.append((r.method, r.url, r.post_data_buffer or b"")))
    page.click('[href="/boards/edit/northern"]')
    page.wait_for_selector(GOOD)

    # Align the picture by three places.
    known = ["seattle", "duluth", "casper"]
    town = {
        "Minneapolis": (1100.0, 250.0),
        "Fargo": (900.0, 120.0),
        "Billings": (700.0, 300.0),
        "Butte": (480.0, 180.0),
        "Seattle": (120.0, 220.0),
    }
    places = [(OWN[name]["x"], OWN[name]["y"]) for name in known] + list(town.values())
    picture = png([on_picture(x, y) for x, y in places])
    page.click("[data-tab=picture]")
    page.set_input_files(
        "[data-picture]", {"name": "board.png", "mimeType": "image/png", "buffer": picture}
    )
    page.wait_for_selector(".has-picture .ed-picture image")
    page.click("[data-fit]")
    for name in known:
        x, y = OWN[name]["x"], OWN[name]["y"]
        click(page, x, y)
        click(page, *on_picture(x, y), ".ed-picture image")
    wait_until(page, "document.querySelector('[data-status]').textContent.includes('Aligned')")
    for x, y in places:
        ours, theirs = spot(page, x, y), spot(page, *on_picture(x, y), ".ed-picture image")
        assert abs(ours[0] - theirs[0]) < 3, (ours, theirs)
        assert abs(ours[1] - theirs[1]) < 3, (ours, theirs)
    page.fill("[data-opacity]", "60")

    # Remove the old places and add new ones and their links.
    page.click("[data-tab=rows]")
    page.click("[data-clear]")
    page.click('[data-tool="add city"]')
    for name, (x, y) in town.items():
        click(page, *on_picture(x, y), ".ed-picture image")
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.click('[data-tool="link links.one_way"]')
    links = ["Minneapolis Fargo", "Minneapolis Billings", "Fargo Butte", "Billings Butte"]
    for link in [*links, "Billings Seattle", "Butte Seattle"]:
        for name in link.split():
            click(page, *town[name])
    page.wait_for_selector(GOOD)
    result = tomllib.loads(page.input_value("[data-text]"))
    assert [row["name"] for row in result["city"]] == list(town)
    for row in result["city"]:
        x, y = town[row["name"]]
        assert abs(row["x"] - x) < 4 > abs(row["y"] - y), row
        assert row["provenance"] == "my board"
    assert result["links"]["one_way"][0] == ["minneapolis", "fargo"]
    assert len(result["links"]["one_way"]) == 6
    assert "# as the rulebook prints it" in page.input_value("[data-text]")

    page.fill("[data-name]", "From my picture")
    page.click("button[value=play]")
    page.wait_for_selector('option[selected]:has-text("From my picture")', state="attached")
    page.click("button:has-text('Create table')")
    page.wait_for_selector(MINE)
    choose(page)
    page.wait_for_selector(MINE)
    assert page.locator('.sheet [data-ref="city:billings"]').count()
    assert not page.locator('.sheet [data-ref="city:duluth"]').count()

    # No request contains the picture.
    home = page.url.split("/t/")[0]
    posts = [url for method, url, _ in requests if method != "GET"]
    allowed = ("/boards/check", "/boards/save", "/new", "/t/")
    assert {url.startswith(home) or url.startswith("blob:") for _, url, _ in requests} == {True}
    assert all(url.removeprefix(home).startswith(allowed) for url in posts), posts
    inside = picture[40:72]  # compressed bytes that occur nowhere else
    assert not any(inside in body or b"PNG" in body for _, _, body in requests)


def test_moves_problems_undo_and_drafts(open_page: Opener) -> None:
    page = open_editor(open_page, "southern")
    drag(page, (506, 417), (530, 440))  # Abilene, with the boxes of its links
    expect_facts(page, x="530", y="440")
    assert page.inner_text("[data-panel-entry] h2") == "City Abilene"
    assert page.input_value('[aria-label="Source of X position"]') == "my board"
    page.wait_for_selector("text=Unsaved changes")
    page.wait_for_selector(GOOD)
    # A problem is reported during editing and leads to its field.
    page.fill('[data-panel-entry] [data-key="x"]', "5000")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ed-problem:has-text('City Abilene “X position” is 5000')")
    page.click("[data-tab=picture]")
    page.click(".ed-problem:has-text('is 5000')")
    assert page.evaluate("document.activeElement.dataset.key") == "x"
    page.fill('[data-panel-entry] [data-key="x"]', "far")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-panel-entry] [data-key="x"][aria-invalid]')
    # Undo twice, redo once.
    page.click("[data-undo]")
    page.click("[data-undo]")
    page.wait_for_selector("[data-status]:has-text('Undone')")
    page.wait_for_selector(GOOD)
    expect_facts(page, x="506")
    page.click("[data-redo]")
    expect_facts(page, x="530")
    # Invalid text: the line is named, and the text survives a reload.
    page.click("[data-tab=file]")
    wait_until(page, "document.querySelector('[data-text]').value.includes('x = 530')")
    text = page.input_value("[data-text]")
    broken = text.replace("link_cost = 5", "link_cost = = 5")
    replace_text(page, broken)
    page.wait_for_selector(".ed-problem:has-text('line 9')")
    page.click(".ed-problem")
    selection = "(e) => e.value.slice(e.selectionStart, e.selectionEnd)"
    assert page.locator("[data-text]").evaluate(selection).startswith("link_cost = =")
    page.click("button[value=save]")
    page.wait_for_selector("[data-message]:has-text('line 9')")
    dialogs: list[str] = []

    def leave(dialog: Any) -> None:
        dialogs.append(dialog.type)
        dialog.accept()

    page.on("dialog", leave)
    page.reload()
    assert dialogs == ["beforeunload"]
    page.wait_for_selector("[data-message]:has-text('Restored your unsaved changes')")
    assert page.input_value("[data-text]") == broken
    page.click("[data-tab=file]")
    replace_text(page, text)
    page.wait_for_selector(GOOD)
    page.fill("[data-name]", "Abilene moved")
    page.click("button[value=save]")
    page.wait_for_selector("h1:has-text('Abilene moved')")
    page.wait_for_selector("#notice:has-text('Board “Abilene moved” saved.')")
    digest = page.url.rpartition("/")[2]
    # Another user can open the share link and edit a copy.
    other = open_page(f"/boards/{digest}")
    other.click("a:has-text('Edit a copy')")
    other.wait_for_selector(GOOD)
    assert "x = 530" in other.input_value("[data-text]")


def test_hexes_squares_and_sections_can_be_edited(open_page: Opener) -> None:
    page = open_editor(open_page, "texas")
    data = tomllib.loads(registry.text("texas", "board.toml"))
    plain = [row for row in data["hex"] if row["kind"] == "plain"]
    town = next(row for row in data["hex"] if row["kind"] == "city")
    drag(page, (town["x"], town["y"]), (plain[0]["x"], plain[0]["y"]))
    expect_facts(page, id=plain[0]["id"], name=town["name"])
    assert page.inner_text("[data-panel-entry] h2") == f"Hex {plain[0]['id']}, {town['name']}"
    page.wait_for_selector(GOOD)
    page.click('[data-tool="paint"]')
    page.select_option('[aria-label="Paint with"]', "ranch")
    click(page, plain[5]["x"], plain[5]["y"])
    page.wait_for_selector(".ed-problem:has-text('23 ranch hexes')")
    page.click("[data-undo]")
    page.wait_for_selector(GOOD)

    page = open_editor(open_page, "rails")
    drag(page, (60, 20), (100, 20))  # Marysville, moved one cell to the east
    expect_facts(page, at="[2, 0]")
    page.wait_for_selector(GOOD)
    page.click('[data-tool="paint"]')
    page.select_option('[aria-label="Paint with"]', "M")
    click(page, 180, 20)
    wait_until(page, "document.querySelector('[data-text]').value.includes('PHCHM')")

    page = open_editor(open_page, "union")
    page.click('[data-tool="link section"]')
    page.select_option("[data-keep=type]", '"white"')
    page.select_option("[data-keep=spaces]", "2")
    union = tomllib.loads(registry.text("union", "board.toml"))
    joined = {frozenset((row["a"], row["b"])) for row in union["section"]}
    first, *others = union["city"]
    other = next(row for row in others if frozenset((first["id"], row["id"])) not in joined)
    for row in (first, other):
        click(page, row["x"], row["y"])
    expect_facts(page, a=first["id"], b=other["id"])
    assert page.inner_text("h2") == f"Section {first['name']} – {other['name']}"
    expect_facts(page, type="white", spaces="2")
    page.wait_for_selector(GOOD)  # slots are placed, and the counts in the file are updated
    wait_until(page, "document.querySelector('[data-text]').value.includes('sections = 89')")


def test_entries_can_be_edited_by_keyboard(open_page: Opener) -> None:
    page = open_editor(open_page, "southern")
    page.focus("[data-tab=entry]")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.tab") == "rows"
    assert page.inner_text("[data-panel-rows] option:checked") == "City (50)"
    page.focus('[aria-label="Name of abilene"]')
    page.keyboard.press("Control+a")
    page.keyboard.type("Abilene <b>")
    page.keyboard.press("Tab")
    wait_until(page, "document.querySelector('[data-text]').value.includes('Abilene <b>')")
    assert page.locator(".ed-svg text", has_text="Abilene <b>").count() == 1
    page.focus('[aria-label="Edit abilene"]')
    page.keyboard.press("Enter")
    page.focus("[data-stage]")
    page.keyboard.press("Shift+ArrowRight")
    wait_until(page, "document.querySelector('[data-key=x]').value === '516'")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_editor_is_accessible(open_page: Opener, scheme: str) -> None:
    page = open_editor(open_page, "southern", color_scheme=scheme, bypass_csp=True)
    axe = Axe()

    def check() -> None:
        result = axe.run(page, options=AXE[scheme])
        lines = [
            f"{v['id']}: {[n['target'] for n in v['nodes'][:4]]}"
            for v in result.response["violations"]
        ]
        assert not lines, f"{page.url} ({scheme}):\n" + "\n".join(lines)

    click(page, 506, 417)
    for tab in ("entry", "rows", "picture", "view", "file"):
        page.click(f"[data-tab={tab}]")
        check()
    page.set_viewport_size({"width": 390, "height": 844})
    for tab in ("file", "entry"):
        page.click(f"[data-tab={tab}]")
        check()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    page.goto("/boards")
    check()
