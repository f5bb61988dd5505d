// Prevents accidental moves: shortly after the choices changed, a click in the same place or a key
// press does nothing, so that a double click never plays two moves.

const GUARD_MS = 400;
const GUARD_PX = 48;
let changedAt = -Infinity;
let last = { x: -1e4, y: -1e4 };

export function choicesChanged() {
  changedAt = performance.now();
}

addEventListener(
  "click",
  (event) => {
    if (!event.isTrusted) return;
    const isSoon = performance.now() - changedAt < GUARD_MS;
    const isKeyboard = event.detail === 0;
    const isNear =
      isKeyboard || Math.hypot(event.clientX - last.x, event.clientY - last.y) < GUARD_PX;
    if (!isKeyboard) last = { x: event.clientX, y: event.clientY };
    if (!isSoon || !isNear) return;
    // Fields, folds and view controls may be clicked twice; moves may not.
    if (!isMove(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

function isMove(target) {
  const element = target.closest?.("button, a, summary, select, input, label");
  if (!element) return Boolean(target.closest?.(".sheet, .hand"));
  return element.matches("button") && Boolean(element.closest(".choices, .menu, .hint, .dock-bar"));
}
