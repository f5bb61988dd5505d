"""What can be measured of a table page in a browser: places, letters, contrast, reach.

Used by the browser test and by bench/table.py; it knows no game.
"""

# ruff: noqa: E501 - the scripts of the browser in here have long lines

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PLACES = ("stage", "prompt", "choices", "me", "dock")
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
SMALLEST = {"desk": 11.0, "phone": 10.0}  # CSS pixels of letters on the sheet in focus
SCHEMES = ("light", "dark")
TEXT, PIECE = 4.5, 3.0  # contrast, at least

# One look at the page. Contrast is computed from the colours that are drawn: of letters against
# what lies under their middle; of pieces (small filled shapes with a rim) against what they lie on,
# where the better of fill and rim counts, as it does for the eye.
LOOK = """() => {
  const places = ["stage", "prompt", "choices", "me", "dock"];
  const box = (e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
  const outside = places.filter((name) => {
    const [l, t, r, b] = box(document.querySelector(`[data-part="${name}"]`));
    return l < -0.5 || t < -0.5 || r > innerWidth + 0.5 || b > innerHeight + 0.5 || r - l < 20 || b - t < 20;
  });
  const page = document.scrollingElement;
  const scrolls = page.scrollHeight > innerHeight + 1 || page.scrollWidth > innerWidth + 1;
  const sheet = document.querySelector(".sheet[data-focus]");
  const svg = sheet.querySelector("svg");
  const scale = (e) => { const m = e.getScreenCTM(); return Math.hypot(m.a, m.b); };
  const zoom = svg.getBoundingClientRect().width / svg.clientWidth;
  const paint = (text) => {
    const found = /rgba?\\(([^)]+)\\)/.exec(text);
    if (!found) return null;
    const [r, g, b, a = 1] = found[1].split(/[ ,/]+/).map(Number);
    return { r, g, b, a };
  };
  const lin = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  const lum = (c) => 0.2126 * lin(c.r) + 0.7152 * lin(c.g) + 0.0722 * lin(c.b);
  const ratio = (a, b) => { const [x, y] = [lum(a), lum(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const over = (top, under) => ({
    r: top.r * top.a + under.r * (1 - top.a), g: top.g * top.a + under.g * (1 - top.a),
    b: top.b * top.a + under.b * (1 - top.a), a: 1,
  });
  const paper = paint(getComputedStyle(sheet).backgroundColor);
  const shapes = [...svg.querySelectorAll("rect, circle, path, polygon, ellipse, polyline")]
    .filter((e) => !e.closest("defs") && !e.matches(".newmark"));
  const order = new Map([...svg.querySelectorAll("*")].map((e, n) => [e, n]));
  const opacity = (e) => { let o = 1; for (let at = e; at !== svg; at = at.parentElement) o *= Number(getComputedStyle(at).opacity); return o; };
  const fillOf = (e) => {
    const style = getComputedStyle(e);
    const fill = paint(style.fill);
    return fill && { ...fill, a: fill.a * Number(style.fillOpacity) * opacity(e) };
  };
  const fills = new Map(shapes.map((e) => [e, fillOf(e)]));
  const boxes = new Map(shapes.map((e) => [e, e.getBoundingClientRect()]));
  const covers = (e, x, y) => {
    const b = boxes.get(e);
    if (x < b.left || x > b.right || y < b.top || y > b.bottom) return false;
    const point = new DOMPoint(x, y).matrixTransform(e.getScreenCTM().inverse());
    return e.isPointInFill(point);
  };
  const under = (element, x, y) => {
    let colour = paper;
    for (const shape of shapes) {
      if (order.get(shape) >= order.get(element)) break;
      const fill = fills.get(shape);
      if (fill && fill.a > 0.02 && covers(shape, x, y)) colour = over(fill, colour);
    }
    return colour;
  };
  const texts = [...svg.querySelectorAll("text")].filter((t) => t.textContent.trim() && t.checkVisibility());
  let smallest = Infinity, small = "";
  let faintest = Infinity, faint = "";
  for (const text of texts) {
    const style = getComputedStyle(text);
    const size = parseFloat(style.fontSize) * scale(text);
    if (size < smallest) { smallest = size; small = text.textContent; }
    const b = text.getBoundingClientRect();
    const ink = paint(style.fill);
    if (!ink) continue;
    const below = under(text, b.left + b.width / 2, b.top + b.height / 2);
    // A halo drawn under the letters (paint-order: stroke) is what they lie on.
    const halo = style.paintOrder.startsWith("stroke") ? paint(style.stroke) : null;
    const behind = halo ? over({ ...halo, a: halo.a * Number(style.strokeOpacity) }, below) : below;
    const seen = ratio(over({ ...ink, a: ink.a * opacity(text) }, behind), behind);
    if (seen < faintest) { faintest = seen; faint = `${text.textContent} ${style.fill}`; }
  }
  let lost = Infinity, what = "";
  for (const shape of shapes) {
    const b = boxes.get(shape);
    const style = getComputedStyle(shape);
    const fill = fills.get(shape), rim = paint(style.stroke);
    const small = Math.max(b.width, b.height) < 44 && Math.min(b.width, b.height) > 3;
    if (!small || !fill || fill.a < 0.9 || !rim || parseFloat(style.strokeWidth) < 0.5) continue;
    const ground = under(shape, b.left + b.width / 2, b.top + b.height / 2);
    const best = Math.max(
      ratio(over(fill, ground), ground),
      ratio(over({ ...rim, a: rim.a * Number(style.strokeOpacity) * opacity(shape) }, ground), ground),
    );
    if (best < lost) {
      lost = best;
      what = `${shape.closest("[data-ref]")?.dataset.ref ?? "no ref"} ${style.fill} rim ${style.stroke}`;
    }
  }
  const refs = new Set([...document.querySelectorAll(".sheet.focus [data-ref], .hand [data-ref]")].map((e) => e.dataset.ref));
  const all = [...document.querySelectorAll("[data-choices] .offer, [data-choices] option")];
  const list = document.querySelector(".all-offers");
  const listed = (e) => Boolean(e.closest("[data-part=choices]")) && (!list || !list.contains(e) || list.querySelector("summary").checkVisibility());
  const onBoard = all.filter((e) => (e.dataset.refs || "").split(" ").some((r) => refs.has(r))).length;
  return {
    outside, scrolls, smallest, small, faintest, faint, lost, what,
    offered: all.length, listed: all.filter(listed).length, onBoard,
    words: all.map((e) => e.value).filter(Boolean),
    focus: sheet.dataset.focus, zoom,
  };
}"""


@dataclass
class Seen:
    """What one look at a table has found."""

    outside: list[str]
    scrolls: bool
    smallest: float
    small: str
    faintest: float
    faint: str
    lost: float
    what: str
    offered: int
    listed: int
    onBoard: int
    words: list[str]
    focus: str
    zoom: float


def look(page: Any) -> Seen:
    return Seen(**page.evaluate(LOOK))


def complaints(seen: Seen, size: str) -> list[str]:
    """What is wrong with a table as it was seen, each in a sentence."""
    told = [f"{name} is not inside the window" for name in seen.outside]
    if seen.scrolls:
        told.append("the page scrolls")
    if seen.smallest < SMALLEST[size]:
        told.append(f"letters of {seen.smallest:.1f} px: {seen.small!r} on {seen.focus}")
    if seen.faintest < TEXT:
        told.append(f"letters at {seen.faintest:.2f}:1 on {seen.focus}: {seen.faint!r}")
    if seen.lost < PIECE:
        told.append(f"a piece at {seen.lost:.2f}:1 on {seen.focus}: {seen.what}")
    if seen.listed < seen.offered:
        told.append(f"{seen.offered - seen.listed} moves are in no list")
    return told


# A spot on the board where a click lands on something that can be chosen, or a button to press.
SPOT = """() => {
  for (const card of document.querySelectorAll("[data-event]:not([hidden])")) card.click();
  const visible = (x, y, e) => { const hit = document.elementFromPoint(x, y); return hit && (e === hit || e.contains(hit)); };
  for (const drawn of document.querySelectorAll(".sheet.focus .can, .hand .can")) {
    for (const shape of [...drawn.querySelectorAll("rect, circle, path, polygon"), drawn]) {
      const b = shape.getBoundingClientRect();
      const [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
      if (b.width && visible(x, y, drawn)) return { x, y, board: true };
    }
  }
  for (const button of document.querySelectorAll("[data-choices] .offer, [data-go-amount]")) {
    if (!button.checkVisibility()) continue;
    button.scrollIntoView({ block: "nearest" });
    const b = button.getBoundingClientRect();
    const [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
    if (visible(x, y, button)) return { x, y, board: false };
  }
  return null;
}"""


AT_REST = 430  # milliseconds after the choices changed: then a click in the same place counts


class Sent:
    """Counts the moves that a page sends. (A record also has moves that nobody chose: forced.)"""

    def __init__(self, page: Any) -> None:
        self.moves = 0
        page.on("request", self._count)

    def _count(self, request: Any) -> None:
        self.moves += request.method == "POST" and request.url.endswith("/move")


@dataclass
class Hand:
    """Somebody who plays by clicks, and counts them."""

    page: Any
    clicks: int = 0

    def play(self) -> bool:
        """One decision: a click on the board or on a button, another in the small menu if one
        opens. False if nothing could be clicked."""
        page = self.page
        page.wait_for_timeout(AT_REST)
        spot = page.evaluate(SPOT)
        if spot is None:
            return False
        revision = page.get_attribute("main.table", "data-revision")
        touch = page.evaluate("matchMedia('(pointer: coarse)').matches")
        (page.touchscreen.tap if touch else page.mouse.click)(spot["x"], spot["y"])
        self.clicks += 1
        moved = f'main.table:not([data-revision="{revision}"])'
        page.wait_for_selector(f"#menu:not([hidden]) button, {moved}")
        if page.is_visible("#menu button"):
            page.locator("#menu button").first.click()
            self.clicks += 1
        page.wait_for_selector(moved)
        return True

    def close_cards(self) -> None:
        self.page.evaluate(
            "document.querySelectorAll('[data-event]:not([hidden])').forEach((card) => card.click())"
        )
