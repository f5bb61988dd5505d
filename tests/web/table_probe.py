"""Measurements of a table page: layout, text size, contrast, reachable moves.

Used by the browser tests and by bench/table.py, for any game.
"""

# ruff: noqa: E501 - the embedded scripts have long lines

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PLACES = ("stage", "prompt", "choices", "me", "dock")
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
MIN_TEXT_PX = {"desk": 11.0, "phone": 10.0}  # CSS pixels, on the sheet in focus
MIN_CHOICES_PX = 160  # CSS pixels, on a phone
SCHEMES = ("light", "dark")
MIN_TEXT_CONTRAST, MIN_PIECE_CONTRAST = 4.5, 3.0

# The legal targets with their centres, and what is covered of them and of the facts of the decision.
FIND_COVERED = """() => {
  const sheet = document.querySelector(".sheet[data-focus]");
  const middleOf = (e) => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2, b.width || b.height]; };
  const frame = sheet.getBoundingClientRect();
  const targets = [...document.querySelectorAll(".sheet.focus .can, .hand .can")].map((e) => [e, ...middleOf(e)]).filter(([, , , size]) => size);
  const inFrame = (x, y) => x >= frame.left && x <= frame.left + sheet.clientWidth && y >= frame.top && y <= frame.top + sheet.clientHeight;
  const isHidden = (x, y, place) => !document.elementFromPoint(x, y)?.closest(place);
  const covered = targets
    .filter(([e, x, y]) => e.closest(".hand") || inFrame(x, y))
    .filter(([e, x, y]) => isHidden(x, y, e.closest(".hand") ? "[data-part=me]" : ".sheet.focus .pan"))
    .map(([e, x, y]) => `${e.dataset.ref} by ${document.elementFromPoint(x, y)?.className}`);
  for (const fact of document.querySelectorAll("[data-part=prompt] :is(.question, .reason)")) {
    const b = fact.getBoundingClientRect();
    const shown = document.querySelector("[data-part=prompt]").getBoundingClientRect();
    for (const share of [0.02, 0.3, 0.7]) {
      const y = Math.min(b.top + b.height / 2, shown.bottom - 2);
      if (isHidden(b.left + b.width * share, y, "[data-part=prompt], .turn-badge")) covered.push(fact.textContent.trim());
    }
  }
  return { targets, inFrame, covered: [...new Set(covered)] };
}"""

# Collect what anything covers at any time, while others move as well.
WATCH = """() => {
  const findCovered = FIND_COVERED;
  window.everCovered = new Set();
  window.watched = 0;
  const look = () => {
    if (!document.querySelector("#menu:not([hidden]), dialog[open]")) {
      window.watched += 1;
      const { ply, turn } = document.querySelector("main.table").dataset;
      for (const what of findCovered().covered) window.everCovered.add(`${what} at ply ${ply}${turn ? "" : ", while others move"}`);
    }
    setTimeout(() => requestAnimationFrame(look), 120);
  };
  look();
}""".replace("FIND_COVERED", FIND_COVERED)

# Contrast is computed from the drawn colours: of text against what is under its centre, and of
# pieces (small filled shapes with an outline) against their ground. For a piece, the better of fill
# and outline counts, as it does for the eye.
MEASURE = """() => {
  const findCovered = FIND_COVERED;
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
    const match = /rgba?\\(([^)]+)\\)/.exec(text);
    if (!match) return null;
    const [r, g, b, a = 1] = match[1].split(/[ ,/]+/).map(Number);
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
  const texts = [...svg.querySelectorAll("text")].filter((t) => t.textContent.trim() && t.getBoundingClientRect().width);
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
    // With a halo (paint-order: stroke), the halo is the ground of the text.
    const halo = style.paintOrder.startsWith("stroke") ? paint(style.stroke) : null;
    const behind = halo ? over({ ...halo, a: halo.a * Number(style.strokeOpacity) }, below) : below;
    const contrast = ratio(over({ ...ink, a: ink.a * opacity(text) }, behind), behind);
    if (contrast < faintest) { faintest = contrast; faint = `${text.textContent} ${style.fill}`; }
  }
  let faintestPiece = Infinity, piece = "";
  for (const shape of shapes) {
    const b = boxes.get(shape);
    const style = getComputedStyle(shape);
    const fill = fills.get(shape), outline = paint(style.stroke);
    const small = Math.max(b.width, b.height) < 44 && Math.min(b.width, b.height) > 3;
    if (!small || !fill || fill.a < 0.9 || !outline || parseFloat(style.strokeWidth) < 0.5) continue;
    const ground = under(shape, b.left + b.width / 2, b.top + b.height / 2);
    const best = Math.max(
      ratio(over(fill, ground), ground),
      ratio(over({ ...outline, a: outline.a * Number(style.strokeOpacity) * opacity(shape) }, ground), ground),
    );
    if (best < faintestPiece) {
      faintestPiece = best;
      piece = `${shape.closest("[data-ref]")?.dataset.ref ?? "no ref"} ${style.fill} outline ${style.stroke}`;
    }
  }
  // Texts that are cut off: wider than their element, or outside of their drawing.
  const holdsText = (e) => [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent.trim());
  const cutOff = [...document.querySelectorAll("main.table *")]
    .filter((e) => !e.closest("svg, .vh, select") && e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1 && holdsText(e))
    .filter((e) => ["hidden", "clip"].includes(getComputedStyle(e).overflowX) && e.checkVisibility());
  const drawn = [...document.querySelectorAll(".sheet.focus svg text, .hand svg text")].filter((t) => {
    const b = t.getBoundingClientRect(), whole = t.ownerSVGElement.getBoundingClientRect();
    return b.width && (b.left < whole.left - 1 || b.right > whole.right + 1);
  });
  const cut = [...cutOff, ...drawn].map((e) => e.textContent.trim());
  const refs = new Set([...document.querySelectorAll(".sheet.focus [data-ref], .hand [data-ref]")].map((e) => e.dataset.ref));
  const all = [...document.querySelectorAll("[data-choices] .offer, [data-choices] option")];
  const list = document.querySelector(".all-offers");
  const listed = (e) => Boolean(e.closest("[data-part=choices]")) && (!list || !list.contains(e) || list.querySelector("summary").checkVisibility());
  const onBoard = all.filter((e) => (e.dataset.refs || "").split(" ").some((r) => refs.has(r))).length;
  const { targets, inFrame, covered } = findCovered();
  // Legal targets outside the frame are announced at its edges.
  const away = targets.filter(([e, x, y]) => e.closest(".sheet") && !inFrame(x, y)).length;
  const announced = [...sheet.querySelectorAll(".edge")].reduce((sum, e) => sum + parseInt(e.textContent.replace(/\\D/g, ""), 10), 0);
  const choicesHeight = document.querySelector("[data-part=choices]").clientHeight;
  return {
    covered, cut, away, announced, choices_height: choicesHeight,
    outside, scrolls, smallest, small, faintest, faint, faintest_piece: faintestPiece, piece,
    offered: all.length, listed: all.filter(listed).length, on_board: onBoard,
    words: all.map((e) => e.value).filter(Boolean),
    focus: sheet.dataset.focus, zoom,
  };
}"""


# Texts of a page, outside drawings, whose contrast with the background is below a minimum.
FIND_FAINT_TEXTS = """(least) => {
  const paint = (text) => {
    const match = /rgba?\\(([^)]+)\\)/.exec(text);
    if (!match) return null;
    const [r, g, b, a = 1] = match[1].split(/[ ,/]+/).map(Number);
    return { r, g, b, a };
  };
  const over = (top, under) => ({
    r: top.r * top.a + under.r * (1 - top.a), g: top.g * top.a + under.g * (1 - top.a),
    b: top.b * top.a + under.b * (1 - top.a), a: 1,
  });
  const lin = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  const lum = (c) => 0.2126 * lin(c.r) + 0.7152 * lin(c.g) + 0.0722 * lin(c.b);
  const ratio = (a, b) => { const [x, y] = [lum(a), lum(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const chainOf = (element) => {
    const chain = [];
    for (let at = element; at; at = at.parentElement) chain.unshift(at);
    return chain;
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), element = walker.currentNode.parentElement;
    if (!text || element.closest("svg, script, style, .vh, :disabled, option")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const ink = paint(getComputedStyle(element).color);
    if (!ink || !element.getBoundingClientRect().width) continue;
    const grounds = chainOf(element).map((each) => paint(getComputedStyle(each).backgroundColor));
    const ground = grounds.reduce((under, top) => (top ? over(top, under) : under), { r: 255, g: 255, b: 255, a: 1 });
    const opacity = chainOf(element).reduce((product, each) => product * Number(getComputedStyle(each).opacity), 1);
    const contrast = ratio(over({ ...ink, a: ink.a * opacity }, ground), ground);
    if (contrast < least) faint.push(`${contrast.toFixed(2)}:1 ${text.slice(0, 40)}`);
  }
  return faint;
}"""


MEASURE = MEASURE.replace("FIND_COVERED", FIND_COVERED)


@dataclass
class Measurement:
    """The result of one measurement of a table page."""

    outside: list[str]
    scrolls: bool
    smallest: float
    small: str
    faintest: float
    faint: str
    faintest_piece: float
    piece: str
    offered: int
    listed: int
    on_board: int
    words: list[str]
    focus: str
    zoom: float
    covered: list[str]
    cut: list[str]
    away: int
    announced: int
    choices_height: float


def measure(page: Any) -> Measurement:
    return Measurement(**page.evaluate(MEASURE))


def find_problems(measured: Measurement, size: str) -> list[str]:
    """Describe what is wrong with a table page, one problem per entry."""
    lines = [f"{name} is not inside the window" for name in measured.outside]
    if measured.scrolls:
        lines.append("the page scrolls")
    if measured.smallest < MIN_TEXT_PX[size]:
        lines.append(f"text of {measured.smallest:.1f} px: {measured.small!r} on {measured.focus}")
    if measured.faintest < MIN_TEXT_CONTRAST:
        lines.append(f"text at {measured.faintest:.2f}:1 on {measured.focus}: {measured.faint!r}")
    if measured.faintest_piece < MIN_PIECE_CONTRAST:
        lines.append(
            f"a piece at {measured.faintest_piece:.2f}:1 on {measured.focus}: {measured.piece}"
        )
    lines += [f"{what!r} is covered" for what in measured.covered]
    lines += [f"{what!r} is cut off" for what in measured.cut]
    if measured.away != measured.announced:
        lines.append(f"{measured.away} targets outside the frame, {measured.announced} announced")
    if size == "phone" and measured.choices_height < MIN_CHOICES_PX:
        lines.append(f"choices of {measured.choices_height} px")
    if measured.listed < measured.offered:
        lines.append(f"{measured.offered - measured.listed} moves are in no list")
    return lines


# A spot on the board where a click hits a target, or else the centre of a visible choice.
SPOT = """() => {
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


# Milliseconds after which click_guard.js accepts a click in the same place again.
GUARD_MS = 430


class MoveCounter:
    """Counts the moves that a page sends; a record also contains forced moves."""

    def __init__(self, page: Any) -> None:
        self.moves = 0
        page.on("request", self._count)

    def _count(self, request: Any) -> None:
        self.moves += request.method == "POST" and request.url.endswith("/move")


@dataclass
class ClickPlayer:
    """Plays by clicks and counts them."""

    page: Any
    clicks: int = 0

    def play(self) -> bool:
        """Play one decision by clicks; return whether there was something to click."""
        page = self.page
        page.wait_for_timeout(GUARD_MS)
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
