// The board under the hand: sheets, panning, zooming, lit refs.

const MOST = 8;
const places = new Map(); // sheet name -> {x, y, k}: kept when the drawing is exchanged

const refsOf = (element) => (element.dataset.refs || "").split(" ").filter(Boolean);

export function withRef(ref) {
  return document.querySelectorAll(`.sheet [data-ref="${CSS.escape(ref)}"]`);
}

export function light(element, on) {
  for (const ref of refsOf(element)) {
    for (const drawn of withRef(ref)) drawn.classList.toggle("lit", on);
  }
}

export function showSheet(name) {
  for (const sheet of document.querySelectorAll(".sheet")) {
    sheet.classList.toggle("shown", sheet.dataset.sheet === name);
  }
  for (const tab of document.querySelectorAll(".tab")) {
    tab.setAttribute("aria-pressed", String(tab.dataset.sheet === name));
  }
}

function place(sheet) {
  const name = sheet.dataset.sheet;
  if (!places.has(name)) places.set(name, { x: 0, y: 0, k: 1 });
  return places.get(name);
}

function settle(sheet) {
  const at = place(sheet);
  const box = sheet.getBoundingClientRect();
  at.k = Math.min(MOST, Math.max(1, at.k));
  at.x = Math.min(0, Math.max(at.x, box.width * (1 - at.k)));
  at.y = Math.min(0, Math.max(at.y, box.height * (1 - at.k)));
  const pan = sheet.querySelector(".pan");
  if (pan) pan.style.transform = at.k === 1 ? "" : `translate(${at.x}px,${at.y}px) scale(${at.k})`;
  sheet.classList.toggle("zoomed", at.k > 1);
}

export function zoom(sheet, factor, clientX, clientY) {
  const at = place(sheet);
  const box = sheet.getBoundingClientRect();
  const x = (clientX ?? box.left + box.width / 2) - box.left;
  const y = (clientY ?? box.top + box.height / 2) - box.top;
  const k = Math.min(MOST, Math.max(1, at.k * factor));
  at.x = x - ((x - at.x) * k) / at.k;
  at.y = y - ((y - at.y) * k) / at.k;
  at.k = k;
  settle(sheet);
}

export function fit(sheet) {
  places.set(sheet.dataset.sheet, { x: 0, y: 0, k: 1 });
  settle(sheet);
}

function shift(sheet, dx, dy) {
  const at = place(sheet);
  at.x += dx;
  at.y += dy;
  settle(sheet);
}

// Put the hand on every sheet of the page; `root` lives as long as the page.
export function handle(root) {
  const fingers = new Map();
  let dragged = false;

  root.addEventListener("pointerdown", (event) => {
    const sheet = event.target.closest?.(".sheet");
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
    const sheet = event.target.closest?.(".sheet");
    if (sheet && !event.target.closest(".can")) zoom(sheet, 2, event.clientX, event.clientY);
  });
  root.addEventListener("wheel", (event) => {
    const sheet = event.target.closest?.(".sheet");
    if (!sheet || !(event.ctrlKey || event.metaKey || sheet.classList.contains("zoomed"))) return;
    event.preventDefault();
    zoom(sheet, Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
  root.addEventListener("click", (event) => {
    if (dragged && event.target.closest?.(".sheet")) {
      event.stopPropagation();
      dragged = false;
      return;
    }
    const tab = event.target.closest?.(".tab");
    if (tab) showSheet(tab.dataset.sheet);
    const knob = event.target.closest?.("[data-zoom]");
    if (knob) {
      for (const sheet of document.querySelectorAll(".sheet")) {
        if (sheet.offsetParent === null) continue;
        if (knob.dataset.zoom === "fit") fit(sheet);
        else zoom(sheet, knob.dataset.zoom === "in" ? 1.4 : 1 / 1.4);
      }
    }
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
  addEventListener("resize", () => document.querySelectorAll(".sheet").forEach(settle));
}

// Exchange what has changed between two versions of an element, part by part.
export function exchange(now, fresh) {
  for (const attribute of fresh.attributes) now.setAttribute(attribute.name, attribute.value);
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const old = now.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!old) continue;
    old.className = part.className;
    if (part.dataset.part === "board" && exchangeSheets(old, part)) continue;
    if (old.innerHTML === part.innerHTML) continue;
    const unfolded = [...old.querySelectorAll("details[open]")].map((d) => d.className);
    old.innerHTML = part.innerHTML;
    for (const details of old.querySelectorAll("details")) {
      if (unfolded.includes(details.className)) details.open = true;
    }
  }
  document.querySelectorAll(".sheet").forEach(settle);
}

function exchangeSheets(old, part) {
  const before = [...old.querySelectorAll(".sheet")];
  const after = [...part.querySelectorAll(".sheet")];
  if (before.map((s) => s.dataset.sheet).join() !== after.map((s) => s.dataset.sheet).join()) {
    return false;
  }
  before.forEach((sheet, n) => {
    const [was, is] = [sheet.querySelector(".pan"), after[n].querySelector(".pan")];
    if (was.innerHTML !== is.innerHTML) was.innerHTML = is.innerHTML;
  });
  old.querySelector(".notes").innerHTML = part.querySelector(".notes").innerHTML;
  return true;
}
