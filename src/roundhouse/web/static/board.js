// The sheets of a board: which one is in focus, panning, zooming, and what a sheet shows when it opens.

import { pressMarker, removeMarkers, showMarkers } from "./edge_markers.js";
import { chooseFrame, rateFrame } from "./framing.js";

const MAX_ZOOM = 8;
const MIN_TEXT_PX = { desk: 11.2, phone: 10.2 }; // smallest text when a sheet opens, in CSS pixels
const views = new Map(); // sheet name -> {x, y, k, own}; survives a new drawing
const transforms = new WeakMap(); // sheet -> the {x, y, k} applied to it
const FLAT = { x: 0, y: 0, k: 1 };
const legalTargets = new WeakMap(); // sheet -> boxes of its legal targets, without zoom
let pinnedSheet = null; // the sheet that the player brought to the front

export const isPhone = () => matchMedia("(max-width: 860px)").matches;
export const refsOf = (element) => (element.dataset.refs || "").split(" ").filter(Boolean);
export const sheets = () => [...document.querySelectorAll(".sheets .sheet[data-sheet]")];
export const focusedSheet = () => document.querySelector(".sheet[data-focus]");

export function elementsWithRef(ref) {
  const name = CSS.escape(ref);
  return document.querySelectorAll(`.sheet [data-ref="${name}"], .hand [data-ref="${name}"]`);
}

export function highlight(element, on, as = "lit") {
  for (const ref of refsOf(element)) {
    for (const node of elementsWithRef(ref)) node.classList.toggle(as, on);
  }
}

// Bring a sheet to the front: the one the player chose, until the decision moves to another sheet.
// Updates write first and measure afterwards, in `frameSheet`: each measurement after a write makes
// the browser lay out the page again.
export function bringToFront(name) {
  const all = sheets();
  if (!all.length) return;
  const wantedName = document.querySelector(".sheets").dataset.wanted;
  pinnedSheet = name ?? pinnedSheet;
  const front = all.find((s) => s.dataset.sheet === (pinnedSheet ?? wantedName)) ?? all[0];
  for (const sheet of all) {
    const first = sheet === front;
    sheet.classList.toggle("focus", first);
    sheet.classList.toggle("mini", !first);
    sheet.classList.toggle("called", !first && sheet.dataset.sheet === wantedName);
    if (!first) {
      delete sheet.dataset.focus;
      removeMarkers(sheet);
      applyTransform(sheet, FLAT);
    } else if (!sheet.dataset.focus) sheet.dataset.focus = sheet.dataset.sheet;
  }
}

// Note the sheet of the current decision. If it changed, that sheet comes to the front.
export function setWantedSheet(name) {
  const all = document.querySelector(".sheets");
  if (all.dataset.wanted !== name) pinnedSheet = null;
  all.dataset.wanted = name;
}

function viewOf(sheet) {
  const name = sheet.dataset.sheet;
  if (!views.has(name)) views.set(name, { x: 0, y: 0, k: 1, own: false, fresh: true });
  return views.get(name);
}

// Scale and margins of a drawing in its sheet without zoom.
function fittedBox(sheet) {
  const box = { width: sheet.clientWidth, height: sheet.clientHeight };
  const viewBox = sheet.querySelector("svg")?.viewBox.baseVal;
  if (!viewBox?.width || !box.width) return null;
  const scale = Math.min(box.width / viewBox.width, box.height / viewBox.height);
  const [width, height] = [viewBox.width * scale, viewBox.height * scale];
  return {
    box,
    scale,
    width,
    height,
    left: (box.width - width) / 2,
    top: (box.height - height) / 2,
  };
}

function clampOffset(offset, lead, size, extent, k) {
  if (size * k <= extent) return (extent - (lead * 2 + size) * k) / 2;
  return Math.min(-lead * k, Math.max(offset, extent - (lead + size) * k));
}

function applyTransform(sheet, { x, y, k }) {
  const pan = sheet.querySelector(".pan");
  if (!pan) return;
  const transform = k === 1 ? "" : `translate(${x}px, ${y}px) scale(${k})`;
  if (pan.style.transform !== transform) pan.style.transform = transform;
  sheet.classList.toggle("zoomed", k > 1.001);
  transforms.set(sheet, k === 1 ? FLAT : { x, y, k });
}

// Announce the legal targets outside the frame.
function markEdges(sheet, { box }) {
  const { x, y, k } = transforms.get(sheet) ?? FLAT;
  const targets = (legalTargets.get(sheet) ?? []).map((each) => ({
    left: each.left * k + x,
    right: each.right * k + x,
    top: each.top * k + y,
    bottom: each.bottom * k + y,
  }));
  showMarkers(sheet, k > 1 ? targets : [], box, (outside) => {
    const middle = (near, far) =>
      outside.reduce((sum, each) => sum + each[near] + each[far], 0) / outside.length / 2;
    shift(sheet, box.width / 2 - middle("left", "right"), box.height / 2 - middle("top", "bottom"));
  });
}

function clampView(sheet, fit = fittedBox(sheet)) {
  if (!fit) return;
  const view = viewOf(sheet);
  view.k = Math.min(MAX_ZOOM, Math.max(1, view.k));
  view.x = clampOffset(view.x, fit.left, fit.width, fit.box.width, view.k);
  view.y = clampOffset(view.y, fit.top, fit.height, fit.box.height, view.k);
  applyTransform(sheet, view);
  markEdges(sheet, fit);
}

export function zoom(sheet, factor, clientX, clientY) {
  const view = viewOf(sheet);
  const box = sheet.getBoundingClientRect();
  const x = (clientX ?? box.left + box.width / 2) - box.left;
  const y = (clientY ?? box.top + box.height / 2) - box.top;
  const k = Math.min(MAX_ZOOM, Math.max(1, view.k * factor));
  view.x = x - ((x - view.x) * k) / view.k;
  view.y = y - ((y - view.y) * k) / view.k;
  Object.assign(view, { k, own: true, fresh: false });
  clampView(sheet);
}

// Show the whole board; or the opening frame, if the whole board is shown already.
export function fit(sheet) {
  const isWhole = viewOf(sheet).own && viewOf(sheet).k === 1;
  views.set(sheet.dataset.sheet, { x: 0, y: 0, k: 1, own: !isWhole, fresh: isWhole });
  frameSheet();
}

function shift(sheet, dx, dy) {
  const view = viewOf(sheet);
  view.x += dx;
  view.y += dy;
  view.own = true;
  clampView(sheet);
}

// Size of the smallest text of a drawing, in the drawing's units.
function smallestText(svg) {
  const all = Math.hypot(svg.getScreenCTM().a, svg.getScreenCTM().b);
  let least = Infinity;
  for (const text of svg.querySelectorAll("text")) {
    if (!text.textContent.trim() || !text.getBoundingClientRect().width) continue;
    const own = text.getScreenCTM();
    const size = (parseFloat(getComputedStyle(text).fontSize) * Math.hypot(own.a, own.b)) / all;
    if (size > 0) least = Math.min(least, size);
  }
  return least;
}

// Open the sheet in focus on its targets, zoomed in until all text is legible.
export function frameSheet() {
  const sheet = focusedSheet();
  const fitted = sheet && fittedBox(sheet);
  if (!fitted) return;
  legalTargets.set(sheet, measureBoxes(sheet, sheet.querySelectorAll(".can")));
  const [view, targets] = [viewOf(sheet), legalTargets.get(sheet)];
  if (targets.length && !rateFrame(targets, view, fitted.box)) view.own = false;
  if (!view.own) frameTargets(sheet, fitted);
  clampView(sheet, fitted);
  for (const each of sheets()) {
    const tab = each === sheet ? "0" : "-1"; // reading `tabIndex` would force a style computation
    if (each.getAttribute("tabindex") !== tab) each.setAttribute("tabindex", tab);
  }
}

function frameTargets(sheet, fitted) {
  const view = viewOf(sheet);
  const least = smallestText(sheet.querySelector("svg"));
  const minPixels = isPhone() ? MIN_TEXT_PX.phone : MIN_TEXT_PX.desk;
  const k = Number.isFinite(least)
    ? Math.min(MAX_ZOOM, Math.max(1, minPixels / (least * fitted.scale)))
    : 1;
  const lesson = measureBoxes(sheet, sheet.querySelectorAll("[data-point]"));
  const anchors = measureBoxes(sheet, sheet.querySelectorAll("[data-anchor]"));
  const boxes = [
    ...(lesson.length ? lesson : legalTargets.get(sheet)),
    ...(lesson.length ? [] : anchors.map((box) => ({ ...box, isAnchor: true }))),
  ];
  const nextK = Math.max(k, view.fresh ? 1 : view.k);
  const clamp = [
    (offset) => clampOffset(offset, fitted.left, fitted.width, fitted.box.width, nextK),
    (offset) => clampOffset(offset, fitted.top, fitted.height, fitted.box.height, nextK),
  ];
  const isMoved = view.fresh || nextK > view.k;
  if (!boxes.length && !isMoved) return;
  if (lesson.length) {
    if (!isMoved && lesson.some((box) => rateFrame([box], view, fitted.box))) return;
    const offset = (near, size) =>
      fitted.box[size] / 2 - centerOf(lesson, near, size, fitted.box[size] / nextK) * nextK;
    Object.assign(view, { x: offset("left", "width"), y: offset("top", "height") });
  } else if (boxes.length) {
    const best = chooseFrame(boxes, nextK, fitted.box, clamp);
    const frame = { x: best.x, y: best.y, k: nextK };
    if (!isMoved && rateFrame(boxes, frame, fitted.box) <= rateFrame(boxes, view, fitted.box))
      return;
    Object.assign(view, frame);
  } else {
    // Show what is new but stay as close to the top left as possible: rows start there.
    const news = measureBoxes(sheet, sheet.querySelectorAll("[data-new]"));
    const offset = (near, far, size) => {
      const end = (box) => Math.min(box[far] + 4, box[near] + fitted.box[size] / nextK); // of a long row, its start
      return Math.min(0, ...news.map((box) => fitted.box[size] - end(box) * nextK));
    };
    Object.assign(view, {
      x: offset("left", "right", "width"),
      y: offset("top", "bottom", "height"),
    });
  }
  Object.assign(view, { k: nextK, fresh: false });
}

// The center of what a lesson points at: shown whole, or from its start if it is too large.
function centerOf(boxes, near, size, extent) {
  const first = Math.min(...boxes.map((box) => box[near]));
  const last = Math.max(...boxes.map((box) => box[near] + box[size]));
  return last - first > extent ? first + extent * 0.42 : (first + last) / 2; // leaves space for its name
}

// Forget how the sheets were panned and zoomed.
export function resetViews() {
  pinnedSheet = null;
  views.clear();
}

// Boxes of elements, in the coordinates of the sheet without zoom.
function measureBoxes(sheet, elements) {
  const corner = sheet.getBoundingClientRect();
  const { x, y, k } = transforms.get(sheet) ?? FLAT;
  return [...elements]
    .map((node) => node.getBoundingClientRect())
    .filter((box) => box.width || box.height)
    .map((box) => ({
      left: (box.left - corner.left - x) / k,
      top: (box.top - corner.top - y) / k,
      right: (box.right - corner.left - x) / k,
      bottom: (box.bottom - corner.top - y) / k,
      width: box.width / k,
      height: box.height / k,
    }));
}

// Let pointer, wheel and keys pan and zoom the sheets below `root`.
export function enablePanZoom(root) {
  const fingers = new Map();
  let dragged = false;

  root.addEventListener("pointerdown", (event) => {
    const sheet = event.target.closest?.(".sheet.focus");
    if (!sheet) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, sheet });
    if (fingers.size === 1) dragged = false;
  });
  root.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const [a, b] = [...fingers.values()];
    if (b) {
      const before = Math.hypot(a.x - b.x, a.y - b.y);
      finger.x = event.clientX;
      finger.y = event.clientY;
      const after = Math.hypot(a.x - b.x, a.y - b.y);
      if (before > 10) zoom(finger.sheet, after / before, (a.x + b.x) / 2, (a.y + b.y) / 2);
      dragged = true;
      return;
    }
    const dx = event.clientX - finger.x;
    const dy = event.clientY - finger.y;
    if (!dragged && Math.hypot(dx, dy) < 5) return;
    if (finger.sheet.classList.contains("zoomed")) {
      dragged = true;
      shift(finger.sheet, dx, dy);
      finger.x = event.clientX;
      finger.y = event.clientY;
    }
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    addEventListener(kind, (event) => fingers.delete(event.pointerId));
  }
  root.addEventListener("dblclick", (event) => {
    const sheet = event.target.closest?.(".sheet.focus");
    if (sheet && !event.target.closest(".can")) zoom(sheet, 2, event.clientX, event.clientY);
  });
  root.addEventListener(
    "wheel",
    (event) => {
      const sheet = event.target.closest?.(".sheet.focus");
      if (!sheet) return;
      event.preventDefault();
      zoom(sheet, Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    },
    { passive: false },
  );
  root.addEventListener(
    "click",
    (event) => {
      if (dragged && event.target.closest?.(".sheet")) {
        event.stopPropagation();
        dragged = false;
        return;
      }
      const edge = event.target.closest?.(".edge");
      if (edge) {
        event.stopPropagation();
        pressMarker(edge);
        return;
      }
      const swap = event.target.closest?.("[data-swap]");
      if (swap) {
        event.preventDefault();
        bringToFront(swap.dataset.swap);
        frameSheet();
        focusedSheet()?.focus();
      }
      const zoomButton = event.target.closest?.("[data-zoom]");
      if (zoomButton) pressZoom(zoomButton);
    },
    true,
  );
  root.addEventListener("keydown", (event) => {
    const sheet = event.target.closest?.(".sheet");
    if (!sheet) return;
    const step = {
      ArrowLeft: [40, 0],
      ArrowRight: [-40, 0],
      ArrowUp: [0, 40],
      ArrowDown: [0, -40],
    };
    if (step[event.key] && sheet.classList.contains("zoomed")) {
      shift(sheet, ...step[event.key]);
      event.preventDefault();
    }
  });
  addEventListener("resize", () => {
    const sheet = focusedSheet();
    if (sheet && !viewOf(sheet).own) viewOf(sheet).fresh = true;
    frameSheet();
  });
}

export function leaveFull() {
  if (document.querySelector("main.full")) toggleFull();
}

// A larger board: without the header, with a narrower column for the decision.
function toggleFull() {
  const full = document.querySelector("main").classList.toggle("full");
  document.querySelector('[data-zoom="full"]')?.setAttribute("aria-pressed", String(full));
  dispatchEvent(new Event("resize"));
}

function pressZoom(zoomButton) {
  const sheet = focusedSheet();
  if (zoomButton.dataset.zoom === "full") toggleFull();
  else if (zoomButton.dataset.zoom === "fit") fit(sheet);
  else zoom(sheet, zoomButton.dataset.zoom === "in" ? 1.4 : 1 / 1.4);
}
