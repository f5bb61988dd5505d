// Prevents accidental moves: shortly after the choices changed, a click in the same place or a key
// press does nothing, so that a double click never plays two moves.
import { changedRecently } from "./recent_change.js";

const GUARD_PX = 48;
let last = { x: -1e4, y: -1e4 };

addEventListener(
  "click",
  (event) => {
    if (!event.isTrusted) return;
    const isKeyboard = event.detail === 0;
    const isNear =
      isKeyboard || Math.hypot(event.clientX - last.x, event.clientY - last.y) < GUARD_PX;
    if (!isKeyboard) last = { x: event.clientX, y: event.clientY };
    if (!changedRecently() || !isNear) return;
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
