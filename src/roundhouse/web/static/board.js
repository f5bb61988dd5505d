// The board under the hand: sheets, which of them is in focus, panning, zooming, framing.

const MOST = 8;
const MOST_OF = 0.6; // a sheet opens at its beginning, if so much of what can be chosen is in sight
const SMALLEST = { desk: 11.2, phone: 10.2 }; // CSS pixels of the smallest text, when a sheet opens
const places = new Map(); // sheet name -> {x, y, k, own}: kept when the drawing is exchanged
const laid = new WeakMap(); // sheet -> {x, y, k}: as it lies on the screen
const FLAT = { x: 0, y: 0, k: 1 };
let chosen = null; // the sheet that somebody brought to the front by hand

export const onPhone = () => matchMedia("(max-width: 860px)").matches;
export const refsOf = (element) => (element.dataset.refs || "").split(" ").filter(Boolean);
export const sheets = () => [...document.querySelectorAll(".sheets .sheet[data-sheet]")];
export const focused = () => document.querySelector(".sheet[data-focus]");

export function withRef(ref) {
  const name = CSS.escape(ref);
  return document.querySelectorAll(`.sheet [data-ref="${name}"], .hand [data-ref="${name}"]`);
}

export function light(element, on, as = "lit") {
  for (const ref of refsOf(element)) {
    for (const drawn of withRef(ref)) drawn.classList.toggle(as, on);
  }
}

// Which sheet lies in front: the one somebody chose, until the decision moves to another. (What is
// done after an exchange first writes to the page and then measures it, in `frame`: a browser lays
// the page out again each time it is asked for a measure after something was written.)
export function bring(name) {
  const all = sheets();
  if (!all.length) return;
  const wanted = document.querySelector(".sheets").dataset.wanted;
  chosen = name ?? chosen;
  const front = all.find((s) => s.dataset.sheet === (chosen ?? wanted)) ?? all[0];
  for (const sheet of all) {
    const first = sheet === front;
    sheet.classList.toggle("focus", first);
    sheet.classList.toggle("mini", !first);
    sheet.classList.toggle("called", !first && sheet.dataset.sheet === wanted);
    if (!first) {
      delete sheet.dataset.focus;
      lay(sheet, FLAT);
    } else if (!sheet.dataset.focus) sheet.dataset.focus = sheet.dataset.sheet;
  }
}

// The decision is made on this sheet now; if that is another than before, it comes to the front.
export function want(name) {
  const all = document.querySelector(".sheets");
  if (all.dataset.wanted !== name) chosen = null;
  all.dataset.wanted = name;
}

function place(sheet) {
  const name = sheet.dataset.sheet;
  if (!places.has(name)) places.set(name, { x: 0, y: 0, k: 1, own: false, fresh: true });
  return places.get(name);
}

// How a drawing lies in its sheet when it is not zoomed: scale, and the blank beside it.
function fitting(sheet) {
  const box = { width: sheet.clientWidth, height: sheet.clientHeight };
  const view = sheet.querySelector("svg")?.viewBox.baseVal;
  if (!view?.width || !box.width) return null;
  const scale = Math.min(box.width / view.width, box.height / view.height);
  const [width, height] = [view.width * scale, view.height * scale];
  return { box, scale, width, height, left: (box.width - width) / 2, top: (box.height - height) / 2 };
}

function within(at, lead, size, room, k) {
  if (size * k <= room) return (room - (lead * 2 + size) * k) / 2;
  return Math.min(-lead * k, Math.max(at, room - (lead + size) * k));
}

function lay(sheet, { x, y, k }) {
  const pan = sheet.querySelector(".pan");
  if (!pan) return;
  const put = k === 1 ? "" : `translate(${x}px, ${y}px) scale(${k})`;
  if (pan.style.transform !== put) pan.style.transform = put;
  sheet.classList.toggle("zoomed", k > 1.001);
  laid.set(sheet, k === 1 ? FLAT : { x, y, k });
}

function settle(sheet, fit = fitting(sheet)) {
  if (!fit) return;
  const at = place(sheet);
  at.k = Math.min(MOST, Math.max(1, at.k));
  at.x = within(at.x, fit.left, fit.width, fit.box.width, at.k);
  at.y = within(at.y, fit.top, fit.height, fit.box.height, at.k);
  lay(sheet, at);
}

export function zoom(sheet, factor, clientX, clientY) {
  const at = place(sheet);
  const box = sheet.getBoundingClientRect();
  const x = (clientX ?? box.left + box.width / 2) - box.left;
  const y = (clientY ?? box.top + box.height / 2) - box.top;
  const k = Math.min(MOST, Math.max(1, at.k * factor));
  at.x = x - ((x - at.x) * k) / at.k;
  at.y = y - ((y - at.y) * k) / at.k;
  Object.assign(at, { k, own: true, fresh: false });
  settle(sheet);
}

export function fit(sheet) {
  places.set(sheet.dataset.sheet, { x: 0, y: 0, k: 1, own: true, fresh: false });
  settle(sheet);
}

function shift(sheet, dx, dy) {
  const at = place(sheet);
  at.x += dx;
  at.y += dy;
  at.own = true;
  settle(sheet);
}

// The smallest letters of a drawing, in its own units.
function smallestText(svg) {
  const all = Math.hypot(svg.getScreenCTM().a, svg.getScreenCTM().b);
  let least = Infinity;
  for (const text of svg.querySelectorAll("text")) {
    if (!text.textContent.trim()) continue;
    const own = text.getScreenCTM();
    const size = (parseFloat(getComputedStyle(text).fontSize) * Math.hypot(own.a, own.b)) / all;
    if (size > 0) least = Math.min(least, size);
  }
  return least;
}

// Open a sheet so that every letter can be read, on where the action is.
export function frame() {
  const sheet = focused();
  const fitted = sheet && fitting(sheet);
  if (!fitted) return;
  if (!place(sheet).own) aim(sheet, fitted);
  settle(sheet, fitted);
  for (const each of sheets()) {
    const tab = each === sheet ? "0" : "-1"; // (its `tabIndex` would be computed from all styles)
    if (each.getAttribute("tabindex") !== tab) each.setAttribute("tabindex", tab);
  }
}

function aim(sheet, fitted) {
  const at = place(sheet);
  const least = smallestText(sheet.querySelector("svg"));
  const wanted = onPhone() ? SMALLEST.phone : SMALLEST.desk;
  const k = Number.isFinite(least) ? Math.min(MOST, Math.max(1, wanted / (least * fitted.scale))) : 1;
  const calling = spotsOn(sheet, ".can");
  if (!at.fresh && k <= at.k && inSight(calling, at, fitted.box)) return;
  const spots = calling.length ? calling : spotsOn(sheet, "[data-new]");
  at.k = Math.max(k, at.fresh ? 1 : at.k);
  const middle = (side, size) => midst(spots, side, size, fitted.box[size] / at.k, pointed(sheet).length > 0);
  // Where nothing can be chosen, as far to the left and to the top as shows what is new: there the
  // lines of a sheet begin, with their names, and it says what it is about.
  const before = (near, far, size) => Math.min(0, ...spots.map((spot) => {
    const seen = Math.min(spot[far] + 4, spot[near] + fitted.box[size] / at.k); // of a long row, its beginning
    return fitted.box[size] - seen * at.k;
  }));
  // And where most of what can be chosen is seen from there, too.
  const seen = (near, size) => pointed(sheet).length === 0 && areaOf(spots) * MOST_OF
    <= areaOf(spots.filter((spot) => (spot[near] + spot[size] * 0.6) * at.k < fitted.box[size]));
  const put = (near, far, size) => {
    if (!calling.length) return before(near, far, size);
    return seen(near, size) ? 0 : fitted.box[size] / 2 - middle(near, size) * at.k;
  };
  at.x = put("left", "right", "width");
  at.y = put("top", "bottom", "height");
  at.fresh = false;
}

const areaOf = (spots) => spots.reduce((sum, spot) => sum + (spot.width + 1) * (spot.height + 1), 0);

// The middle of what can be chosen; of what is pointed at, all of it, or where it begins.
function midst(spots, side, size, room, whole) {
  // Of what is larger than the window, where it begins: there a row says what it is about.
  const half = (box) => Math.min(box[size], room) / 2;
  if (!whole) return spots.reduce((sum, box) => sum + box[side] + half(box), 0) / spots.length;
  const first = Math.min(...spots.map((box) => box[side]));
  const last = Math.max(...spots.map((box) => box[side] + box[size]));
  return last - first > room ? first + room * 0.42 : (first + last) / 2; // with its name beside it
}

// Where a sheet was panned to is forgotten: something else is spoken of.
export function openAnew() {
  chosen = null;
  places.clear();
}

// Where the action is: what is pointed at, or else what can be chosen; in the sheet's own
// measures, as if it were not zoomed.
const pointed = (sheet) => [...sheet.querySelectorAll("[data-point]")];
function spotsOn(sheet, calling) {
  const spoken = pointed(sheet);
  const corner = sheet.getBoundingClientRect();
  const { x, y, k } = laid.get(sheet) ?? FLAT;
  return (spoken.length ? spoken : [...sheet.querySelectorAll(calling)])
    .map((drawn) => drawn.getBoundingClientRect())
    .filter((box) => box.width || box.height)
    .map((box) => ({
      left: (box.left - corner.left - x) / k, top: (box.top - corner.top - y) / k,
      right: (box.right - corner.left - x) / k, bottom: (box.bottom - corner.top - y) / k,
      width: box.width / k, height: box.height / k,
    }));
}

function inSight(spots, { x, y, k }, room) {
  return !spots.length || spots.some((spot) => {
    const [across, down] = [x + (spot.left + spot.width / 2) * k, y + (spot.top + spot.height / 2) * k];
    return across > 0 && across < room.width && down > 0 && down < room.height;
  });
}

// Put the hand on every sheet of the page; `root` lives as long as the page.
export function handle(root) {
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
  root.addEventListener("wheel", (event) => {
    const sheet = event.target.closest?.(".sheet.focus");
    if (!sheet) return;
    event.preventDefault();
    zoom(sheet, Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
  root.addEventListener("click", (event) => {
    if (dragged && event.target.closest?.(".sheet")) {
      event.stopPropagation();
      dragged = false;
      return;
    }
    const swap = event.target.closest?.("[data-swap]");
    if (swap) {
      event.preventDefault();
      bring(swap.dataset.swap);
      frame();
      focused()?.focus();
    }
    const knob = event.target.closest?.("[data-zoom]");
    if (knob) turn(knob);
  }, true);
  root.addEventListener("keydown", (event) => {
    const sheet = event.target.closest?.(".sheet");
    if (!sheet) return;
    const step = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] };
    if (step[event.key] && sheet.classList.contains("zoomed")) {
      shift(sheet, ...step[event.key]);
      event.preventDefault();
    }
  });
  addEventListener("resize", () => {
    const sheet = focused();
    if (sheet && !place(sheet).own) place(sheet).fresh = true;
    frame();
  });
}

function turn(knob) {
  const sheet = focused();
  if (knob.dataset.zoom === "full") {
    const full = document.querySelector("main").classList.toggle("full");
    knob.setAttribute("aria-pressed", String(full));
    dispatchEvent(new Event("resize"));
  } else if (knob.dataset.zoom === "fit") fit(sheet);
  else zoom(sheet, knob.dataset.zoom === "in" ? 1.4 : 1 / 1.4);
}
