// Other seats' moves are shown one after another, each with its sentence on a banner.
import { beat } from "./settings.js";

const MOST = 12; // moves shown one by one; of more only the last
const banner = document.getElementById("banner");
let skipped = false;
let wake = null;

export const playing = () => !banner.hidden;

export function skip() {
  skipped = true;
  wake?.();
}
banner.addEventListener("click", skip);

const pause = (time) => new Promise((done) => {
  wake = done;
  setTimeout(done, time);
});

function say(line) {
  banner.replaceChildren(...[...line.querySelector("span:not(.ply)").childNodes].map((n) => n.cloneNode(true)));
  const hint = document.createElement("small");
  hint.textContent = matchMedia("(pointer: coarse)").matches ? "tap: skip" : "space: skip";
  banner.append(hint);
  banner.hidden = false;
}

// Show what happened between two plies: `lines` are those of the fresh log; `step(ply)` puts the
// table as it was after that ply on the stage. The last one is for the caller to show.
export async function replayed(lines, from, to, step, time = beat()) {
  const told = lines.filter((line) => Number(line.dataset.ply) > from && Number(line.dataset.ply) <= to);
  if (!time || document.visibilityState !== "visible") return;
  skipped = false;
  try {
    for (const line of told.slice(-MOST)) {
      const ply = Number(line.dataset.ply);
      say(line);
      if (ply < to && !skipped) await step(ply);
      if (ply < to && !skipped) await pause(time);
      if (skipped) return;
    }
  } finally {
    if (skipped || !told.length) banner.hidden = true;
    else setTimeout(() => { banner.hidden = true; }, time);
  }
}
