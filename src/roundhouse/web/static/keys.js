// The table by keyboard.
import { fit, focused, zoom } from "./board.js";
import { menuItems, offers } from "./act.js";
import { closeAll } from "./cards.js";
import { playing, skip } from "./playback.js";

const shown = (element) => element.checkVisibility(); // what lies in a closed fold is not

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") closeAll();
  if (event.key === " " && playing()) {
    event.preventDefault();
    skip();
  }
  if (event.target.matches?.("input, select, textarea")) return;
  const all = menuItems() ?? choices();
  const at = all.indexOf(document.activeElement);
  const sheet = focused();
  const way = {
    u: () => press("u"), h: () => press("h"), c: () => all[0]?.focus(), b: () => sheet?.focus(),
    "+": () => zoom(sheet, 1.4), "-": () => zoom(sheet, 1 / 1.4), 0: () => fit(sheet),
    "?": () => document.getElementById("keys").showModal(),
  }[event.key];
  if (/^[1-9]$/.test(event.key) && all[event.key - 1]) all[event.key - 1].focus();
  else if (way) way();
  else if (at >= 0 && ["ArrowDown", "ArrowRight"].includes(event.key)) {
    all[(at + 1) % all.length].focus();
    event.preventDefault();
  } else if (at >= 0 && ["ArrowUp", "ArrowLeft"].includes(event.key)) {
    all[(at + all.length - 1) % all.length].focus();
    event.preventDefault();
  }
});

// What can be chosen by keys: the list is opened by going there.
function choices() {
  const list = document.querySelector(".all-offers");
  if (list && !list.open && !offers().some(shown)) list.open = true;
  return offers().filter(shown);
}

function press(key) {
  document.querySelector(`[data-key="${key}"]:not(:disabled)`)?.click();
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-open-keys]")) document.getElementById("keys").showModal();
});
