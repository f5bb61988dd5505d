// Keyboard shortcuts of the table.

import { fit, focusedSheet, zoom } from "./board.js";
import { menuItems, offers } from "./choices.js";
import { closeOverlays } from "./overlays.js";
import { isPlayingBack, skipPlayback } from "./playback.js";

const isVisible = (element) => element.checkVisibility(); // false inside a closed fold

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") closeOverlays();
  if (event.key === " " && isPlayingBack()) {
    event.preventDefault();
    skipPlayback();
  }
  if (event.target.matches?.("input, select, textarea")) return;
  const all = menuItems() ?? choices();
  const at = all.indexOf(document.activeElement);
  const sheet = focusedSheet();
  const action = {
    u: () => press("u"),
    h: () => press("h"),
    c: () => all[0]?.focus(),
    b: () => sheet?.focus(),
    "+": () => zoom(sheet, 1.4),
    "-": () => zoom(sheet, 1 / 1.4),
    0: () => fit(sheet),
    "?": () => document.getElementById("keys").showModal(),
  }[event.key];
  if (/^[1-9]$/.test(event.key) && all[event.key - 1]) all[event.key - 1].focus();
  else if (action) action();
  else if (at >= 0 && ["ArrowDown", "ArrowRight"].includes(event.key)) {
    all[(at + 1) % all.length].focus();
    event.preventDefault();
  } else if (at >= 0 && ["ArrowUp", "ArrowLeft"].includes(event.key)) {
    all[(at + all.length - 1) % all.length].focus();
    event.preventDefault();
  }
});

// The offers reachable by keyboard; opens the list if no offer is visible.
function choices() {
  const list = document.querySelector(".all-offers");
  if (list && !list.open && !offers().some(isVisible)) list.open = true;
  return offers().filter(isVisible);
}

function press(key) {
  document.querySelector(`[data-key="${key}"]:not(:disabled)`)?.click();
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-open-keys]")) document.getElementById("keys").showModal();
});
