// One thing happens per click: for a moment after the choices have changed, a click in the same
// place, or the same key again, does nothing. A double click never plays two moves.

const MOMENT = 400; // milliseconds
const NEAR = 48; // CSS pixels
let changed = -Infinity;
let last = { x: -1e4, y: -1e4 };

export function choicesChanged() {
  changed = performance.now();
}

addEventListener("click", (event) => {
  if (!event.isTrusted) return;
  const soon = performance.now() - changed < MOMENT;
  const byKey = event.detail === 0;
  const near = byKey || Math.hypot(event.clientX - last.x, event.clientY - last.y) < NEAR;
  if (!byKey) last = { x: event.clientX, y: event.clientY };
  if (!soon || !near) return;
  // A field, a fold or a way to look at things may be clicked twice; what plays may not.
  if (!plays(event.target)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

function plays(target) {
  const element = target.closest?.("button, a, summary, select, input, label");
  if (!element) return Boolean(target.closest?.(".sheet, .hand"));
  return element.matches("button") && Boolean(element.closest(".choices, .menu, .hint, .dock-bar"));
}
