// The replay page: goes from ply to ply without a reload, by links, slider, keys and autoplay.
import { _ } from "./messages.js";
import "./copy_link.js";
import { bringToFront, enablePanZoom, frameSheet } from "./board.js";
import { morph } from "./morph.js";

document.documentElement.classList.add("has-js");
const main = () => document.querySelector("main.replay");
const PLY_MS = 900;
let targetPly = null;
let running = false;
let timer = null;

const currentPly = () => targetPly ?? Number(main().dataset.ply);
const last = () => Number(main().dataset.last);
const address = (ply) => {
  const query = new URLSearchParams({ ply });
  if (main().dataset.seat) query.set("seat", main().dataset.seat);
  return `${main().dataset.path}?${query}`;
};

// Go to a ply. Only the latest request counts; plies skipped during a fetch are not fetched.
async function go(ply) {
  targetPly = Math.max(0, Math.min(ply, last()));
  document.querySelector("[data-slider]").value = targetPly;
  if (running) return;
  running = true;
  try {
    while (targetPly !== null && targetPly !== Number(main().dataset.ply)) {
      const now = targetPly;
      const answer = await fetch(address(now), {
        headers: { "x-fragment": "1", accept: "text/html" },
      });
      if (!answer.ok) break;
      showPly(await answer.text());
      if (targetPly === now) targetPly = null;
    }
  } finally {
    targetPly = null;
    running = false;
  }
}

function showPly(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("main.replay");
  const focusedButton = document.activeElement?.dataset?.go;
  const slider = document.activeElement?.matches?.("[data-slider]");
  morph(main(), fresh);
  if (slider) document.querySelector("[data-slider]").focus();
  else if (focusedButton) document.querySelector(`[data-go="${focusedButton}"]`)?.focus();
  history.replaceState(null, "", address(main().dataset.ply));
  updatePlayButton();
  frameSheet();
  scrollLog();
}

// Scroll the log, not the page.
function scrollLog() {
  const log = document.querySelector("[data-log]");
  const now = log?.querySelector(".now");
  if (now) log.scrollTop = now.offsetTop - log.offsetTop - log.clientHeight / 2;
}

function updatePlayButton() {
  const button = document.querySelector('[data-go="auto"]');
  button.setAttribute("aria-pressed", String(timer !== null));
  button.setAttribute("aria-label", timer === null ? _("Play") : _("Pause"));
  button.textContent = timer === null ? "▶▶" : "❚❚";
}

function toggleAutoplay() {
  if (timer !== null) {
    clearInterval(timer);
    timer = null;
  } else {
    if (currentPly() >= last()) go(0);
    timer = setInterval(() => {
      if (currentPly() >= last()) toggleAutoplay();
      else go(currentPly() + 1);
    }, PLY_MS);
  }
  updatePlayButton();
}

const actions = {
  first: () => go(0),
  back: () => go(currentPly() - 1),
  on: () => go(currentPly() + 1),
  last: () => go(last()),
  auto: toggleAutoplay,
};

document.addEventListener("click", (event) => {
  const action = event.target.closest?.("[data-go]");
  const line = event.target.closest?.(".log [data-ply], .points [data-ply]");
  if (action) {
    event.preventDefault();
    actions[action.dataset.go]();
  } else if (line) {
    event.preventDefault();
    go(Number(line.dataset.ply));
  }
});
document.addEventListener("input", (event) => {
  if (event.target.matches("[data-slider]")) go(Number(event.target.value));
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input:not([type=range]), select, textarea, .zoomed")) return;
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "auto" };
  const action = keys[event.key];
  if (!action || (event.key === " " && event.target.matches("button, a, summary"))) return;
  event.preventDefault();
  actions[action]();
});
// Poll the progress of a running analysis.
setInterval(async () => {
  if (!document.querySelector("[data-busy]") || running) return;
  const answer = await fetch(address(currentPly()), {
    headers: { "x-fragment": "1", accept: "text/html" },
  });
  if (answer.ok) showPly(await answer.text());
}, 1500);

enablePanZoom(document);
bringToFront();
frameSheet();
scrollLog();
