// Remembers when the choices changed: shortly afterwards, a click or a key press may be meant for the
// choices before.
const GUARD_MS = 400;
let changedAt = -Infinity;

export function choicesChanged() {
  changedAt = performance.now();
}

export const changedRecently = () => performance.now() - changedAt < GUARD_MS;
