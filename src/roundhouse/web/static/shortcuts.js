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
  if (event.target.matches?.("input, select, textarea") || event.target.closest?.(".chat")) return;
  const isDigit = /^[1-9]$/.test(event.key);
  if (event.key === "c" || isDigit) openList();
  const all = menuItems() ?? offers().filter(isVisible);
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
  if (isDigit && all[event.key - 1]) all[event.key - 1].focus();
  else if (action) action();
  else if (at >= 0 && ["ArrowDown", "ArrowRight"].includes(event.key)) {
    all[(at + 1) % all.length].focus();
    event.preventDefault();
  } else if (at >= 0 && ["ArrowUp", "ArrowLeft"].includes(event.key)) {
    all[(at + all.length - 1) % all.length].focus();
    event.preventDefault();
  }
});

// Open the list of all moves if no offer is visible.
function openList() {
  const list = document.querySelector(".all-offers");
  if (list && !list.open && !offers().some(isVisible)) list.open = true;
}

function press(key) {
  document.querySelector(`[data-key="${key}"]:not(:disabled)`)?.click();
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-open-keys]")) document.getElementById("keys").showModal();
});
