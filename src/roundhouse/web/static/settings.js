// The player's settings, stored in this browser.
import { _ } from "./messages.js";
import { onClick } from "./on_click.js";

const DEFAULTS = {
  speed: "quick",
  confirm: "auto",
  sound: "on",
  keys: "on",
  suggestions: "on",
  reasons: "on",
};
const MOVE_TIMES = { off: 0, quick: 350, calm: 1300 }; // milliseconds that another seat's move is shown

export const setting = (name) => localStorage.getItem(`table ${name}`) ?? DEFAULTS[name];

// How long another seat's move is shown; 0 with reduced motion.
export function moveTime() {
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return isReduced ? 0 : (MOVE_TIMES[setting("speed")] ?? 0);
}

// In a lesson, moves are shown longer by default, but a sequence takes 7 seconds at most.
export function lessonMoveTime(moves) {
  const choice = localStorage.getItem("table speed");
  return choice ? moveTime() : moveTime() && Math.min(900, 7000 / Math.max(moves, 1));
}

// Whether a move needs confirmation: always, never, or on touch screens in games with other players,
// where a move cannot be undone alone.
export function needsConfirmation(touch, final) {
  const choice = setting("confirm");
  return choice === "always" || (choice === "auto" && touch && final);
}

export function updateSettings() {
  document.documentElement.classList.toggle("no-suggestions", setting("suggestions") === "off");
  document.documentElement.classList.toggle("no-reasons", setting("reasons") === "off");
  for (const select of document.querySelectorAll("[data-setting]")) {
    select.value = setting(select.dataset.setting);
  }
  const isOn = setting("sound") === "on";
  for (const button of document.querySelectorAll("[data-sound-toggle]")) {
    button.setAttribute("aria-pressed", String(isOn));
    button.title = isOn ? _("Sounds are on") : _("Sounds are off");
  }
}

onClick("data-sound-toggle", () => {
  localStorage.setItem("table sound", setting("sound") === "on" ? "off" : "on");
  updateSettings();
});
document.addEventListener("change", (event) => {
  const select = event.target.closest?.("[data-setting]");
  if (!select) return;
  localStorage.setItem(`table ${select.dataset.setting}`, select.value);
  updateSettings();
});
