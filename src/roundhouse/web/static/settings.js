// What somebody likes at the table; kept in this browser.

const USUAL = { speed: "quick", confirm: "auto", sound: "off" };
const BEATS = { off: 0, quick: 350, calm: 1300 }; // milliseconds that each move of others is shown

export const setting = (name) => localStorage.getItem(`table ${name}`) ?? USUAL[name];

// How long each move of another seat is shown; who wants no motion is shown the result.
export function beat() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still ? 0 : BEATS[setting("speed")] ?? 0;
}

// A learner reads each sentence for the first time: calmer, but never for very long.
export function learnersBeat(moves) {
  const chosen = localStorage.getItem("table speed");
  return chosen ? beat() : beat() && Math.min(900, 7000 / Math.max(moves, 1));
}

// Whether a move has to be confirmed: always, never, or where a finger slips and nothing can be
// taken back because others than bots sit at the table.
export function confirms(touch, final) {
  const chosen = setting("confirm");
  return chosen === "always" || (chosen === "auto" && touch && final);
}

export function dressSettings() {
  for (const select of document.querySelectorAll("[data-setting]")) {
    select.value = setting(select.dataset.setting);
  }
}

document.addEventListener("change", (event) => {
  const select = event.target.closest?.("[data-setting]");
  if (select) localStorage.setItem(`table ${select.dataset.setting}`, select.value);
});
