// Plays back the other seats' moves one by one, each with its log sentence in a banner.
import { _ } from "./messages.js";
import { moveTime } from "./settings.js";

const MAX_MOVES = 12; // of a longer sequence only the last moves are shown
const banner = document.getElementById("banner");
let isSkipped = false;
let wake = null;

export const isPlayingBack = () => !banner.hidden;

export function skipPlayback() {
  isSkipped = true;
  wake?.();
}
banner.addEventListener("click", skipPlayback);

const pause = (time) =>
  new Promise((done) => {
    wake = done;
    setTimeout(done, time);
  });

function showBanner(line) {
  banner.replaceChildren(
    ...[...line.querySelector("span:not(.ply)").childNodes].map((n) => n.cloneNode(true)),
  );
  const hint = document.createElement("small");
  hint.textContent = matchMedia("(pointer: coarse)").matches
    ? _("tap to skip")
    : _("Space to skip");
  banner.append(hint);
  banner.hidden = false;
}

// Play back the plies after `from` up to `to`. `lines` are entries of the new log; `step(ply)` shows the
// position after that ply. The caller shows the last one.
export async function playBack(lines, from, to, step, time = moveTime()) {
  const moves = lines.filter(
    (line) => Number(line.dataset.ply) > from && Number(line.dataset.ply) <= to,
  );
  if (!time || document.visibilityState !== "visible") return;
  isSkipped = false;
  try {
    for (const line of moves.slice(-MAX_MOVES)) {
      const ply = Number(line.dataset.ply);
      showBanner(line);
      if (ply < to && !isSkipped) await step(ply);
      if (ply < to && !isSkipped) await pause(time);
      if (isSkipped) return;
    }
  } finally {
    if (isSkipped || !moves.length) banner.hidden = true;
    else
      setTimeout(() => {
        banner.hidden = true;
      }, time);
  }
}
